/** Rules about what players read: descriptions that are missing, repeated, too plain, or out of date. */
import { counted } from "../../manifest/wording.ts";
import { grouped } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { jsonText } from "../../model/json.ts";
import { withInnerGroups } from "../../rules/inner-groups.ts";
import type { AchievementDesign, CriterionDesign, Titled } from "../design/design.ts";
import { finding, isLeftOpen, type LintedGame, type LintRules, labelAt } from "./linted-game.ts";

export const TEXT_RULES = {
  "missing-description": (game) =>
    [...game.design.achievements.values(), ...game.design.leaderboards.values()].flatMap((each) => {
      if (each.description.trim() !== "" || isLeftOpen(game, each, "description")) return [];
      const part = { address: each.address, pointer: "/name" };
      return [finding(game, "missing-description", part, `"${each.custom_id}" has no description`, WRITE_ONE)];
    }),

  "same-description": (game) =>
    [...grouped(described(game), ({ description }) => wordsOf(description).join(" "))].flatMap(
      ([words, [first, ...others]]) =>
        (words === "" ? [] : others).map((each) => {
          const { address, custom_id } = first ?? each;
          const text = `"${custom_id}" has the same description`;
          return finding(game, "same-description", { address: each.address, pointer: "/description" }, text, {
            others: [labelAt(game, { address, pointer: "/description" }, "the same")],
            help: ["say what the difference is"],
          });
        }),
    ),

  "secret-told": (game) =>
    described(game).flatMap((achievement) => {
      if (!achievement.is_secret || isLeftOpen(game, achievement, "is_secret")) return [];
      const told = titlesOf(game, achievement).find(({ name }) => tells(achievement.description, name));
      if (told === undefined) return [];
      const text = `the description has the words of "${told.custom_id}", so it tells what to do`;
      const part = { address: achievement.address, pointer: "/description" };
      const others = [labelAt(game, { address: told.address, pointer: "/name" }, "the same words")];
      return [finding(game, "secret-told", part, text, { others, help: ["hint at it, or write is_secret: false"] })];
    }),

  "description-disagrees": (game) =>
    described(game).flatMap((achievement): readonly Diagnostic[] => {
      const written = numbersIn(achievement.description);
      const criteria = criteriaOf(game, achievement);
      if (written.length === 0 || criteria.length === 0) return [];
      const meant = new Set(criteria.flatMap((criterion) => numbersOf(criterion)));
      meant.add(String(criteria.length));
      if (written.some((number) => meant.has(number))) return [];
      const asked = criteria.flatMap(({ rule }) => numbersIn(rule));
      if (asked.every((number) => Number(number) <= 1)) return [];
      const [first] = criteria;
      const text = `the description says ${written.join(" and ")}, and ${counted(criteria.length, "rule")} ${criteria.length === 1 ? "says" : "say"} ${asked.join(", ")}`;
      const others =
        first === undefined
          ? []
          : [labelAt(game, { address: first.address, pointer: "/rule" }, "the number that counts")];
      const part = { address: achievement.address, pointer: "/description" };
      return [finding(game, "description-disagrees", part, text, { others, help: ["correct one of the two"] })];
    }),
} satisfies LintRules;

const WRITE_ONE = { help: ["write a description, in the words of players"] };

/** Achievements whose description is declared, and not blank. */
function described(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (each) => each.description.trim() !== "" && !isLeftOpen(game, each, "description"),
  );
}

/** The criteria of the achievement, at any depth. */
function criteriaOf({ design }: LintedGame, achievement: AchievementDesign): readonly CriterionDesign[] {
  const groups = withInnerGroups(design, [achievement.custom_criteria_group_id ?? ""]);
  const ids = new Set([...groups].flatMap((id) => design.groups.get(id)?.criteria ?? []));
  return [...ids].flatMap((id) => design.criteria.get(id) ?? []);
}

/** What the achievement is about, by name: its actions and criteria. */
function titlesOf(game: LintedGame, achievement: AchievementDesign): readonly Titled[] {
  return criteriaOf(game, achievement).flatMap((criterion) => {
    const action = game.design.actions.get(criterion.custom_action_id);
    return action === undefined ? [criterion] : [action, criterion];
  });
}

/** Words that say nothing by themselves. */
const SMALL_WORDS = new Set(["the", "and", "for", "from", "with", "one", "into", "its", "your", "his", "her", "any"]);

/** Whether the description has all words of the name that say something, and there are at least two. */
function tells(description: string, name: string): boolean {
  const words = new Set(wordsOf(description));
  const telling = wordsOf(name).filter((word) => word.length >= 3 && !SMALL_WORDS.has(word));
  return telling.length >= 2 && telling.every((word) => words.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Whole numbers, without separators between their digits. */
function numbersIn(text: string): readonly string[] {
  const plain = text.replaceAll(/(?<=\d)[,.\u00A0\u202F' ](?=\d{3}(?!\d))/g, "");
  return [...plain.matchAll(/\d+/g)].map(([digits]) => String(BigInt(digits)));
}

/** All numbers that a description may rightly have: those of the criterion, and those of its names. */
function numbersOf({ rule, streak, conditions, name, description, custom_id }: CriterionDesign): readonly string[] {
  const threshold = numbersIn(rule);
  const beside = threshold.flatMap((number) => [String(BigInt(number) + 1n), String(BigInt(number) - 1n)]);
  const others = [streak ?? "", jsonText(conditions), name, description, custom_id].flatMap(numbersIn);
  return [...threshold, ...beside, ...others];
}
