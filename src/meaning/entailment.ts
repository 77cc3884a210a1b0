/**
 * Whether one statement follows from another, both made of parts under `and`, `or` and `xor`. What is said to follow does;
 * what is not said to may follow all the same.
 */

/** A statement; `leaf` is whatever the caller compares by itself. An `or` of nothing is never true, an `and` always. */
export type Statement<Leaf> =
  | { readonly type: "leaf"; readonly leaf: Leaf }
  | { readonly type: "and" | "or" | "xor"; readonly parts: readonly Statement<Leaf>[] };

/** Whether `b` is true wherever `a` is. `leafFollows`: the same for two leaves. */
export function entails<Leaf>(
  a: Statement<Leaf>,
  b: Statement<Leaf>,
  leafFollows: (a: Leaf, b: Leaf) => boolean,
): boolean {
  const follows = (from: Statement<Leaf>, to: Statement<Leaf>): boolean => entails(from, to, leafFollows);
  if (b.type === "and") return b.parts.every((part) => follows(a, part));
  if (a.type === "or") return a.parts.every((part) => follows(part, b));
  if (a.type === "and" && a.parts.some((part) => follows(part, b))) return true;
  if (b.type === "or") return b.parts.some((part) => follows(a, part));
  if (a.type === "xor" && b.type === "xor") return areAlike(a.parts, b.parts, leafFollows);
  return a.type === "leaf" && b.type === "leaf" && leafFollows(a.leaf, b.leaf);
}

/** Whether the parts are the same statements, in any order. */
function areAlike<Leaf>(
  a: readonly Statement<Leaf>[],
  b: readonly Statement<Leaf>[],
  leafFollows: (a: Leaf, b: Leaf) => boolean,
): boolean {
  if (a.length !== b.length) return false;
  const left = [...b];
  return a.every((part) => {
    const index = left.findIndex((other) => entails(part, other, leafFollows) && entails(other, part, leafFollows));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}
