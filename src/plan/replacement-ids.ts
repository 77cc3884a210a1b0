/** The ids under which replacements wait: they say whose place they are to take, so that a later run recognises them. */
import type { Catalog } from "../catalog/types.ts";
import { addressOf, kindNamed } from "../model/catalog-lookup.ts";
import { sameJson } from "../model/json.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { isReplacement, replacedId, replacementId } from "../model/temporary-ids.ts";
import { asDesired, type ReplacementSides, type Scene } from "./replacement-scene.ts";

/** An id for a replacement that none of the given has. */
function newestId(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = replacementId(id, number);
    if (!taken.has(candidate)) return candidate;
  }
}

/** Live replacements that wait, by the address that they are to have. */
export function waitingReplacements(
  live: LiveGame,
  desired: DesiredGame,
  catalog: Catalog,
): ReadonlyMap<Address, readonly Live[]> {
  const found = new Map<Address, Live[]>();
  const kinds = new Set(catalog.map(({ name }) => name));
  for (const resource of live.resources.values()) {
    if (!isReplacement(resource.custom_id) || !kinds.has(resource.kind)) continue;
    const address = addressOf(resource.kind, idReplacedBy(resource, desired, live));
    found.set(address, [...(found.get(address) ?? []), resource]);
  }
  return found;
}

/** The id of what a replacement is to replace. One that is as long as ids can be may have only its beginning. */
function idReplacedBy({ kind, custom_id }: Live, desired: DesiredGame, live: LiveGame): string {
  const plain = replacedId(custom_id);
  const number = Number(/[0-9]+$/.exec(custom_id.slice(plain.length))?.[0] ?? 1);
  if (replacementId(plain, number) === custom_id) return plain;
  const ids = [...desired.resources.values(), ...live.resources.values()].filter((each) => each.kind === kind);
  return ids.find((each) => replacementId(each.custom_id, number) === custom_id)?.custom_id ?? plain;
}

/** The id under which the new one waits: that of a leftover which is as it should be, or one that is free. */
export function temporaryIdFor(address: Address, members: readonly Address[], sides: Scene): string {
  const { catalog } = sides;
  const old = sides.live.resources.get(address) as Live;
  const wanted = sides.desired.resources.get(address) ?? asDesired(old);
  const kind = kindNamed(catalog, wanted.kind);
  const leftovers = sides.leftovers.get(address) ?? [];
  const fits = leftovers.find((leftover) => {
    const fields = kind.fields.filter(({ createOnly }) => createOnly === true);
    const same = fields.every(({ name }) => isAlike(leftover.body[name] ?? null, wanted.body[name] ?? null));
    // A link into the same replacement cannot be judged by ids; then the leftover is not used.
    const links = kind.links.filter((link) => leftover.links[link.name] !== undefined);
    return (
      same &&
      links.every((link) =>
        sameMembers(leftover.links[link.name] ?? [], wanted.links[link.name] ?? [], link.to, members, sides),
      )
    );
  });
  return (
    fits?.custom_id ??
    newestId(
      old.custom_id,
      new Set([
        ...leftovers.map(({ custom_id }) => custom_id),
        // An id that an entry is about means something else to the next run.
        ...sides.desired.moved.flatMap((entry) => (entry.kind === kind.name ? [entry.from] : [])),
      ]),
    )
  );
}

/** Whether a leftover has the wanted members, counting a leftover of a member as the member. */
function sameMembers(
  found: readonly string[],
  wanted: readonly string[],
  to: string,
  members: readonly Address[],
  sides: ReplacementSides,
): boolean {
  const original = new Map(
    members.flatMap((address) =>
      (sides.leftovers.get(address) ?? []).map((left) => [left.address, address.slice(address.indexOf("/") + 1)]),
    ),
  );
  const isReplaced = (id: string): boolean => members.includes(addressOf(to, id));
  // An old member that is itself replaced means that the leftover was made for something else.
  if (found.some(isReplaced)) return false;
  return sameJson(found.map((id) => original.get(addressOf(to, id)) ?? id).sort(), [...wanted].sort());
}
