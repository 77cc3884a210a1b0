/**
 * Decides which live resources are replaced. In: both sides. Out: the resources that are deleted
 * while a new one gets their id.
 *
 * A resource is replaced if a value differs that only its creation can give. If only creation can
 * give the members of a link, the resources that have a replaced one as a member are replaced with
 * it.
 */
import type { KindName, Link } from "../catalog/types.ts";
import { append } from "../ground/collections.ts";
import { reachable } from "../ground/graph.ts";
import { both } from "../ground/words.ts";
import { addressOf, kindNamed, namesOf, valueIn } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { linksOfCreation } from "../model/link-way.ts";
import type { Address, Live, Removed } from "../model/model.ts";
import { changedMembers } from "./changed-values.ts";
import type { TwoGames } from "./games.ts";
import type { Identification } from "./identification.ts";
import { canBecome } from "./identify.ts";
import { isLeftAsItIs } from "./policies.ts";

/** The two sides, with the decisions about them so far. */
export interface IdentifiedGames extends TwoGames {
  readonly identification: Identification;
  /** By address: a resource that is pruned or removed, with the entry that removes it. */
  readonly deleted: ReadonlyMap<Address, Removed | undefined>;
}

export function findReplaced(games: IdentifiedGames): readonly Live[] {
  const { catalog, live, identification, deleted } = games;
  const { leftovers } = identification;
  const fixedLinks: FixedLinks = new Map(
    catalog.map((kind) => [kind.name, linksOfCreation(kind, live.wayOf)]),
  );
  const unfit = findUnfit(fixedLinks, games);
  if (unfit.length === 0 && leftovers.size === 0) return [];
  const isDeleted = (record: Live): boolean =>
    deleted.has(addressOf(record.kind, identification.goalIdOf(record)));
  const owners = ownersByMember(fixedLinks, games);
  // Deleting a resource does not replace those that have it as a member.
  const all = reachable([...unfit, ...leftovers.keys()], (record) =>
    isDeleted(record) ? [] : (owners.get(record) ?? []),
  );
  return [...all].filter((record) => !leftovers.has(record) && !isDeleted(record));
}

/**
 * Refuses replacements of resources with values that the service does not show and no manifest
 * decides: they would be lost.
 */
export function refuseLosses(
  replaced: readonly Live[],
  { catalog, desired, identification }: IdentifiedGames,
): readonly Diagnostic[] {
  return replaced.flatMap((record) => {
    const kind = kindNamed(catalog, record.kind);
    const address = addressOf(kind.name, identification.goalIdOf(record));
    const declared = desired.resources.get(address);
    const lost = namesOf(kind).filter(
      (name) => valueIn(record, name) === undefined && isLeftAsItIs(declared, name),
    );
    if (lost.length === 0) return [];
    const detail = `${address} has to be replaced, and the service does not show its ${both(lost)}: they would be lost.`;
    const help = [`declare it with its ${both(lost)}, and without \`ignore\` or \`create_only\``];
    return [diagnostic("unread-members", detail, { address, help })];
  });
}

/** By kind: the links whose members only creation can give. */
type FixedLinks = ReadonlyMap<KindName, readonly Link[]>;

/** Live resources that no update can make into the desired ones. */
function findUnfit(
  fixedLinks: FixedLinks,
  { catalog, desired, identification }: IdentifiedGames,
): readonly Live[] {
  const { keyNow, keyDeclared, hasSameIds } = identification;
  const unfit: Live[] = [];
  for (const resource of desired.resources.values()) {
    const record = identification.ownerOf(resource.address);
    if (record === undefined) continue;
    const versions = {
      now: { values: record, keyOf: keyNow },
      goal: { values: resource, keyOf: keyDeclared },
      hasSameIds,
    };
    const links = fixedLinks.get(resource.kind) ?? [];
    const hasOtherMembers = links.some((link) => changedMembers(link, versions) !== undefined);
    if (hasOtherMembers || !canBecome(kindNamed(catalog, resource.kind), record, resource))
      unfit.push(record);
  }
  return unfit;
}

/** By member: the live resources that have it in a link whose members only creation can give. */
function ownersByMember(
  fixedLinks: FixedLinks,
  { live, identification: { leftovers } }: IdentifiedGames,
): ReadonlyMap<Live, readonly Live[]> {
  const owners = new Map<Live, Live[]>();
  for (const owner of live.resources.values()) {
    if (leftovers.has(owner)) continue;
    for (const { name, to } of fixedLinks.get(owner.kind) ?? []) {
      for (const id of owner.links[name] ?? []) {
        const member = live.resources.get(addressOf(to, id));
        if (member !== undefined) append(owners, member, owner);
      }
    }
  }
  return owners;
}
