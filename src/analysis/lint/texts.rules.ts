/** Rules about what players read: texts that are missing, repeated or were never written. */
import { repeatedIn } from "../../model/collections.ts";
import type { AchievementDesign, Titled } from "../design/design.ts";
import { inEach, isLeftOpen, type LintedGame, type LintRule } from "./rule.ts";
import { whyUnwritten } from "./unwritten.ts";
import { wordsOf } from "./words.ts";

export const rules: readonly LintRule[] = [
  {
    code: "missing-description",
    severity: "warning",
    summary: "Missing description",
    explanation: "Players see achievements and leaderboards, and this one does not say what it is about.",
    bad: `achievements:
  - { custom_id: winner, name: Winner, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    check: (game) =>
      [game.design.achievements, game.design.leaderboards].flatMap((all: ReadonlyMap<string, Titled>) => {
        const found = inEach(all.values(), (each) => {
          if (each.description.trim() !== "" || isLeftOpen(game, each, "description")) return undefined;
          const help = ["write a description, in the words of players"];
          return { address: each.address, pointer: "/name", text: `"${each.custom_id}" has no description`, help };
        });
        return found.length === all.size ? found.map((each) => ({ ...each, cause: "no descriptions" })) : found;
      }),
  },
  {
    code: "same-description",
    severity: "warning",
    summary: "Same description twice",
    explanation: "Two achievements have the same description, so players cannot distinguish them.",
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win!, custom_criteria_group_id: cup }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup!, custom_criteria_group_id: cup }`,
    check: (game) =>
      repeatedIn(
        described(game).filter(({ description }) => wordsOf(description).length > 0),
        ({ description }) => wordsOf(description).join(" "),
      )
        // Those of secret ones may all say that they are secret.
        .filter(([each, first]) => !(each.is_secret && first.is_secret))
        .map(([{ address }, first]) => ({
          ...{ address, pointer: "/description" },
          text: `"${first.custom_id}" has the same description`,
          others: [{ address: first.address, pointer: "/description", text: "the same" }],
          help: ["describe the difference"],
          cause: first.custom_id,
        })),
  },
  {
    code: "placeholder-text",
    severity: "warning",
    summary: "Placeholder text",
    explanation:
      "A name or a description has a note to do or a placeholder that nothing fills in, or is an id or filler. Where most texts of a kind have placeholders or are keys of translations, that is taken as meant.",
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: "TBD", custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    check: (game) => {
      const { actions, criteria, groups, rewards, achievements, leaderboards } = game.design;
      const kinds: readonly ReadonlyMap<string, Titled>[] = [
        actions,
        criteria,
        groups,
        rewards,
        achievements,
        leaderboards,
      ];
      return kinds.flatMap((all) =>
        (["name", "description"] as const).flatMap((field) => {
          const written = [...all.values()].filter((each) => each[field].trim() !== "");
          const found = written.flatMap((each) => {
            const reason = whyUnwritten(each[field]);
            // Names of what players do not see may be ids.
            const isShown = all === achievements || all === rewards || all === leaderboards;
            if (reason === undefined || isLeftOpen(game, each, field)) return [];
            if (reason.isKey && !isShown && field === "name" && !reason.isShouted) return [];
            return [{ each, reason }];
          });
          return found.flatMap(({ each, reason }) => {
            const alike = found.filter((other) => other.reason.isMeantOften && reason.isMeantOften).length;
            if (alike >= 3 && alike * 2 > written.length) return [];
            const text = `the ${field} ${reason.text}`;
            return [{ address: each.address, pointer: `/${field}`, text, help: ["write it in the words of players"] }];
          });
        }),
      );
    },
  },
];

/** Achievements whose description is declared, and not blank. */
function described(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (each) => each.description.trim() !== "" && !isLeftOpen(game, each, "description"),
  );
}
