/** Keeps the token out of everything that leaves the client (service-contract.md §6, trap 30). */
import type { Diagnostic } from "../../core/diagnostics.ts";

/** Replaces secrets in texts. */
export type Mask = (text: string) => string;

/** So much of a secret's beginning is enough to give it away; shorter texts are too common to be searched for. */
const TELLING = 8;

/**
 * A mask for one token: as it is, percent-encoded, escaped in JSON, without the number in front of a bar, and cut off
 * behind its first characters, since quotations from answers are cut.
 */
export function maskFor(token: string): Mask {
  const secret = token.slice(token.indexOf("|") + 1);
  const whole = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
  const longestFirst = [...new Set(whole)].sort((a, b) => b.length - a.length);
  const beginning = secret.length > TELLING ? new RegExp(beginningOf(secret), "g") : undefined;
  return (text) => {
    const masked = longestFirst.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    return beginning === undefined ? masked : masked.replace(beginning, "***");
  };
}

/** Source of an expression for the first characters of a text and as many of the following ones as there are. */
function beginningOf(text: string): string {
  const quoted = [...text].map((character) => character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&"));
  const rest = quoted.slice(TELLING).reduceRight((inner, character) => `(?:${character}${inner})?`, "");
  return `${quoted.slice(0, TELLING).join("")}${rest}`;
}

/** The same diagnostic with the mask over every text that can come from outside. */
export function maskDiagnostic(mask: Mask, problem: Diagnostic): Diagnostic {
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(mask) };
}
