/**
 * Each limit of files and manifests at its edge; test/manifest/files.test.ts has the size of files.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { jsonIn } from "../../src/ground/json.ts";
import {
  MAXIMUM_DEPTH,
  MAXIMUM_DOCUMENTS,
  MAXIMUM_FILE,
  MAXIMUM_MEMBERS,
  MAXIMUM_RESOURCES,
  MAXIMUM_TEMPLATE,
  MAXIMUM_TOKENS,
} from "../../src/ground/limits.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { type ParsedText, parseText } from "../../src/manifest/parse.ts";
import type { MapPart } from "../../src/manifest/parts.ts";
import { inGame, runCli } from "../support/cli.ts";
import { loadTexts } from "../support/sources.ts";

function problemsIn(text: string): readonly string[] {
  return loadTexts([{ file: "game.yaml", text }], catalog).diagnostics.map(
    ({ code, primary }) => `${code} ${primary?.span.start.line}: ${primary?.text}`,
  );
}

const reactions = (count: number): string =>
  `actions:\n  - custom_id: a\n    name: A\n    reactions: [${Array.from({ length: count }, (_, index) => `b-${index}`)}]\n`;
const conditions = (count: number): string =>
  `criteria:\n  - custom_id: c\n    name: C\n    custom_action_id: a\n    conditions: { groups: [{ conditions: [${Array.from({ length: count }, () => "month:2")}] }] }\n`;

it("says that mistakes beyond 10,000 of a document are not listed", () => {
  const problems = problemsIn(`actions: [${"1,".repeat(10_001)}]`);
  expect(problems).toHaveLength(10_001);
  const more = problems.filter((problem) => problem.startsWith("more-problems"));
  expect(more).toEqual([
    "more-problems 1: what is wrong from here on is not listed: 10,000 mistakes are enough",
  ]);
});

describe("at most", () => {
  it("4 MB in a file", () => {
    const game = "actions: []\n";
    expect(problemsIn(`${game}#${"x".repeat(MAXIMUM_FILE - game.length - 1)}`)).toEqual([]);
    const found = loadTexts(
      [{ file: "game.yaml", text: `${game}#${"x".repeat(MAXIMUM_FILE)}` }],
      catalog,
    );
    expect(found.diagnostics).toMatchObject([
      {
        code: "file-too-large",
        detail: "A file has at most 4 MB.",
        help: ["split it: one file for each kind, or for each part of the game"],
      },
    ]);
  });

  it("1,000 documents in a file", () => {
    expect(problemsIn("---\nactions: []\n".repeat(MAXIMUM_DOCUMENTS))).toEqual([]);
    const found = problemsIn("---\nactions: []\n".repeat(MAXIMUM_DOCUMENTS + 1));
    expect(found).toEqual([
      expect.stringMatching(/^file-too-large \d+: reading ends here, after 1,000 documents$/),
    ]);
  });

  it("1,000,000 words, signs and blanks in a file", () => {
    const text = (count: number): string => `actions: [] #\n${"\n".repeat(count - 9)}`;
    expect(parseText("a.yaml", text(MAXIMUM_TOKENS)).tokens).toBeLessThanOrEqual(MAXIMUM_TOKENS);
    expect(parseText("a.yaml", text(MAXIMUM_TOKENS)).diagnostics).toEqual([]);
    const json = (count: number): string => `[${"0,".repeat((count - 2) / 2)}0]`;
    expect(parseText("a.json", json(MAXIMUM_TOKENS)).diagnostics).toEqual([]);
    for (const found of [
      parseText("a.yaml", text(MAXIMUM_TOKENS + 2)),
      parseText("a.json", json(MAXIMUM_TOKENS + 2)),
      parseText("b.yaml", `rewards: [${",".repeat(MAXIMUM_TOKENS)}]`),
    ]) {
      expect(found.diagnostics.map(({ detail }) => detail)).toEqual([
        "Reading ends here, after 1,000,000 words, signs and blanks.",
      ]);
      expect(found).toMatchObject({ documents: [], isBroken: true });
    }
  });

  it("100 complaints of the parser about a document, of which the first is reported", () => {
    const found = problemsIn(`rewards: [${",".repeat(1_000)}]\n`);
    expect(found).toEqual([expect.stringMatching(/^syntax-error 1: /)]);
  });

  it("10,000 problems of a file", () => {
    const found = parseText("a.json", `[${'"\\u0000",'.repeat(10_001)}0]`).diagnostics;
    expect(found).toHaveLength(10_001);
    expect(found.at(-1)?.code).toBe("more-problems");
  });

  it("1,000 members of a link, and conditions in a group", () => {
    expect(problemsIn(reactions(MAXIMUM_MEMBERS))).not.toContainEqual(
      expect.stringMatching(/^too-long/),
    );
    expect(problemsIn(reactions(MAXIMUM_MEMBERS + 1))).toContain(
      'too-long 4: "reactions": expected a list of at most 1,000 elements, found 1,001',
    );
    expect(problemsIn(conditions(MAXIMUM_MEMBERS))).toEqual([]);
    expect(problemsIn(conditions(MAXIMUM_MEMBERS + 1))).toEqual([
      'too-long 5: "conditions": expected a list of at most 1,000 elements, found 1,001',
    ]);
  });

  it("100,000 resources in a game", () => {
    const parsed = parseText("game.yaml", "actions:\n  - { custom_id: a, name: A }\n");
    const root = parsed.documents[0] as MapPart;
    const withActions = (count: number): ParsedText => {
      const members = root.members.map((member) => {
        const [action] = member.value.type === "list" ? member.value.elements : [];
        const elements = Array.from({ length: count }, () => ({ ...(action as MapPart) }));
        return { ...member, value: { ...member.value, elements } as typeof member.value };
      });
      return { ...parsed, documents: [{ ...root, members }] };
    };
    const { diagnostics } = checkGame([withActions(MAXIMUM_RESOURCES + 1)], catalog, [[]]);
    expect(diagnostics.map(({ detail }) => detail)).toEqual([
      "A game has at most 100,000 resources, and this is one more.",
    ]);
  });

  it("100 levels of values", () => {
    const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(parseText("a.yaml", deep(MAXIMUM_DEPTH)).diagnostics).toEqual([]);
    expect(
      parseText("a.yaml", deep(MAXIMUM_DEPTH + 1)).diagnostics.map(({ code }) => code),
    ).toEqual(["too-deep"]);
    expect(jsonIn(deep(MAXIMUM_DEPTH))).toBeDefined();
    expect(jsonIn(deep(MAXIMUM_DEPTH + 1))).toBeUndefined();
  });

  it("256 kB in a template", async () => {
    const game = await inGame({ manifests: { "game.yaml": "actions: []\n" } });
    await writeFile(join(game.folder, "own.mustache"), "x".repeat(MAXIMUM_TEMPLATE + 1));
    const run = await runCli(["codegen", "--template", "own.mustache"], { cwd: game.folder });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("own.mustache has more than 256 kB, which is the limit.");
  });
});
