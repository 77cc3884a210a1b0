/**
 * Time that a service has to show a write, and to execute a request that it did not answer. In: a
 * reading, and whether it shows the expected state. Out: the first reading that does, or the last
 * one within ten seconds.
 */
import type { Clock } from "../api/clock.ts";

/** The outside world of a repeated reading. */
export interface LagPorts {
  readonly clock: Clock;
  /** Ends all pauses when it aborts. */
  readonly signal?: AbortSignal;
  readonly onWait?: (why: string, ms: number) => void;
}

/**
 * Milliseconds for which reads may lag, and for which a request without an answer may be under way.
 */
const PATIENCE = 10_000;
/** Milliseconds between two readings; the last one repeats. */
const PAUSES = [250, 500, 1_000, 1_500, 2_000, 2_250, 2_500] as const;

/** A moment after which the patience has to pass, and why. Without a moment there is no wait. */
interface Since {
  readonly moment: number | undefined;
  readonly why: string;
}

/** Waits until the patience since a moment has passed. */
export async function outlastLag(
  { moment, why }: Since,
  { clock, signal, onWait }: LagPorts,
): Promise<void> {
  const ms = moment === undefined ? 0 : moment + PATIENCE - clock.now();
  if (ms <= 0) return;
  onWait?.(why, ms);
  await clock.sleep(ms, signal);
}

/** A reading that is repeated while it may not show the newest writes. */
interface RepeatedReading<T> {
  readonly read: () => Promise<T>;
  readonly isShown: (reading: T) => boolean;
  /**
   * The last moment at which the expected state may have been written. Default: the present moment.
   */
  readonly since?: number;
  /** The reason for the pauses. */
  readonly why?: string;
}

/**
 * Reads until the expected state is shown, or until a reading is conclusive because it began after
 * the patience.
 */
export async function readUntil<T>(
  { read, isShown, since, why = "the service does not show the changes yet" }: RepeatedReading<T>,
  { clock, signal, onWait }: LagPorts,
): Promise<T> {
  const until = (since ?? clock.now()) + PATIENCE;
  for (let readings = 0; ; readings += 1) {
    const isLast = clock.now() >= until || signal?.aborted === true;
    const reading = await read();
    if (isLast || isShown(reading)) return reading;
    const pause = PAUSES[readings] ?? PAUSES[PAUSES.length - 1] ?? 0;
    const ms = Math.min(pause, Math.max(0, until - clock.now()));
    if (ms === 0) continue;
    onWait?.(why, ms);
    await clock.sleep(ms, signal);
  }
}
