/** Explains references by name, such as `custom_action_id: Slay a dragon` for the action with the id `slay-dragon`. */
import type { Catalog } from "../../catalog/types.ts";
import { inQuotes, quoted } from "../../ground/words.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { memberNamed, type Part, partsIn, type SourceText } from "../parts.ts";

/** The texts of a game, to search for resources by name. */
interface Named {
  readonly sources: readonly SourceText[];
  readonly documents: readonly Part[];
  readonly catalog: Catalog;
}

/** Adds help to a problem with an id that is the name of a resource. */
export function suggestIdOfName(problem: Diagnostic, { sources, documents, catalog }: Named): Diagnostic {
  const { code, primary } = problem;
  const source = sources.find(({ file }) => file === primary?.span.file);
  if (code !== "invalid-id" || primary === undefined || source === undefined) return problem;
  const { start, end } = primary.span;
  const written = source.text.slice(start.offset, end.offset).replace(/^(["'])(.*)\1$/, "$2");
  const ids = documents.flatMap((document) => idsOfName(document, written, catalog));
  const [id, another] = [...new Set(ids)];
  if (id === undefined || another !== undefined) return problem;
  return { ...problem, help: [`${quoted(written)} is a name; did you mean ${inQuotes(id)}?`] };
}

/** Returns the ids of all resources in a part with a unique text, such as the name, of this value. */
function idsOfName(part: Part, name: string, catalog: Catalog): readonly string[] {
  const fields = catalog.flatMap((kind) => kind.fields);
  const naming = new Set(fields.filter(({ unique }) => unique === true).map((field) => field.name));
  const found: string[] = [];
  const open: Part[] = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const here = next;
    for (const inner of partsIn(here)) open.push(inner);
    const isNamed = [...naming].some((key) => textOf(memberNamed(here, key)?.value) === name);
    const id = textOf(memberNamed(here, "custom_id")?.value);
    if (isNamed && id !== undefined && id !== name) found.push(id);
  }
  return found;
}

function textOf(part: Part | undefined): string | undefined {
  return typeof part?.value === "string" ? part.value : undefined;
}
