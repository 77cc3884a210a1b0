/**
 * Analyses the points of a game and the effort to earn them. In: a design. Out: the figures of the
 * report. An achievement with `points: 30` for ten dragons becomes `{ points: 30, way: { certainty:
 * "bound", effort: 10, … } }`.
 */
import { compareText, grouped, sum } from "../../ground/collections.ts";
import { counted, quoted } from "../../ground/words.ts";
import { answerInShares, isSpent, type WorkBudget, workFor } from "../../ground/work.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type AchievementDesign, countParts, type Design } from "../design/design.ts";
import { findEarningBlocker } from "../design/never.ts";
import { buildTrees, type DesignTrees } from "../design/tree.ts";
import { findCheapestWay, type WeighedWay } from "../design/ways.ts";
import { MASK, type Secrets } from "../secrets.ts";

/**
 * The cheapest way found. `bound`: an upper bound, because a cheaper way may exist. `unknown`: no
 * way was found. `impossible`: no way exists.
 */
export interface CheapestWay extends WeighedWay {
  readonly certainty: "bound" | "unknown" | "impossible";
  /** Reasons why the way is unknown or impossible, as sentences without a full stop. */
  readonly reasons: readonly string[];
}

/** An achievement with its cheapest way. */
export interface EconomyEntry extends AchievementDesign {
  readonly way: CheapestWay;
}

/** A number of achievements, and the sum of their points. */
interface Share {
  readonly achievements: number;
  readonly points: number;
}

interface EconomyTotals extends Share {
  readonly secret: Share;
  /** Number of achievements with a known way. */
  readonly bound: number;
  /** Number of achievements without a known way. */
  readonly unknown: number;
  /** Number of achievements that no player can earn. */
  readonly impossible: number;
  /** Points of achievements with a known way. */
  readonly reachable_points: number;
}

export interface Economy {
  readonly totals: EconomyTotals;
  /** The most points that the project file allows, or null. */
  readonly budget: number | null;
  /** Sorted by effort, with unknown ways last, then in the order of the manifests. */
  readonly achievements: readonly EconomyEntry[];
}

/** The settings and the budget of an analysis. */
interface EconomyOptions {
  /** The most points that the project file allows, or null. */
  readonly budget?: number | null;
  readonly work?: WorkBudget;
}

export function analyseEconomy(
  design: Design,
  { budget = null, work = workFor(countParts(design)) }: EconomyOptions = {},
): Economy {
  const trees = buildTrees(design);
  const readEffort = ({ way }: EconomyEntry): number =>
    way.certainty === "bound" ? way.effort : Number.MAX_VALUE;
  // The way depends only on the group.
  const byGroup = grouped(
    design.achievements.values(),
    ({ custom_criteria_group_id: id }) => id ?? "",
  );
  const ways = answerInShares(byGroup.keys(), work, (group, share) => {
    const [first] = byGroup.get(group) ?? [];
    return first === undefined ? undefined : findWayWithin(first, trees, share);
  });
  const entries = Array.from(design.achievements.values(), (entry): EconomyEntry => {
    const { answer = NOT_ANALYSED } = ways.get(entry.custom_criteria_group_id ?? "") ?? {};
    // The reason of an impossible way can name the achievement itself.
    return {
      ...entry,
      way: answer.certainty === "impossible" ? findWay(entry, trees, work) : answer,
    };
  });
  const achievements = entries.sort((a, b) => readEffort(a) - readEffort(b));
  return { totals: countTotals(achievements), budget, achievements };
}

/**
 * Removes the names and ways of secret achievements, and their position by effort, but keeps their
 * ids.
 */
export function concealEconomy(economy: Economy, { addresses }: Secrets): Economy {
  const isSecret = ({ address }: EconomyEntry): boolean => addresses.has(address);
  const way = {
    certainty: "unknown",
    steps: [],
    effort: 0,
    reasons: [MASK],
    player: null,
  } as const;
  const secret = economy.achievements
    .filter(isSecret)
    .sort((a, b) => a.points - b.points || compareText(a.custom_id, b.custom_id))
    .map((entry) => ({ ...entry, name: MASK, description: "", way }));
  const open = economy.achievements
    .filter((achievement) => !isSecret(achievement))
    .map((entry): EconomyEntry => {
      // A secret action can have a public one as a reaction.
      const steps = entry.way.steps.map((step) =>
        addresses.has(`action/${step.custom_action_id}`)
          ? { ...step, custom_action_id: MASK, note: "" }
          : step,
      );
      return { ...entry, way: { ...entry.way, steps } };
    });
  return { ...economy, achievements: [...open, ...secret] };
}

/** Counts achievements that were too expensive to analyse. */
export function countNotAnalysed({ achievements }: Economy): number {
  return achievements.filter(({ way }) => way.reasons === NOT_ANALYSED.reasons).length;
}

/** Warns about achievements that were too expensive to analyse. */
export function warnNotAnalysed(game: string, economy: Economy): readonly Diagnostic[] {
  const count = countNotAnalysed(economy);
  if (count === 0) return [];
  const verb = count === 1 ? "is not analysed: it exceeds" : "are not analysed: they exceed";
  return [
    diagnostic(
      "not-analysed",
      `${counted(count, "achievement")} of ${quoted(game)} ${verb} the limit on work.`,
    ),
  ];
}

const none = { steps: [], effort: 0, player: null } as const;
const NOT_ANALYSED: CheapestWay = {
  ...none,
  certainty: "unknown",
  reasons: ["not analysed, because it exceeds the limit on work"],
};

/** Finds a way within a budget. A way that was found before the budget was spent is still valid. */
function findWayWithin(
  achievement: AchievementDesign,
  trees: DesignTrees,
  work: WorkBudget,
): CheapestWay {
  const way = findWay(achievement, trees, work);
  return way.certainty === "unknown" && isSpent(work) ? NOT_ANALYSED : way;
}

function findWay(
  achievement: AchievementDesign,
  trees: DesignTrees,
  work: WorkBudget,
): CheapestWay {
  const blocker = findEarningBlocker(trees, achievement);
  if (blocker !== undefined) {
    const reason =
      blocker.address === achievement.address
        ? blocker.text
        : `${blocker.address}: ${blocker.text}`;
    return { ...none, certainty: "impossible", reasons: [reason] };
  }
  const way = findCheapestWay({ trees, achievement }, work);
  if (way === undefined)
    return { ...none, certainty: "unknown", reasons: ["no way to earn it was found"] };
  return { ...way, certainty: "bound", reasons: [] };
}

function countTotals(entries: readonly EconomyEntry[]): EconomyTotals {
  const select = (certainty: CheapestWay["certainty"]) =>
    entries.filter(({ way }) => way.certainty === certainty);
  return {
    ...countShare(entries),
    secret: countShare(entries.filter(({ is_secret }) => is_secret)),
    bound: select("bound").length,
    unknown: select("unknown").length,
    impossible: select("impossible").length,
    reachable_points: countShare(select("bound")).points,
  };
}

function countShare(entries: readonly EconomyEntry[]): Share {
  return { achievements: entries.length, points: sum(entries.map(({ points }) => points)) };
}
