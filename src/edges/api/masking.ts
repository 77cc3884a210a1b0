/** Keeps the token out of everything that leaves the client (service-contract.md §6, trap 30). */
import type { Diagnostic } from "../../core/diagnostics.ts";

/** Replaces secrets in texts. */
export type Mask = (text: string) => string;

/** The part of a token behind the bar is the secret itself; shorter parts are too common to be searched for. */
const SHORTEST_SECRET = 16;

/** A mask for one token: as it is, percent-encoded, escaped in JSON, and without the number in front of a bar. */
export function maskFor(token: string): Mask {
  const secret = token.slice(token.indexOf("|") + 1);
  const forms = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]);
  if (secret.length >= SHORTEST_SECRET) forms.add(secret);
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((masked, form) => masked.replaceAll(form, "***"), text);
}

/** The same diagnostic with the mask over every text that can come from outside. */
export function maskDiagnostic(mask: Mask, problem: Diagnostic): Diagnostic {
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(mask) };
}
