/**
 * What changes of a game mean: `sentences.txt` holds changes, and below each its impact, which
 * `--update` writes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Impact } from "../../../src/analysis/impact/impacts.ts";
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import { DOCUMENTED_ACCESS, type GameText } from "../../support/games.ts";
import { impactsBetween } from "./impacts.ts";

/**
 * An arena; and four actions with a criterion each, called like it, of which the achievement X
 * needs two.
 */
const GAME: GameText = parse(`
actions:
  - { custom_id: match, name: Finish a match, reactions: [] }
  - { custom_id: win, name: Win a match, reactions: [match] }
  - { custom_id: idle, name: Wait }
  - { custom_id: a, name: do a }
  - { custom_id: b, name: do b }
  - { custom_id: c, name: do c }
  - { custom_id: d, name: do d }
criteria:
  - { custom_id: matches, name: Matches, custom_action_id: match, rule: "gte:50" }
  - { custom_id: wins, name: Wins, custom_action_id: win, rule: "gte:5" }
  - { custom_id: unused, name: Unused, custom_action_id: idle }
  - { custom_id: a, name: A, custom_action_id: a }
  - { custom_id: b, name: B, custom_action_id: b }
  - { custom_id: c, name: C, custom_action_id: c }
  - { custom_id: d, name: D, custom_action_id: d }
criteria_groups:
  - { custom_id: veteran, name: Veteran group, criteria: [matches] }
  - { custom_id: champion, name: Champion group, criteria: [wins], criteria_groups: [veteran] }
  - { custom_id: g, name: G, criteria: [a, b] }
rewards:
  - { custom_id: hat, name: Hat }
  - { custom_id: cape, name: Cape }
achievements:
  - { custom_id: veteran, name: Veteran, points: 50, custom_criteria_group_id: veteran, rewards: [hat] }
  - { custom_id: champion, name: Champion, points: 100, custom_criteria_group_id: champion, is_secret: true }
  - { custom_id: x, name: X, custom_criteria_group_id: g }
leaderboards:
  - { custom_id: season, name: Season, type: custom }
`);

/**
 * The game with other members of a resource, such as `criterion/wins { rule: "gte:1" }`; null takes
 * it away.
 */
function changed(game: GameText, change: string): GameText {
  const [, kind = "", id = "", written = ""] = /^(\w+)\/([\w-]+) (.*)$/.exec(change) ?? [];
  const members: JsonObject | null = parse(written);
  const plural = catalog.find(({ name }) => name === kind)?.plural ?? "actions";
  const all: readonly JsonObject[] = game[plural] ?? [];
  const before = all.find(({ custom_id }) => custom_id === id);
  const others = all.filter((resource) => resource !== before);
  return {
    ...game,
    [plural]: members === null ? others : [...others, { custom_id: id, ...before, ...members }],
  };
}

const sentencesOf = (impacts: readonly Impact[]) =>
  impacts.map((impact) => `${impact.class}: ${impact.sentence}`);

const FILE = join(import.meta.dirname, "sentences.txt");
const CHANGE = /^(?:#|before: |after: |moved: )/;
/** What stands where there is no sentence. */
const NOTHING = "nothing";

function impactOf(lines: readonly string[]): readonly string[] {
  const of = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  const before = of("before").reduce(changed, GAME);
  const moved = of("moved").map((line) => parse(line));
  const impacts = impactsBetween(before, of("after").reduce(changed, before), {
    entries: { moved },
  });
  return impacts.length === 0 ? [NOTHING] : sentencesOf(impacts);
}

describe("a change of a game", () => {
  it("is given a class and a sentence for each thing that it means", async () => {
    const lines = readFileSync(FILE, "utf8").trimEnd().split("\n");
    const text = lines.flatMap((line, index) => {
      if (!CHANGE.test(line)) return [];
      if (CHANGE.test(lines[index + 1] ?? "")) return [line];
      const start = lines.findLastIndex((other, at) => at < index && !CHANGE.test(other)) + 1;
      return [line, ...impactOf(lines.slice(start, index + 1))];
    });
    await expect(`${text.join("\n")}\n`).toMatchFileSnapshot(FILE);
  });

  it("has the steps of all resources that lead to it", () => {
    const harder = changed(GAME, 'criterion/matches { rule: "gte:500" }');
    const after = changed(harder, "achievement/veteran { points: 20 }");
    expect(
      impactsBetween(GAME, after).map(({ address, because, steps }) => [address, because, steps]),
    ).toEqual([
      ["achievement/champion", ["criterion/matches"], ["update criterion/matches"]],
      ["achievement/veteran", ["criterion/matches"], ["update criterion/matches"]],
      ["achievement/veteran", ["achievement/veteran"], ["update achievement/veteran"]],
    ]);
  });
});

describe("what was not read", () => {
  const { actions = [], criteria = [] } = GAME;

  it("makes a change unknown, but of a text", () => {
    const harder = changed({ actions, criteria }, 'criterion/wins { rule: "gte:9" }');
    expect(
      sentencesOf(
        impactsBetween(GAME, changed(harder, "criterion/matches { description: Other. }")),
      ),
    ).toEqual([
      'cosmetic: The criterion "Matches" has another description.',
      'unknown: The criterion "Wins" changes; what uses it was not read.',
    ]);
  });

  it("is taken to be as declared where the service never shows it", () => {
    const after = changed(GAME, 'criterion/matches { rule: "gte:500" }');
    expect(sentencesOf(impactsBetween(GAME, after, { access: DOCUMENTED_ACCESS }))).toEqual([
      'harder: "Champion" now needs 500 of "Finish a match" instead of 50.',
      'harder: "Veteran" now needs 500 of "Finish a match" instead of 50.',
    ]);
  });
});
