/**
 * Numbers that tell whether the manifests still mean the move that a mark belongs to. In: the manifests, and an id. Out: a number of four
 * digits for the chain or ring of `moved` entries around the id, with the names that are declared for its ids. A dead run leaves the
 * number in its marks, so that the next run knows a changed move from its own.
 */
import type { Kind } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { addTo } from "../model/collections.ts";
import { reachable } from "../model/graph.ts";
import { type Json, jsonText } from "../model/json.ts";
import type { DesiredGame } from "../model/model.ts";

const LEAST = 1000;
const COUNT = 9000;

export function fingerprintOfMove(kind: Kind, id: string, { moved, resources }: DesiredGame): number {
  const neighbours = new Map<string, Set<string>>();
  for (const { kind: name, from, to } of moved) {
    if (name !== kind.name) continue;
    addTo(neighbours, from, to);
    addTo(neighbours, to, from);
  }
  const ids = [...reachable([id], (each) => [...(neighbours.get(each) ?? [])])].sort();
  const entries = moved.filter(({ kind: name, from }) => name === kind.name && ids.includes(from));
  const texts = kind.fields.filter(({ type, unique }) => type !== "id" && unique === true).map(({ name }) => name);
  const declared = ids.map((each): readonly Json[] => {
    const desired = resources.get(addressOf(kind.name, each));
    if (desired === undefined) return [each];
    const isTold = !desired.create_only;
    return [
      each,
      ...texts.map((name) => (isTold && !desired.ignore.includes(name) ? (desired.body[name] ?? null) : null)),
    ];
  });
  const moves = entries.map(({ from, to }) => [from, to]).sort();
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
