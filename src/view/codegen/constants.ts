/**
 * Ids as constants of a program. In: the resources of a game by kind. Out: the text of one file. The same game gives
 * the same bytes on every machine and every day: there is no date in it, and order comes from ids.
 */
import type { Kind } from "../../catalog/types.ts";
import type { SourceText } from "../../manifest/parts.ts";
import { type Checked, compareText } from "../../model/diagnostics.ts";
import { safeText } from "../render/safe-text.ts";
import { inCase, type Language, namesOf } from "./languages.ts";
import { renderTemplate, type Values } from "./template.ts";

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

/** The file. It ends with a line break, whatever the template ends with. */
export function renderConstants(
  template: SourceText,
  kinds: readonly IdsOfKind[],
  language: Language,
): Checked<string> {
  const values = kinds.map((each, index) => ({ ...kindValues(each, language), isLast: index === kinds.length - 1 }));
  const { value, diagnostics } = renderTemplate(template, { kinds: values });
  return { value: value && `${value.trimEnd()}\n`, diagnostics };
}

function kindValues({ kind, ids }: IdsOfKind, language: Language): Values {
  const block = inCase(kind.plural, "pascal");
  const names = namesOf(
    ids.map(({ custom_id }) => custom_id),
    // Some languages take no constant that is called like the block around it.
    { ...language, reserved: [...(language.reserved ?? []), block] },
  );
  const constants = ids
    .toSorted((a, b) => compareText(a.custom_id, b.custom_id))
    .map(({ custom_id: id, name, description }, index) => {
      const said = [name, description].filter((text) => text.trim() !== "").join(": ");
      const identifier = names.get(id) ?? "";
      return { id, identifier, comment: commentText(said, language), isLast: index === ids.length - 1 };
    });
  return {
    kind: kind.name,
    plural: kind.plural,
    type: inCase(kind.name, "pascal"),
    block,
    summary: commentText(kind.summary, language),
    constants,
  };
}

/**
 * Text from manifests as one line of a comment, in a block or after `//`; empty for blanks. Nothing in it ends a comment or
 * begins one, in any of the languages.
 */
function commentText(text: string, { escapes = {} }: Language): string {
  const line = safeText(text.trim().replaceAll(/\s+/g, " "))
    // The ends and beginnings of block comments, in C and in Lua.
    .replaceAll(/\*(?=\/)/g, "* ")
    .replaceAll(/\/(?=\*)/g, "/ ")
    .replaceAll(/\](?==*\])/g, "] ")
    // Tags of documentation, such as @deprecated, and directives, such as @ts-expect-error.
    .replaceAll(/(?<!\w)@/g, "\\@")
    .replaceAll(/[&<>[]/g, (sign) => escapes[sign] ?? sign);
  // In C++ a comment that ends with a backslash goes on in the next line; `??/` is one, too.
  return /(?:\\|\?\?\/)$/.test(line) ? `${line}.` : line;
}
