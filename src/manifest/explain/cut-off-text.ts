/** Finds texts that a comment cuts off. YAML reads `name: Song #1 remix` as `Song`. */
import { inQuotes } from "../../ground/words.ts";
import { type Diagnostic, problemAt } from "../../model/diagnostics.ts";
import type { Address } from "../../model/model.ts";
import { endOfLine, type Part, spanBetween } from "../parts.ts";
import { quotedText } from "./repairs/quote-text.ts";

/**
 * Warns of a text without quotes that is followed by `#` and a word: comments begin with `#` and a
 * space.
 */
export function warnOfCutOffText(part: Part, address?: Address): readonly Diagnostic[] {
  if (typeof part.value !== "string") return [];
  const { source, start, end } = part;
  const { text } = source;
  if (/["'|>]/.test(text.charAt(start))) return [];
  const read = text.slice(start, end).trimEnd();
  const rest = text.slice(start + read.length, endOfLine(text, start + read.length));
  const [, cut] = /^(\s+#[\p{L}\p{N}].*?)\s*$/u.exec(rest) ?? [];
  if (cut === undefined || read.includes("\n")) return [];
  const whole = `${read}${cut}`;
  const label = `YAML reads only ${inQuotes(read)}: a space and # begin a comment`;
  const help = [`quote it: ${quotedText(whole)}`];
  return [
    problemAt("cut-off-text", spanBetween(source, start, start + whole.length), {
      label,
      address,
      help,
    }),
  ];
}
