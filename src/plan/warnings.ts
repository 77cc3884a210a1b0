/**
 * What a plan warns of. A deletion and a creation of one name look like a rename: without a `moved` entry, which the warning has
 * to paste, players lose what they have on the old resource. A kind whose key got lost is left alone without a word.
 */
import type { Catalog } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressesOfEntries, inAddressOrder, kindNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import type { DesiredGame, Moved, Resource } from "../model/model.ts";
import type { Base } from "./cause.ts";
import type { GameComparison } from "./changes.ts";
import { uniqueTexts } from "./identify.ts";

/** One for each creation that has the name of something that goes or is kept. */
export function renameSuggestions(
  { changes, kept, live }: Pick<GameComparison, "changes" | "kept" | "live">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const created = changes.flatMap((change) => (change.type === "create" && !change.isReplacement ? [change.by] : []));
  const gone = changes.flatMap((change) =>
    change.type === "delete" && change.why.type === "pruned" ? [change.now] : [],
  );
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
    const help = [{ text, command: movedLine([{ kind: twin.kind, from: twin.custom_id, to: custom_id }]) }];
    return [diagnostic("looks-like-rename", detail, { address, help })];
  });
}

/** The values that no two resources of a kind share, such as the name. */
function uniqueKeys({ kind, body }: Resource, catalog: Catalog): readonly string[] {
  const names = uniqueTexts(kindNamed(catalog, kind)).filter((name) => body[name] !== undefined);
  return names.map((name) => `${kind} ${name} ${jsonText(body[name])}`);
}

/** The members of a `moved` entry. */
export type MovedIds = Pick<Moved, "kind" | "from" | "to">;

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine(entries: readonly MovedIds[]): string {
  const all = entries.map(({ kind, from, to }) => `{ kind: ${kind}, from: ${from}, to: ${to} }`);
  return `moved: [${all.join(", ")}]`;
}

/**
 * A kind that is no longer managed would be left alone without a word. Not warned of: kinds whose resources all have
 * `removed` entries, and everything where the commit does not have the game.
 */
export function noLongerManaged(
  { managed, removed, forgotten = [] }: DesiredGame,
  { ref, game }: Base,
  catalog: Catalog,
): readonly Diagnostic[] {
  if (game === undefined) return [];
  const mentioned = addressesOfEntries([...removed, ...forgotten]);
  const lost = catalog.filter(({ name }) => game.managed.has(name) && !managed.has(name));
  return lost.flatMap(({ name, label, plural }) => {
    const declared = inAddressOrder(game.resources.values(), catalog).filter(({ kind }) => kind === name);
    const left = declared.filter(({ address }) => !mentioned.has(address));
    if (declared.length > 0 && left.length === 0) return [];
    const [first] = left;
    const had = first === undefined ? "none" : counted(left.length, label);
    const detail = `${ref} manages ${plural} and declares ${had}; the manifests no longer do. What they do not declare is not compared, and stays live.`;
    const primary = first && labelAt(game.sources.get(first.address), "", "declared there, and not any more");
    return [
      diagnostic("no-longer-managed", detail, {
        primary,
        help: [
          `if that is a mistake, write the key \`${plural}\``,
          `to delete them, write \`${plural}: []\` and prune; to keep them, add \`removed\` entries with \`keep: true\``,
        ],
      }),
    ];
  });
}
