/** Walks over graphs of any kind: cycles, depths, and what can be reached. */

/**
 * Visits every node from the roots on once, without recursion, because paths can be long. `leave`: after all that a node
 * leads to. `close`: at an edge back to a node that is still open, with the edges from that node on.
 */
function walk<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
  leave: (node: Node, edges: readonly Edge[]) => void,
  close: (circle: () => readonly Edge[]) => void,
): void {
  const isOpen = new Map<Node, boolean>();
  for (const root of roots) {
    if (isOpen.has(root)) continue;
    const path: { readonly node: Node; readonly edges: readonly Edge[]; next: number }[] = [];
    const enter = (node: Node): void => {
      isOpen.set(node, true);
      path.push({ node, edges: edgesFrom(node), next: 0 });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.edges[top.next];
      top.next += 1;
      if (edge === undefined) {
        isOpen.set(top.node, false);
        leave(top.node, top.edges);
        path.pop();
        continue;
      }
      const to = target(edge);
      const state = isOpen.get(to);
      if (state === undefined) enter(to);
      else if (state) {
        const start = (): number => path.findIndex(({ node }) => node === to);
        close(() => path.slice(start()).map((each) => each.edges[each.next - 1] as Edge));
      }
    }
  }
}

/** The circles, each once, as what leads from one member to the next; the last leads to the first. */
export function findCycles<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): readonly (readonly Edge[])[] {
  const found: (readonly Edge[])[] = [];
  walk(
    roots,
    edgesFrom,
    target,
    () => {},
    (circle) => found.push(circle()),
  );
  return found;
}

/** The starts and everything behind them, each once, what is nearer first. Circles end. */
export function reachable<Node>(starts: Iterable<Node>, next: (place: Node) => Iterable<Node>): ReadonlySet<Node> {
  const found = new Set(starts);
  // A set is walked in the order of insertion, places that are added on the way included.
  for (const place of found) for (const each of next(place)) found.add(each);
  return found;
}

/** How many steps lead on from each node at most. A circle is cut where it is met. */
export function depthsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const depths = new Map<Node, number>();
  const leave = (node: Node, behind: readonly Node[]): void => {
    depths.set(
      node,
      behind.reduce((deepest, each) => Math.max(deepest, (depths.get(each) ?? -1) + 1), 0),
    );
  };
  walk(
    nodes,
    next,
    (node) => node,
    leave,
    () => {},
  );
  return depths;
}
