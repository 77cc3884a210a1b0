/**
 * Names in program code for ids. Every name is made from its own id alone, but for one question: whether another id of
 * the same list has the same name. Then all of them get names that spell their ids out, so that a new id never
 * takes over the name of an old one: code that used the old name no longer compiles, and does not mean another id.
 */

import { grouped } from "../../model/collections.ts";
import { compareText } from "../../model/diagnostics.ts";

/** How words are put together: `slayDragon`, `SlayDragon`, `slay_dragon`, `SLAY_DRAGON`. */
export type Case = "camel" | "pascal" | "snake" | "constant";

/** Those for constants: in them, no name that an id gives looks like one that spells an id out. */
export type NameCase = Exclude<Case, "snake">;

/** How a language wants the names of constants. */
export interface NameRules {
  readonly case: NameCase;
  /** In front of every name; with it, a name may begin with a digit. */
  readonly prefix: string;
  /** Names that mean something else already. They get a `_` at the end. */
  readonly reserved: ReadonlySet<string>;
}

/** A name for each id, in the order of the ids' characters. No two are alike. */
export function namesOf(ids: Iterable<string>, rules: NameRules): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort(compareText);
  const byName = grouped(sorted, (id) => plainName(id, rules));
  const isShared = (id: string): boolean => (byName.get(plainName(id, rules)) ?? []).length > 1;
  return new Map(sorted.map((id) => [id, isShared(id) ? spelledName(id, rules) : plainName(id, rules)]));
}

/** Words in the case, without anything else: for names that no id is behind. */
export function inCase(words: readonly string[], wanted: Case): string {
  const lower = words.map((word) => word.toLowerCase());
  switch (wanted) {
    case "snake":
      return lower.join("_");
    case "constant":
      return lower.join("_").toUpperCase();
    case "pascal":
      return lower.map(capital).join("");
    case "camel":
      return lower.map((word, index) => (index === 0 ? word : capital(word))).join("");
  }
}

/** The words of an id: `slay-10-dragons`, `slayDragon` and `XPGained` have three, two and two. */
export function wordsOf(id: string): readonly string[] {
  return id.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter((word) => word !== "");
}

function plainName(id: string, { case: wanted, prefix, reserved }: NameRules): string {
  const words = wordsOf(id);
  const name = prefix + inCase(words.length === 0 ? ["id"] : words, wanted);
  if (reserved.has(name)) return `${name}_`;
  return /^\d/.test(name) ? `_${name}` : name;
}

/**
 * Differs for every id: what is no letter and no digit becomes its code and a `_`. No plain name looks like
 * it, because those have no `_` in the middle or no small letters.
 */
function spelledName(id: string, { prefix }: NameRules): string {
  return `${prefix}id_${id.replaceAll(/[^A-Za-z0-9]/g, (sign) => `${sign.charCodeAt(0).toString(16)}_`)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
