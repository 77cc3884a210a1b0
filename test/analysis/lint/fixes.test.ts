/** Fixes of rules: each solves what the rule finds in its bad example, and deletes or changes only what it says. */
import { describe, expect, it } from "vitest";
import { ignoresOf, lint } from "../../../src/analysis/lint/lint.ts";
import { RULES } from "../../../src/analysis/lint/rules.ts";
import { catalog } from "../../../src/catalog/index.ts";
import { loadDesired } from "../../../src/manifest/desired-game.ts";
import { fixTexts, type TextsByFile } from "../../../src/manifest/fix-texts.ts";
import { hasErrors } from "../../../src/model/diagnostics.ts";
import type { LintCode } from "../../../src/model/lint-codes.ts";
import { sourceText } from "../../../src/text/parts.ts";
import { gameOf } from "./support.ts";

/** What validation and the rules find. */
function checkWith(project: string, only: readonly LintCode[]) {
  return (texts: TextsByFile) => {
    const text = texts.get("game.yaml") ?? "";
    const { diagnostics } = loadDesired([{ file: "game.yaml", text }], catalog);
    if (hasErrors(diagnostics)) return { diagnostics };
    return { diagnostics: lint(gameOf(text, project), ignoresOf([sourceText("game.yaml", text)]), only) };
  };
}

const examples = RULES.map(({ code, bad, project = "" }) => {
  const check = checkWith(project, [code as LintCode]);
  const texts = new Map([["game.yaml", bad]]);
  const fixes = check(texts).diagnostics.flatMap((each) => each.fixes ?? []);
  return { code, bad, check, texts, fixes };
});
const fixable = examples.filter(({ fixes }) => fixes.length > 0);

describe("the fix of a rule", () => {
  it.each(fixable)("$code solves its bad example", ({ code, check, texts }) => {
    const { found, count } = fixTexts(texts, check, true);
    expect(count).toBeGreaterThan(0);
    expect(found.diagnostics.filter((each) => each.code === code)).toEqual([]);
  });

  it("is written like this", () => {
    const shown = fixable.map(({ code, bad, fixes }) => {
      const edits = fixes[0]?.edits.map(({ start, end, text }) => `${bad.slice(start, end)} => ${text}`);
      return `${code} (${fixes[0]?.isSafe ? "safe" : "unsafe"}): ${edits?.join(", ")}`;
    });
    expect(shown).toMatchInlineSnapshot(`
      [
        "harder-worth-less (unsafe): 20 => 50",
        "unknown-ignore (safe): unused-rewards => unused-reward",
        "pointless-streak (unsafe): , streak: days:1 => ",
        "needless-condition (unsafe): "betweenHours:0,24" => ",
        "always-met-criterion (unsafe): gte:0 => gte:1",
        "exact-total (unsafe): eq:100 => gte:100",
        "custom-data-type (unsafe): "2" => 2",
        "subsumed-criterion (unsafe): ten-wins,  => ",
        "fewest-points-first (unsafe): smaller-is-better => larger-is-better",
        "idle-preference (unsafe): , score_preference: prefer-last => ",
        "points-out-of-range (unsafe): 500 => 100",
        "points-off-step (unsafe): 17 => 15",
        "tier-worth-less (unsafe): 5 => 10",
        "unused-action (unsafe):   - { custom_id: wave, name: Wave to the crowd }
       => ",
        "unused-criterion (unsafe):   - { custom_id: one-draw, name: One draw, custom_action_id: draw }
       => ",
        "unused-group (unsafe):   - { custom_id: loser, name: Loser, criteria: [ten-losses] }
       => ",
        "unused-reward (unsafe):   - { custom_id: wreath, name: A wreath of laurel }
       => ",
        "undeclared-condition (unsafe): "activityData:class,eq,Bard" => "activityData:class,eq,bard"",
        "misspelt-condition (unsafe): "activityData:class,eq,Bard" => "activityData:class,eq,bard"",
      ]
    `);
  });
});
