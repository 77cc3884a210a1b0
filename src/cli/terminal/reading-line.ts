/**
 * Shows that live games are read: on a terminal in a line that is written over and removed at the end, elsewhere in a
 * line every now and then. Nothing is shown of a short read.
 */
import type { Clock } from "../../api/clock.ts";
import type { PageRead } from "../../model/events.ts";
import { type ListView, readingWords } from "../../view/reading-text.ts";
import type { LiveReading } from "../../workflow/run.ts";

/** Milliseconds of silence after which a terminal shows it. */
const SILENCE = 300;
/** Milliseconds between two lines where there is no terminal: before the first one, and later. */
const FIRST_NOTE = 5_000;
const NEXT_NOTE = 30_000;
/** Milliseconds between two drawings of the line. */
const FRAME = 100;

export interface ReadingLine {
  begin(game: string): LiveReading;
  /** Requests of a game have to wait; the next page ends that. */
  wait(game: string, reason: string, ms: number): void;
}

export interface ReadingOutput {
  /** Whether a line can be written over. */
  readonly isLive: boolean;
  /** Sets the line, without a line end; empty for none. */
  live(words: string): void;
  /** A line that stays. */
  note(words: string): void;
}

interface OpenReading {
  readonly game: string;
  readonly lists: Map<string, ListView & { readonly paths: Set<string> }>;
  wait?: { readonly reason: string; readonly ms: number };
}

export function openReadingLine(clock: Clock, { isLive, live, note }: ReadingOutput): ReadingLine {
  const open = new Set<OpenReading>();
  let delay = new AbortController();
  let isShown = false;
  let [begun, ended, drawn, noted] = [0, Number.NEGATIVE_INFINITY, 0, 0];

  const draw = (): void => {
    drawn = clock.now();
    live(readingWords([...open]));
  };
  const showLater = async (): Promise<void> => {
    const { signal } = delay;
    await clock.sleep(Math.max(0, begun + SILENCE - clock.now()), signal);
    if (signal.aborted || isShown || open.size === 0) return;
    isShown = true;
    draw();
  };
  const changed = (): void => {
    const now = clock.now();
    if (isLive && isShown && now - drawn >= FRAME) draw();
    if (isLive || now - noted < (noted === begun ? FIRST_NOTE : NEXT_NOTE)) return;
    noted = now;
    note(readingWords([...open]));
  };
  const end = (reading: OpenReading): void => {
    open.delete(reading);
    if (open.size > 0) return;
    ended = clock.now();
    // A timer would keep the process alive.
    delay.abort();
    if (isShown) live("");
    isShown = false;
  };

  return {
    begin: (game) => {
      const reading: OpenReading = { game, lists: new Map() };
      const now = clock.now();
      // Short reads one after the other are one silence.
      if (open.size === 0 && now - ended >= SILENCE) [begun, noted] = [now, now];
      open.add(reading);
      if (isLive && open.size === 1) {
        delay = new AbortController();
        void showLater();
      }
      return {
        page: (page) => {
          delete reading.wait;
          add(reading.lists, page);
          changed();
        },
        end: () => end(reading),
      };
    },
    wait: (game, reason, ms) => {
      // A long wait is printed as a note by the reporter.
      if (ms >= FIRST_NOTE) noted = clock.now() + ms;
      else for (const reading of open) if (reading.game === game) reading.wait = { reason, ms };
      if (isShown) draw();
    },
  };
}

function add(lists: OpenReading["lists"], { form, path, records, total }: PageRead): void {
  const list = lists.get(form);
  const paths = list?.paths ?? new Set();
  paths.add(path);
  lists.set(form, {
    records: (list?.records ?? 0) + records,
    ...(total === undefined ? {} : { total }),
    resources: paths.size,
    paths,
  });
}
