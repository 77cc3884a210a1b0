/** Shows that live games are read: on a terminal in a line that is written over, elsewhere in a line every half minute. */
import { type ListView, readingWords } from "../../view/reading-text.ts";
import { cutToWidth, type TextView } from "../../view/render/layout.ts";
import type { LiveReading } from "../../workflow/run.ts";

/** Milliseconds between two lines that stay. */
const EVERY = 30_000;
/** Milliseconds between two drawings of the line; nothing is shown of a shorter read. */
const FRAME = 300;

interface Shown {
  now(): number;
  live(line: string, stays?: string): void;
  readonly view: TextView;
  /** Whether a line can be written over. */
  readonly isLive: boolean;
}

interface OpenReading {
  readonly game: string;
  readonly lists: Map<string, ListView & { readonly paths: ReadonlySet<string> }>;
  wait?: { readonly reason: string; readonly ms: number };
}

export interface Readings {
  begin(game: string): LiveReading;
  /** Requests of a game have to wait; the next page ends that. */
  wait(game: string, reason: string, ms: number): void;
}

export function openReadings({ now, live, view, isLive }: Shown): Readings {
  const open = new Set<OpenReading>();
  let shownAt = 0;
  const show = (every: number): void => {
    if (now() - shownAt < every) return;
    shownAt = now();
    const words = view.style.muted(cutToWidth(readingWords([...open]), view.width - 1));
    if (isLive) live(words);
    else live("", words);
  };
  return {
    begin: (game) => {
      const reading: OpenReading = { game, lists: new Map() };
      if (open.size === 0) shownAt = now();
      open.add(reading);
      return {
        page: ({ form, path, records, total }) => {
          delete reading.wait;
          const list = reading.lists.get(form);
          const paths = new Set(list?.paths).add(path);
          const size = total === undefined ? {} : { total };
          reading.lists.set(form, { paths, records: (list?.records ?? 0) + records, resources: paths.size, ...size });
          show(isLive ? FRAME : EVERY);
        },
        end: () => {
          open.delete(reading);
          if (open.size === 0 && isLive) live("");
        },
      };
    },
    wait: (game, reason, ms) => {
      for (const reading of open) if (reading.game === game) reading.wait = { reason, ms };
      if (isLive && open.size > 0) show(0);
      // Waits are printed elsewhere.
      else shownAt = now() + ms;
    },
  };
}
