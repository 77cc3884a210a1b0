/**
 * Removes the token from the texts of the client (docs/service.md#surprises). In: the token, and
 * texts. Out: the texts without it.
 */
import type { Diagnostic, Help } from "../model/diagnostics.ts";

export type TokenMask = (text: string) => string;

/** A shorter token may be an everyday word. */
export const SHORTEST_TOKEN = 12;

/**
 * Makes a mask for a token, with and without the number before its bar. It also masks
 * percent-encoding, JSON escapes and base64.
 */
export function maskFor(token: string): TokenMask {
  const forms = formsOf(token);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
}

/** The forms of a token. The longest are replaced first, so that no part of them is left. */
function formsOf(token: string): readonly string[] {
  const secret = token.slice(token.indexOf("|") + 1);
  const whole = secret.length >= SHORTEST_TOKEN ? [token, secret] : [token];
  const forms = whole.flatMap((text) => {
    const percent = encodeURIComponent(text);
    const json = JSON.stringify(text).slice(1, -1);
    const bytes = Buffer.from(text);
    const base64 = bytes.toString("base64").replace(/=+$/, "");
    // Some programs write the escapes in small letters, and PHP escapes slashes.
    const lower = percent.replace(/%../g, (octet) => octet.toLowerCase());
    return [
      text,
      percent,
      lower,
      json,
      json.replaceAll("/", "\\/"),
      base64,
      bytes.toString("base64url"),
    ];
  });
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

export function maskDiagnostic<Problem extends Diagnostic>(
  mask: TokenMask,
  problem: Problem,
): Problem {
  const masked = (help: Help): Help =>
    typeof help === "string" ? mask(help) : { text: mask(help.text), command: mask(help.command) };
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(masked) };
}

/** Puts a text on one line, with single spaces, and replaces control and direction characters. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\ufffd")
    .trim();
}
