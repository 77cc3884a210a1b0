/**
 * The marks of ids and names that resources have for a while, in the middle of a rename or a replacement. A marked name
 * still says which one it was, because an interrupted run leaves nothing else to identify it.
 */
import type { Kind } from "../catalog/types.ts";
import type { Body } from "./model.ts";

const MARK = /~laurel-(?:moving|new)(?:-[0-9]+)?$/;
const REPLACEMENT = /~laurel-new(?:-[0-9]+)?$/;
const MOVING = "~laurel-moving";
const NEW = "~laurel-new";
const LONGEST = 255;

/** The ids that a resource may have while another one takes its own, in the order in which they are tried. */
export function movingIds(id: string): readonly [string, ...string[]] {
  return [marked(id, MOVING), marked(id, `${MOVING}-2`), marked(id, `${MOVING}-3`)];
}

/** The id, with that number, of a resource that is to take the place of the one with the given id. */
export function replacementId(id: string, number: number): string {
  return marked(id, number === 1 ? NEW : `${NEW}-${number}`);
}

/** An id with a mark. One that has no room for it is cut, and a digest of the whole keeps it apart from others. */
function marked(id: string, mark: string): string {
  if (id.length + mark.length <= LONGEST) return `${id}${mark}`;
  const end = `~${digest(id)}${mark}`;
  return `${id.slice(0, LONGEST - end.length)}${end}`;
}

/** FNV-1a in 32 bits: eight digits that differ for ids that are alike. */
function digest(id: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) sum = Math.imul(sum ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return sum.toString(16).padStart(8, "0");
}

/** The id of the resource that one with such an id was made to replace. */
export function replacedId(id: string): string {
  return id.replace(REPLACEMENT, "");
}

/** Whether a resource with such an id was made to take the place of another one. */
export function isReplacement(id: string): boolean {
  return REPLACEMENT.test(id);
}

export function isTemporary(id: string): boolean {
  return MARK.test(id);
}

/** The name with a mark, and a number if somebody has that name already. */
export function markedName(name: string, isTaken: (marked: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? NEW : `${NEW}-${number}`;
    const candidate = [...name].slice(0, LONGEST - mark.length).join("") + mark;
    if (!isTaken(candidate)) return candidate;
  }
}

/** A body with its name as it was before it was marked. */
export function withoutMarks(kind: Kind, body: Body): Body {
  const names = kind.fields.flatMap((field): [string, string][] => {
    const value = body[field.name];
    const isMarked = field.type !== "id" && field.unique === true && typeof value === "string" && MARK.test(value);
    return isMarked ? [[field.name, value.replace(MARK, "")]] : [];
  });
  return names.length === 0 ? body : { ...body, ...Object.fromEntries(names) };
}
