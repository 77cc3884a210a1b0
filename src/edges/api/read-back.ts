/** Finds out what became of a request whose answer was lost (service-contract.md §6, trap 16). */
import type { Catalog } from "../../catalog/types.ts";
import { kindNamed, partsOfAddress } from "../../core/catalog-lookup.ts";
import type { Checked } from "../../core/diagnostics.ts";
import type { Address, Live } from "../../core/model.ts";
import type { Client } from "./client.ts";
import { readKindList } from "./kind-list.ts";
import { liveOf } from "./reader.ts";

/**
 * The live resource at an address, or `absent`; diagnostics when the list could not be read to its end. Read from the
 * kind's whole list, because a single GET does not see what the service hides (trap 1). Links that only lists of their
 * own would show are left out.
 */
export async function readBack(client: Client, catalog: Catalog, address: Address): Promise<Checked<Live | "absent">> {
  const { kind: kindName, custom_id } = partsOfAddress(address);
  const kind = kindNamed(catalog, kindName);
  const list = await readKindList(client, kind);
  if (list.outcome !== "ok") return { diagnostics: [list.failure] };
  const record = list.records.find((each) => each.custom_id === custom_id);
  return { value: record === undefined ? "absent" : liveOf(kind, record, {}), diagnostics: [] };
}
