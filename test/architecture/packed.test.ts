/**
 * Each declaration has a statement of its own, and each member of an object is written out: `const
 * [a, b] = [x, y]` and `...{ a, b }` hide which value has which name.
 */
import { fileURLToPath } from "node:url";
import type { Node } from "typescript/unstable/ast";
import {
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isBinaryExpression,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isSpreadAssignment,
  isSpreadElement,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { afterAll, expect, it } from "vitest";
import { sources } from "./sources.ts";

/** Folders of `src` in which both forms may still be. Delete a folder when it is done. */
const NOT_DONE: readonly string[] = ["analysis", "edit", "rules", "view", "workflow"];

const root = fileURLToPath(new URL("../..", import.meta.url));
const compiler = new API({ cwd: root });
afterAll(() => compiler.close());
const [project] = compiler.updateSnapshot({ openProject: `${root}tsconfig.json` }).getProjects();

/** Whether the node is a list of several values, none of them spread. */
function isPackedList(node: Node | undefined): boolean {
  return (
    node !== undefined &&
    isArrayLiteralExpression(node) &&
    node.elements.length > 1 &&
    !node.elements.some(isSpreadElement)
  );
}

function isPacked(node: Node): boolean {
  if (isVariableDeclaration(node))
    return isArrayBindingPattern(node.name) && isPackedList(node.initializer);
  if (isBinaryExpression(node))
    return isArrayLiteralExpression(node.left) && isPackedList(node.right);
  if (!isSpreadAssignment(node)) return false;
  const { expression } = node;
  return isObjectLiteralExpression(
    isParenthesizedExpression(expression) ? expression.expression : expression,
  );
}

interface Place {
  readonly line: number;
  readonly text: string;
}

/** The places of both forms in a file below the repository. */
function packedIn(path: string): readonly Place[] {
  const file = project?.program.getSourceFile(`${root}${path}`);
  if (file === undefined) throw new Error(`the compiler does not know ${path}`);
  const places: Place[] = [];
  const visit = (node: Node): void => {
    if (isPacked(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      places.push({ line: line + 1, text: node.getText(file) });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return places;
}

it("packed declarations and members are found", () => {
  const more = { third: 3 };
  const [first, second] = [1, 2];
  const [one, ...rest] = [...Object.keys(more), "fourth"];
  expect([{ ...{ first, second }, ...more }, one, rest]).toHaveLength(3);
  const found = packedIn("test/architecture/packed.test.ts");
  expect(found.map(({ text }) => text)).toEqual([
    "[first, second] = [1, 2]",
    "...{ first, second }",
  ]);
});

it("packed declarations and members are only in folders that are not done", () => {
  const done = sources.filter(({ layer }) => !NOT_DONE.includes(layer));
  const places = done.flatMap(({ path }) =>
    packedIn(`src/${path}`).map(({ line }) => `src/${path}:${line}`),
  );
  expect(places).toEqual([]);
});
