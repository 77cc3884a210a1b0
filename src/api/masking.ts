/** Keeps the token out of what leaves the client (docs/service.md#surprises). In: the token, and texts. Out: the texts without it. */
import type { Diagnostic, Help } from "../model/diagnostics.ts";

export type Mask = (text: string) => string;

/** A shorter token may be an everyday word. */
export const SHORTEST_TOKEN = 12;

/** A mask for one token: whole, and without the number in front of a bar; also percent-encoded, escaped as in JSON, in base64. */
export function maskFor(token: string): Mask {
  const forms = formsOf(token);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
}

/** Longer forms first, so that no rest of one is left. */
function formsOf(token: string): readonly string[] {
  const secret = token.slice(token.indexOf("|") + 1);
  const whole = secret.length >= SHORTEST_TOKEN ? [token, secret] : [token];
  const forms = whole.flatMap((text) => {
    const [percent, json, bytes] = [encodeURIComponent(text), JSON.stringify(text).slice(1, -1), Buffer.from(text)];
    const base64 = bytes.toString("base64").replace(/=+$/, "");
    // Some write the escapes in small letters, and PHP escapes slashes.
    const lower = percent.replace(/%../g, (octet) => octet.toLowerCase());
    return [text, percent, lower, json, json.replaceAll("/", "\\/"), base64, bytes.toString("base64url")];
  });
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

export function maskDiagnostic<Problem extends Diagnostic>(mask: Mask, problem: Problem): Problem {
  const masked = (help: Help): Help =>
    typeof help === "string" ? mask(help) : { text: mask(help.text), command: mask(help.command) };
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(masked) };
}

/** The same text on one line: runs of blanks as one, control and direction characters replaced. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .trim();
}
