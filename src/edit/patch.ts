/** Changes of a parsed text as values: which members of which mappings get which value. */

import type { ListPart, MapPart, Part } from "../manifest/parts.ts";
import type { Json } from "../model/json.ts";

/** A list without some of its elements, and with more behind the others. */
export class ListPatch {
  readonly list: ListPart;
  readonly removed = new Set<Part>();
  readonly added: Json[] = [];

  constructor(list: ListPart) {
    this.list = list;
  }
}

interface MapPatch {
  readonly members: Map<string, Json | ListPatch | undefined>;
  /** Where new members go: behind the last that is before them here. */
  readonly order: readonly string[];
}

/** By mapping: new values of members; undefined takes the member out. What aliases repeat changes wherever it stands. */
export type Patches = Map<MapPart, MapPatch>;

/** Sets what a member is to be. `order`: the names of members in the order that people expect. */
export function setMember(
  patches: Patches,
  map: MapPart,
  order: readonly string[],
  name: string,
  value: Json | ListPatch | undefined,
): void {
  const own = patches.get(map) ?? { members: new Map(), order };
  own.members.set(name, value);
  patches.set(map, own);
}

/** The value of a part with its patches. `onMap`: called for each mapping that stays. */
export function patched(part: Part, patches: Patches, onMap?: (map: MapPart) => void): Json {
  if (part.type === "scalar") return part.value;
  if (part.type === "list") return part.elements.map((each) => patched(each, patches, onMap));
  onMap?.(part);
  const { members: own, order } = patches.get(part) ?? { members: new Map<string, undefined>(), order: [] };
  const valueFor = (value: Json | ListPatch): Json => {
    if (!(value instanceof ListPatch)) return value;
    const kept = value.list.elements.filter((each) => !value.removed.has(each));
    return [...kept.map((each) => patched(each, patches, onMap)), ...value.added];
  };
  const members: [string, Json][] = [];
  for (const { name, value } of part.members) {
    const patch = own.get(name);
    if (!own.has(name)) members.push([name, patched(value, patches, onMap)]);
    else if (patch !== undefined) members.push([name, valueFor(patch)]);
  }
  for (const [name, patch] of own) {
    if (patch === undefined || part.members.some((each) => each.name === name)) continue;
    const before = new Set(order.slice(0, order.indexOf(name)));
    members.splice(members.findLastIndex(([each]) => before.has(each)) + 1, 0, [name, valueFor(patch)]);
  }
  return Object.fromEntries(members);
}
