/**
 * What the reference says about conditions, rules and streaks is what validation and the run-time
 * rules do.
 */
import { describe, expect, it } from "vitest";
import {
  CONDITION_EXAMPLES,
  type ExamplePlay,
  GROUPS_EXAMPLE,
  type PlayedExample,
  REFERENCE_EXAMPLE,
  RULE_EXAMPLES,
  STREAK_EXAMPLE,
} from "../../scripts/reference/condition-examples.ts";
import { CONDITION_TEXTS, conditionsPage } from "../../scripts/reference/conditions-page.ts";
import {
  CONDITION_FORMS,
  type Condition,
  parseConditionText,
} from "../../src/catalog/conditions.ts";
import { endlessWork } from "../../src/ground/work.ts";
import { compile } from "../../src/rules/compiled.ts";
import { buildRules } from "../../src/rules/model.ts";
import { openProgress } from "../../src/rules/play.ts";
import { load } from "../support/load.ts";

const examples: readonly (readonly [string, PlayedExample])[] = [
  ...Object.entries(CONDITION_EXAMPLES),
  ["groups of conditions", GROUPS_EXAMPLE],
  ["references", REFERENCE_EXAMPLE],
  ...RULE_EXAMPLES.map((example, index) => [`rule ${index + 1}`, example] as const),
  ["streaks", STREAK_EXAMPLE],
];

/** Whether the player earns an achievement that only the example's criterion is needed for. */
function earns(
  { manifest }: PlayedExample,
  { activities, time_zone = "UTC", player = null }: ExamplePlay,
): boolean {
  const { resources } = load(`${manifest}
criteria_groups:
  - { custom_id: group, name: Group, criteria: [${/criteria:\n {2}- custom_id: (\S+)/.exec(manifest)?.[1]}] }
achievements:
  - { custom_id: badge, name: Badge, custom_criteria_group_id: group }
`);
  const bodies = (kind: string) =>
    [...resources.values()]
      .filter((each) => each.kind === kind)
      .map(({ body, links }) => ({ ...body, ...links }) as never);
  const rules = buildRules({
    actions: bodies("action"),
    criteria: bodies("criterion"),
    groups: bodies("criteria_group"),
    achievements: bodies("achievement"),
  });
  const [action] = rules.actions.keys();
  const progress = openProgress(
    compile(rules),
    { time_zone, custom_data: player },
    { work: endlessWork() },
  );
  const results = activities.map(({ at, amount = 1, custom_data = null }) =>
    progress.record({
      custom_action_id: action ?? "",
      amount,
      at: Date.parse(`${at.replace(" ", "T")}:00Z`),
      custom_data,
      custom_session_id: null,
    }),
  );
  return results.some(({ earned }) => earned.length > 0);
}

describe.each(examples)("the example of %s", (_name, example) => {
  it("has a player who meets it and one who does not", () => {
    expect(new Set(example.plays.map(({ isMet }) => isMet))).toEqual(new Set([true, false]));
  });

  it.each(example.plays.map((play) => [play.why, play] as const))("is played: %s", (_why, play) => {
    expect(earns(example, play)).toBe(play.isMet);
  });
});

describe("every condition", () => {
  const names = Object.keys(CONDITION_FORMS);

  it("has a section with its form and an example", () => {
    const page = conditionsPage();
    for (const name of names) {
      const section = page.split(`\n## ${name}\n`)[1]?.split("\n## ")[0] ?? "";
      for (const part of [`\`\`\`text\n${name}:`, "| Argument |", "```yaml", "| Counts |"]) {
        expect(section, name).toContain(part);
      }
    }
  });

  it.each(Object.entries(CONDITION_TEXTS))(
    "%s has an example that parses, in its form and in its notes",
    (name, { notes }) => {
      const { example } = CONDITION_FORMS[name as Condition["name"]];
      const written = [example, ...notes.flatMap((note) => note.match(/\w+:[\w,]+(?=`)/g) ?? [])];
      for (const text of written) expect(parseConditionText(text), text).toMatchObject({ name });
    },
  );
});
