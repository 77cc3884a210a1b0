/** Walks over graphs of any kind. In: nodes, and what leads on from each. Out: cycles, depths, and what can be reached. */
import { largest } from "./collections.ts";

/**
 * Visits every node from the roots on once, without recursion, because paths can be long. Gives each node behind all that
 * it leads to, and for each edge back to a node that is still open the edges from that node on.
 */
function* walk<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): Generator<{ readonly left: Node } | { readonly circle: () => readonly Edge[] }> {
  const isOpen = new Map<Node, boolean>();
  for (const root of roots) {
    const path: { readonly node: Node; readonly edges: readonly Edge[]; next: number }[] = [];
    const enter = (node: Node): void => {
      if (isOpen.has(node)) return;
      isOpen.set(node, true);
      path.push({ node, edges: edgesFrom(node), next: 0 });
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = top.edges[top.next];
      top.next += 1;
      if (edge === undefined) {
        isOpen.set(top.node, false);
        path.pop();
        yield { left: top.node };
      } else if (isOpen.get(target(edge)) === true) {
        const start = (): number => path.findIndex(({ node }) => node === target(edge));
        yield { circle: () => path.slice(start()).map((step) => step.edges[step.next - 1] as Edge) };
      } else enter(target(edge));
    }
  }
}

/** The circles, each once, as what leads from one member to the next; the last leads to the first. */
export function findCycles<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): readonly (readonly Edge[])[] {
  const circles: (readonly Edge[])[] = [];
  for (const step of walk(roots, edgesFrom, target)) if ("circle" in step) circles.push(step.circle());
  return circles;
}

/** The starts and everything behind them, each once, what is nearer first. Circles end. */
export function reachable<Node>(starts: Iterable<Node>, next: (node: Node) => Iterable<Node>): ReadonlySet<Node> {
  const reached = new Set(starts);
  // A set is walked in the order of insertion, nodes that are added on the way included.
  for (const node of reached) for (const following of next(node)) reached.add(following);
  return reached;
}

/** How many steps lead on from each node at most. A circle is cut where it is met. */
export function depthsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const depths = new Map<Node, number>();
  for (const step of walk(nodes, next, (node) => node)) {
    if (!("left" in step)) continue;
    const behind = next(step.left).map((node) => depths.get(node) ?? -1);
    depths.set(step.left, largest(behind, -1) + 1);
  }
  return depths;
}
