/** JUnit XML in the form that Jenkins made and all CI systems read, whatever is in the names. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { sourceFile } from "../../../src/model/source.ts";
import type { Masked } from "../../../src/view/mask/mask.ts";
import type { GameOfTests } from "../../../src/view/mask/results.ts";
import { renderTestJunit } from "../../../src/view/test/junit.ts";
import { runs } from "../../support/runs.ts";
import { shownProblems, shownTests } from "../../support/shown.ts";
import { designFrom, playAll } from "./play.ts";

const DESIGN = designFrom(`
actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: ten
    name: Ten
    custom_criteria_group_id:
      { custom_id: ten, name: Ten, criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }] }
`);

/** A game of which one file was played; the first scenario passes, the others fail. */
function gameOf(names: readonly string[]): Masked<GameOfTests> {
  const scenarios = names.map((name, index) => {
    return {
      name,
      steps: [{ do: "slay", times: index === 0 ? 10 : 9 }],
      expect: { earned: ["ten"] },
    };
  });
  const played = {
    file: "game/a.test.yaml",
    scenarios: playAll(JSON.stringify({ scenarios }), DESIGN),
  };
  return shownTests({ game: "game", files: [played, { file: "b", scenarios: [] }] });
}

const ENTITY = "&#\\d+;";
const TAG = new RegExp(`</?[a-z]+(?: [a-z]+="(?:[^"<>&]|${ENTITY})*")*/?>`, "g");

describe("JUnit XML", () => {
  it("has a suite for each file, a case for each scenario, and the numbers of both", () => {
    expect(
      renderTestJunit([gameOf(["passes", "fails"])], []),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="laurel" tests="2" failures="1" errors="0">
  <testsuite name="game/a.test.yaml" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="passes" classname="game/a.test.yaml" file="game/a.test.yaml" line="1"/>
    <testcase name="fails" classname="game/a.test.yaml" file="game/a.test.yaml" line="1">
      <failure message="expected ten to be earned by player, but it is not" type="failure">
expected ten to be earned by player, but it is not (a.test.yaml:1:166)
  ✗ ten — group ten: 0 of 1 met
  └─ ✗ ten: needs 10 of &#34;Slay&#34;; so far 9, in 9 activities
</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it("has errors as cases of their own, and leaves warnings out", () => {
    const start = { line: 3, column: 1, offset: 9 };
    const end = { line: 3, column: 2, offset: 10 };
    const primary = {
      span: { source: sourceFile({ name: "c.test.yaml", text: "" }), start, end },
      text: "not a list",
    };
    const wrong = diagnostic("wrong-type", "It is <not> a list.", {
      primary,
      help: ["write a list"],
    });
    const xml = renderTestJunit(
      [],
      shownProblems([wrong, diagnostic("cannot-judge", "Nobody knows.")]),
    );
    expect(xml).toContain('<testsuites name="laurel" tests="1" failures="0" errors="1">');
    expect(xml).toContain(
      'type="error">\nIt is &#60;not&#62; a list.\nhelp: write a list\n</error>',
    );
  });

  it("is XML, whatever the names are", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
    const texts = [
      "]]>",
      '"><script>',
      "\u001b[31m",
      "&amp;&#0;",
      "\u202etxt",
      "\ufffe",
      "a\r\nb\tc\u0085",
    ];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(name, fc.constantFrom(...texts)), { minLength: 1, maxLength: 4 }),
        (names) => {
          const sendable = names.filter((each) => !/\p{Surrogate}|\0/u.test(each));
          fc.pre(sendable.length > 0);
          const xml = renderTestJunit([gameOf(sendable)], []);
          expect(xml.match(/<testcase /g)).toHaveLength(sendable.length);
          const content = xml
            .slice(xml.indexOf("\n"))
            .replaceAll(TAG, "")
            .replaceAll(new RegExp(ENTITY, "g"), "");
          expect(content).not.toMatch(/[<>&]/);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
          expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e\ufffe\uffff]/);
        },
      ),
      runs(100, 30),
    );
  });
});
