/**
 * JSON as output. Characters that a terminal would obey, or that cannot be seen, are written as escapes: the value
 * stays the same, and a document shown on a screen is harmless.
 */

/** `JSON.stringify` leaves these as they are, unlike the control characters below U+0020. */
const UNSEEN = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The version of every JSON document; it changes when a member is taken away or changes its meaning. */
export const FORMAT = 1;

/** The value as a document of several lines. */
export function renderJsonDocument(value: object): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}

/** The value on one line, for JSON Lines. */
export function renderJsonLine(value: object): string {
  return `${escapeUnseen(JSON.stringify(value))}\n`;
}

function escapeUnseen(json: string): string {
  return json.replace(UNSEEN, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
