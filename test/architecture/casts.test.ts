/**
 * A cast overrules the compiler, so each one needs a reason: a comment on its line or on the line
 * above. The folders from the text of a manifest to a plan have a fixed number of casts, so that a
 * new one is noticed.
 */
import { fileURLToPath } from "node:url";
import type { Node, SourceFile } from "typescript/unstable/ast";
import { isAsExpression, isTypeReferenceNode } from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { afterAll, expect, it } from "vitest";
import { sources } from "./sources.ts";

/** Casts by folder of `src`. Lower a number when a cast goes. */
const CASTS = {
  analysis: 3,
  api: 2,
  emulator: 0,
  ground: 3,
  manifest: 0,
  model: 0,
  plan: 1,
  rules: 0,
};

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiler = new API({ cwd: root });
afterAll(() => compiler.close());

interface Cast {
  /** Path and line, as editors open them. */
  readonly place: string;
  readonly hasReason: boolean;
}

/** `as const` claims nothing that the compiler does not know. */
function isCast(node: Node, file: SourceFile): boolean {
  if (!isAsExpression(node)) return false;
  return !(isTypeReferenceNode(node.type) && node.type.getText(file) === "const");
}

function castsIn(file: SourceFile, path: string): readonly Cast[] {
  const lines = file.text.split("\n");
  const casts: Cast[] = [];
  const visit = (node: Node): void => {
    if (isCast(node, file)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getEnd());
      const near = [lines[line - 1], lines[line]];
      casts.push({
        place: `src/${path}:${line + 1}`,
        hasReason: near.some((text) => /\/\/|\*\//.test(text ?? "")),
      });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return casts;
}

it("casts need a reason, and there are no more of them than were counted", () => {
  const snapshot = compiler.updateSnapshot({ openProject: `${root}tsconfig.json` });
  const [project] = snapshot.getProjects();
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(CASTS).map((folder) => [folder, 0]),
  );
  const unreasoned: string[] = [];
  const all: string[] = [];
  for (const { path, layer } of sources) {
    if (!(layer in CASTS)) continue;
    const file = project?.program.getSourceFile(`${root}src/${path}`);
    if (file === undefined) throw new Error(`the compiler does not know src/${path}`);
    for (const { place, hasReason } of castsIn(file, path)) {
      counts[layer] = (counts[layer] ?? 0) + 1;
      all.push(place);
      if (!hasReason) unreasoned.push(place);
    }
  }
  expect(unreasoned).toEqual([]);
  expect(counts, `the casts are at\n${all.join("\n")}`).toEqual(CASTS);
});
