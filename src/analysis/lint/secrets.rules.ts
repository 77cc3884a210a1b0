/** The rule about secret achievements that are no secret. */
import { memoizedBy } from "../../model/collections.ts";
import { criteriaWithin } from "../../rules/groups.ts";
import type { AchievementDesign, Design, Titled } from "../design/design.ts";
import { isLeftOpen, type LintedGame, type LintFinding, type LintRule } from "./rule.ts";
import { stemOf, wordsOf } from "./words.ts";

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
    code: "secret-told",
    severity: "warning",
    summary: "Secret achievement reveals what to do",
    explanation:
      "The name or the description of a secret achievement, or of a reward that only secret achievements give, contains the words of the action that earns it. Hint at it, or make the achievement public.",
    bad: `${SECRET}    description: Ring the cracked bell.`,
    good: `${SECRET}    description: Somebody will hear it.`,
    check: (game) => {
      const secrets = [...game.design.achievements.values()].filter(
        (each) => each.is_secret && !isLeftOpen(game, each, "is_secret", "name", "description"),
      );
      return [...secrets.flatMap((each) => ofAchievement(game, each)), ...ofRewards(game, secrets)];
    },
  },
];

function ofAchievement(game: LintedGame, achievement: AchievementDesign): readonly LintFinding[] {
  const { actions, all } = subjectsOf(game.design, achievement);
  const inDescription = all.find(({ words }) => reveals(achievement.description, words));
  const told = inDescription ?? actions.find(({ words }) => reveals(achievement.name, words));
  if (told === undefined) return [];
  const field = inDescription === undefined ? "name" : "description";
  return [finding(achievement, field, told.titled, "so it reveals what to do")];
}

/** Rewards that no public achievement gives. */
function ofRewards(game: LintedGame, secrets: readonly AchievementDesign[]): readonly LintFinding[] {
  const isSecret = new Set(secrets.map(({ custom_id }) => custom_id));
  const given = [...game.design.achievements.values()].flatMap((each) =>
    isSecret.has(each.custom_id) ? [] : each.rewards,
  );
  const isPublic = new Set(given);
  const found = new Map<string, LintFinding>();
  for (const achievement of secrets) {
    const { actions } = subjectsOf(game.design, achievement);
    for (const id of achievement.rewards) {
      const reward = game.design.rewards.get(id);
      if (reward === undefined || isPublic.has(id) || isLeftOpen(game, reward, "name", "description")) continue;
      for (const field of ["name", "description"] as const) {
        const told = actions.find(({ words }) => reveals(reward[field], words));
        if (told === undefined || found.has(id)) continue;
        found.set(id, finding(reward, field, told.titled, `so it reveals the secret "${achievement.custom_id}"`));
      }
    }
  }
  return [...found.values()];
}

function finding(of: Titled, field: "name" | "description", told: Titled, so: string): LintFinding {
  return {
    ...{ address: of.address, pointer: `/${field}` },
    text: `the ${field} contains the words of "${told.custom_id}", ${so}`,
    others: [{ address: told.address, pointer: "/name", text: "the same words" }],
    help: ["hint at it, or write is_secret: false"],
  };
}

interface Subject {
  readonly titled: Titled;
  /** The meaningful words of its name. */
  readonly words: readonly string[];
}

/** The actions that earn it, and with them the criteria. */
function subjectsOf(
  design: Design,
  { custom_criteria_group_id }: AchievementDesign,
): {
  readonly actions: readonly Subject[];
  readonly all: readonly Subject[];
} {
  const criteria = [...criteriaWithin(design, custom_criteria_group_id)].flatMap((id) => design.criteria.get(id) ?? []);
  const actions = criteria.flatMap(({ custom_action_id }) => design.actions.get(custom_action_id) ?? []);
  const subject =
    (prefix: number) =>
    (titled: Titled): Subject => ({ titled, words: meaningful(wordsOf(titled.name).slice(prefix)) });
  const ofActions = actions.map(subject(commonPrefix(design.actions)));
  return {
    actions: ofActions,
    all: [...ofActions, ...criteria.map(subject(commonPrefix(design.criteria)))],
  };
}

/** How many words all names begin with: "Action: ring the bell", "Action: open the door". */
const commonPrefix = memoizedBy((all: ReadonlyMap<string, Titled>): number => {
  const names = [...all.values()].map(({ name }) => wordsOf(name));
  const [first = []] = names;
  if (names.length < 3) return 0;
  const differing = first.findIndex((word, index) => names.some((name) => name[index] !== word));
  return differing < 0 ? 0 : differing;
});

/** Words without a meaning of their own. */
const SMALL_WORDS = new Set([
  ...["the", "and", "for", "from", "with", "one", "into", "its", "your", "his", "her", "any", "one", "each"],
]);

function meaningful(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length >= 3 && !SMALL_WORDS.has(word)).map(stemOf);
}

/** Whether the text contains all of the words, and there are at least two. */
function reveals(text: string, words: readonly string[]): boolean {
  const written = new Set(wordsOf(text).map(stemOf));
  return words.length >= 2 && words.every((word) => written.has(word));
}
