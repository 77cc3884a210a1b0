/**
 * Leaves out errors that follow from another mistake, because a single mistake can break a schema
 * in several places. Each function handles one kind of mistake.
 */

import { outerPointers, type Pointer } from "../../ground/pointer.ts";
import { writtenText } from "../parts.ts";
import type { Place } from "./places.ts";
import { suggestKey } from "./unknown-keys.ts";

type LeaveOut = (places: readonly Place[]) => readonly Place[];

const LEAVE_OUT: readonly LeaveOut[] = [
  preferUnknownKeys,
  leaveOutMisplacedKeys,
  leaveOutSwallowedKeys,
  leaveOutRepeatedKeys,
];

/** Leaves out the errors that follow from others. */
export function rootCauses(places: readonly Place[]): readonly Place[] {
  return LEAVE_OUT.reduce((left, leaveOut) => leaveOut(left), places);
}

/**
 * Leaves out all other errors of a mapping with unknown keys: an unknown key may be the missing
 * one, misspelt.
 */
export function preferUnknownKeys(places: readonly Place[]): readonly Place[] {
  return places.map((place) =>
    place.unknown.length === 0 ? place : { ...place, missing: [], errors: [] },
  );
}

/**
 * Leaves out missing keys that are unknown keys of an outer mapping: they are in the wrong column.
 */
export function leaveOutMisplacedKeys(places: readonly Place[]): readonly Place[] {
  const unknownAt = new Map(places.map(({ pointer, unknown }) => [pointer, unknown]));
  return places.map((place) => {
    const outer = new Set(
      outerPointers(place.pointer).flatMap((pointer) => unknownAt.get(pointer) ?? []),
    );
    return { ...place, missing: place.missing.filter((name) => !outer.has(name)) };
  });
}

/**
 * Leaves out missing keys of a mapping in which a plain text continues in the next line: the text
 * contains that line's key.
 */
export function leaveOutSwallowedKeys(places: readonly Place[]): readonly Place[] {
  const continued = places.filter(
    ({ part }) => part.type === "scalar" && /^[^"'|>][^\n]*\n/.test(writtenText(part)),
  );
  const swallowing = new Set(continued.map(({ pointer }) => parentOf(pointer)));
  return places.map((place) => (swallowing.has(place.pointer) ? { ...place, missing: [] } : place));
}

/**
 * Leaves out unknown keys that an earlier element of the list has, too: the whole list is under the
 * wrong key.
 */
export function leaveOutRepeatedKeys(places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return places.map((place) => {
    const strange = strangeKeys(place);
    const inList = `${parentOf(place.pointer)} ${strange.join(" ")}`;
    const isRepeated = strange.length > 1 && seen.has(inList);
    seen.add(inList);
    return isRepeated
      ? { ...place, unknown: place.unknown.filter((name) => !strange.includes(name)) }
      : place;
  });
}

/** Returns the unknown keys that are not misspelt known keys. */
export function strangeKeys(place: Place): readonly string[] {
  return place.unknown.filter((name) => suggestKey(place, name).length === 0);
}

function parentOf(pointer: Pointer): Pointer | undefined {
  return outerPointers(pointer).at(-1);
}
