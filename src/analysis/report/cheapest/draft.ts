/**
 * A way to meet all demands of a branch, laid out in time: what to report, when, and with what. It is a proposal: only
 * playing it tells whether it earns anything.
 */
import type { Json } from "../../../model/json.ts";
import type { Activity } from "../../../rules/model.ts";
import { type Calendar, openCalendar } from "./calendar.ts";
import { type Circumstances, dataFor, isTimed } from "./circumstances.ts";
import { cover, type Need } from "./covering.ts";
import { needOf, type Wanted } from "./needs.ts";
import { piecesOf, type Split } from "./pieces.ts";
import { type Report, type ReportSource, reportsFor } from "./reports.ts";
import { noteWords, runWords } from "./way-words.ts";

/** An activity of a draft, and the words for when and with what it is done. */
export interface Drafted {
  readonly activity: Activity;
  readonly note: string;
}

export interface DraftOptions {
  readonly source: ReportSource;
  readonly split: Split;
  /** Whether streaks lie one after the other, instead of the shorter ones within the longest. */
  readonly isApart: boolean;
  readonly isZeroMet: boolean;
  /** Adds to the custom_data what references to it read. */
  readonly complete: (data: Json) => Json;
}

/** More than this is not played. */
const MOST_ACTIVITIES = 2_000;

/** Undefined where nothing was found. */
export function draftOf(wanted: readonly Wanted[], options: DraftOptions): readonly Drafted[] | undefined {
  const calendar = openCalendar();
  const needs = wanted.map(({ demand }) => needOf(demand, options.isZeroMet));
  if (needs.some(({ intervals }) => intervals > MOST_ACTIVITIES)) return undefined;
  const runs: RunPart[] = [];
  for (const members of runsOf(wanted, options.isApart)) {
    const run = runPart(wanted, members, options);
    if (run === undefined) return undefined;
    runs.push(run);
  }
  const rest = restPart(wanted, runs, options);
  if (rest === undefined) return undefined;
  const drafted = [...layOut(rest, calendar), ...runs.map((run) => layOutRun(run, calendar))];
  if (drafted.some((each) => each === undefined)) return undefined;
  const flat = drafted.flatMap((each) => each ?? []).sort((a, b) => a.at - b.at);
  if (flat.length > MOST_ACTIVITIES) return undefined;
  return flat.flatMap((placed) => activityOf(placed, options) ?? []);
}

/** So much of a report. */
interface Portion {
  readonly report: Report;
  /** Amounts, one for each activity. */
  readonly amounts: readonly number[];
}

interface RunPart {
  readonly interval: "days" | "hours";
  /** What is done in each interval, the last one first. */
  readonly slots: readonly (readonly Portion[])[];
}

interface Placed {
  readonly at: number;
  readonly report: Report;
  readonly amount: number;
  readonly run: string;
}

/** Which streaks are laid over each other: indexes of demands. */
function runsOf(wanted: readonly Wanted[], isApart: boolean): readonly (readonly number[])[] {
  const streaks = wanted.flatMap(({ demand: { streak } }, index) => (streak === null ? [] : [{ index, ...streak }]));
  if (isApart) return streaks.map(({ index }) => [index]);
  return (["days", "hours"] as const)
    .map((interval) => streaks.filter((each) => each.interval === interval).map(({ index }) => index))
    .filter((indexes) => indexes.length > 0);
}

/** What is done in the intervals of a run. What else it helps is chosen with it, where that does not bind it in time. */
function runPart(
  wanted: readonly Wanted[],
  members: readonly number[],
  { source, split, isZeroMet }: DraftOptions,
): RunPart | undefined {
  const asked = wanted.map(({ demand, circumstances }, index): Wanted => {
    if (members.includes(index)) return { demand, circumstances };
    const free = demand.streak === null ? circumstances.filter((each) => !isTimed(each)) : [];
    return { demand, circumstances: free };
  });
  const { reports } = reportsFor(asked, source);
  const counts = members.map((index) => wanted[index]?.demand.streak?.count ?? 0);
  const known = new Map<string, readonly Portion[] | undefined>();
  const slots: (readonly Portion[])[] = [];
  for (let slot = 0; slot < Math.max(...counts); slot += 1) {
    const active = members.filter((_, index) => (counts[index] ?? 0) > slot);
    const key = active.join();
    if (!known.has(key)) {
      const needs = asked.map(({ demand }, index): Need => {
        return { least: active.includes(index) ? needOf(demand, isZeroMet).least : 0 };
      });
      known.set(key, portionsOf(reports, needs, wanted, split));
    }
    const portions = known.get(key);
    if (portions === undefined) return undefined;
    slots.push(portions);
  }
  return { interval: wanted[members[0] ?? 0]?.demand.streak?.interval ?? "days", slots };
}

/** What the runs leave to be done, at any time. */
function restPart(
  wanted: readonly Wanted[],
  runs: readonly RunPart[],
  { source, split, isZeroMet }: DraftOptions,
): readonly Portion[] | undefined {
  const done = runs.flatMap(({ slots }) => slots.flat());
  const needs = wanted.map(({ demand }, index): Need => {
    const { least, intervals } = needOf(demand, isZeroMet);
    if (intervals > 1 || demand.streak !== null) return { least: 0 };
    const given = done.flatMap(({ report, amounts }) =>
      amounts.map((amount) => Math.abs(amount) * (report.gives[index] ?? 0)),
    );
    const isSum = demand.rule.measure === "sum";
    const sum = given.reduce((total, each) => total + each, 0);
    const left = isSum ? Math.max(0, least - sum) : given.some((each) => each >= least) ? 0 : least;
    const most = isSum && source.isModest && demand.range.most !== null ? Number(demand.range.most) - sum : undefined;
    return most === undefined || most < 0 ? { least: left } : { least: left, most };
  });
  return portionsOf(reportsFor(wanted, source).reports, needs, wanted, split);
}

function portionsOf(
  reports: readonly Report[],
  needs: readonly Need[],
  wanted: readonly Wanted[],
  split: Split,
): readonly Portion[] | undefined {
  const columns = reports.map(({ gives }) => gives);
  return cover(columns, needs).values?.flatMap((units, index): readonly Portion[] => {
    const report = reports[index];
    if (report === undefined || units === 0) return [];
    return [{ report, amounts: piecesOf(report, units, wanted, split) }];
  });
}

function layOut(portions: readonly Portion[], calendar: Calendar): readonly (readonly Placed[] | undefined)[] {
  return portions.map(({ report, amounts }) => {
    const at = calendar.moment(report.circumstances);
    return at === undefined ? undefined : amounts.map((amount) => ({ at, report, amount, run: "" }));
  });
}

function layOutRun({ interval, slots }: RunPart, calendar: Calendar): readonly Placed[] | undefined {
  const circumstances = slots.map((portions): readonly Circumstances[] =>
    portions.map(({ report }) => report.circumstances),
  );
  const moments = calendar.run(interval, circumstances);
  // Amounts of which there are fewer than intervals are done in the last ones.
  const lasts = new Map<string, number>();
  for (const portions of slots) for (const each of portions) lasts.set(keyOf(each), (lasts.get(keyOf(each)) ?? 0) + 1);
  return moments?.flatMap((times, slot) =>
    (slots[slot] ?? []).flatMap((portion, place) =>
      portion.amounts.map((amount): Placed => {
        const run = runWords({ interval, count: lasts.get(keyOf(portion)) ?? 1 });
        return { at: times[place] ?? 0, report: portion.report, amount, run };
      }),
    ),
  );
}

function keyOf({ report, amounts }: Portion): string {
  return JSON.stringify([report.custom_action_id, report.circumstances.words, amounts]);
}

function activityOf({ at, report, amount, run }: Placed, { complete }: DraftOptions): Drafted | undefined {
  const data = dataFor(report.circumstances);
  if (data === undefined) return undefined;
  const { custom_action_id, circumstances } = report;
  const activity: Activity = { custom_action_id, amount, at, custom_data: complete(data), custom_session_id: null };
  return { activity, note: noteWords(run, circumstances.words) };
}
