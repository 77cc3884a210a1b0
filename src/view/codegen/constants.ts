/**
 * Ids as constants of a program. In: the resources of a game by kind. Out: the text of one file. The same game gives
 * the same bytes on every machine and every day: there is no date in it, and order comes from ids.
 */
import type { Kind } from "../../catalog/types.ts";
import { safeText } from "../render/safe-text.ts";
import { inCase, namesOf, wordsOf } from "./identifiers.ts";
import type { Language, Markup } from "./languages.ts";
import { type CodeTemplate, renderTemplate, type Values, type Vocabulary } from "./template.ts";

/** One id, with what people call it. */
export interface NamedId {
  readonly custom_id: string;
  /** Empty where nobody may know. */
  readonly name: string;
  readonly description: string;
}

/** The ids of one kind. */
export interface IdsOfKind {
  readonly kind: Kind;
  readonly ids: readonly NamedId[];
}

/** The names that templates may use; an error for another name lists those known at its place. */
export const VOCABULARY: Vocabulary = {
  namespace: "text",
  kinds: {
    kind: "text",
    plural: "text",
    type: "text",
    block: "text",
    summary: "text",
    isLast: "text",
    constants: { id: "text", identifier: "text", comment: "text", isLast: "text" },
  },
};

/** The file. It ends with a line break, whatever the template ends with. */
export function renderConstants(template: CodeTemplate, kinds: readonly IdsOfKind[], language: Language): string {
  const values = kinds.map((each, index) => ({ ...kindValues(each, language), isLast: index === kinds.length - 1 }));
  const text = renderTemplate(template, { namespace: language.namespace, kinds: values });
  return `${text.trimEnd()}\n`;
}

/** What holds the constants of the kind. */
function blockName({ plural }: Kind, { blockCase }: Language): string {
  return inCase(wordsOf(plural), blockCase);
}

function kindValues({ kind, ids }: IdsOfKind, language: Language): Values {
  const block = blockName(kind, language);
  const names = namesOf(
    ids.map(({ custom_id }) => custom_id),
    { ...language, reserved: new Set([...language.reserved, ...(language.blockIsReserved ? [block] : [])]) },
  );
  const byId = new Map(ids.map((each) => [each.custom_id, each]));
  const constants = [...names].map(([id, identifier], index) => ({
    id,
    identifier,
    comment: commentText(sayingOf(byId.get(id)), language.markup),
    isLast: index === names.size - 1,
  }));
  return {
    kind: kind.name,
    plural: kind.plural,
    type: inCase(wordsOf(kind.name), "pascal"),
    block,
    summary: commentText(kind.summary, language.markup),
    constants,
  };
}

/** `Name: description`, or what there is of it. */
function sayingOf(named: NamedId | undefined): string {
  return [named?.name ?? "", named?.description ?? ""].filter((text) => text.trim() !== "").join(": ");
}

/**
 * Text from manifests as one line of a comment, in a block or after `//`; empty for blanks. Nothing in it ends a comment or
 * begins one, in any of the languages.
 */
function commentText(text: string, markup: Markup): string {
  const line = safeText(text.trim().replaceAll(/\s+/g, " "))
    // The ends and beginnings of block comments, in C and in Lua.
    .replaceAll(/\*(?=\/)/g, "* ")
    .replaceAll(/\/(?=\*)/g, "/ ")
    .replaceAll(/\](?==*\])/g, "] ")
    // Tags of documentation, such as @deprecated, and directives, such as @ts-expect-error.
    .replaceAll(/(?<!\w)@/g, "\\@");
  return withoutContinuation(ESCAPED[markup](line));
}

/** In C++ a comment that ends with a backslash goes on in the next line; `??/` is one, too. */
function withoutContinuation(line: string): string {
  return /(?:\\|\?\?\/)$/.test(line) ? `${line}.` : line;
}

const XML: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const ESCAPED: Readonly<Record<Markup, (line: string) => string>> = {
  none: (line) => line,
  xml: (line) => line.replaceAll(/[&<>]/g, (sign) => XML[sign] ?? sign),
  bbcode: (line) => line.replaceAll("[", "[lb]"),
};
