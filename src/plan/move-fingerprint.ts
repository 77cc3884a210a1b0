/**
 * Numbers that tell whether the manifests still mean the move that a mark belongs to. In: the
 * manifests, and an id. Out: a number of four digits for the chain or ring of `moved` entries
 * around the id, with the names that are declared for its ids. A dead run leaves the number in its
 * marks, so that the next run knows a changed move from its own.
 */
import type { Kind, KindName } from "../catalog/types.ts";
import { addTo, grouped, memoizedBy } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { type Json, jsonText } from "../ground/json.ts";
import { addressOf, declaredUniqueTexts, uniqueTexts } from "../model/catalog-lookup.ts";
import type { DesiredGame, Moved } from "../model/model.ts";

const LEAST = 1000;
const COUNT = 9000;

/** The entries of one kind by ids. */
export interface MovesOfKind {
  /** By id: the ids that an entry connects with it. */
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
  /** By `from`: the `to` of the entry. */
  readonly next: ReadonlyMap<string, string>;
}

const NO_MOVES: MovesOfKind = { neighbours: new Map(), next: new Map() };

/** Made once for the entries of a game, because thousands of resources can exchange ids. */
const movesByKind = memoizedBy((moved: readonly Moved[]): ReadonlyMap<KindName, MovesOfKind> => {
  const byKind = new Map<KindName, MovesOfKind>();
  for (const [kind, entries] of grouped(moved, (entry) => entry.kind)) {
    const neighbours = new Map<string, Set<string>>();
    for (const { from, to } of entries) {
      addTo(neighbours, from, to);
      addTo(neighbours, to, from);
    }
    byKind.set(kind, { neighbours, next: new Map(entries.map(({ from, to }) => [from, to])) });
  }
  return byKind;
});

/** Returns the `moved` entries of a kind by ids. */
export function movesOfKind(kind: KindName, { moved }: Pick<DesiredGame, "moved">): MovesOfKind {
  return movesByKind(moved).get(kind) ?? NO_MOVES;
}

/** Returns a number of four digits for the chain or ring of entries around an id. */
export function fingerprintOfMove(
  kind: Kind,
  id: string,
  desired: Pick<DesiredGame, "moved" | "resources">,
): number {
  const { neighbours, next } = movesOfKind(kind.name, desired);
  const ids = [...reachable([id], (each) => [...(neighbours.get(each) ?? [])])].sort();
  const declared = ids.map((each): readonly Json[] => {
    const resource = desired.resources.get(addressOf(kind.name, each));
    if (resource === undefined) return [each];
    const texts = declaredUniqueTexts(kind, resource);
    return [
      each,
      ...uniqueTexts(kind).map((name) =>
        texts.includes(name) ? (resource.body[name] ?? null) : null,
      ),
    ];
  });
  const moves = ids.map((from): readonly Json[] => [from, next.get(from) ?? null]);
  return LEAST + (hashOf(jsonText([moves, declared])) % COUNT);
}

/** FNV-1a over the UTF-16 units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
