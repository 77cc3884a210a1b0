/**
 * Points out a deletion and a creation of one name, which look like a rename. In: changes and what is kept. Out: warnings with
 * the `moved` entry to paste; without it, players lose what they have on the old resource.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import type { Live, Resource } from "../model/model.ts";
import type { GameComparison } from "./goal.ts";
import { uniqueTexts } from "./match.ts";

export function renameSuggestions(
  { changes, kept, live }: Pick<GameComparison, "changes" | "kept" | "live">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const chosen = changes.filter(({ replaces, removed }) => replaces === undefined && removed === undefined);
  const created = chosen.flatMap(({ before, after }) => (before === undefined && after !== undefined ? [after] : []));
  const gone = chosen.flatMap(({ before, after }) => (before !== undefined && after === undefined ? [before] : []));
  const left = kept.flatMap(({ address, reason }) =>
    reason === "not-pruned" ? (live.resources.get(address) ?? []) : [],
  );
  if (created.length === 0 || gone.length + left.length === 0) return [];
  const stays = new Set(left);
  const holders = new Map(
    [...gone, ...left].flatMap((live) => uniqueKeys(live, catalog).map((key) => [key, live] as const)),
  );
  return created.flatMap((desired) => {
    const { address, custom_id } = desired;
    const [twin] = uniqueKeys(desired, catalog).flatMap((key) => holders.get(key) ?? []);
    if (twin === undefined) return [];
    const end = stays.has(twin) ? "stays" : "would be deleted";
    const detail = `${address} would be created, and ${twin.address}, which has the same name, ${end}.`;
    const text = "if it is the same one under a new id, add to the manifests:";
    const help = [{ text, command: movedLine(twin, custom_id) }];
    return [diagnostic("looks-like-rename", detail, { address, help })];
  });
}

/** The values that no two resources of a kind share, such as the name. */
function uniqueKeys({ kind, body }: Resource, catalog: Catalog): readonly string[] {
  const names = uniqueTexts(kindNamed(catalog, kind)).filter((name) => body[name] !== undefined);
  return names.map((name) => `${kind} ${name} ${jsonText(body[name])}`);
}

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine({ kind, custom_id }: Pick<Live, "kind" | "custom_id">, to: string): string {
  return `moved: [{ kind: ${kind}, from: ${custom_id}, to: ${to} }]`;
}
