/** JUnit XML in the form that Jenkins made and all CI systems read, whatever is in the names. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TestedGame } from "../../../src/analysis/scenarios/results.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import { renderTestJunit } from "../../../src/view/scenarios/test-junit.ts";
import { runs } from "../../support/runs.ts";
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
function gameOf(names: readonly string[]): TestedGame {
  const text = JSON.stringify({
    scenarios: names.map((name, index) => ({
      name,
      steps: [{ do: "slay", times: index === 0 ? 10 : 9 }],
      expect: { earned: ["ten"] },
    })),
  });
  const scenarios = playAll(text, DESIGN).map((played) => ({ ...played, milliseconds: 1500 }));
  return {
    game: "game",
    files: [
      { file: "game/a.test.yaml", scenarios },
      { file: "b", scenarios: [] },
    ],
  };
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#10": "\n",
  "#9": "\t",
};

function decoded(text: string): string {
  expect(text).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot|apos|#10|#9);)/);
  return text.replaceAll(/&([a-z0-9#]+);/g, (_, name: string) => ENTITIES[name] ?? "?");
}

/** Reads the little XML that is needed here, strictly. */
function parseXml(xml: string): Element {
  const [declaration = "", ...rest] = xml.split("\n");
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const body = rest.join("\n");
  let end = 0;
  for (const match of body.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g)) {
    const [whole, closing, name = "", attributes = "", empty] = match;
    const here = open.at(-1) as Element;
    here.text += decoded(body.slice(end, match.index));
    end = match.index + whole.length;
    if (closing === "/") {
      expect(name).toBe(here.name);
      open.pop();
      continue;
    }
    const pairs = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
      key,
      decoded(value),
    ]);
    const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
    here.children.push(element);
    if (empty !== "/") open.push(element);
  }
  expect(open).toEqual([root]);
  expect(body.slice(end)).toBe("\n");
  return root.children[0] as Element;
}

describe("JUnit XML", () => {
  it("has a suite for each file, a case for each scenario, and the numbers of both", () => {
    const suites = parseXml(renderTestJunit([gameOf(["passes", "fails"])], []));
    expect(suites).toMatchObject({
      name: "testsuites",
      attributes: { name: "laurel", tests: "2", failures: "1", errors: "0", time: "3.000" },
    });
    expect(suites.children).toHaveLength(1);
    expect(suites.children[0]).toMatchObject({
      name: "testsuite",
      attributes: { name: "game/a.test.yaml", tests: "2", failures: "1", errors: "0", skipped: "0", time: "3.000" },
      children: [
        {
          name: "testcase",
          attributes: { name: "passes", classname: "game/a.test.yaml", time: "1.500" },
          children: [],
        },
        {
          name: "testcase",
          attributes: { name: "fails", file: "game/a.test.yaml", line: "1" },
          children: [
            {
              name: "failure",
              attributes: { message: "expected ten to be earned by player, but it is not", type: "failure" },
              text: expect.stringContaining("✗ ten: sum 9, needs gte:10"),
            },
          ],
        },
      ],
    });
  });

  it("has errors as cases of their own, and leaves warnings out", () => {
    const span = {
      file: "c.test.yaml",
      start: { line: 3, column: 1, offset: 9 },
      end: { line: 3, column: 2, offset: 10 },
    };
    const suites = parseXml(
      renderTestJunit(
        [],
        [
          diagnostic("wrong-type", "It is <not> a list.", {
            primary: { span, text: "not a list" },
            help: ["write a list"],
          }),
          diagnostic("cannot-judge", "Nobody knows."),
          diagnostic("no-scenarios", "There are none."),
        ],
      ),
    );
    expect(suites.attributes).toMatchObject({ tests: "2", failures: "0", errors: "2" });
    expect(suites.children).toMatchObject([
      {
        attributes: { name: "c.test.yaml" },
        children: [
          { attributes: { line: "3" }, children: [{ name: "error", text: "It is <not> a list.\nwrite a list" }] },
        ],
      },
      { attributes: { name: "laurel" } },
    ]);
  });

  it("is XML, whatever the names are", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
    const hostile = fc.constantFrom(
      "]]>",
      '"><script>',
      "\u001b[31m",
      "&amp;&#0;",
      "\u202etxt",
      "\ufffe",
      "a\r\nb\tc\u0085",
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(name, hostile), { minLength: 1, maxLength: 4 }), (names) => {
        const sendable = names.filter((each) => !/\p{Surrogate}|\0/u.test(each));
        fc.pre(sendable.length > 0);
        const xml = renderTestJunit([gameOf(sendable)], []);
        const suites = parseXml(xml);
        expect(suites.attributes.tests).toBe(String(sendable.length));
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e\ufffe\uffff]/);
      }),
      runs(100),
    );
  });
});
