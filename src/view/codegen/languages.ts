/**
 * What `laurel codegen` knows of each language beyond its template: how names look, and what comments read.
 *
 * Every name is made from its own id alone, but for one question: whether another id of the same list has the same name.
 * Then all of them get names that spell their ids out, so that a new id never takes over the name of an old one: code that
 * used the old name no longer compiles, and does not mean another id.
 */
import { grouped } from "../../model/collections.ts";
import { compareText } from "../../model/diagnostics.ts";

/** How words are put together: `slayDragon`, `SlayDragon`, `SLAY_DRAGON`. No name in one looks like one that spells an id out. */
export type Case = "camel" | "pascal" | "constant";

export interface Language {
  /** Of constants. */
  readonly case: Case;
  /** In front of every name; with it, a name may begin with a digit. */
  readonly prefix?: string;
  /** Names that mean something else already. They get a `_` at the end. */
  readonly reserved?: readonly string[];
  /** What a documentation comment reads besides text, and how to take its meaning away. */
  readonly escapes?: Readonly<Record<string, string>>;
}

/** By the value of `--language`. */
export const LANGUAGES = {
  typescript: { case: "camel" },
  csharp: {
    case: "pascal",
    // Members of every class: another one of that name hides them, with a warning.
    reserved: ["Equals", "Finalize", "GetHashCode", "GetType", "MemberwiseClone", "ReferenceEquals", "ToString"],
    escapes: { "&": "&amp;", "<": "&lt;", ">": "&gt;" },
  },
  // No keyword and no macro looks like that.
  cpp: { case: "pascal", prefix: "k" },
  gdscript: {
    case: "constant",
    reserved: ["PI", "TAU", "INF", "NAN"],
    escapes: { "[": "[lb]" },
  },
  lua: { case: "constant" },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;

/** A name for each id, in the order of the ids' characters. No two are alike. */
export function namesOf(ids: Iterable<string>, language: Language): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort(compareText);
  const byName = grouped(sorted, (id) => plainName(id, language));
  return new Map(
    [...byName].flatMap(([name, those]) =>
      those.map((id): [string, string] => [id, those.length > 1 ? spelledName(id, language) : name]),
    ),
  );
}

/** The words of an id or a name in the case: `slay-10-dragons`, `slayDragon` and `XPGained` have three, two and two. */
export function inCase(text: string, wanted: Case): string {
  const words = text
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  if (wanted === "constant") return words.join("_").toUpperCase();
  const first = wanted === "camel" ? 1 : 0;
  return words.map((word, index) => (index < first ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

function plainName(id: string, { case: wanted, prefix = "", reserved = [] }: Language): string {
  const name = prefix + (inCase(id, wanted) || inCase("id", wanted));
  if (reserved.includes(name)) return `${name}_`;
  return /^\d/.test(name) ? `_${name}` : name;
}

/**
 * Differs for every id: what is no letter and no digit becomes its code and a `_`. No plain name looks like
 * it, because those have no `_` in the middle or no small letters.
 */
function spelledName(id: string, { prefix = "" }: Language): string {
  return `${prefix}id_${id.replaceAll(/[^A-Za-z0-9]/g, (sign) => `${sign.charCodeAt(0).toString(16)}_`)}`;
}
