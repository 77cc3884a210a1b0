/** Words for values and things, so that all messages speak alike, and problems at one place of a text. */
import type { DiagnosticCode } from "../model/codes.ts";
import { type Diagnostic, type DiagnosticOf, diagnostic } from "../model/diagnostics.ts";
import type { Address, Span } from "../model/model.ts";

/** Characters that look like blanks or like nothing and come with text that was copied from elsewhere. */
export const UNSEEN = /[\u00A0\u1680\u2000-\u200D\u202F\u205F\u2060\u3000\uFEFF]/;

/** What to do about a name that holds a character that cannot be seen. */
export function unseenHelp(name: string): readonly string[] {
  const character = UNSEEN.exec(name)?.[0];
  if (character === undefined) return [];
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const fix = /[\u200B-\u200D\u2060\uFEFF]/.test(character) ? "delete it" : "write a space instead";
  return [`the invisible character U+${code} is here; ${fix}`];
}

/** `an action`, `a reward`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** `a, b and c` */
export function both(words: readonly string[]): string {
  return joined(words, "and");
}

/** `a, b or c` */
export function oneOf(words: readonly string[]): string {
  return joined(words, "or");
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${inDigits(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `1,000`. */
export function inDigits(count: number | bigint): string {
  // The first number that Intl formats takes longer than reading a game.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Text in double quotes, cut if it is long. */
export function quoted(text: string): string {
  return `"${shortened(text)}"`;
}

export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 57).join("")}…` : text;
}

function joined(words: readonly string[], last: string): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

interface ProblemParts extends Partial<Pick<Diagnostic, "others" | "help">> {
  /** A few words, shown at the place. */
  readonly label: string;
  readonly address?: Address | undefined;
}

/** A diagnostic whose detail is its label as a sentence: renderers then show the label alone. */
export function problemAt<Code extends DiagnosticCode>(
  code: Code,
  span: Span,
  { label, ...more }: ProblemParts,
): DiagnosticOf<Code> {
  return diagnostic(code, sentence(label), { ...more, primary: { span, text: label } });
}

/** A label as a sentence: a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}

/** The words as one line; whatever a shell could split or expand is in single quotes. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
