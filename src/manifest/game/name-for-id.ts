/**
 * Explains references by name, such as `custom_action_id: Slay a dragon` for the action with the id
 * `slay-dragon`.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addTo } from "../../ground/collections.ts";
import { inQuotes, quoted } from "../../ground/words.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { SourceFile } from "../../model/source.ts";
import { memberNamed, type Part, partsIn } from "../parts.ts";

/** The texts of a game, to search for resources by name. */
interface Named {
  readonly sources: readonly SourceFile[];
  readonly documents: readonly Part[];
  readonly catalog: Catalog;
}

/** Adds help to each problem with an id that is the name of a resource. */
export function suggestIdsOfNames(
  problems: readonly Diagnostic[],
  { sources, documents, catalog }: Named,
): readonly Diagnostic[] {
  if (!problems.some(({ code }) => code === "invalid-id")) return problems;
  const read = new Set(sources);
  const idsOf = idsByName(documents, catalog);
  return problems.map((problem) => {
    const { code, primary } = problem;
    if (code !== "invalid-id" || primary === undefined) return problem;
    const { source, start, end } = primary.span;
    if (!read.has(source)) return problem;
    const written = source.text.slice(start.offset, end.offset).replace(/^(["'])(.*)\1$/, "$2");
    const [id, another] = idsOf.get(written) ?? [];
    if (id === undefined || another !== undefined) return problem;
    return { ...problem, help: [`${quoted(written)} is a name; did you mean ${inQuotes(id)}?`] };
  });
}

/** Returns the ids of all resources by the values of their unique texts, such as the name. */
function idsByName(
  documents: readonly Part[],
  catalog: Catalog,
): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = catalog.flatMap((kind) => kind.fields);
  const naming = new Set(fields.filter(({ unique }) => unique === true).map((field) => field.name));
  const found = new Map<string, Set<string>>();
  const open: Part[] = [...documents];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const here = next;
    for (const inner of partsIn(here)) open.push(inner);
    const id = textOf(memberNamed(here, "custom_id")?.value);
    if (id === undefined) continue;
    for (const key of naming) {
      const name = textOf(memberNamed(here, key)?.value);
      if (name !== undefined && name !== id) addTo(found, name, id);
    }
  }
  return found;
}

function textOf(part: Part | undefined): string | undefined {
  return typeof part?.value === "string" ? part.value : undefined;
}
