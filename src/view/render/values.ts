/** Values of fields in words, the same in every form. */
import { MASK } from "../../analysis/secrets.ts";
import { counted } from "../../manifest/wording.ts";
import { isJsonObject, type Json, jsonText } from "../../model/json.ts";
import type { Pointer } from "../../model/model.ts";
import { safeText } from "./safe-text.ts";

/** Longer values than a service takes are not shown, and not compared line by line, which could take hours. In UTF-16 units. */
const LONGEST = 20_000;

/** A pointer as people read it: `/custom_data/icon` is `custom_data.icon`; unusual names are quoted. */
export function fieldLabel(path: Pointer): string {
  const names = path.split("/").slice(1);
  const parts = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.map((part) => (/^[\w-]+$/.test(part) ? part : jsonText(part))).join(".");
}

/** A value as JSON on one line, with a blank after commas and colons so that it can be wrapped. Not harmless. */
export function valueText(value: Json): string {
  if (value === MASK) return MASK;
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (!isJsonObject(value)) return jsonText(value);
  const members = Object.entries(value).map(([name, member]) => `${jsonText(name)}: ${valueText(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** One side of a change on one line, harmless to print; undefined where it has several. */
export function lineOf(value: Json | undefined): string | undefined {
  if (value === undefined) return "(none)";
  return isMultiLine(value) || isTooLong(value) ? undefined : safeText(valueText(value));
}

/** The value of a resource that is created or deleted, harmless to print. */
export function resourceLines({ before, after }: { readonly before?: Json; readonly after?: Json }): readonly string[] {
  const value = after ?? before ?? null;
  if (isTooLong(value)) return [tooLong(value)];
  return isMultiLine(value) ? value.split("\n").map(safeText) : [safeText(valueText(value))];
}

export function isMultiLine(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function sizeOf(value: Json | undefined): number {
  return value === undefined ? 0 : jsonText(value).length;
}

export function isTooLong(value: Json | undefined): boolean {
  return sizeOf(value) > LONGEST;
}

export function tooLong(...values: readonly (Json | undefined)[]): string {
  const sizes = values.map((value) => counted(sizeOf(value), "character"));
  return `(too long to show: ${sizes.join(" -> ")} as JSON)`;
}
