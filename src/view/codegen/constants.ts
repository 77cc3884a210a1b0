/**
 * Ids as constants of a program. In: the resources of a game by kind. Out: the text of one file. The same game gives
 * the same bytes on every machine and every day: there is no date in it, and order comes from ids.
 */
import type { Kind } from "../../catalog/types.ts";
import { commentText } from "./comments.ts";
import { inCase, namesOf, wordsOf } from "./identifiers.ts";
import type { Language } from "./languages.ts";
import { renderTemplate, type Template, type Values, type Vocabulary } from "./template.ts";

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

/** The names that templates may use; docs/codegen.md explains them. */
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
export function renderConstants(
  template: Template,
  kinds: readonly IdsOfKind[],
  language: Language,
  namespace: string,
): string {
  const values = kinds.map((each, index) => ({ ...kindValues(each, language), isLast: index === kinds.length - 1 }));
  const text = renderTemplate(template, { namespace, kinds: values });
  return `${text.trimEnd()}\n`;
}

/** What holds the constants of the kind. */
export function blockName({ plural }: Kind, { blockCase }: Language): string {
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
