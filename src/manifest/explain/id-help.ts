/** Help for a text that cannot be a `custom_id` (docs/service.md#common-properties). */

import { unseenHelp } from "../../ground/invisible-characters.ts";
import { inQuotes } from "../../ground/words.ts";
import { markOf } from "../../model/marks.ts";

/** Returns help for the text. */
export function idHelp(id: string): string {
  if (markOf(id) !== undefined) return "choose another id; laurel uses such ids during an apply";
  if (/^\.+$/.test(id)) return `${inQuotes(id)} means a folder in a URL`;
  return unseenHelp(id)[0] ?? idInAddress(id) ?? plainId(id);
}

/** Takes the id out of an address in place of an id. */
export function idInAddress(text: string): string | undefined {
  const id = /^[a-z_]+\/([A-Za-z0-9_.~-]+)$/.exec(text)?.[1];
  return id === undefined ? undefined : `write ${id}`;
}

/** Replaces the characters that an id cannot have, such as accents and blanks. */
export function plainId(id: string): string {
  const plain = id.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const example = plain.replaceAll(/[^A-Za-z0-9_.~-]+/g, "-").replaceAll(/^[-.]+|-+$/g, "");
  const rule = "use letters, digits and _ . ~ - only";
  return id.startsWith(example) ? rule : `${rule}, for example ${inQuotes(example.slice(0, 60))}`;
}
