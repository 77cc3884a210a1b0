/**
 * Reads that lag behind writes, as of a service with replicas. In: a reading, and whether it shows what was written.
 * Out: the first reading that does, or the last one within ten seconds.
 */
import type { Clock } from "../api/clock.ts";

/** The outside world of a repeated reading. */
export interface LagPorts {
  readonly clock: Clock;
  /** Aborted: no pause is waited for. */
  readonly stop?: AbortSignal;
  readonly onWait?: (why: string, ms: number) => void;
}

/** Milliseconds for which reads may lag. */
const PATIENCE = 10_000;
/** Milliseconds between two readings. */
const PAUSES = [250, 500, 1_000, 1_500, 2_000, 2_250, 2_500];

/** Waits until what was read at `since` is as old as reads may be. */
export async function outlastLag(since: number, { clock, stop, onWait }: LagPorts): Promise<void> {
  const ms = since + PATIENCE - clock.now();
  if (ms <= 0) return;
  onWait?.("ids are exchanged, and the service may not show an earlier exchange yet", ms);
  await clock.sleep(ms, stop);
}

export async function readUntil<T>(
  read: () => Promise<T>,
  isShown: (reading: T) => boolean,
  { clock, stop, onWait }: LagPorts,
): Promise<T> {
  const until = clock.now() + PATIENCE;
  let reading = await read();
  for (const ms of PAUSES) {
    if (isShown(reading) || clock.now() + ms > until) break;
    onWait?.("the service does not show the changes yet", ms);
    await clock.sleep(ms, stop);
    reading = await read();
  }
  return reading;
}
