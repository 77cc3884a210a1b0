/**
 * Points out a deletion and a creation that look like a rename. In: changes and what is kept. Out: warnings with the
 * `moved` entry to paste; without it, players lose what they have on the old resource.
 */
import type { Catalog, Field } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import type { Live, Resource } from "../model/model.ts";
import { comparableText } from "../model/normalise.ts";
import { type GameComparison, picked } from "./goal.ts";
import { uniqueTexts } from "./match.ts";

export function renameSuggestions(
  { changes, kept, live }: Pick<GameComparison, "changes" | "kept" | "live">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const own = changes.filter(({ replaces, removed }) => replaces === undefined && removed === undefined);
  const created = own.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  const gone = own.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const left = kept.flatMap(({ address, reason }) =>
    reason === "not-pruned" ? (live.resources.get(address) ?? []) : [],
  );
  if (created.length === 0 || gone.length + left.length === 0) return [];
  const alike = new Map<string, Live[]>();
  for (const candidate of [...gone, ...left]) {
    for (const key of [...uniqueKeys(candidate, catalog), restKey(candidate, catalog)]) append(alike, key, candidate);
  }
  const taken = new Set<Live>();
  return created.flatMap((desired) => {
    const { address, custom_id } = desired;
    const rest = isDistinctive(desired, catalog) ? [restKey(desired, catalog)] : [];
    const candidates = [...uniqueKeys(desired, catalog), ...rest].flatMap((key) => alike.get(key) ?? []);
    const twin = candidates.find((candidate) => !taken.has(candidate));
    if (twin === undefined) return [];
    taken.add(twin);
    const end = gone.includes(twin) ? "would be deleted" : "stays";
    const detail = `${address} would be created, and ${twin.address}, which is like it, ${end}.`;
    const help = ["if it is the same one under a new id, add to the manifests:", `  ${movedLine(twin, custom_id)}`];
    return [diagnostic("looks-like-rename", detail, { address, help })];
  });
}

/** Two with one of these in common are alike: the values of which a kind has one each, such as the name. */
function uniqueKeys({ kind, body }: Resource, catalog: Catalog): readonly string[] {
  const names = uniqueTexts(kindNamed(catalog, kind)).filter((name) => body[name] !== undefined);
  return names.map((name) => `${kind} ${name} ${jsonText(body[name])}`);
}

/** Two with this in common are alike if it is distinctive: everything but the id and the name. */
function restKey(resource: Resource, catalog: Catalog): string {
  const names = restOf(resource, catalog).map(({ name }) => name);
  return `${resource.kind} ${comparableText(picked(resource.body, names))}`;
}

/** Whether there is more to a resource than its name and defaults. */
function isDistinctive(resource: Resource, catalog: Catalog): boolean {
  const rest = restOf(resource, catalog);
  return rest.filter((field) => (resource.body[field.name] ?? null) !== (field.default ?? null)).length > 1;
}

function restOf({ kind, body }: Resource, catalog: Catalog): readonly Field[] {
  const { fields } = kindNamed(catalog, kind);
  return fields.filter(({ name, type, unique }) => type !== "id" && unique !== true && body[name] !== undefined);
}

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine({ kind, custom_id }: Pick<Live, "kind" | "custom_id">, to: string): string {
  return `moved: [{ kind: ${kind}, from: ${custom_id}, to: ${to} }]`;
}
