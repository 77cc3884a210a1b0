/** How far the reading of live games has come, in words for one line. */
import { duration } from "./render/phrases.ts";
import { safeText } from "./render/safe-text.ts";

/** What was read of a game so far. */
export interface ReadingView {
  readonly game: string;
  /** By the form of the list (`PageRead`), in the order of their first pages. */
  readonly lists: ReadonlyMap<string, ListView>;
  /** The wait that the last request began. */
  readonly wait?: { readonly reason: string; readonly ms: number };
}

export interface ListView {
  readonly records: number;
  /** Of the whole list, where the service sends it. */
  readonly total?: number;
  /** Of lists of members: how many resources they were read of. */
  readonly resources: number;
}

/** `Reading the live game… 62 actions, 300 of 1,200 criteria, rewards of 12 achievements`. Harmless to print. */
export function readingWords(readings: readonly ReadingView[]): string {
  const games = new Set(readings.map(({ game }) => game)).size;
  const lead = games > 1 ? `Reading ${number(games)} live games…` : "Reading the live game…";
  const lists = readings.flatMap((each) => [...each.lists]).filter(([, { records }]) => records > 0);
  const wait = readings.findLast((each) => each.wait !== undefined)?.wait;
  if (wait !== undefined) return safeText(`${lead} waiting ${duration(wait.ms)}: ${wait.reason}`);
  if (lists.length === 0) return lead;
  // The same lists of several games, or of a game in two environments, would take too much space.
  if (readings.length > 1) {
    return `${lead} ${number(lists.reduce((sum, [, { records }]) => sum + records, 0))} records`;
  }
  // What still moves comes first: a narrow terminal cuts the rest.
  const sorted = lists.toSorted(([, a], [, b]) => Number(isComplete(a)) - Number(isComplete(b)));
  return safeText(`${lead} ${sorted.map(([form, list]) => listWords(form, list)).join(", ")}`);
}

function isComplete({ records, total = records }: ListView): boolean {
  return records >= total;
}

function listWords(form: string, list: ListView): string {
  const { records, total = 0, resources } = list;
  const [path = form, member] = form.split("/*/");
  if (member !== undefined) return `${member} of ${number(resources)} ${path}`;
  return `${number(records)}${isComplete(list) ? "" : ` of ${number(total)}`} ${path}`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
