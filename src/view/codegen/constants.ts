/**
 * Ids as constants of a program. In: the resources of a game by kind. Out: the text of one file. The same game gives
 * the same bytes on every machine and every day: there is no date in it, and order comes from ids.
 */
import type { Secrets } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import type { Kind } from "../../catalog/types.ts";
import type { SourceText } from "../../manifest/parts.ts";
import { grouped } from "../../model/collections.ts";
import { type Checked, compareText } from "../../model/diagnostics.ts";
import type { DesiredGame, Resource } from "../../model/model.ts";
import { safeText } from "../render/safe-text.ts";
import { inStyles, namesOf } from "./names.ts";
import { renderTemplate, type Values } from "./template.ts";

/** Every managed kind. What is secret is without words: the constants go to where players can look. Ends with a line break. */
export function renderConstants(
  template: SourceText,
  { managed, resources }: Pick<DesiredGame, "managed" | "resources">,
  secrets: Secrets,
): Checked<string> {
  const byKind = grouped(resources.values(), ({ kind }) => kind);
  const managedKinds = catalog.filter(({ name }) => managed.has(name));
  const kinds = managedKinds.map((kind) => kindValues(kind, byKind.get(kind.name) ?? [], secrets));
  const { value, diagnostics } = renderTemplate(template, { kinds: marked(kinds) });
  return { value: value && `${value.trimEnd()}\n`, diagnostics };
}

function kindValues({ name, plural, summary }: Kind, resources: readonly Resource[], { addresses }: Secrets): Values {
  const block = inStyles(plural).pascalCase;
  const sorted = resources.toSorted((a, b) => compareText(a.custom_id, b.custom_id));
  const ids = sorted.map(({ custom_id }) => custom_id);
  const names = namesOf(ids, block);
  const constants = sorted.map(({ custom_id: id, address, body }) => {
    const texts = addresses.has(address) ? [] : [body.name, body.description];
    const words = texts.filter((text) => typeof text === "string" && text.trim() !== "");
    return { id, ...names.get(id), comment: commentText(words.join(": ")) };
  });
  const type = inStyles(name).pascalCase;
  return { kind: name, plural, type, block, summary: commentText(summary), constants: marked(constants) };
}

/** For forms that have something between entries only. */
function marked(entries: readonly Values[]): readonly Values[] {
  return entries.map((entry, index) => ({ ...entry, isLast: index === entries.length - 1 }));
}

/** Text from manifests as one line of a comment; empty for blanks. Nothing in it begins or ends a comment, in any of the languages. */
function commentText(text: string): string {
  const line = safeText(text.trim().replaceAll(/\s+/g, " "))
    .replaceAll(/\*(?=\/)/g, "* ")
    .replaceAll(/\/(?=\*)/g, "/ ")
    // Block comments of Lua, and formats in those of GDScript.
    .replaceAll("[", "(")
    .replaceAll("]", ")")
    // Tags of documentation, such as @deprecated, and directives, such as @ts-expect-error.
    .replaceAll(/(?<!\w)@/g, "\\@");
  // In C++ a comment that ends with a backslash goes on in the next line; `??/` is one, too.
  return /(?:\\|\?\?\/)$/.test(line) ? `${line}.` : line;
}
