/**
 * Text from outside, made harmless for a terminal: file contents, names, the words of a service. Control characters
 * could move the cursor or recolour the screen, and characters that turn the direction of writing or take no room could
 * make a line look like another one. All become visible escapes.
 */

/**
 * Controls (C0, DEL, C1), line and paragraph separators, direction marks and overrides, and what cannot be seen at all:
 * soft hyphens, blanks of no width, the byte order mark. Joiners stay, because emoji and whole scripts need them.
 */
const DANGEROUS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|\p{Surrogate}/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One line of text that can be printed anywhere. Ordinary text comes back unchanged. */
export function safeText(text: string): string {
  return text.replaceAll(DANGEROUS, (character) => SHORT[character] ?? escapeOf(character));
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
