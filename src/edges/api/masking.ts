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
  return (text) => {
    const masked = longestFirst.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    return secret.length > TELLING ? withoutBeginnings(masked, secret) : masked;
  };
}

/** The text without the secret's first characters and as many of the following ones as there are. */
function withoutBeginnings(text: string, secret: string): string {
  const start = secret.slice(0, TELLING);
  let rest = "";
  let from = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, from)) {
    let end = at + TELLING;
    while (end < text.length && end - at < secret.length && text[end] === secret[end - at]) end += 1;
    rest += `${text.slice(from, at)}***`;
    from = end;
  }
  return rest + text.slice(from);
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

/** The same diagnostic with the mask over every text that can come from outside. */
export function maskDiagnostic(mask: Mask, problem: Diagnostic): Diagnostic {
  return { ...problem, detail: mask(problem.detail), help: problem.help.map(mask) };
}
