/** Explains keys that a mapping does not have. */

import { didYouMean } from "../../model/nearest.ts";
import type { DocumentSchema } from "../checks.ts";
import type { Explanation } from "../editor-words.ts";
import { both, quoted, unseenHelp } from "../wording.ts";
import { knownKeys, type Place } from "./places.ts";
import { ownerOf } from "./words.ts";

/** Explains one unknown key of a mapping. */
export function explainUnknownKey(place: Place, name: string, { secret }: DocumentSchema): Explanation {
  if (secret?.keys.test(name) === true) {
    return { code: "unknown-field", label: "a token is never written in a file", help: secret.help };
  }
  const messages = (place.schema["x-keys"] ?? {}) as unknown as Readonly<Record<string, Explanation>>;
  if (Object.hasOwn(messages, name)) return messages[name] as Explanation;
  const known = knownKeys(place);
  const [near] = [...unseenHelp(name), ...didYouMean(name, known)];
  if (known.length === 0) {
    const help = near ?? "use letters, digits and _ . ~ - only";
    return { code: "invalid-value", label: `${quoted(name)} cannot be a name here`, help };
  }
  const [code, what] = place.pointer === "" ? (["unknown-key", "key"] as const) : (["unknown-field", "field"] as const);
  return { code, label: `${ownerOf(place)} has no ${what} "${name}"`, help: near ?? `it has ${both(known)}` };
}
