/**
 * Ids as constants of a program. In: the resources of a game by kind. Out: the text of one file.
 * The same game gives the same bytes on every machine and every day: there is no date in it, and
 * order comes from ids. Names are made of ids.
 */
import { catalog } from "../../catalog/index.ts";
import type { Kind } from "../../catalog/types.ts";
import { compareText, grouped } from "../../ground/collections.ts";
import { workFor } from "../../ground/work.ts";
import type { Checked } from "../../model/diagnostics.ts";
import type { SourceFile } from "../../model/source.ts";
import type { Masked } from "../mask/mask.ts";
import type { ConstantsToShow, ConstantToShow } from "../mask/results.ts";
import { safeText } from "../render/safe-text.ts";
import { renderTemplate, type Values } from "./template.ts";

/**
 * Renders the constants of every managed kind. Secret resources have no comments, because players
 * can read the constants. The text ends with a line break.
 */
export function renderConstants(
  template: SourceFile,
  { managed, resources }: Masked<ConstantsToShow>,
): Checked<string> {
  const byKind = grouped(resources, ({ kind }) => kind);
  const managedKinds = catalog.filter(({ name }) => managed.has(name));
  const kinds = managedKinds.map((kind) => kindValues(kind, byKind.get(kind.name) ?? []));
  // A name takes as much as ten members.
  const work = workFor(10 * (resources.length + template.text.length));
  const { value, diagnostics } = renderTemplate(template, { kinds: markLast(kinds) }, work);
  return value === undefined ? { diagnostics } : { value: `${value.trimEnd()}\n`, diagnostics };
}

function kindValues({ name, plural, summary }: Kind, resources: readonly ConstantToShow[]): Values {
  const block = writeStyles(plural).pascalCase;
  const sorted = resources.toSorted((a, b) => compareText(a.custom_id, b.custom_id));
  const ids = sorted.map(({ custom_id }) => custom_id);
  const names = makeNames(ids, block);
  const constants = sorted.map(({ custom_id: id, texts }) => {
    const words = texts.filter((text) => text.trim() !== "");
    return { id, ...names.get(id), comment: commentText(words.join(": ")) };
  });
  const type = writeStyles(name).pascalCase;
  return {
    kind: name,
    plural,
    type,
    block,
    summary: commentText(summary),
    constants: markLast(constants),
  };
}

/** Marks the last entry, for languages with separators between entries. */
function markLast(entries: readonly Values[]): readonly Values[] {
  return entries.map((entry, index) => ({ ...entry, isLast: index === entries.length - 1 }));
}

/**
 * Makes text from manifests one line of a comment; empty for blanks. The line begins and ends no
 * comment in any of the languages.
 */
function commentText(text: string): string {
  const line = safeText(text.trim().replaceAll(/\s+/g, " "))
    .replaceAll(/\*(?=\/)/g, "* ")
    .replaceAll(/\/(?=\*)/g, "/ ")
    // Brackets delimit block comments in Lua, and formats in comments of GDScript.
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    // Tags of documentation, such as @deprecated, and directives, such as @ts-expect-error.
    .replaceAll(/(?<!\w)@/g, "\\@");
  // In C++ a comment that ends with a backslash goes on in the next line; `??/` is one, too.
  return /(?:\\|\?\?\/)$/.test(line) ? `${line}.` : line;
}

/**
 * An identifier in each style, by the style's name in templates: `slayDragon`, `SlayDragon`,
 * `SLAY_DRAGON`.
 */
export interface Names {
  readonly camelCase: string;
  readonly pascalCase: string;
  readonly upperCase: string;
}

/** Members of every class in C#, and constants of GDScript. They get a `_` at the end. */
const RESERVED =
  /^(?:Equals|Finalize|GetHashCode|GetType|MemberwiseClone|ReferenceEquals|ToString|PI|TAU|INF|NAN)$/;

/**
 * Returns the names of each id, unique within a style. `block`: the name of the enclosing block.
 */
export function makeNames(ids: readonly string[], block = ""): ReadonlyMap<string, Names> {
  const alike = grouped(ids, (id) => splitWords(id).join(""));
  const legalName = (name: string): string => {
    const isReserved = name === block || RESERVED.test(name);
    return `${/^\d/.test(name) ? "_" : ""}${name}${isReserved ? "_" : ""}`;
  };
  const isUnique = (id: string): boolean => alike.get(splitWords(id).join(""))?.length === 1;
  return new Map(
    ids.map((id) => [id, writeStyles(id, isUnique(id) ? legalName : () => spellOut(id))]),
  );
}

/** Writes a text in each style. `nameOf`: makes a legal name of each. */
function writeStyles(text: string, nameOf = (name: string): string => name): Names {
  const words = splitWords(text);
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    camelCase: nameOf([words[0], ...capitalized.slice(1)].join("")),
    pascalCase: nameOf(capitalized.join("")),
    upperCase: nameOf(words.join("_").toUpperCase()),
  };
}

/** Splits a text into words: three for `slay-10-dragons`, two for `slayDragon` and `XPGained`. */
function splitWords(text: string): readonly string[] {
  const words = text
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter(Boolean);
  return words.length === 0 ? ["id"] : words.map((word) => word.toLowerCase());
}

/**
 * Spells out an id, so that its name is unique: every character except letters and digits becomes
 * its code and a `_`. Other names never look like it, because they have no `_` between words or no
 * small letters.
 */
function spellOut(id: string): string {
  return `id_${id.replaceAll(/[^A-Za-z0-9]/g, (sign) => `${sign.charCodeAt(0).toString(16)}_`)}`;
}
