/**
 * Warns of probable mistakes in manifests. In: changes, and the manifests of an earlier commit.
 * Out: warnings. A deletion and a creation with one name look like a rename: without a `moved`
 * entry, which the warning shows, players lose what they earned with the old resource. A kind whose
 * key got lost would no longer be managed without notice.
 */
import type { Catalog } from "../catalog/types.ts";
import { shownExactly } from "../ground/invisible-characters.ts";
import { jsonText } from "../ground/json.ts";
import { counted, quoted } from "../ground/words.ts";
import {
  addressesOfEntries,
  inAddressOrder,
  kindNamed,
  uniqueTexts,
} from "../model/catalog-lookup.ts";
import { foldedText } from "../model/collation.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { DesiredGame, Live, Moved, Resource } from "../model/model.ts";
import type { GameComparison } from "./changes.ts";
import type { Base } from "./earlier.ts";

/** Warns of each creation that has the name of a resource that is deleted or kept. */
export function renameSuggestions(
  { changes, kept, renamedLive }: Pick<GameComparison, "changes" | "kept" | "renamedLive">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const created = changes.flatMap((change) =>
    change.type === "create" && !change.isReplacement ? (change.by ?? []) : [],
  );
  const pruned = changes.flatMap((change) =>
    change.type === "delete" && change.why.type === "pruned" ? [change.now] : [],
  );
  const left = kept.flatMap(({ address, reason }) =>
    reason === "not-pruned" ? (renamedLive.resources.get(address) ?? []) : [],
  );
  if (created.length === 0 || pruned.length + left.length === 0) return [];
  const stays = new Set(left);
  const holders = new Map(
    [...pruned, ...left].flatMap((live) =>
      uniqueKeys(live, catalog).map((key) => [key, live] as const),
    ),
  );
  return created.flatMap((desired) => {
    const { address, custom_id } = desired;
    const [twin] = uniqueKeys(desired, catalog).flatMap((key) => holders.get(key) ?? []);
    if (twin === undefined) return [];
    const end = stays.has(twin) ? "stays" : "would be deleted";
    const words = `${address} would be created, and ${twin.address}, which has the same name, ${end}.`;
    const text = "if it is the same one under a new id, add to the manifests:";
    const help = [{ text, command: movedLine([{ ...idsOf(twin), to: custom_id }]) }];
    const detail = [{ text: words, about: [twin.address] }];
    return [diagnostic("looks-like-rename", detail, { address, help })];
  });
}

/**
 * Warns of each creation with an id or name that a live resource has in other case, with other
 * accents, or in another form of its characters. A service that does not tell them apart refuses
 * the creation (docs/service.md#surprises).
 */
export function caseCollisions(
  { changes, renamedLive }: Pick<GameComparison, "changes" | "renamedLive">,
  catalog: Catalog,
): readonly Diagnostic[] {
  const created = changes.flatMap((change) =>
    change.type === "create" && !change.isReplacement ? (change.by ?? []) : [],
  );
  if (created.length === 0) return [];
  const leaving = new Set(
    changes.flatMap((change) => (change.type === "delete" ? [change.now.address] : [])),
  );
  const holders = new Map(
    [...renamedLive.resources.values()].flatMap((live) =>
      identitiesOf(live, catalog).map(({ key, words }) => [key, { live, words }] as const),
    ),
  );
  return created.flatMap((desired) => {
    const { address, custom_id } = desired;
    const found = identitiesOf(desired, catalog).flatMap(({ key, words }) => {
      const holder = holders.get(key);
      return holder === undefined || holder.words === words ? [] : [{ ...holder, wanted: words }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const what = `${address} would be created, and the live ${first.live.address} differs only in case, in accents or in the form of its characters: ${first.words}, not ${first.wanted}.`;
    const words = `${what} A service that takes both for the same refuses to create it.`;
    const isIdOfIt = first.live.custom_id !== custom_id;
    const text = leaving.has(first.live.address)
      ? "if it is the same one under a new id, it need not be deleted; add to the manifests:"
      : "if it is the same one, add to the manifests:";
    const help = isIdOfIt
      ? [{ text, command: movedLine([{ ...idsOf(first.live), to: custom_id }]) }]
      : [];
    const detail = [{ text: words, about: [first.live.address] }];
    return [diagnostic("differs-only-in-case", detail, { address, help })];
  });
}

/**
 * The id and the unique texts of a resource: as they are shown, and as keys that are equal if only
 * case, accents or form differ.
 */
function identitiesOf(
  { kind, custom_id, body }: Pick<Live, "kind" | "custom_id" | "body">,
  catalog: Catalog,
): readonly { readonly key: string; readonly words: string }[] {
  const texts = uniqueTexts(kindNamed(catalog, kind)).flatMap((name) => {
    const text = body[name];
    return typeof text === "string" ? [{ name, text }] : [];
  });
  const all = [{ name: "id", text: custom_id }, ...texts];
  return all.map(({ name, text }) => ({
    key: `${kind} ${name} ${foldedText(text)}`,
    words: `the ${name} ${shownExactly(quoted(text))}`,
  }));
}

/** The values that no two resources of a kind share, such as the name. */
function uniqueKeys({ kind, body }: Resource, catalog: Catalog): readonly string[] {
  const names = uniqueTexts(kindNamed(catalog, kind)).filter((name) => body[name] !== undefined);
  return names.map((name) => `${kind} ${name} ${jsonText(body[name])}`);
}

function idsOf({
  kind,
  custom_id,
}: Pick<Live, "kind" | "custom_id">): Pick<MovedIds, "kind" | "from"> {
  return { kind, from: custom_id };
}

/** The members of a `moved` entry. */
export type MovedIds = Pick<Moved, "kind" | "from" | "to">;

/** Such as `moved: [{ kind: reward, from: egg, to: dragon-egg }]`. */
export function movedLine(entries: readonly MovedIds[]): string {
  const all = entries.map(({ kind, from, to }) => `{ kind: ${kind}, from: ${from}, to: ${to} }`);
  return `moved: [${all.join(", ")}]`;
}

/**
 * A kind that is no longer managed would be left alone without a word. Not warned of: kinds whose
 * resources all have `removed` entries, and everything where the base says nothing about the live
 * game.
 */
export function noLongerManaged(
  { managed, removed, forgotten = [] }: DesiredGame,
  { facts: { ref }, manifests }: Base,
  catalog: Catalog,
): readonly Diagnostic[] {
  if (manifests === undefined) return [];
  const { base: game } = manifests;
  const mentioned = addressesOfEntries([...removed, ...forgotten]);
  const lost = catalog.filter(({ name }) => game.managed.has(name) && !managed.has(name));
  return lost.flatMap(({ name, label, plural }) => {
    const declared = inAddressOrder(game.resources.values(), catalog).filter(
      ({ kind }) => kind === name,
    );
    const left = declared.filter(({ address }) => !mentioned.has(address));
    if (declared.length > 0 && left.length === 0) return [];
    const [first] = left;
    const had = first === undefined ? "none" : counted(left.length, label);
    const detail = `${ref} manages ${plural} and declares ${had}; the manifests no longer do. What they do not declare is not compared, and stays live.`;
    const primary =
      first && labelAt(game.sources.get(first.address), "", "declared there, and not any more");
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
