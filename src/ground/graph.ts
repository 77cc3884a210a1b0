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
): Generator<{ readonly left: Node } | { readonly circle: () => Cycle<Edge> }> {
  const isOpen = new Map<Node, boolean>();
  for (const root of roots) {
    const path: { readonly node: Node; readonly edges: readonly Edge[]; next: number; taken?: Edge }[] = [];
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
        yield { circle: () => circleOf(path, target, edge) };
      } else {
        top.taken = edge;
        enter(target(edge));
      }
    }
  }
}

/** The edges of a circle; the last one leads to the node that the first one leaves. */
export type Cycle<Edge> = readonly [Edge, ...Edge[]];

/** The edges taken since the node to which `last` leads back, and `last`. */
function circleOf<Node, Edge>(
  path: readonly { readonly node: Node; readonly taken?: Edge }[],
  target: (edge: Edge) => Node,
  last: Edge,
): Cycle<Edge> {
  const start = path.findIndex(({ node }) => node === target(last));
  const taken = path.slice(start, -1).flatMap((step) => (step.taken === undefined ? [] : [step.taken]));
  const [first, ...rest] = taken;
  return first === undefined ? [last] : [first, ...rest, last];
}

/** The circles, each once, as what leads from one member to the next; the last leads to the first. */
export function findCycles<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): readonly Cycle<Edge>[] {
  const circles: Cycle<Edge>[] = [];
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
