/**
 * The points of a game and what it takes to earn them. In: a design. Out: figures that every form
 * of the report shows. For an achievement with `points: 30` that ten dragons earn: `{ points: 30,
 * way: { certainty: "bound", effort: 10, … } }`.
 */
import { compareText, grouped, sum } from "../../ground/collections.ts";
import { counted, quoted } from "../../ground/words.ts";
import { answerInShares, isSpent, type WorkBudget, workFor } from "../../ground/work.ts";
import { type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { type AchievementDesign, type Design, partsOf } from "../design/design.ts";
import { neverEarned } from "../design/never.ts";
import { type DesignTrees, treesOf } from "../design/tree.ts";
import { cheapestWay, type WeighedWay } from "../design/ways.ts";
import { MASK, type Secrets } from "../secrets.ts";

/**
 * `bound`: this earns it, something cheaper may. `unknown`: no way was found. `impossible`: there
 * is none.
 */
export interface CheapestWay extends WeighedWay {
  readonly certainty: "bound" | "unknown" | "impossible";
  /** Why there is no way, or none was found, as sentences without a full stop. */
  readonly reasons: readonly string[];
}

/** An achievement, and what it takes. */
export interface EconomyEntry extends AchievementDesign {
  readonly way: CheapestWay;
}

/** How many achievements, and their points together. */
interface Share {
  readonly achievements: number;
  readonly points: number;
}

interface EconomyTotals extends Share {
  readonly secret: Share;
  /** Achievements by how much is known about their cheapest way. */
  readonly bound: number;
  readonly unknown: number;
  readonly impossible: number;
  /** Points of achievements of which a way is known. */
  readonly reachable_points: number;
}

export interface Economy {
  readonly totals: EconomyTotals;
  /** The most points that the project file allows, or null. */
  readonly budget: number | null;
  /** By effort, then those without a known way; else in the order of the manifests. */
  readonly achievements: readonly EconomyEntry[];
}

/** The work of one of so many games. */
interface EconomyOptions {
  /** The most points that the project file allows, or null. */
  readonly budget?: number | null;
  readonly work?: WorkBudget;
}

export function economyOf(
  design: Design,
  { budget = null, work = workFor(partsOf(design)) }: EconomyOptions = {},
): Economy {
  const trees = treesOf(design);
  const effortOf = ({ way }: EconomyEntry): number =>
    way.certainty === "bound" ? way.effort : Number.MAX_VALUE;
  // What it takes depends on the group alone.
  const byGroup = grouped(
    design.achievements.values(),
    ({ custom_criteria_group_id: id }) => id ?? "",
  );
  const ways = answerInShares(byGroup.keys(), work, (group, share) => {
    const [first] = byGroup.get(group) ?? [];
    return first === undefined ? undefined : wayWithin(first, trees, share);
  });
  const entries = Array.from(design.achievements.values(), (entry): EconomyEntry => {
    const { answer = NOT_ANALYSED } = ways.get(entry.custom_criteria_group_id ?? "") ?? {};
    // Which achievement has no group is said of itself.
    return {
      ...entry,
      way: answer.certainty === "impossible" ? wayTo(entry, trees, work) : answer,
    };
  });
  const achievements = entries.sort((a, b) => effortOf(a) - effortOf(b));
  return { totals: totalsOf(achievements), budget, achievements };
}

/**
 * The economy without names of secret achievements, what they take, and their place by effort. Ids
 * of achievements stay.
 */
export function withoutSecretWays(economy: Economy, { addresses }: Secrets): Economy {
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
      // What only secret achievements count may lead to what others count.
      const steps = entry.way.steps.map((step) =>
        addresses.has(`action/${step.custom_action_id}`)
          ? { ...step, custom_action_id: MASK, note: "" }
          : step,
      );
      return { ...entry, way: { ...entry.way, steps } };
    });
  return { ...economy, achievements: [...open, ...secret] };
}

/** How many achievements were left out, because they take too much work. */
export function countNotAnalysed({ achievements }: Economy): number {
  return achievements.filter(({ way }) => way.reasons === NOT_ANALYSED.reasons).length;
}

/** A warning that says how many. */
export function notAnalysed(game: string, economy: Economy): readonly Diagnostic[] {
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

/** Returns a way that was found before the work was spent, because it is one, too. */
function wayWithin(
  achievement: AchievementDesign,
  trees: DesignTrees,
  work: WorkBudget,
): CheapestWay {
  const way = wayTo(achievement, trees, work);
  return way.certainty === "unknown" && isSpent(work) ? NOT_ANALYSED : way;
}

function wayTo(achievement: AchievementDesign, trees: DesignTrees, work: WorkBudget): CheapestWay {
  const never = neverEarned(trees, achievement);
  if (never !== undefined) {
    const reason =
      never.address === achievement.address ? never.text : `${never.address}: ${never.text}`;
    return { ...none, certainty: "impossible", reasons: [reason] };
  }
  const way = cheapestWay({ trees, achievement }, work);
  if (way === undefined)
    return { ...none, certainty: "unknown", reasons: ["no way to earn it was found"] };
  return { ...way, certainty: "bound", reasons: [] };
}

function totalsOf(entries: readonly EconomyEntry[]): EconomyTotals {
  const of = (certainty: CheapestWay["certainty"]) =>
    entries.filter(({ way }) => way.certainty === certainty);
  return {
    ...shareOf(entries),
    secret: shareOf(entries.filter(({ is_secret }) => is_secret)),
    bound: of("bound").length,
    unknown: of("unknown").length,
    impossible: of("impossible").length,
    reachable_points: shareOf(of("bound")).points,
  };
}

function shareOf(entries: readonly EconomyEntry[]): Share {
  return { achievements: entries.length, points: sum(entries.map(({ points }) => points)) };
}
