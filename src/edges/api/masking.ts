/** Keeps the token out of everything that leaves the client (service-contract.md §6, trap 30). */
import type { Diagnostic } from "../../core/diagnostics.ts";
import type { Json } from "../../core/json.ts";

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

/** A token that is shorter may be an everyday word, which resources hold by chance. */
const UNMISTAKABLE = 12;

/** Says of a value in JSON whether the token is in it; the number in front of a bar makes no difference. */
export function tokenFinder(token: string): (value: Json) => boolean {
  const secret = token.slice(token.indexOf("|") + 1);
  const sought = secret.length >= UNMISTAKABLE ? secret : token;
  if (sought.length < UNMISTAKABLE) return () => false;
  return (value) => holdsText(value, sought);
}

/** Whether the text is in any text of the value, names of members included. Not recursive: answers may be deep. */
function holdsText(value: Json, sought: string): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && next.includes(sought)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((name) => name.includes(sought))) return true;
    for (const member of Object.values(next)) open.push(member as Json);
  }
  return false;
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
