/**
 * JSON as output. Characters that a terminal would obey, or that cannot be seen, are written as escapes: the value
 * stays the same, and a document shown on a screen is harmless.
 */
import { escapeInvisible } from "../../model/invisible-characters.ts";
import { jsonText } from "../../model/json.ts";

/** The version of every JSON document; it changes when a member is taken away or changes its meaning. */
export const FORMAT = 1;

/** The value as a document of several lines. */
export function renderJsonDocument<T extends object>(value: T): string {
  return `${escapeInvisible(jsonText(value, 2))}\n`;
}
