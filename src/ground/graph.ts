/**
 * Walks over graphs of any kind. In: nodes, and the edges from each. Out: cycles, depths, and the
 * reachable nodes.
 */
import { largest } from "./collections.ts";

/**
 * Visits every node that the roots lead to once, without recursion, because paths can be long.
 * Yields each node after the nodes that it leads to (`left`), and each cycle when its last edge
 * leads back to a node on the current path.
 */
function* walk<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): Generator<{ readonly left: Node } | { readonly cycle: () => Cycle<Edge> }> {
  const isOpen = new Map<Node, boolean>();
  for (const root of roots) {
    const path: {
      readonly node: Node;
      readonly edges: readonly Edge[];
      next: number;
      taken?: Edge;
    }[] = [];
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
        yield { cycle: () => cycleOf(path, target, edge) };
      } else {
        top.taken = edge;
        enter(target(edge));
      }
    }
  }
}

/** The edges of a cycle from node to node; the last edge leads back to the first node. */
type Cycle<Edge> = readonly [Edge, ...Edge[]];

/** Returns the edges taken since the node to which `last` leads back, and `last`. */
function cycleOf<Node, Edge>(
  path: readonly { readonly node: Node; readonly taken?: Edge }[],
  target: (edge: Edge) => Node,
  last: Edge,
): Cycle<Edge> {
  const start = path.findIndex(({ node }) => node === target(last));
  const taken = path
    .slice(start, -1)
    .flatMap((step) => (step.taken === undefined ? [] : [step.taken]));
  const [first, ...rest] = taken;
  return first === undefined ? [last] : [first, ...rest, last];
}

/**
 * Returns each cycle once, as the edges from node to node; the last edge leads to the first node.
 */
export function findCycles<Node, Edge>(
  roots: Iterable<Node>,
  edgesFrom: (node: Node) => readonly Edge[],
  target: (edge: Edge) => Node,
): readonly Cycle<Edge>[] {
  const cycles: Cycle<Edge>[] = [];
  for (const step of walk(roots, edgesFrom, target)) if ("cycle" in step) cycles.push(step.cycle());
  return cycles;
}

/** Returns the starts and all nodes that they lead to, the nearest first. */
export function reachable<Node>(
  starts: Iterable<Node>,
  next: (node: Node) => Iterable<Node>,
): ReadonlySet<Node> {
  const reached = new Set(starts);
  // A loop over a set also visits the nodes that are added meanwhile.
  for (const node of reached) for (const following of next(node)) reached.add(following);
  return reached;
}

/**
 * Returns the length of the longest path from each node. A cycle ends at the first node that occurs
 * again.
 */
export function depthsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): ReadonlyMap<Node, number> {
  const depths = new Map<Node, number>();
  for (const step of walk(nodes, next, (node) => node)) {
    if (!("left" in step)) continue;
    const following = next(step.left).map((node) => depths.get(node) ?? -1);
    depths.set(step.left, largest(following, -1) + 1);
  }
  return depths;
}
