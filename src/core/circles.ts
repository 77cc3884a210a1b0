/** Finds the ways that lead from a resource back to itself. */
import type { Address } from "./model.ts";

/**
 * In: where to start, what leads on from an address, and where it leads. Out: circles, each once, as what leads from
 * one member to the next; the last leads to the first. Without recursion, because ways can be long.
 */
export function circles<Way>(
  roots: Iterable<Address>,
  waysFrom: (address: Address) => readonly Way[],
  target: (way: Way) => Address,
): readonly (readonly Way[])[] {
  const state = new Map<Address, "open" | "done">();
  const found: (readonly Way[])[] = [];
  for (const root of roots) {
    if (state.has(root)) continue;
    const path: { readonly address: Address; readonly ways: readonly Way[]; next: number }[] = [];
    const enter = (address: Address): void => {
      state.set(address, "open");
      path.push({ address, ways: waysFrom(address), next: 0 });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const way = top.ways[top.next];
      top.next += 1;
      if (way === undefined) {
        state.set(top.address, "done");
        path.pop();
        continue;
      }
      const to = target(way);
      if (state.get(to) === undefined) enter(to);
      else if (state.get(to) === "open") {
        const from = path.findIndex(({ address }) => address === to);
        found.push(path.slice(from).map((each) => each.ways[each.next - 1] as Way));
      }
    }
  }
  return found;
}
