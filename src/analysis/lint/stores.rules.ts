/** Rules about the limits of stores: published ones are errors, others warnings. */
import { counted } from "../../manifest/wording.ts";
import { sum } from "../../model/collections.ts";
import type { Placed } from "../../project/lint-settings.ts";
import type { AchievementDesign } from "../design/design.ts";
import { isComplete, isLeftOpen, type LintedGame, type LintFinding, type LintRule } from "./rule.ts";
import { type LimitSource, STORES, type StoreLimits } from "./stores.ts";

export const rules: readonly LintRule[] = [
  {
    code: "store-limit",
    severity: "error",
    summary: "Over a store's limit",
    explanation:
      "A store of the project file's `profiles` does not accept the achievements: their number, their points or the length of their texts. The limit was read on the store's page.",
    project: `lint:
  profiles: [apple-game-center]`,
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 150, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., points: 100, custom_criteria_group_id: winner }`,
    check: (game) => overLimits(game, true),
  },
  {
    code: "unconfirmed-store-limit",
    severity: "warning",
    summary: "Over an unconfirmed store limit",
    explanation:
      "The achievements are over a limit of a store of the project file's `profiles` that is reported, but could not be confirmed on the store's page. Check it there before you change the design.",
    project: `lint:
  profiles: [xbox]
  rules: { store-limit: off }`,
    bad: `achievements:
${Array.from({ length: 10 }, (_, index) => `  - { custom_id: win-${index}, name: Win number ${index}, description: "Win in arena ${index}.", points: 90, custom_criteria_group_id: win-${index} }`).join("\n")}`,
    good: `achievements:
${Array.from({ length: 10 }, (_, index) => `  - { custom_id: win-${index}, name: Win number ${index}, description: "Win in arena ${index}.", points: 100, custom_criteria_group_id: win-${index} }`).join("\n")}`,
    check: (game) => overLimits(game, false),
  },
];

function overLimits(game: LintedGame, isConfirmed: boolean): readonly LintFinding[] {
  return game.settings.profiles.flatMap((profile) => {
    const limits = Object.fromEntries(
      Object.entries(STORES[profile.value]).filter(([, limit]) => {
        const source = sourceOf(limit);
        return source === undefined || (source.read !== null) === isConfirmed;
      }),
    ) as unknown as StoreLimits;
    return [...totals(game, limits, profile), ...points(game, limits), ...lengths(game, limits)];
  });
}

function sourceOf(limit: unknown): LimitSource | undefined {
  return typeof limit === "object" && limit !== null && "source" in limit ? (limit.source as LimitSource) : undefined;
}

function totals(game: LintedGame, limits: StoreLimits, { span }: Placed<unknown>): readonly LintFinding[] {
  if (!isComplete(game, "achievement")) return [];
  const { title, max_achievements: most, min_achievements: fewest, total_points, exact_total } = limits;
  const count = game.design.achievements.size;
  const known = withPoints(game);
  const total = known.length < count ? undefined : sum(known.map((each) => each.points));
  const found: (readonly [text: string, source: LimitSource])[] = [];
  if (most !== undefined && count > most.value) {
    found.push([`${title} accepts ${counted(most.value, "achievement")}, and there are ${count}`, most.source]);
  }
  if (fewest !== undefined && count < fewest.value) {
    const text = `${title} requires at least ${counted(fewest.value, "achievement")}, and there are ${count}`;
    found.push([text, fewest.source]);
  }
  if (total_points !== undefined && total !== undefined && total > total_points.value) {
    const text = `${title} accepts ${counted(total_points.value, "point")} in all, and there are ${grouped(total)}`;
    found.push([text, total_points.source]);
  }
  if (exact_total !== undefined && total !== undefined && total !== exact_total.value) {
    const text = `${title} requires ${counted(exact_total.value, "point")} in all, and there are ${grouped(total)}`;
    found.push([text, exact_total.source]);
  }
  return found.map(([text, source]) => {
    return { span, text, help: ["change the manifests, or remove the profile", sourceWords(source)] };
  });
}

function points(game: LintedGame, { title, tiers, step }: StoreLimits): readonly LintFinding[] {
  return withPoints(game).flatMap(({ address, points: worth }) => {
    const at = { address, pointer: "/points" };
    const found: LintFinding[] = [];
    if (tiers !== undefined && !tiers.value.some(([least, most]) => worth >= least && worth <= most)) {
      const words = tiers.value.map(([least, most]) => `${least} to ${most}`).join(", ");
      found.push({ ...at, text: `${title} accepts ${words}, and this is ${worth}`, help: [sourceWords(tiers.source)] });
    }
    if (step !== undefined && worth % step.value !== 0) {
      const text = `${title} accepts multiples of ${step.value}, and this is ${worth}`;
      found.push({ ...at, text, help: [sourceWords(step.source)] });
    }
    return found;
  });
}

function lengths(game: LintedGame, { title, name_length, description_length }: StoreLimits): readonly LintFinding[] {
  const limits = [["name", name_length] as const, ["description", description_length] as const];
  return [...game.design.achievements.values()].flatMap((achievement) =>
    limits.flatMap(([field, limit]) => {
      const length = [...achievement[field]].length;
      if (limit === undefined || length <= limit.value || isLeftOpen(game, achievement, field)) return [];
      const text = `${title} accepts ${limit.value} characters, and these are ${length}`;
      return [{ address: achievement.address, pointer: `/${field}`, text, help: [sourceWords(limit.source)] }];
    }),
  );
}

/** Achievements whose points are as declared. */
function withPoints(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter((each) => !isLeftOpen(game, each, "points"));
}

function sourceWords({ page, read }: LimitSource): string {
  return read === null ? `not confirmed; the place to look is ${page}` : `read on ${read} at ${page}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
