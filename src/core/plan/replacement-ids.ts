/** The ids under which replacements wait: they say whose place they are to take, so that a later run recognises them. */

import type { Catalog } from "../../catalog/types.ts";
import { addressOf, kindNamed } from "../catalog-lookup.ts";
import { sameJson } from "../json.ts";
import type { Address, DesiredGame, Live, LiveGame } from "../model.ts";
import { comparableValue } from "../normalise.ts";
import { asDesired, type ReplacementSides, type Scene } from "./replacement-scene.ts";

const MARK = "~laurel-new";
const LONGEST_ID = 255;
const FORM = /^(.+)~laurel-new(?:-[0-9]+)?$/;

/** An id for a replacement that none of the given has. */
function newestId(id: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? MARK : `${MARK}-${number}`;
    const candidate = `${id.slice(0, LONGEST_ID - mark.length)}${mark}`;
    if (!taken.includes(candidate)) return candidate;
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
    const base = FORM.exec(resource.custom_id)?.[1];
    if (base === undefined || !kinds.has(resource.kind)) continue;
    const isCut = resource.custom_id.length === LONGEST_ID;
    const address = addressOf(resource.kind, isCut ? wholeId(base, resource, desired, live) : base);
    found.set(address, [...(found.get(address) ?? []), resource]);
  }
  return found;
}

/** The id of which only the beginning fitted before the mark. */
function wholeId(beginning: string, { kind }: Live, desired: DesiredGame, live: LiveGame): string {
  const ids = [...desired.resources.values(), ...live.resources.values()]
    .filter((each) => each.kind === kind && each.custom_id.startsWith(beginning) && !FORM.test(each.custom_id))
    .map(({ custom_id }) => custom_id);
  return ids[0] ?? beginning;
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
    const same = fields.every(({ name }) =>
      sameJson(comparableValue(leftover.body[name] ?? null), comparableValue(wanted.body[name] ?? null)),
    );
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
    newestId(old.custom_id, [
      ...leftovers.map(({ custom_id }) => custom_id),
      // An id that an entry is about means something else to the next run.
      ...sides.desired.moved.flatMap((entry) => (entry.kind === kind.name ? [entry.from] : [])),
    ])
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
