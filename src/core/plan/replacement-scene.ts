/** What the making of replacements looks at, and what its parts give to each other. */
import type { Catalog } from "../../catalog/types.ts";
import type { Address, Change, Desired, DesiredGame, Live, LiveGame, StepId } from "../model.ts";
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
}

export function sceneOf(changes: readonly Change[], sides: ReplacementSides, catalog: Catalog): Scene {
  const own = new Map<Address, StepId[]>();
  for (const change of changes) {
    const address = addressOfChange(change);
    own.set(address, [...(own.get(address) ?? []), stepId(change)]);
  }
  const gone = new Set(changes.flatMap((change) => (change.action === "delete" ? [change.live.address] : [])));
  return { ...sides, catalog, gone, own };
}

/** Changes, and which resources they point from an old one to its replacement. */
export interface Made {
  readonly changes: readonly Change[];
  readonly pointed: readonly { readonly referrer: Address; readonly old: readonly Address[] }[];
}

/** A live resource as if it were declared as it is. */
export function asDesired(live: Live): Desired {
  return { ...live, ignore: [], create_only: false, origin: { file: "", line: 0, column: 0 } };
}
