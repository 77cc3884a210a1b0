/**
 * The shell keeps nothing between runs: programs call it many times in one process. A run passes
 * its readings on as values, and no module has a variable that a run changes.
 */
import { describe, expect, it } from "vitest";
import { sourceOf, sources } from "./sources.ts";

const SHELL = new Set(["cli", "edit", "files", "library", "view", "workflow"]);

/** Values of modules that look like state, each with the reason why it is none. */
const ALLOWED: Readonly<Record<string, string>> = {
  "edit/items.ts itemsIn": "a table by parts of a text, which never change",
  "edit/print.ts PRINTER": "an empty document, whose options print new values",
  "edit/style.ts styleOf": "a table by parsed texts, which never change",
  "edit/tokens.ts tokensOf": "a table by source files, which never change",
  "view/mask/lines.ts listResourceLines": "a table by the places of resources, which never change",
  "view/mask/mask.ts dropUnsure": "a table by the secrets of a game, which never change",
  "view/mask/mask.ts listFiles": "a table by the places of resources, which never change",
  "view/mask/mask.ts findLinesIn": "a table by the secrets of a game, which never change",
  "view/render/difference.ts compareSides": "a table by changes of a plan, which never change",
};

const PATTERNS = [
  // A variable.
  /^(?:export )?(?:let|var) (?<name>\w+)/gm,
  // An object that has state, unless its type has no way to change it, or is stateless.
  /^(?:export )?const (?<name>\w+)(?:: (?!Readonly)[^=]+)?\s=\s+new (?!RegExp\b)/gm,
  // A table that grows with its use.
  /^(?:export )?const (?<name>\w+)[^=\n]*=\s+(?:once|memoized)\w*[(<]/gm,
  // An empty list or object, which is of no use unless it is filled.
  /^(?:export )?const (?<name>\w+)(?:: (?!readonly |Readonly)[^=]+)?\s=\s+(?:\[\]|\{\});/gm,
  // A variable of a class.
  /^ +(?:(?:private|protected|public) )?static (?!readonly )(?<name>\w+)[^(\n]*[=;]/gm,
];

function statesOf(code: string): readonly string[] {
  return PATTERNS.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ groups }) => groups?.name ?? ""),
  );
}

describe("modules of the shell", () => {
  it("have no state besides tables by values that never change", () => {
    const found = sources
      .filter(({ layer }) => SHELL.has(layer))
      .flatMap(({ path, code }) => statesOf(code).map((name) => `${path} ${name}`));
    expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    "let count = 0;",
    "export let count: number;",
    "const known = new Map<string, string>();",
    "const known: Map<string, Set<string>> = new Map();",
    "const tracked = new WeakMap<Variables, Map<string, string>>();",
    "const tracked =\n  new WeakMap();",
    "export const sizeOf = memoizedBy((list: readonly string[]) => list.length);",
    "const all: string[] = [];",
    "const all = {};",
    "class A {\n  static count = 0;\n}",
    "class A {\n  private static all: string[] = [];\n}",
  ])("are found by their state: %j", (code) => {
    expect(statesOf(sourceOf("files/a.ts", code).code)).toHaveLength(1);
  });

  it.each([
    "function a() {\n  let count = 0;\n  const known = new Map();\n}",
    "const NAMES: ReadonlySet<string> = new Set();",
    'const WORD = new RegExp("a");',
    "const NONE: readonly string[] = [];",
    "const LIST = [1, 2];",
    "class A {\n  static readonly size = 1;\n  static of(): A {\n    return new A();\n  }\n}",
  ])("are left alone without: %j", (code) => {
    expect(statesOf(sourceOf("files/a.ts", code).code)).toEqual([]);
  });
});
