/**
 * A cast overrules the compiler, so each one needs a reason: a comment on its line or on the line
 * above. Most folders have a fixed number of casts, so that a new one is noticed. JSON documents have
 * none, because only the types of their schemas decide what is printed.
 */

import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";
import { type SourceFile, sourceOf, sources } from "./sources.ts";

/** Casts by folder of `src`. Lower a number when a cast goes. */
const CASTS = {
  analysis: 3,
  api: 2,
  cli: 1,
  edit: 0,
  emulator: 0,
  files: 1,
  ground: 3,
  library: 0,
  manifest: 0,
  model: 0,
  plan: 1,
  rules: 0,
  view: 2,
  workflow: 0,
};
/** Modules of JSON documents. */
const DOCUMENTS = /^view\/(?:json\/.*|[^/]+\/(?:json|schema))\.ts$/;

interface Cast {
  /** Path and line, as editors open them. */
  readonly place: string;
  readonly hasReason: boolean;
}

function castsIn({ path, text }: SourceFile): readonly Cast[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`src/${path} cannot be parsed`);
  const lines = text.split("\n");
  const casts: Cast[] = [];
  const add = (end: number): void => {
    const line = text.slice(0, end).split("\n").length;
    const near = [lines[line - 2], lines[line - 1]];
    casts.push({
      place: `src/${path}:${line}`,
      hasReason: near.some((each) => /\/\/|\*\//.test(each ?? "")),
    });
  };
  new Visitor({
    // `as const` claims nothing that the compiler does not know.
    TSAsExpression: ({ typeAnnotation, end }) => {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== "const") add(end);
    },
    TSTypeAssertion: ({ end }) => add(end),
  }).visit(program);
  return casts;
}

it("casts need a reason, and there are no more of them than were counted", () => {
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(CASTS).map((folder) => [folder, 0]),
  );
  const unreasoned: string[] = [];
  const all: string[] = [];
  for (const source of sources) {
    const { layer } = source;
    if (!(layer in CASTS)) continue;
    for (const { place, hasReason } of castsIn(source)) {
      counts[layer] = (counts[layer] ?? 0) + 1;
      all.push(place);
      if (!hasReason) unreasoned.push(place);
    }
  }
  expect(unreasoned).toEqual([]);
  expect(counts, `the casts are at\n${all.join("\n")}`).toEqual(CASTS);
});

it("JSON documents have no casts", () => {
  const modules = sources.filter(({ path }) => DOCUMENTS.test(path));
  expect(modules.length).toBeGreaterThan(15);
  expect(modules.flatMap(castsIn)).toEqual([]);
});

it.each<[string, number, readonly boolean[]]>([
  ["const a = b as C;", 1, [false]],
  ["// The list has one.\nconst a = b as C;", 2, [true]],
  ["const a = b as C; // The list has one.", 1, [true]],
  ["const a =\n  b as unknown as C;", 2, [false, false]],
  ["const a = <C>b;", 1, [false]],
])("a cast is found in %j, on line %d", (text, line, reasons) => {
  expect(castsIn(sourceOf("plan/a.ts", text))).toEqual(
    reasons.map((hasReason) => ({ place: `src/plan/a.ts:${line}`, hasReason })),
  );
});

it.each([
  'const a = ["b"] as const;',
  'import { a as b } from "./c.ts";',
  "type A = { readonly [B in C as D<B>]: E };",
  "// a as B",
])("no cast is found in %j", (text) => {
  expect(castsIn(sourceOf("plan/a.ts", text))).toEqual([]);
});
