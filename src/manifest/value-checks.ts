/**
 * Checks for values that YAML and JSON allow and laurel does not: repeated or forbidden keys, and
 * texts that cannot be sent.
 */
import { repeatedIn } from "../ground/collections.ts";
import { counted, inQuotes } from "../ground/words.ts";
import { type Diagnostic, problemAt } from "../model/diagnostics.ts";
import type { SourceFile, Span } from "../model/source.ts";
import { type Member, type ScalarPart, spanBetween, spanOf } from "./parts.ts";

type Syntax = "yaml" | "json";

/** Escapes for a character beyond U+FFFF. */
const ESCAPED: Readonly<Record<Syntax, string>> = {
  yaml: "one escape such as \\U0001F409",
  json: "two escapes such as \\ud83d\\udc09",
};

export function moreKeys(count: number): string {
  return count === 0 ? "" : `, and ${counted(count, "key")} more`;
}

/**
 * Reports repeated keys of a mapping as one problem, because a missing dash repeats all keys of an
 * element.
 */
export function keyProblems(
  members: readonly Member[],
  source: SourceFile,
  syntax: Syntax,
): readonly Diagnostic[] {
  const spanOfKey = ({ keyStart, keyEnd }: Member): Span => spanBetween(source, keyStart, keyEnd);
  const problems: Diagnostic[] = [];
  for (const member of members) {
    if (!isSendable(member.name)) problems.push(unsendable(member.name, spanOfKey(member), syntax));
    if (member.name !== "__proto__") continue;
    const label = "`__proto__` is not allowed as a key";
    problems.push(
      problemAt("forbidden-key", spanOfKey(member), { label, help: ["choose another key"] }),
    );
  }
  if (new Set(members.map(({ name }) => name)).size === members.length) return problems;
  const [first, ...more] = repeatedIn(members, ({ name }) => name);
  if (first === undefined) return problems;
  const [member, earlier] = first;
  const label = `the key ${inQuotes(member.name)} is given a second time${moreKeys(more.length)}`;
  const isList = member.value.type === "list";
  const help = [
    isList ? `move its elements to the first ${inQuotes(member.name)}` : "keep one of the two",
  ];
  const others = [{ span: spanOfKey(earlier), text: "first given here" }];
  return [...problems, problemAt("duplicate-key", spanOfKey(member), { label, help, others })];
}

export function textProblems(part: ScalarPart, syntax: Syntax): readonly Diagnostic[] {
  const { value } = part;
  return typeof value !== "string" || isSendable(value)
    ? []
    : [unsendable(value, spanOf(part), syntax)];
}

export function notANumber(written: string, span: Span): Diagnostic {
  const label = `${written} is not a number that JSON can hold`;
  return problemAt("unsafe-number", span, {
    label,
    help: [`to mean the text, quote it: ${inQuotes(written)}`],
  });
}

function isSendable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function unsendable(text: string, span: Span, syntax: Syntax): Diagnostic {
  const isHalf = !text.isWellFormed();
  const help = isHalf
    ? `write a character beyond U+FFFF as itself, or as ${ESCAPED[syntax]}`
    : "delete the NUL character";
  const label = "this text holds a NUL character or half of a surrogate pair";
  return problemAt("invalid-text", span, { label, help: [help] });
}
