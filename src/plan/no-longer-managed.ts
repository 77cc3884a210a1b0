/** Warns where a key of a kind got lost. In: the manifests, now and at an earlier commit. Out: a warning for each kind managed only then. */
import type { Catalog } from "../catalog/types.ts";
import { counted } from "../manifest/wording.ts";
import { addressesOfEntries, inAddressOrder } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import type { Base } from "./cause.ts";

/**
 * A key that got lost would leave its resources alone without a word. Not warned of: kinds whose resources are all
 * declared in place or in `removed` entries, and everything where the commit does not have the game.
 */
export function noLongerManaged(
  { managed, resources, removed, forgotten = [] }: DesiredGame,
  { ref, game }: Base,
  catalog: Catalog,
): readonly Diagnostic[] {
  if (game === undefined) return [];
  const mentioned = addressesOfEntries([...removed, ...forgotten]);
  const lost = catalog.filter(({ name }) => game.managed.has(name) && !managed.has(name));
  return lost.flatMap(({ name, label, plural }) => {
    const declared = inAddressOrder(game.resources.values(), catalog).filter(({ kind }) => kind === name);
    const left = declared.filter(({ address }) => !mentioned.has(address) && !resources.has(address));
    if (declared.length > 0 && left.length === 0) return [];
    const [first] = left;
    const had = first === undefined ? "none" : counted(left.length, label);
    const detail = `${ref} manages ${plural} and declares ${had}; the manifests no longer have the key. What they do not declare is not compared, and stays live.`;
    const primary = first && labelAt(game.sources.get(first.address), "", "declared there, and not any more");
    return [
      diagnostic("no-longer-managed", detail, {
        primary,
        help: [
          `if that is a mistake, restore the key \`${plural}\``,
          `to delete them, write \`${plural}: []\` and prune; to keep them, add \`removed\` entries with \`keep: true\``,
        ],
      }),
    ];
  });
}
