/** What to write in place of a text that cannot be a `custom_id`. */

import { unseenHelp } from "../../ground/invisible-characters.ts";
import { markOf } from "../../model/marks.ts";

/** Returns the help for such a text (docs/service.md#common-properties). */
export function idHelp(id: string): string {
  if (markOf(id) !== undefined) return "choose another id; laurel uses such ids during an apply";
  if (/^\.+$/.test(id)) return `"${id}" means a folder in a URL`;
  const [unseen] = unseenHelp(id);
  if (unseen !== undefined) return unseen;
  // An address is written where an id is enough.
  const [, inAddress = ""] = /^[a-z_]+\/([A-Za-z0-9_.~-]+)$/.exec(id) ?? [];
  if (inAddress !== "") return `write ${inAddress}`;
  const plain = id.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const example = plain.replaceAll(/[^A-Za-z0-9_.~-]+/g, "-").replaceAll(/^[-.]+|-+$/g, "");
  const rule = "use letters, digits and _ . ~ - only";
  return id.startsWith(example) ? rule : `${rule}, for example "${example.slice(0, 60)}"`;
}
