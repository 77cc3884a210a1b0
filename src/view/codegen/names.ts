/**
 * Names for ids, in the styles of programming languages. In: the ids of one list. Out: for each, a name in each style.
 *
 * Every name is made from its own id alone, but for one question: whether another id of the list has the same words. Then both
 * get names that spell their ids out, so that a new id never takes over the name of an old one: code that used the old name
 * no longer compiles, and does not mean another id.
 */
import { grouped } from "../../model/collections.ts";

/** By the names that templates have for the styles: `slayDragon`, `SlayDragon`, `SLAY_DRAGON`. */
export interface Names {
  readonly camelCase: string;
  readonly pascalCase: string;
  readonly upperCase: string;
}

/** Members of every class in C#, and constants of GDScript. They get a `_` at the end. */
const RESERVED = /^(?:Equals|Finalize|GetHashCode|GetType|MemberwiseClone|ReferenceEquals|ToString|PI|TAU|INF|NAN)$/;

/** No two names of one style are alike. `block`: the name of what the constants are in. */
export function namesOf(ids: readonly string[], block = ""): ReadonlyMap<string, Names> {
  const alike = grouped(ids, (id) => wordsOf(id).join(""));
  const legalName = (name: string): string => {
    const isReserved = name === block || RESERVED.test(name);
    return `${/^\d/.test(name) ? "_" : ""}${name}${isReserved ? "_" : ""}`;
  };
  const isUnique = (id: string): boolean => alike.get(wordsOf(id).join(""))?.length === 1;
  return new Map(ids.map((id) => [id, inStyles(id, isUnique(id) ? legalName : () => spelledOut(id))]));
}

/** `nameOf`: makes a legal name of each. */
export function inStyles(text: string, nameOf = (name: string): string => name): Names {
  const words = wordsOf(text);
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    camelCase: nameOf([words[0], ...capitalized.slice(1)].join("")),
    pascalCase: nameOf(capitalized.join("")),
    upperCase: nameOf(words.join("_").toUpperCase()),
  };
}

/** `slay-10-dragons`, `slayDragon` and `XPGained` have three, two and two. */
function wordsOf(text: string): readonly string[] {
  const words = text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean);
  return words.length === 0 ? ["id"] : words.map((word) => word.toLowerCase());
}

/**
 * Differs for every id: what is no letter and no digit becomes its code and a `_`. No other name looks like it, because
 * those have no `_` between words or no small letters.
 */
function spelledOut(id: string): string {
  return `id_${id.replaceAll(/[^A-Za-z0-9]/g, (sign) => `${sign.charCodeAt(0).toString(16)}_`)}`;
}
