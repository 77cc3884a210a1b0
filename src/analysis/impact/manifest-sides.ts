/** The manifests of an earlier commit and those of today as the two sides of a change. */
import { catalog } from "../../catalog/index.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import { underIdsOf } from "../../plan/cause.ts";
import type { Semantics } from "../../project/rules-settings.ts";
import type { DesignResource } from "../design/design.ts";
import { type Side, sideOf } from "./sides.ts";

/** `base` is undefined where there was no such game: then everything is new. */
export function sidesOfManifests(
  base: DesiredGame | undefined,
  desired: DesiredGame,
  semantics: Semantics,
): { readonly before: Side; readonly after: Side } {
  const resources = new Map<Address, DesignResource>();
  for (const [address, resource] of base === undefined ? [] : underIdsOf(desired, base, catalog)) {
    resources.set(address, { ...resource, address, custom_id: partsOfAddress(address).custom_id });
  }
  return {
    before: sideOf(resources, base?.managed ?? desired.managed, semantics),
    after: sideOf(desired.resources, desired.managed, semantics),
  };
}
