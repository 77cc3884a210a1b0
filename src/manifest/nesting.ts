/**
 * How deep resources may hold others of their kind: evaluating them takes stack for each level, and time for each set of
 * conditions that reaches one.
 */
import type { Catalog, Field, Kind, Link } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import type { Declaration, Mention } from "./hoist.ts";
import { MAXIMUM_DEPTH } from "./parse-yaml.ts";
import { spanOf } from "./parts.ts";
import { problemAt } from "./problem.ts";
import type { ByAddress } from "./resolve.ts";
import { quoted } from "./wording.ts";

/** Sets of conditions from the resources around that may reach one resource. */
const MOST_SURROUNDINGS = 200;

/** Problems of links between resources of one kind. There are no circles among `known`. */
export function checkNesting(known: ByAddress, catalog: Catalog): readonly Diagnostic[] {
  return catalog.flatMap((kind) =>
    kind.links.filter(({ acyclic }) => acyclic === true).flatMap((link) => checkLink(known, kind, link)),
  );
}

interface Inner {
  readonly mention: Mention;
  readonly address: Address;
}

function checkLink(known: ByAddress, kind: Kind, link: Link): readonly Diagnostic[] {
  const inner = new Map<Address, readonly Inner[]>();
  for (const [address, declaration] of known) {
    if (declaration.kind === kind) inner.set(address, innerOf(declaration, link, known));
  }
  const field = kind.fields.find(({ type }) => type === "conditions");
  // Without conditions of their own they are only followed from what uses them.
  if (field === undefined && !isUsed(known, kind, inner)) return [];
  const order = innermostFirst(inner);
  const levels = new Map<Address, number>();
  const found: Diagnostic[] = [];
  for (const address of order) {
    const [deepest] = [...(inner.get(address) ?? [])].sort((a, b) => levelOf(b, levels) - levelOf(a, levels));
    const level = deepest === undefined ? 0 : levelOf(deepest, levels) + 1;
    levels.set(address, level);
    if (level !== MAXIMUM_DEPTH + 1 || deepest === undefined) continue;
    const label = `more than ${MAXIMUM_DEPTH} levels of "${link.name}" begin here`;
    found.push(
      problemAt("too-deep", spanOf(deepest.mention.part), label, { address, help: ["nest them less deeply"] }),
    );
  }
  return found.length > 0 || field === undefined
    ? found
    : tooManySurroundings(known, field, inner, [...order].reverse());
}

/** Whether another kind refers to something that holds others. */
function isUsed(known: ByAddress, kind: Kind, inner: ReadonlyMap<Address, readonly Inner[]>): boolean {
  const isLinked = new Set(
    [...inner].flatMap(([address, own]) => (own.length > 0 ? [address, ...own.map((each) => each.address)] : [])),
  );
  return [...known.values()].some(
    (each) =>
      each.kind !== kind && each.mentions.some(({ to, id }) => to === kind && isLinked.has(addressOf(to.name, id))),
  );
}

function levelOf({ address }: Inner, levels: ReadonlyMap<Address, number>): number {
  return levels.get(address) ?? 0;
}

function innerOf({ mentions }: Declaration, link: Link, known: ByAddress): readonly Inner[] {
  return mentions.flatMap((mention) => {
    const address = addressOf(mention.to.name, mention.id);
    return mention.by === link.name && known.has(address) ? [{ mention, address }] : [];
  });
}

/** Without recursion, because nothing is known yet of how deep they are. */
function innermostFirst(inner: ReadonlyMap<Address, readonly Inner[]>): readonly Address[] {
  const done = new Set<Address>();
  for (const root of inner.keys()) {
    const path = [{ address: root, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const below = done.has(top.address) ? undefined : inner.get(top.address)?.[top.next];
      top.next += 1;
      if (below !== undefined) path.push({ address: below.address, next: 0 });
      else {
        done.add(top.address);
        path.pop();
      }
    }
  }
  return [...done];
}

/** Where conditions reach what is inside, one resource may be inside of others in more ways than anybody can look at. */
function tooManySurroundings(
  known: ByAddress,
  field: Field,
  inner: ReadonlyMap<Address, readonly Inner[]>,
  outermostFirst: readonly Address[],
): readonly Diagnostic[] {
  // A surrounding is a number, made for a resource in a surrounding; 0 is none.
  let last = 0;
  const around = new Map<Address, Set<number>>();
  for (const address of outermostFirst) {
    const own = [...(around.get(address) ?? [0])];
    const hasConditions = known.get(address)?.written[field.name] !== undefined;
    const within = own.map((each) => {
      if (hasConditions) last += 1;
      return hasConditions ? last : each;
    });
    for (const { mention, address: to } of inner.get(address) ?? []) {
      const all = around.get(to) ?? new Set([0]);
      around.set(to, all);
      for (const each of within) all.add(each);
      if (all.size <= MOST_SURROUNDINGS) continue;
      const label = `${field.name} of more than ${MOST_SURROUNDINGS} different sets of resources reach ${quoted(mention.id)}`;
      const help = ["nest them less deeply, or in fewer places"];
      return [problemAt("too-deep", spanOf(mention.part), label, { address, help })];
    }
  }
  return [];
}
