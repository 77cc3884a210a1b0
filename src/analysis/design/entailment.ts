/**
 * Whether one statement follows from another, both made of parts under `and`, `or` and `xor`. What is said to follow does;
 * what is not said to may follow all the same.
 */

/** A statement; `leaf` is whatever the caller compares by itself. An `or` of nothing is never true, an `and` always. */
export type Statement<Leaf> =
  | { readonly type: "leaf"; readonly leaf: Leaf }
  | { readonly type: "and" | "or" | "xor"; readonly parts: readonly Statement<Leaf>[] };

/** Comparisons after which nothing more is certain: the parts of two statements can be compared with each other in pairs. */
const MOST_COMPARISONS = 50_000;

/** Whether `b` is true wherever `a` is. `leafFollows`: the same for two leaves. */
export function entails<Leaf>(
  a: Statement<Leaf>,
  b: Statement<Leaf>,
  leafFollows: (a: Leaf, b: Leaf) => boolean,
): boolean {
  // Parts may stand in several places, and are compared once.
  const known = new Map<Statement<Leaf>, Map<Statement<Leaf>, boolean>>();
  let left = MOST_COMPARISONS;
  const follows = (from: Statement<Leaf>, to: Statement<Leaf>): boolean => {
    const answers = known.get(from) ?? new Map<Statement<Leaf>, boolean>();
    known.set(from, answers);
    const answer = answers.get(to);
    if (answer !== undefined) return answer;
    left -= 1;
    const found = left >= 0 && compared(from, to);
    answers.set(to, found);
    return found;
  };
  const compared = (from: Statement<Leaf>, to: Statement<Leaf>): boolean => {
    if (to.type === "and") return to.parts.every((part) => follows(from, part));
    if (from.type === "or") return from.parts.every((part) => follows(part, to));
    if (from.type === "and" && from.parts.some((part) => follows(part, to))) return true;
    if (to.type === "or") return to.parts.some((part) => follows(from, part));
    if (from.type === "xor" && to.type === "xor") return areAlike(from.parts, to.parts);
    return from.type === "leaf" && to.type === "leaf" && leafFollows(from.leaf, to.leaf);
  };
  /** Whether the parts are the same statements, in any order. */
  const areAlike = (ones: readonly Statement<Leaf>[], others: readonly Statement<Leaf>[]): boolean => {
    if (ones.length !== others.length) return false;
    const rest = [...others];
    return ones.every((part) => {
      const index = rest.findIndex((other) => follows(part, other) && follows(other, part));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
  };
  return follows(a, b);
}
