/**
 * One mistake can break a schema in several places. Each function here finds errors that only follow from another mistake.
 */

import { outerPointers, type Pointer } from "../../ground/pointer.ts";
import { writtenText } from "../parts.ts";
import type { Place } from "./places.ts";
import { suggestKey } from "./unknown-keys.ts";

/** Leaves out the errors that follow from others. */
export function rootCauses(places: readonly Place[]): readonly Place[] {
  const swallowing = mappingsThatLostKeys(places);
  const unknownAt = new Map(places.map(({ pointer, unknown }) => [pointer, unknown]));
  return withoutRepeatedKeys(places).map((place) => {
    const outer = unknownKeysAround(place, unknownAt);
    const missing = swallowing.has(place.pointer) ? [] : place.missing.filter((name) => !outer.has(name));
    return { ...place, missing };
  });
}

/**
 * Finds mappings in which a plain text continues in the next line. The text has then taken the key of that line, so that no
 * key is missing.
 */
function mappingsThatLostKeys(places: readonly Place[]): ReadonlySet<Pointer | undefined> {
  const continued = places.filter(({ part }) => part.type === "scalar" && /^[^"'|>][^\n]*\n/.test(writtenText(part)));
  return new Set(continued.map(({ pointer }) => outerPointers(pointer).at(-1)));
}

/** Reports unknown keys once if several elements of a list have the same ones: the list is under the wrong key. */
function withoutRepeatedKeys(places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return places.map((place) => {
    const strange = strangeKeys(place);
    const inList = `${outerPointers(place.pointer).at(-1)} ${strange.join(" ")}`;
    const isRepeated = strange.length > 1 && seen.has(inList);
    seen.add(inList);
    return isRepeated ? { ...place, unknown: place.unknown.filter((name) => !strange.includes(name)) } : place;
  });
}

/** Returns the unknown keys of the mappings around a place. A key in the wrong column is unknown there, and missing here. */
function unknownKeysAround(
  { pointer }: Pick<Place, "pointer">,
  unknownAt: ReadonlyMap<Pointer, readonly string[]>,
): ReadonlySet<string> {
  return new Set(outerPointers(pointer).flatMap((outer) => unknownAt.get(outer) ?? []));
}

/** Unknown keys that are not one of the known ones misspelt. */
export function strangeKeys(place: Place): readonly string[] {
  return place.unknown.filter((name) => suggestKey(place, name).length === 0);
}
