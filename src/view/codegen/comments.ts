/**
 * Text from manifests inside comments of program code. Whatever it says, the comment goes on to where the template ends
 * it: the text has one line, and nothing in it ends a comment or begins one, in any of the languages.
 */
import { safeText } from "../text/safe-text.ts";

/** What a documentation comment reads in a language besides text, and how to take its meaning away. */
export type Markup = "none" | "xml" | "bbcode";

/** One line to stand in a comment, in a block or behind a line's beginning; empty for a text of blanks. */
export function commentText(text: string, markup: Markup): string {
  const line = safeText(text.trim().replaceAll(/\s+/g, " "))
    // The ends and beginnings of block comments, in C and in Lua.
    .replaceAll(/\*(?=\/)/g, "* ")
    .replaceAll(/\/(?=\*)/g, "/ ")
    .replaceAll(/\](?==*\])/g, "] ")
    // Tags of documentation, such as @deprecated, and directives, such as @ts-expect-error.
    .replaceAll(/(?<!\w)@/g, "\\@");
  return withoutContinuation(ESCAPED[markup](line));
}

/** In C++ a comment that ends with a backslash goes on in the next line; `??/` is one, too. */
function withoutContinuation(line: string): string {
  return /(?:\\|\?\?\/)$/.test(line) ? `${line}.` : line;
}

const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const ESCAPED: Readonly<Record<Markup, (line: string) => string>> = {
  none: (line) => line,
  xml: (line) => line.replaceAll(/[&<>]/g, (sign) => XML[sign] ?? sign),
  bbcode: (line) => line.replaceAll("[", "[lb]"),
};
