/** Rules about descriptions that are missing, repeated, or contradict the criterion's number. */
import { repeatedIn } from "../../ground/collections.ts";
import { inQuotes } from "../../ground/words.ts";
import type { AchievementDesign, Titled } from "../design/design.ts";
import { checkEach, findKnownGroup, isLeftOpen, type LintedGame, type LintRule } from "./rule.ts";

const writeWinsExample = (description: string): string => `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: ${description}, custom_criteria_group_id: winner }`;

export const rules: readonly LintRule[] = [
  {
    code: "missing-description",
    explanation:
      "Players see achievements and leaderboards, and this one does not say what it is about.",
    bad: `achievements:
  - { custom_id: winner, name: Winner, custom_criteria_group_id: winner }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    check: (game) => {
      const titled: readonly Titled[] = [
        ...game.design.achievements.values(),
        ...game.design.leaderboards.values(),
      ];
      return checkEach(titled, (resource) => {
        if (resource.description.trim() !== "" || isLeftOpen(game, resource, "description"))
          return undefined;
        const text = `${inQuotes(resource.custom_id)} has no description`;
        const help = ["write a description, in the words of players"];
        return { address: resource.address, pointer: "/name", text, help };
      });
    },
  },
  {
    code: "same-description",
    explanation:
      "Two achievements have the same description, so players cannot distinguish them. Those of secret achievements may be alike.",
    bad: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win., custom_criteria_group_id: cup }`,
    good: `achievements:
  - { custom_id: winner, name: Winner, description: Win., custom_criteria_group_id: winner }
  - { custom_id: champion, name: Champion, description: Win the cup., custom_criteria_group_id: cup }`,
    check: (game) =>
      repeatedIn(listDescribed(game), ({ description }) => description.trim().toLowerCase())
        .filter(([each, first]) => !(each.is_secret && first.is_secret))
        .map(([{ address }, first]) => ({
          address,
          pointer: "/description",
          text: `${inQuotes(first.custom_id)} has the same description`,
          about: [first.address],
          others: [{ address: first.address, pointer: "/description", text: "the same" }],
          help: ["describe the difference"],
        })),
  },
  {
    code: "description-disagrees",
    explanation:
      "The description has a single whole number, the achievement requires a single total, and the two numbers differ. One of them may be wrong. Nothing is found where the text may count in another unit: 10 hours are 600 minutes.",
    bad: writeWinsExample("Win 10 matches."),
    good: writeWinsExample("Win 50 matches."),
    check: (game) =>
      checkEach(listDescribed(game), (achievement) => {
        const said = findOnlyNumber(achievement.description);
        const required = findOnlyTotal(game, achievement);
        if (said === undefined || required === undefined) return undefined;
        const { criterion, written, least } = required;
        // "More than 49" and "at least 50" are the same total.
        if (said === written || said === least || isOtherUnit(said, least)) return undefined;
        return {
          address: achievement.address,
          pointer: "/description",
          text: `the description says ${said}, and ${inQuotes(criterion.custom_id)} requires ${least}`,
          about: [criterion.address],
          others: [{ address: criterion.address, pointer: "/rule", text: "what counts" }],
          help: ["one of the two may be wrong"],
        };
      }),
  },
];

/** Lists achievements with a declared description that is not blank. */
function listDescribed(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (achievement) =>
      achievement.description.trim() !== "" && !isLeftOpen(game, achievement, "description"),
  );
}

/**
 * Finds the whole number in a text with a single number, such as 10,000; undefined for "2nd",
 * "1.5", "x3" and several numbers.
 */
function findOnlyNumber(text: string): bigint | undefined {
  const [word, second] = text.split(/\s+/).filter((word) => /\p{N}/u.test(word));
  const digits =
    second === undefined
      ? /^\p{P}*(\d+|\d{1,3}(?:[.,]\d{3})+)\p{P}*$/u.exec(word ?? "")?.[1]
      : undefined;
  return digits === undefined ? undefined : BigInt(digits.replaceAll(/\D/g, ""));
}

/** Whether the text may count in another unit: 10 hours are 600 minutes, and 2 dozen 24. */
function isOtherUnit(said: bigint, least: bigint): boolean {
  const [smaller, larger] = said < least ? [said, least] : [least, said];
  return (
    smaller === 0n ||
    (larger % smaller === 0n && [12n, 1000n].some((unit) => (larger / smaller) % unit === 0n))
  );
}

/**
 * Finds the total of more than 1 that an achievement requires; undefined if it also requires
 * something else or has conditions.
 */
function findOnlyTotal(game: LintedGame, { custom_criteria_group_id: id }: AchievementDesign) {
  let tree = findKnownGroup(game, id);
  while (tree?.type === "group" && tree.members.length === 1) [tree] = tree.members;
  if (tree?.type !== "criterion" || tree.streak !== null || tree.filters.length > 0)
    return undefined;
  const { measure, operator, threshold: written } = tree.rule;
  if (measure !== "sum" || (operator !== "gte" && operator !== "gt")) return undefined;
  const least = operator === "gt" ? written + 1n : written;
  return least > 1n ? { criterion: tree.criterion, written, least } : undefined;
}
