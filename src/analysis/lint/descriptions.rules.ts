/** The rule about names and descriptions that contradict what they describe (disagreement.ts). */
import type { Address } from "../../model/model.ts";
import { groupsWithin } from "../../rules/groups.ts";
import type { AchievementDesign, CriterionDesign } from "../design/design.ts";
import { type Described, disagreementOf, type Texts } from "./disagreement.ts";
import { wordsOfField } from "./fields.ts";
import {
  isCriterionKnown,
  isGroupKnownThroughout,
  isLeftOpen,
  type LintedGame,
  type LintFinding,
  type LintRule,
  type RuleFix,
  unsafeFix,
} from "./rule.ts";

export const rules: readonly LintRule[] = [
  {
    code: "description-disagrees",
    severity: "warning",
    summary: "Text disagrees with the rules",
    explanation:
      "The name or the description says something else than the criteria: another number, an upper end where the rule has a lower one, days in a row without a streak, a single match or an average where the rule adds everything up, another level or value of a field, other months, days or hours. Numbers are read as players read them, with units, number words and scales: ten hours may be 600 minutes.",
    bad: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win ten matches., custom_criteria_group_id: winner }`,
    good: `criteria:
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: gte:50 }
criteria_groups:
  - { custom_id: winner, name: Winner, criteria: [wins] }
achievements:
  - { custom_id: winner, name: Winner, description: Win 50 matches., custom_criteria_group_id: winner }`,
    check: (game) => [
      ...[...game.design.criteria.values()].flatMap((criterion) => ofCriterion(game, criterion)),
      ...[...game.design.achievements.values()].flatMap((achievement) => ofAchievement(game, achievement)),
    ],
  },
];

/** What the name of a criterion says, and its own rule. */
function ofCriterion(game: LintedGame, criterion: CriterionDesign): readonly LintFinding[] {
  const described = describedBy(game, criterion.custom_id, []);
  if (described === undefined || isLeftOpen(game, criterion, "name")) return [];
  const nameless: Described = { ...described, criterion: { ...criterion, custom_id: "", name: "", description: "" } };
  return findingOf(criterion, { name: criterion.name, description: "", isExclusive: false }, [nameless]);
}

function ofAchievement(game: LintedGame, achievement: AchievementDesign): readonly LintFinding[] {
  const { custom_criteria_group_id: id, name, description } = achievement;
  if (id === null || isLeftOpen(game, achievement, "name", "description", "custom_criteria_group_id")) return [];
  if (!isGroupKnownThroughout(game, id)) return [];
  const groups = [...groupsWithin(game.design, [id])];
  const criteria = new Set(groups.flatMap((each) => game.design.groups.get(each)?.criteria ?? []));
  const described = [...criteria].map((each) => describedBy(game, each, groups));
  const known = described.filter((each) => each !== undefined);
  if (known.length < described.length) return [];
  const isExclusive = groups.some((each) => game.design.groups.get(each)?.operator === "xor");
  return findingOf(achievement, { name, description, isExclusive }, known);
}

/** The criterion with the conditions of the groups; undefined where one of them is not known or cannot be read. */
function describedBy(game: LintedGame, id: string, groups: readonly string[]): Described | undefined {
  const criterion = game.design.criteria.get(id);
  const read = game.compiled.criterion(id);
  if (criterion === undefined || read === undefined || !isCriterionKnown(game, id)) return undefined;
  if (!read.rule.ok || !read.streak.ok || !read.conditions.ok) return undefined;
  const around = groups.flatMap((each) => {
    const conditions = game.compiled.group(each)?.conditions;
    return conditions?.ok === true ? [conditions.value] : [];
  });
  return {
    criterion,
    rule: read.rule.value,
    streak: read.streak.value,
    conditions: [read.conditions.value, ...around],
    action: game.design.actions.get(criterion.custom_action_id),
    wordsOf: (field) => wordsOfField(game, criterion.custom_action_id, field.join(".")),
  };
}

/** The text with the number of the rule in place of the only one that it has, if both agree then. */
function withNumber(
  place: { readonly address: Address; readonly pointer: string },
  texts: Texts,
  field: "name" | "description",
  criteria: readonly Described[],
): readonly RuleFix[] {
  const [number, more] = [...texts[field].matchAll(/(?<![\p{L}\p{N}.,])\p{N}+(?![\p{L}\p{N}]|[.,]\p{N})/gu)];
  const [only, another] = criteria;
  if (number === undefined || more !== undefined || only === undefined || another !== undefined) return [];
  const threshold = String(only.rule.threshold);
  const write = texts[field].slice(0, number.index) + threshold + texts[field].slice(number.index + number[0].length);
  if (write === texts[field] || disagreementOf({ ...texts, [field]: write }, criteria) !== undefined) return [];
  return unsafeFix(place, `write ${threshold} for ${number[0]}`, { write });
}

function findingOf(
  { address }: Pick<AchievementDesign, "address">,
  texts: Texts,
  criteria: readonly Described[],
): readonly LintFinding[] {
  const found = disagreementOf(texts, criteria);
  if (found === undefined) return [];
  const { text, field, criterion, pointer } = found;
  return [
    {
      ...{ address, pointer: `/${field}`, text, help: ["correct one of the two"] },
      fixes: withNumber({ address, pointer: `/${field}` }, texts, field, criteria),
      others: [{ address: criterion.address, pointer, isKey: pointer === "/conditions", text: "what counts" }],
    },
  ];
}
