/**
 * JSON pointers (RFC 6901). In: names of members, or a pointer. Out: the other, and the text that
 * people read.
 */
import { jsonText } from "./json.ts";

/** JSON pointer into a value; `""` is the whole value. */
export type Pointer = string;

/** Returns the names in a pointer, from the outermost member to the innermost. */
export function parsePointer(pointer: Pointer): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes a pointer that leads through members with these names. */
export function pointerTo(...names: readonly string[]): Pointer {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Returns the name of the field or link that a pointer into a resource leads to. */
export function nameIn(pointer: Pointer): string {
  return parsePointer(pointer)[0] ?? "";
}

/**
 * Writes a pointer as people read it: `/custom_data/icon` is `custom_data.icon`; unusual names are
 * quoted.
 */
export function pointerText(pointer: Pointer): string {
  const names = parsePointer(pointer);
  return names.map((name) => (/^[\w-]+$/.test(name) ? name : jsonText(name))).join(".");
}

/**
 * Returns the pointers to every value that contains the value at a pointer, the outermost first.
 */
export function outerPointers(pointer: Pointer): readonly Pointer[] {
  const names = parsePointer(pointer);
  return names.map((_, index) => pointerTo(...names.slice(0, index)));
}
