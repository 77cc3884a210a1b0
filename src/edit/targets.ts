/** What the documents of files are to be: which members get which values, which elements go, and which are new. */

import type { ListPart, MapPart, Part } from "../manifest/parts.ts";
import type { Json } from "../model/json.ts";
import { mapped } from "./places.ts";

/** A value to be, or undefined for a member that goes. Made late, when all that is inside of it has changed. */
type Member = (() => Json) | undefined;

export class Targets {
  /** By mapping that is in a target: what it has become. */
  readonly origins = new Map<Json, Part>();
  /** Elements that go. */
  readonly gone = new Set<Part>();
  readonly #added = new Map<ListPart, (() => Json)[]>();
  readonly #members = new Map<MapPart, Map<string, Member>>();
  readonly #orders = new Map<MapPart, readonly string[]>();

  /** Sets what a member is to be. `order`: the names of members in the order that people expect. */
  set(map: MapPart, name: string, value: Member, order: readonly string[]): void {
    const members = this.#members.get(map) ?? new Map<string, Member>();
    this.#members.set(map, members.set(name, value));
    this.#orders.set(map, order);
  }

  /** Adds an element behind all others. */
  add(list: ListPart, value: () => Json): void {
    this.#added.set(list, [...(this.#added.get(list) ?? []), value]);
  }

  /** The value that a part is to have. */
  of(part: Part): Json {
    if (part.type === "scalar") return part.value;
    if (part.type === "list") return this.list(part, this.gone, this.#added.get(part) ?? []);
    const own = this.#members.get(part);
    const value = own === undefined ? mapped(part, (inner) => this.of(inner)) : this.#mapping(part, own);
    this.origins.set(value, part);
    return value;
  }

  /** A list without some of its elements, and with more behind the others. */
  list(part: ListPart, gone: ReadonlySet<Part>, added: readonly (() => Json)[]): Json {
    if (added.length === 0 && !part.elements.some((element) => gone.has(element))) {
      return mapped(part, (inner) => this.of(inner));
    }
    const kept = part.elements.filter((element) => !gone.has(element));
    return [...kept.map((element) => this.of(element)), ...added.map((value) => value())];
  }

  #mapping(part: MapPart, own: ReadonlyMap<string, Member>): Json {
    const members = part.members.flatMap(({ name, value }): [string, Json][] => {
      if (!own.has(name)) return [[name, this.of(value)]];
      const target = own.get(name);
      return target === undefined ? [] : [[name, target()]];
    });
    const order = this.#orders.get(part) ?? [];
    for (const [name, target] of own) {
      if (target === undefined || part.members.some((member) => member.name === name)) continue;
      const before = order.slice(0, order.indexOf(name));
      // Never first: the comments above the first member are those of the file.
      const at = Math.max(members.findLastIndex(([other]) => before.includes(other)) + 1, 1);
      members.splice(at, 0, [name, target()]);
    }
    return Object.fromEntries(members);
  }
}
