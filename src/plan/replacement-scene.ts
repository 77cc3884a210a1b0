/** What the making of replacements looks at, and what its parts give to each other. */
import type { Catalog, KindName } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import type { Address, Change, Desired, DesiredGame, Live, LiveGame, StepId } from "../model/model.ts";
import { isTemporary } from "../model/temporary-ids.ts";
import { addressOfChange } from "./diff.ts";
import { stepId } from "./steps.ts";

export interface ReplacementSides {
  readonly desired: DesiredGame;
  /** As compared: leftovers of replacements taken out, and what refers to them shown as referring to the old id. */
  readonly live: LiveGame;
  /** As it is, but under new ids. */
  readonly actual: LiveGame;
  /** Live resources of replacements that died half-way, by the address that they were to replace. */
  readonly leftovers: ReadonlyMap<Address, readonly Live[]>;
}

/** What the making of replacements looks at. */
export interface Scene extends ReplacementSides {
  readonly catalog: Catalog;
  /** What the plan deletes anyway. */
  readonly gone: ReadonlySet<Address>;
  /** The steps of each resource's own changes. */
  readonly own: ReadonlyMap<Address, readonly StepId[]>;
  /** Who has a name with a mark now, by `markedKey`. */
  readonly marked: ReadonlyMap<string, Address>;
}

export function sceneOf(changes: readonly Change[], sides: ReplacementSides, catalog: Catalog): Scene {
  const own = new Map<Address, StepId[]>();
  for (const change of changes) {
    const address = addressOfChange(change);
    own.set(address, [...(own.get(address) ?? []), stepId(change)]);
  }
  const gone = new Set(changes.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return { ...sides, catalog, gone, own, marked: markedNames(sides.actual, catalog) };
}

/** Names are compared without case, because the service's database may do so (docs/service.md#common-properties). */
export function markedKey(kind: KindName, field: string, value: string): string {
  return `${kind} ${field} ${value.toLowerCase()}`;
}

function markedNames(actual: LiveGame, catalog: Catalog): ReadonlyMap<string, Address> {
  const found = new Map<string, Address>();
  for (const { kind, address, body } of actual.resources.values()) {
    for (const field of kindNamed(catalog, kind).fields) {
      const value = body[field.name];
      if (field.type === "id" || field.unique !== true || typeof value !== "string" || !isTemporary(value)) continue;
      found.set(markedKey(kind, field.name, value), address);
    }
  }
  return found;
}

/** Changes, and which resources they point from an old one to its replacement. */
export interface Made {
  readonly changes: readonly Change[];
  readonly pointed: readonly { readonly referrer: Address; readonly old: readonly Address[] }[];
}

/** A live resource as if it were declared as it is. */
export function asDesired(live: Live): Desired {
  return { found: live, ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}
