/**
 * Points out a deletion and a creation that look like a rename. In: changes and what is kept. Out: warnings with the
 * `moved` entry to paste; without it, players lose what they have on the old resource.
 */
import type { Catalog, Field, KindName } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type Json, jsonText } from "../model/json.ts";
import type { Change, Desired, Kept, Live, LiveGame } from "../model/model.ts";
import { comparableText } from "../model/normalise.ts";

export function renameSuggestions(
  changes: readonly Change[],
  kept: readonly Kept[],
  live: LiveGame,
  catalog: Catalog,
): readonly Diagnostic[] {
  const created = changes.flatMap((change) =>
    change.action === "create" && change.replaces === undefined ? [change.desired] : [],
  );
  const gone = changes.flatMap((change) =>
    change.action === "delete" && change.removed === undefined && change.replaces === undefined ? [change.live] : [],
  );
  const left = kept.flatMap(({ address, reason }) =>
    reason === "not-pruned" ? (live.resources.get(address) ?? []) : [],
  );
  if (created.length === 0 || gone.length + left.length === 0) return [];
  const candidates = [...gone, ...left];
  const alike = new Map<string, Live[]>();
  for (const candidate of candidates) {
    const keys = [...uniqueKeys(candidate, catalog), restKey(candidate, catalog)];
    for (const key of keys) append(alike, key, candidate);
  }
  const position = new Map(candidates.map((candidate, index) => [candidate, index]));
  const taken = new Set<Live>();
  return created.flatMap((desired) => {
    const { address, custom_id } = desired;
    const rest = isDistinctive(desired, catalog) ? [restKey(desired, catalog)] : [];
    const [twin] = [...uniqueKeys(desired, catalog), ...rest]
      .flatMap((key) => firstLeft(alike.get(key), taken) ?? [])
      .sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
    if (twin === undefined) return [];
    taken.add(twin);
    const end = (position.get(twin) ?? 0) < gone.length ? "would be deleted" : "stays";
    const detail = `${address} would be created, and ${twin.address}, which is like it, ${end}.`;
    const help = ["if it is the same one under a new id, add to the manifests:", `  ${movedLine(twin, custom_id)}`];
    return [diagnostic("looks-like-rename", detail, { address, help })];
  });
}

/** Two with one of these in common are alike: the values of which a kind has one each, such as the name. */
function uniqueKeys({ kind: name, body }: Desired | Live, catalog: Catalog): readonly string[] {
  const unique = fieldsOf(name, catalog).filter((field) => field.unique === true && body[field.name] !== undefined);
  return unique.map((field) => `${name} ${field.name} ${jsonText(body[field.name])}`);
}

/** Two with this in common are alike if it is distinctive: everything but the id and the name. */
function restKey({ kind: name, body }: Desired | Live, catalog: Catalog): string {
  const rest = fieldsOf(name, catalog).filter((field) => field.unique !== true && body[field.name] !== undefined);
  return `${name} ${comparableText(Object.fromEntries(rest.map((field) => [field.name, body[field.name] as Json])))}`;
}

/** Whether there is more to a resource than its name and defaults. */
function isDistinctive({ kind: name, body }: Desired, catalog: Catalog): boolean {
  const own = fieldsOf(name, catalog).filter(
    (field) => field.unique !== true && (body[field.name] ?? null) !== (field.default ?? null),
  );
  return own.length > 1;
}

function fieldsOf(kind: KindName, catalog: Catalog): readonly Field[] {
  return kindNamed(catalog, kind).fields.filter(({ type }) => type !== "id");
}

/** The first that is not taken. Those before it are dropped, so that looking again takes no longer. */
function firstLeft(list: Live[] | undefined, taken: ReadonlySet<Live>): Live | undefined {
  if (list === undefined) return undefined;
  const first = list.findIndex((each) => !taken.has(each));
  list.splice(0, first === -1 ? list.length : first);
  return list[0];
}

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine({ kind, custom_id }: Pick<Live, "kind" | "custom_id">, to: string): string {
  return `moved: [{ kind: ${kind}, from: ${custom_id}, to: ${to} }]`;
}
