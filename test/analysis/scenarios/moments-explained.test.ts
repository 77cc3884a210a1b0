/** Each explanation shows the state at the moment that its expectation is about, in every form of the result. */
import { describe, expect, it } from "vitest";
import { explainedLines } from "../../../src/view/scenarios/answers.ts";
import { renderTestJson } from "../../../src/view/scenarios/test-json.ts";
import { renderTestJunit } from "../../../src/view/scenarios/test-junit.ts";
import { renderTestText } from "../../../src/view/scenarios/test-text.ts";
import { plainStyle } from "../../../src/view/text/style.ts";
import { designFrom, playOne } from "./play.ts";

describe("an achievement that is earned too late", () => {
  const DESIGN = designFrom(`
actions: [{ custom_id: slay, name: Slay }, { custom_id: visit, name: Visit }]
achievements:
  - custom_id: rich
    name: Rich
    custom_criteria_group_id:
      { custom_id: rich, name: Rich, criteria: [{ custom_id: rich, name: Rich, custom_action_id: slay, rule: "gte:500" }] }
`);
  const playedWith = (expectation: string) =>
    playOne(
      `steps: [{ do: visit }, { do: slay, amount: 100 }, { do: slay, amount: 150, times: 2 }, { do: slay, amount: 100 }]
expect: { ${expectation} }`,
      DESIGN,
    );

  it.each([
    ["earned_at: { rich: 1 }", "✗ rich: no step affects it up to step 1"],
    [
      "earned_at: { rich: 2 }",
      "✗ rich after step 2 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 100, needs gte:500",
    ],
    [
      "earned_at: { rich: { step: 3, repetition: 1 } }",
      "✗ rich after step 3, time 1 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 250, needs gte:500",
    ],
    [
      "earned_at: { rich: 3 }",
      "✗ rich after step 3 — group rich: 0 of 1 met, needs it\n└─ ✗ rich: sum 400, needs gte:500",
    ],
    ["not_earned: [rich]", "✓ rich — group rich: 1 of 1 met, needs it\n└─ ✓ rich: sum 500, needs gte:500"],
  ])("is explained as of the step for %s, in text, JSON and JUnit", (expectation, lines) => {
    const played = playedWith(expectation);
    expect(played.passed).toBe(false);
    const files = [{ file: "a.test.yaml", scenarios: [{ ...played, milliseconds: 0 }] }];
    const games = [{ game: "game", files }];
    const view = { style: plainStyle, verbose: false, width: 200, isSeveral: false };
    const [text, junit] = [renderTestText(games, view), renderTestJunit(games, [])];
    for (const line of lines.split("\n")) {
      expect(text).toContain(line);
      expect(junit).toContain(line);
    }
    expect(`${text}${junit}`.match(/sum \d+/g) ?? []).toEqual(
      lines.match(/sum \d+/g)?.flatMap((each) => [each, each]) ?? [],
    );
    const [found] = JSON.parse(renderTestJson(games, [])).games[0].files[0].scenarios[0].expectations;
    const { earned, after, tree } = found.why[0];
    const shown = tree === undefined ? [] : explainedLines(tree, plainStyle);
    expect(shown.at(-1) ?? "").toContain(lines.split("\n")[1]?.slice(3) ?? "");
    expect(earned).toBe(expectation.startsWith("not"));
    expect(after === undefined).toBe(earned);
  });
});
