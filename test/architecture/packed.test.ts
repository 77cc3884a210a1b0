/**
 * Each declaration has a statement of its own, and each member of an object is written out: `const
 * [a, b] = [x, y]` and `...{ a, b }` hide which value has which name.
 */
import { readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, it } from "vitest";
import { sources } from "./sources.ts";

type Expression = ESTree.Expression | null;

/** Whether the node is a list of several values, none of them spread. */
function isPackedList(node: Expression): boolean {
  return (
    node?.type === "ArrayExpression" &&
    node.elements.length > 1 &&
    !node.elements.some((element) => element?.type === "SpreadElement")
  );
}

interface Place {
  readonly line: number;
  readonly text: string;
}

/** The places of both forms in a text. */
function packedIn(path: string, text: string): readonly Place[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`);
  const places: Place[] = [];
  const add = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    places.push({
      line: text.slice(0, start).split("\n").length,
      text: text.slice(start, end),
    });
  };
  new Visitor({
    VariableDeclarator: (node) => {
      if (node.id.type === "ArrayPattern" && isPackedList(node.init)) add(node);
    },
    AssignmentExpression: (node) => {
      if (node.left.type === "ArrayPattern" && isPackedList(node.right)) add(node);
    },
    ObjectExpression: ({ properties }) => {
      for (const member of properties) {
        if (member.type === "SpreadElement" && member.argument.type === "ObjectExpression")
          add(member);
      }
    },
  }).visit(program);
  return places;
}

it("packed declarations and members are found", () => {
  const text = `
    const more = { third: 3 };
    const [first, second] = [1, 2];
    const [one, ...rest] = [...Object.keys(more), "fourth"];
    const all = [{ ...{ first, second }, ...more }, one, rest];
  `;
  expect(packedIn("a.ts", text)).toEqual([
    { line: 3, text: "[first, second] = [1, 2]" },
    { line: 5, text: "...{ first, second }" },
  ]);
});

it("no module has packed declarations or members", () => {
  const places = sources.flatMap(({ path }) => {
    const file = new URL(`../../src/${path}`, import.meta.url);
    return packedIn(path, readFileSync(file, "utf8")).map(({ line }) => `src/${path}:${line}`);
  });
  expect(places).toEqual([]);
});
