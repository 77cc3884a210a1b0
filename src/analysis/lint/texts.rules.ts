/** Rules about what players read: names and descriptions that are missing, repeated, too plain, or out of date. */
import { counted } from "../../manifest/wording.ts";
import { grouped, repeatedIn } from "../../model/collections.ts";
import { jsonText } from "../../model/json.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import type { AchievementDesign, CriterionDesign, Design, Titled } from "../design/design.ts";
import { inEach, isLeftOpen, type LintedGame, type LintFinding, type LintRule, typosAmong } from "./rule.ts";

const SECRET = `actions:
  - { custom_id: ring-bell, name: Ring the cracked bell }
criteria:
  - { custom_id: bell-rung, name: The bell was heard, custom_action_id: ring-bell }
criteria_groups:
  - { custom_id: toll, name: Toll, criteria: [bell-rung] }
achievements:
  - custom_id: toll
    name: Toll
    is_secret: true
    custom_criteria_group_id: toll
`;

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
      inEach<Titled>([...game.design.achievements.values(), ...game.design.leaderboards.values()], (each) => {
        if (each.description.trim() !== "" || isLeftOpen(game, each, "description")) return undefined;
        const help = ["write a description, in the words of players"];
        return { address: each.address, pointer: "/name", text: `"${each.custom_id}" has no description`, help };
      }),
  },
  {
    code: "same-description",
    severity: "warning",
    summary: "Same description twice",
    explanation: "Two achievements have the same description, so players cannot tell them apart.",
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
      ).map(([{ address }, first]) => ({
        ...{ address, pointer: "/description" },
        text: `"${first.custom_id}" has the same description`,
        others: [{ address: first.address, pointer: "/description", text: "the same" }],
        help: ["describe the difference"],
      })),
  },
  {
    code: "near-identical-names",
    severity: "warning",
    summary: "Names nearly the same",
    explanation:
      "Two names of a kind differ in a single letter, or only in spaces, accents and punctuation. One of them may be misspelt.",
    bad: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Wreath of laurell }`,
    good: `rewards:
  - { custom_id: laurels, name: Wreath of laurel }
  - { custom_id: laurels-gold, name: Golden wreath of laurel }`,
    check: (game) => {
      const { actions, criteria, groups, rewards, achievements, leaderboards } = game.design;
      const kinds: Iterable<ReadonlyMap<string, Titled>> = [
        ...[actions, criteria, groups],
        ...[rewards, achievements, leaderboards],
      ];
      return [...kinds].flatMap((all) => alikeAmong(game, [...all.values()]));
    },
  },
  {
    code: "secret-told",
    severity: "warning",
    summary: "Secret achievement reveals what to do",
    explanation:
      "The description of a secret achievement contains the words of the action that earns it. Hint at it, or make the achievement public.",
    bad: `${SECRET}    description: Ring the cracked bell.`,
    good: `${SECRET}    description: Somebody will hear it.`,
    check: (game) =>
      described(game).flatMap((achievement) => {
        if (!achievement.is_secret || isLeftOpen(game, achievement, "is_secret")) return [];
        const revealed = titlesOf(game.design, achievement).find(({ name }) => reveals(achievement.description, name));
        if (revealed === undefined) return [];
        return {
          ...{ address: achievement.address, pointer: "/description" },
          text: `the description contains the words of "${revealed.custom_id}", so it reveals what to do`,
          others: [{ address: revealed.address, pointer: "/name", text: "the same words" }],
          help: ["hint at it, or write is_secret: false"],
        };
      }),
  },
  {
    code: "description-disagrees",
    severity: "warning",
    summary: "Description has another number",
    explanation:
      "The description has a number that no threshold, streak or condition of the achievement has. One of the two was changed without the other.",
    bad: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 10 matches., custom_criteria_group_id: winner }`,
    good: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 50 matches., custom_criteria_group_id: winner }`,
    check: (game) =>
      described(game).flatMap((achievement) => {
        const written = numbersIn(achievement.description);
        const criteria = criteriaOf(game.design, achievement);
        const [first] = criteria;
        if (written.length === 0 || first === undefined) return [];
        const valid = new Set(criteria.flatMap(numbersOf));
        if (written.some((number) => valid.has(number) || number === String(criteria.length))) return [];
        const required = criteria.flatMap(({ rule }) => numbersIn(rule));
        if (required.every((number) => Number(number) <= 1)) return [];
        const rules = `${counted(criteria.length, "rule")} ${criteria.length === 1 ? "says" : "say"}`;
        return {
          ...{ address: achievement.address, pointer: "/description" },
          text: `the description says ${written.join(" and ")}, and ${rules} ${required.join(", ")}`,
          others: [{ address: first.address, pointer: "/rule", text: "the number that counts" }],
          help: ["correct one of the two"],
        };
      }),
  },
];

/** Achievements whose description is declared, and not blank. */
function described(game: LintedGame): readonly AchievementDesign[] {
  return [...game.design.achievements.values()].filter(
    (each) => each.description.trim() !== "" && !isLeftOpen(game, each, "description"),
  );
}

function criteriaOf(design: Design, { custom_criteria_group_id }: AchievementDesign): readonly CriterionDesign[] {
  return [...criteriaWithin(design, custom_criteria_group_id)].flatMap((id) => design.criteria.get(id) ?? []);
}

/** The actions and criteria that the achievement is about. */
function titlesOf(design: Design, achievement: AchievementDesign): readonly Titled[] {
  return criteriaOf(design, achievement).flatMap((criterion) => {
    const action = design.actions.get(criterion.custom_action_id);
    return action === undefined ? [criterion] : [action, criterion];
  });
}

/** Words without a meaning of their own. */
const SMALL_WORDS = new Set(["the", "and", "for", "from", "with", "one", "into", "its", "your", "his", "her", "any"]);

/** Whether the description contains all meaningful words of the name, and there are at least two. */
function reveals(description: string, name: string): boolean {
  const words = new Set(wordsOf(description));
  const meaningful = wordsOf(name).filter((word) => word.length >= 3 && !SMALL_WORDS.has(word));
  return meaningful.length >= 2 && meaningful.every((word) => words.has(word));
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

/** All numbers that a description may have: those of the criterion, and those of its names. */
function numbersOf({ rule, streak, conditions, name, description, custom_id }: CriterionDesign): readonly string[] {
  const threshold = numbersIn(rule);
  const beside = threshold.flatMap((number) => [String(BigInt(number) + 1n), String(BigInt(number) - 1n)]);
  const others = [streak ?? "", jsonText(conditions), name, description, custom_id].flatMap(numbersIn);
  return [...threshold, ...beside, ...others];
}

/** In shorter names, one letter makes another word: a rat is no bat. */
const LONG_ENOUGH = 8;

function alikeAmong(game: LintedGame, all: readonly Titled[]): readonly LintFinding[] {
  const declared = all.filter((each) => !isLeftOpen(game, each, "name") && lettersOf(each.name) !== "");
  const byLetters = grouped(declared, ({ name }) => lettersOf(name));
  // Names that differ in case alone are reported when the manifests are checked.
  const same = repeatedIn(declared, ({ name }) => lettersOf(name))
    .filter(([each, first]) => first.name.toLowerCase() !== each.name.toLowerCase())
    .map(([each, first]) => alike(each, first, "but for spaces, accents and punctuation, the name is that of"));
  const long = [...byLetters.keys()].filter((name) => name.length >= LONG_ENOUGH);
  const typos = typosAmong(long).flatMap(([text, like]) => {
    const [one, other] = [byLetters.get(text)?.[0], byLetters.get(like)?.[0]];
    if (one === undefined || other === undefined || numeralsIn(one.name) !== numeralsIn(other.name)) return [];
    return alike(one, other, "but for one letter, the name is that of");
  });
  return [...same, ...typos];
}

function alike(one: Titled, other: Titled, how: string): LintFinding {
  return {
    ...{ address: one.address, pointer: "/name" },
    text: `${how} "${other.custom_id}"`,
    others: [{ address: other.address, pointer: "/name", text: "nearly the same" }],
    help: ["correct the one that is misspelt, or make the names more different"],
  };
}

/** Letters and digits alone, without case and accents. */
function lettersOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The numbers of a name: two steps of a ladder, Slayer I and Slayer II, differ in nothing else. */
function numeralsIn(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => /\d/.test(word) || /^[ivxlc]+$/.test(word)).join(" ");
}
