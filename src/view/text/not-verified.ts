/** What could not be verified, in words: the same in the text and on the pages of plans and applies. */
import { counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { append } from "../../model/collections.ts";
import type { NotVerified } from "../../model/model.ts";
import { safeText } from "./safe-text.ts";

/** Resources that a line names, unless the output is to be complete. */
const NAMED = 10;

/** `achievement.rewards of 2 resources: dragon-slayer, first-blood`: a line for each kind and field. No group for none. */
export function notVerifiedGroups(
  unseen: readonly NotVerified[],
  isComplete = false,
): readonly { readonly heading: string; readonly lines: readonly string[] }[] {
  if (unseen.length === 0) return [];
  const byField = new Map<string, string[]>();
  for (const { address, fields } of unseen) {
    const { kind, custom_id } = partsOfAddress(address);
    for (const field of fields) append(byField, `${kind}.${field}`, custom_id);
  }
  const lines = [...byField].map(([field, ids]) => {
    const shown = isComplete ? ids : ids.slice(0, NAMED);
    const more = ids.length > shown.length ? ` and ${(ids.length - shown.length).toLocaleString("en-US")} more` : "";
    return `${safeText(field)} of ${counted(ids.length, "resource")}: ${shown.map(safeText).join(", ")}${more}`;
  });
  return [{ heading: "Not verified, because the service does not return it:", lines }];
}

/** `2 resources could not be fully verified`; empty for none. */
export function notVerifiedNote(count: number): string {
  return count === 0 ? "" : `${counted(count, "resource")} could not be fully verified`;
}
