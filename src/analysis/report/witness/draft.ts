/**
 * A way to meet all requirements of a branch, laid out in time: what to report, when, and with what. It is a proposal: only
 * playing it shows whether it earns anything.
 */

import { sum } from "../../../model/collections.ts";
import type { Json } from "../../../model/json.ts";
import type { Activity, Rules } from "../../../rules/model.ts";
import { withReactions } from "../../../rules/play.ts";
import { ANY_BOX, type Box, boxInBoth, dataFor, isTimed } from "../../design/activity-sets.ts";
import { areApart, contains, type Interval, intersect, isEmpty, whole } from "../../design/intervals.ts";
import { noteWords, runWords } from "../../design/phrases.ts";
import { possibleValues } from "../../design/requirements.ts";
import { type Calendar, openCalendar } from "./assignments.ts";
import { cover, type Need } from "./covering.ts";
import type { ActionCost, Costs } from "./effort.ts";
import { type ConstrainedRequirement, rangeOf, requiredEffort } from "./required.ts";

/** An activity of a draft, and the words for when and with what it is done. */
export interface DraftedActivity {
  readonly activity: Activity;
  readonly note: string;
  /** Whether it matters when it is done. */
  readonly isTimed: boolean;
  /** Whether it belongs to a streak. */
  readonly isRun: boolean;
}

export interface DraftOptions {
  readonly source: ReportSource;
  readonly split: Split;
  /** Whether streaks lie one after the other, instead of the shorter ones within the longest. */
  readonly isApart: boolean;
  /** Adds to the custom_data what references to it read. */
  readonly complete: (data: Json) => Json;
}

/** More than this is not played. */
const MOST_ACTIVITIES = 2_000;

/** Undefined where nothing was found. */
export function draftOf(
  required: readonly ConstrainedRequirement[],
  options: DraftOptions,
): readonly DraftedActivity[] | undefined {
  const calendar = openCalendar();
  const needs = required.map(({ requirement }) => requiredEffort(requirement));
  if (needs.some(({ intervals }) => intervals > MOST_ACTIVITIES)) return undefined;
  const runs: RunPart[] = [];
  for (const members of runsOf(required, options.isApart)) {
    const run = runPart(required, members, options);
    if (run === undefined) return undefined;
    runs.push(run);
  }
  const rest = restPart(required, runs, options);
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

/** Which streaks are laid over each other: indexes of requirements. */
function runsOf(required: readonly ConstrainedRequirement[], isApart: boolean): readonly (readonly number[])[] {
  const streaks = required.flatMap(({ requirement: { streak } }, index) =>
    streak === null ? [] : [{ index, ...streak }],
  );
  if (isApart) return streaks.map(({ index }) => [index]);
  return (["days", "hours"] as const)
    .map((interval) => streaks.filter((each) => each.interval === interval).map(({ index }) => index))
    .filter((indexes) => indexes.length > 0);
}

/** What is done in the intervals of a run. What else it helps is chosen with it, where that does not bind it in time. */
function runPart(
  required: readonly ConstrainedRequirement[],
  members: readonly number[],
  { source, split }: DraftOptions,
): RunPart | undefined {
  const inRun = required.map(({ requirement, boxes }, index): ConstrainedRequirement => {
    if (members.includes(index)) return { requirement, boxes };
    const free = requirement.streak === null ? boxes.filter((each) => !isTimed(each)) : [];
    return { requirement, boxes: free };
  });
  const { reports } = reportsFor(inRun, source);
  const counts = members.map((index) => required[index]?.requirement.streak?.count ?? 0);
  const known = new Map<string, readonly Portion[] | undefined>();
  const slots: (readonly Portion[])[] = [];
  for (let slot = 0; slot < Math.max(...counts); slot += 1) {
    const active = members.filter((_, index) => (counts[index] ?? 0) > slot);
    const key = active.join();
    if (!known.has(key)) {
      const needs = inRun.map(({ requirement }, index): Need => {
        return { least: active.includes(index) ? requiredEffort(requirement).least : 0 };
      });
      known.set(key, portionsOf(reports, needs, required, split));
    }
    const portions = known.get(key);
    if (portions === undefined) return undefined;
    slots.push(portions);
  }
  return { interval: required[members[0] ?? 0]?.requirement.streak?.interval ?? "days", slots };
}

/** What the runs leave to be done, at any time. */
function restPart(
  required: readonly ConstrainedRequirement[],
  runs: readonly RunPart[],
  { source, split }: DraftOptions,
): readonly Portion[] | undefined {
  const portions = runs.flatMap(({ slots }) => slots.flat());
  const needs = required.map(({ requirement }, index): Need => {
    const { least, intervals } = requiredEffort(requirement);
    if (intervals > 1 || requirement.streak !== null) return { least: 0 };
    const given = portions.flatMap(({ report, amounts }) =>
      amounts.map((amount) => amount * (report.gives[index] ?? 0)),
    );
    const isSum = requirement.rule.measure === "sum";
    const done = sum(given);
    const left = isSum ? Math.max(0, least - done) : given.some((each) => each >= least) ? 0 : least;
    const limit = rangeOf(requirement).most;
    const most = isSum && source.isModest && limit !== null ? Number(limit.at) - done : undefined;
    return most === undefined || most < 0 ? { least: left } : { least: left, most };
  });
  return portionsOf(reportsFor(required, source).reports, needs, required, split);
}

function portionsOf(
  reports: readonly Report[],
  needs: readonly Need[],
  required: readonly ConstrainedRequirement[],
  split: Split,
): readonly Portion[] | undefined {
  return cover(reports, needs).values?.flatMap((units, index): readonly Portion[] => {
    const report = reports[index];
    if (report === undefined || units === 0) return [];
    return [{ report, amounts: piecesOf(report, units, required, split) }];
  });
}

function layOut(portions: readonly Portion[], calendar: Calendar): readonly (readonly Placed[] | undefined)[] {
  return portions.map(({ report, amounts }) => {
    const at = calendar.moment(report.box);
    return at === undefined ? undefined : amounts.map((amount) => ({ at, report, amount, run: "" }));
  });
}

function layOutRun({ interval, slots }: RunPart, calendar: Calendar): readonly Placed[] | undefined {
  const boxes = slots.map((portions): readonly Box[] => portions.map(({ report }) => report.box));
  const moments = calendar.run(interval, boxes);
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
  return JSON.stringify([report.custom_action_id, report.box.written, amounts]);
}

function activityOf({ at, report, amount, run }: Placed, { complete }: DraftOptions): DraftedActivity | undefined {
  const data = dataFor(report.box);
  if (data === undefined) return undefined;
  const { custom_action_id, box } = report;
  const activity: Activity = { custom_action_id, amount, at, custom_data: complete(data), custom_session_id: null };
  const isRun = run !== "";
  return { activity, note: noteWords(run, box.written), isTimed: isRun || isTimed(box), isRun };
}

// How so much of a report is split into activities. Which split earns it is found out by playing.

/**
 * `whole`: one activity. `reserved`: one that passes the rules on single amounts, and the rest. `even`: as many as the
 * rules on averages require.
 */
export const SPLITS = ["whole", "reserved", "even"] as const;
export type Split = (typeof SPLITS)[number];

/** More pieces than this are not played anyway. */
const MOST_PIECES = 5_000;

function piecesOf(
  { box, gives }: Report,
  units: number,
  required: readonly ConstrainedRequirement[],
  split: Split,
): readonly number[] {
  const helped = required.filter((_, index) => (gives[index] ?? 0) > 0).map(({ requirement }) => requirement);
  const { amount } = box;
  const means = helped.filter(({ rule }) => rule.measure === "average");
  if (split === "whole") return [single(units, [amount, ...helped.map(possibleValues)])];
  if (split === "reserved") {
    const first = nearestIn(amount);
    const rest = units - Math.max(1, first);
    return rest > 0 ? [first, rest] : [first];
  }
  const exact = means.map(possibleValues).reduce<Interval>((a, b) => (areApart(a, b) ? a : intersect(a, b)), amount);
  const band = means.map(rangeOf).reduce<Interval>((a, b) => (areApart(a, b) ? a : intersect(a, b)), amount);
  if (means.length > 0 && isEmpty(whole(exact))) return between(exact, units);
  const most = Number(band.most?.at ?? 0n);
  const least = nearestIn(band);
  if (most < 1) return [Math.max(units, least)];
  const count = Math.ceil(units / most);
  if (count > MOST_PIECES) return [units];
  return Array.from({ length: count }, (_, index) => Math.max(least, Math.min(most, units - index * most)));
}

/** Whole amounts of at least this number of units whose mean is between two whole numbers once the last one is added. */
function between({ least, most }: Interval, units: number): readonly number[] {
  const [low, high] = [Number(least?.at ?? 0n), Number(most?.at ?? 0n)];
  const count = Math.min(MOST_PIECES, Math.max(1, Math.ceil(units / Math.max(1, low)) - 1));
  return [...Array.from({ length: count }, () => low), Math.max(low + 1, high)];
}

/** One unit may also be nothing: it costs the same. */
function single(value: number, ranges: readonly Interval[]): number {
  if (value !== 1) return value;
  return [1, 0].find((each) => ranges.every((range) => contains(range, BigInt(each)))) ?? value;
}

/** What is nearest to 1. */
function nearestIn({ least, most }: Interval): number {
  if (least !== null && least.at > 1n) return Number(least.at);
  return most !== null && most.at < 1n ? Number(most.at) : 1;
}

// What there is to report: for each action, in which constraints it helps which of several requirements, and how much. Only
// what helps most is kept: of two that help the same requirements, the one that does less beside them.

/** Something to report. */
interface Report {
  readonly custom_action_id: string;
  readonly box: Box;
  /** For each requirement, how much one unit gives; 0 where it does not count. */
  readonly gives: readonly number[];
  readonly cost: ActionCost;
}

export interface Reports {
  readonly reports: readonly Report[];
  /** False when there are more ways to put constraints together than were looked at. */
  readonly isComplete: boolean;
}

/** How often each action is recorded when one is reported. */
export type Reach = (customActionId: string) => ReadonlyMap<string, number>;

/** Each action is looked up once. */
export function openReach(rules: Rules): Reach {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (custom_action_id) => {
    const found = known.get(custom_action_id);
    if (found !== undefined) return found;
    const reported = { custom_action_id, amount: 1, at: 0, custom_data: null, custom_session_id: null };
    const times = new Map<string, number>();
    for (const { custom_action_id: id } of withReactions(rules, reported)) times.set(id, (times.get(id) ?? 0) + 1);
    known.set(custom_action_id, times);
    return times;
  };
}

/** How much of the constraints is put together for one action. */
const MOST_COMBINATIONS = 96;

/** What reports are made from. */
export interface ReportSource {
  /** Those that may be reported. */
  readonly actions: readonly string[];
  readonly reach: Reach;
  readonly costs: Costs;
  /** Whether what does less is kept as well, because doing more may be too much. */
  readonly isModest: boolean;
}

export function reportsFor(
  required: readonly ConstrainedRequirement[],
  { actions, reach, costs, isModest }: ReportSource,
): Reports {
  let isComplete = true;
  const reports: Report[] = [];
  for (const custom_action_id of actions) {
    const times = reach(custom_action_id);
    let found: readonly Combination[] = [{ box: ANY_BOX, helps: [] }];
    for (const [index, { requirement, boxes }] of required.entries()) {
      const own = requirement.criterion.custom_action_id;
      if (!times.has(own)) continue;
      found = found.flatMap((each) => extended(each, boxes, index));
      if (found.length > MOST_COMBINATIONS) isComplete = false;
      found = found.slice(0, MOST_COMBINATIONS);
    }
    for (const { box, helps } of found) {
      if (helps.length === 0) continue;
      const gives = required.map(({ requirement: { rule, criterion } }, index) => {
        if (!helps.includes(index)) return 0;
        return rule.measure === "sum" ? (times.get(criterion.custom_action_id) ?? 1) : 1;
      });
      reports.push({ custom_action_id, box, gives, cost: costs(custom_action_id) });
    }
  }
  return { reports: withoutLesser(reports, reach, isModest), isComplete };
}

interface Combination {
  readonly box: Box;
  /** Indexes of requirements. */
  readonly helps: readonly number[];
}

function extended(before: Combination, more: readonly Box[], index: number): readonly Combination[] {
  const joined = more.flatMap((each): readonly Combination[] => {
    const box = boxInBoth(before.box, each);
    return box === undefined ? [] : [{ box, helps: [...before.helps, index] }];
  });
  // Where nothing is given up by helping this requirement, too, there is no reason not to.
  const free = joined.find(({ box }) => isAsFree(box, before.box));
  return free === undefined ? [...joined, before] : [free];
}

/** Whether the first, which is at most as free as the second, requires nothing more. */
function isAsFree(a: Box, b: Box): boolean {
  const isSameTime = a.dates === b.dates && a.hours === b.hours;
  const isSameAmount = a.amount.least?.at === b.amount.least?.at && a.amount.most?.at === b.amount.most?.at;
  return isSameTime && isSameAmount && a.written.length === b.written.length && a.fields.size === b.fields.size;
}

/** Leaves out what another does as well. */
function withoutLesser(reports: readonly Report[], reach: Reach, isModest: boolean): readonly Report[] {
  const kept: Report[] = [];
  const order = reports
    .map((report, index) => ({ report, index, size: reach(report.custom_action_id).size, sum: sum(report.gives) }))
    .sort(
      (a, b) =>
        b.sum - a.sum ||
        unitOf(a.report) - unitOf(b.report) ||
        a.size - b.size ||
        words(a.report) - words(b.report) ||
        a.index - b.index,
    );
  for (const { report } of order) {
    const isLesser = kept.some(
      (other) =>
        other.cost.unit <= report.cost.unit &&
        other.cost.activity <= report.cost.activity &&
        report.gives.every((gives, need) => {
          const most = other.gives[need] ?? 0;
          return isModest ? gives === most : gives <= most;
        }),
    );
    if (!isLesser) kept.push(report);
  }
  return kept;
}

function unitOf({ cost }: Report): number {
  return cost.unit;
}

function words({ box }: Report): number {
  return box.written.length;
}
