/** Explains missing keys of a mapping. */
import { isJsonObject } from "../../ground/json.ts";
import { both } from "../../ground/words.ts";
import { writtenText } from "../parts.ts";
import type { Place } from "./places.ts";
import { fixOf, ownerOf } from "./words.ts";

/** Returns help for the missing keys. */
export function explainMissingKeys(place: Place): string {
  return (
    nameAlone(place) ??
    fixOfMissingKey(place) ??
    `write ${both(place.missing.map((name) => `${name}: …`))}`
  );
}

/** Returns help for a definition with only an id, which is meant as a reference. */
export function nameAlone({ part, isChoice, ...place }: Place): string | undefined {
  const [only, another] = part.type === "map" ? part.members : [];
  if (!isChoice || only?.value.type !== "scalar" || another !== undefined) return undefined;
  return `to name ${ownerOf(place)} that is defined elsewhere, write its id alone: ${writtenText(only.value)}`;
}

/** Returns the schema's help for the only missing key. */
export function fixOfMissingKey({
  missing,
  schema: { properties },
}: Pick<Place, "missing" | "schema">): string | undefined {
  const [name = "", another] = missing;
  return isJsonObject(properties) && another === undefined ? fixOf(properties[name]) : undefined;
}
