/** Walks over graphs of any kind: cycles, and what can be reached. */

/**
 * In: where to start, what leads on from a place, and where it leads. Out: circles, each once, as what leads from
 * one member to the next; the last leads to the first. Without recursion, because ways can be long.
 */
export function findCycles<Node, Edge>(
  roots: Iterable<Node>,
  waysFrom: (place: Node) => readonly Edge[],
  target: (way: Edge) => Node,
): readonly (readonly Edge[])[] {
  const state = new Map<Node, "open" | "done">();
  const found: (readonly Edge[])[] = [];
  for (const root of roots) {
    if (state.has(root)) continue;
    const path: { readonly place: Node; readonly ways: readonly Edge[]; next: number }[] = [];
    const enter = (place: Node): void => {
      state.set(place, "open");
      path.push({ place, ways: waysFrom(place), next: 0 });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const way = top.ways[top.next];
      top.next += 1;
      if (way === undefined) {
        state.set(top.place, "done");
        path.pop();
        continue;
      }
      const to = target(way);
      if (state.get(to) === undefined) enter(to);
      else if (state.get(to) === "open") {
        const from = path.findIndex(({ place }) => place === to);
        found.push(path.slice(from).map((each) => each.ways[each.next - 1] as Edge));
      }
    }
  }
  return found;
}

/** The starts and everything behind them, each once, what is nearer first. Circles end. */
export function reachable<Node>(starts: Iterable<Node>, next: (place: Node) => Iterable<Node>): ReadonlySet<Node> {
  const found = new Set(starts);
  // A set is walked in the order of insertion, places that are added on the way included.
  for (const place of found) for (const each of next(place)) found.add(each);
  return found;
}

/**
 * How many steps lead on from each place at most, those with fewer steps first on every way. A circle is cut where it is
 * met. Without recursion, because ways can be long.
 */
export function depthsOf<Place>(
  places: Iterable<Place>,
  next: (place: Place) => readonly Place[],
): ReadonlyMap<Place, number> {
  const depths = new Map<Place, number>();
  const open = new Set<Place>();
  for (const root of places) {
    const path: { readonly place: Place; readonly ways: readonly Place[]; at: number }[] = [];
    const enter = (place: Place): void => {
      if (depths.has(place) || open.has(place)) return;
      open.add(place);
      path.push({ place, ways: next(place), at: 0 });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const way = top.ways[top.at];
      top.at += 1;
      if (way !== undefined) {
        enter(way);
        continue;
      }
      const { place, ways } = top;
      depths.set(
        place,
        ways.reduce((deepest, each) => Math.max(deepest, (depths.get(each) ?? -1) + 1), 0),
      );
      open.delete(place);
      path.pop();
    }
  }
  return depths;
}
