/**
 * What there is to report: for each action, in which circumstances it helps which of several demands, and how much. Only
 * what helps most is kept: of two that help the same demands, the one that does less beside them.
 */
import type { Rules } from "../../../rules/model.ts";
import { withReactions } from "../../../rules/play.ts";
import { ANY, type Circumstances, join } from "./circumstances.ts";
import type { Wanted } from "./needs.ts";

/** Something to report. */
export interface Report {
  readonly custom_action_id: string;
  readonly circumstances: Circumstances;
  /** For each demand, how much one unit gives; 0 where it does not count. */
  readonly gives: readonly number[];
}

export interface Reports {
  readonly reports: readonly Report[];
  /** False when there are more ways to put circumstances together than were looked at. */
  readonly isComplete: boolean;
}

/** How often each action is recorded when one is reported. */
export type Reach = (customActionId: string) => ReadonlyMap<string, number>;

/** What reports lead to, asked once for each action. */
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

/** How much of the circumstances is put together for one action. */
const MOST_COMBINATIONS = 96;

/** What reports are made from. */
export interface ReportSource {
  /** Those that may be reported. */
  readonly actions: readonly string[];
  readonly reach: Reach;
  readonly reactionData: Rules["semantics"]["reaction_data"];
  /** Whether days and hours of streaks are those of the calendar. */
  readonly isCalendar: boolean;
  /** Whether what does less is kept as well, because doing more may be too much. */
  readonly isModest: boolean;
}

export function reportsFor(
  wanted: readonly Wanted[],
  { actions, reach, reactionData, isModest }: ReportSource,
): Reports {
  let isComplete = true;
  const reports: Report[] = [];
  for (const custom_action_id of actions) {
    const times = reach(custom_action_id);
    let found: readonly Combination[] = [{ circumstances: ANY, helps: [] }];
    for (const [index, { demand, circumstances }] of wanted.entries()) {
      const own = demand.criterion.custom_action_id;
      if (!times.has(own)) continue;
      const keepsData = own === custom_action_id || reactionData === "carried";
      const usable = circumstances.filter(({ fields }) => keepsData || fields.length === 0);
      found = found.flatMap((each) => extended(each, usable, index));
      if (found.length > MOST_COMBINATIONS) isComplete = false;
      found = found.slice(0, MOST_COMBINATIONS);
    }
    for (const { circumstances, helps } of found) {
      if (helps.length === 0) continue;
      const gives = wanted.map(({ demand: { rule, criterion } }, index) => {
        if (!helps.includes(index)) return 0;
        return rule.measure === "sum" ? (times.get(criterion.custom_action_id) ?? 1) : 1;
      });
      reports.push({ custom_action_id, circumstances, gives });
    }
  }
  return { reports: withoutLesser(reports, reach, isModest), isComplete };
}

interface Combination {
  readonly circumstances: Circumstances;
  /** Indexes of demands. */
  readonly helps: readonly number[];
}

function extended(before: Combination, more: readonly Circumstances[], index: number): readonly Combination[] {
  const joined = more.flatMap((each): readonly Combination[] => {
    const circumstances = join(before.circumstances, each);
    return circumstances === undefined ? [] : [{ circumstances, helps: [...before.helps, index] }];
  });
  // Where nothing is given up by helping this demand, too, there is no reason not to.
  const free = joined.find(({ circumstances }) => isAsFree(circumstances, before.circumstances));
  return free === undefined ? [...joined, before] : [free];
}

/** Whether the first, which is at most as free as the second, asks for nothing more. */
function isAsFree(a: Circumstances, b: Circumstances): boolean {
  const isSameTime = a.months === b.months && a.days === b.days && a.isLastDay === b.isLastDay && a.hours === b.hours;
  const isSameAmount = a.amount.least === b.amount.least && a.amount.most === b.amount.most;
  return isSameTime && isSameAmount && a.words.length === b.words.length && a.fields.length === b.fields.length;
}

/** Leaves out what another does as well. */
function withoutLesser(reports: readonly Report[], reach: Reach, isModest: boolean): readonly Report[] {
  const kept: Report[] = [];
  const order = reports
    .map((report, index) => ({ report, index, size: reach(report.custom_action_id).size, sum: total(report.gives) }))
    .sort((a, b) => b.sum - a.sum || a.size - b.size || words(a.report) - words(b.report) || a.index - b.index);
  for (const { report } of order) {
    const isLesser = kept.some((other) =>
      report.gives.every((gives, need) => {
        const most = other.gives[need] ?? 0;
        return isModest ? gives === most : gives <= most;
      }),
    );
    if (!isLesser) kept.push(report);
  }
  return kept;
}

function words({ circumstances }: Report): number {
  return circumstances.words.length;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
