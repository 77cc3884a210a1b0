/** Explains keys that a mapping needs and does not have. */
import { isJsonObject } from "../../ground/json.ts";
import { both } from "../../ground/words.ts";
import { writtenText } from "../parts.ts";
import type { Place } from "./places.ts";
import { fixOf, ownerOf } from "./words.ts";

/** Returns what to write for the missing keys. */
export function explainMissingKeys({ part, isChoice, missing, schema, ...place }: Place): string {
  const [only, another] = part.type === "map" ? part.members : [];
  // A definition that is nothing but an id is meant as a reference.
  if (isChoice && only?.value.type === "scalar" && another === undefined) {
    const owner = ownerOf({ schema, ...place });
    return `to name ${owner} that is defined elsewhere, write its id alone: ${writtenText(only.value)}`;
  }
  const [name = "", more] = missing;
  const fix = isJsonObject(schema.properties) && more === undefined ? fixOf(schema.properties[name]) : undefined;
  return fix ?? `write ${both(missing.map((name) => `${name}: …`))}`;
}
