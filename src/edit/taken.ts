/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import { customIdOf, fieldNamed, inAddressOrder, kindNamed, sortedMembers } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, DesiredGame, FieldChange, Inventory, LiveGame, Resource } from "../model/model.ts";
import { canonicalValue } from "../model/normalise.ts";
import { type Base, CAUSES, differencesIn, memberwise, underIdsOf } from "../plan/cause.ts";
import { compare, type Difference, valueText } from "../plan/differences.ts";
import { asDesired, compareGames } from "../plan/goal.ts";
import { isReplaced } from "../plan/identities.ts";

/** What becomes of one declaration. */
export interface TakenChange {
  readonly address: Address;
  readonly action: "update" | "add" | "remove" | "rename";
  /** What the manifests said; absent where it is added. */
  readonly before?: Desired | undefined;
  /** Absent where it goes. */
  readonly after?: Desired | undefined;
  readonly fields: readonly FieldChange[];
}

export interface Taken {
  /** What the manifests are to declare. */
  readonly resources: Inventory<Desired>;
  /** In the order of the catalog. */
  readonly changes: readonly TakenChange[];
  /** What this branch and somebody else have changed, where no side is preferred. */
  readonly conflicts: readonly Diagnostic[];
  /** What is not taken because the files are preferred. */
  readonly kept: readonly Address[];
  /** Resources with a `moved` or `removed` entry that is not applied, and what an interrupted apply has left. */
  readonly waiting: readonly Address[];
}

/** What to take. */
export interface TakeOptions {
  /** Addresses; empty means all. */
  readonly targets: readonly Address[];
  readonly base?: Pick<Base, "game">;
  /** Which side wins a conflict. */
  readonly prefer?: "live" | "files";
}

/** Takes what was changed live. Without a base, this is everything that differs. */
export function takenFromLive(
  { desired, live }: { readonly desired: DesiredGame; readonly live: LiveGame },
  catalog: Catalog,
  { targets, base = { game: desired }, prefer }: TakeOptions,
): Taken {
  const isChosen = ({ address }: Pick<Resource, "address">): boolean =>
    targets.length === 0 || targets.includes(address);
  const managing = withManagedKinds(desired);
  const compared = compareGames(managing, live, { catalog, prune: false });
  const undeclared = compared.kept.flatMap(({ address, reason }) => {
    const found = reason === "not-pruned" ? compared.live.resources.get(address) : undefined;
    return found === undefined || markOf(found.custom_id) !== undefined ? [] : [asDesired(found)];
  });
  const game = base.game && withManagedKinds(base.game);
  const then = game && underIdsOf(desired, game, catalog);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (difference: Difference, resource: Desired): boolean => {
    if (difference.cause !== "conflict") return difference.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(difference, resource, desired));
    if (prefer === "files") kept.add(resource.address);
    return prefer === "live";
  };
  const resources = new Map(desired.resources);
  for (const resource of inAddressOrder([...desired.resources.values(), ...undeclared].filter(isChosen), catalog)) {
    const { address } = resource;
    const kind = kindNamed(catalog, resource.kind);
    const [now, declared] = [compared.live.resources.get(address), desired.resources.get(address)];
    const versions = { kind, base: then?.get(address), live: now, desired: declared };
    const differences = differencesIn(versions, game);
    if (now !== undefined && declared !== undefined) {
      const taken = differences.filter((difference) => isTaken(difference, resource));
      resources.set(
        address,
        taken.reduce((before, difference) => withLive(kind, before, difference), declared),
      );
    } else {
      const [gravest] = differences.toSorted((a, b) => CAUSES.indexOf(b.cause) - CAUSES.indexOf(a.cause));
      if (gravest === undefined || !isTaken({ ...gravest, path: "" }, resource)) continue;
      if (now === undefined) resources.delete(address);
      else resources.set(address, resource);
    }
  }
  const underway = [...compared.world.values()].filter(
    ({ address, custom_id: id }) => !isReplaced(address) && (customIdOf(address) !== id || markOf(id) !== undefined),
  );
  const removed = compared.changes.filter((change) => change.removed !== undefined);
  return {
    resources,
    changes: changesFrom(desired.resources, resources, catalog),
    conflicts,
    kept: [...kept],
    waiting: [...new Set([...underway, ...removed].filter(isChosen).map(({ address }) => address))],
  };
}

/** What becomes of each declaration, in the order of the catalog. */
export function changesFrom(before: Inventory<Desired>, after: Inventory<Desired>, catalog: Catalog) {
  const all = inAddressOrder(new Map<Address, Resource>([...before, ...after]).values(), catalog);
  return all.flatMap(({ address, kind }): readonly TakenChange[] => {
    const [old, now] = [before.get(address), after.get(address)];
    if (old === undefined || now === undefined)
      return [{ address, action: old ? "remove" : "add", before: old, after: now, fields: [] }];
    const fields = compare(kindNamed(catalog, kind), old, now);
    const action = old.custom_id === now.custom_id ? "update" : "rename";
    return fields.length === 0 ? [] : [{ address, action, before: old, after: now, fields }];
  });
}

/** With the kinds that are defined in place of an id, which pull manages, too. */
function withManagedKinds(game: DesiredGame): DesiredGame {
  return { ...game, managed: new Set([...game.managed, ...[...game.resources.values()].map(({ kind }) => kind)]) };
}

/** `path` is empty where one side deletes the resource. */
function conflictOf({ path, ...values }: Difference, { address }: Desired, { sources }: DesiredGame): Diagnostic {
  const [live, declared, then] = [values.before, values.after, values.base].map(valueText);
  const detail =
    path === ""
      ? `One side deletes ${address}, and the other has changed it since the base.`
      : `${address} ${path.slice(1)}: live ${live}, in the manifests ${declared}, at the base ${then}.`;
  const span = sources.get(address)?.locate(path, "value");
  const help = ["to take the live values: --prefer live; to keep those of the manifests: --prefer files"];
  const primary = span && { span, text: "changed here, and live" };
  return diagnostic("pull-conflict", detail, { address, help, primary });
}

/** The declaration with what is live at the place of a difference. */
function withLive(kind: Kind, declared: Desired, { path, before }: Difference): Desired {
  const [name = "", ...names] = namesIn(path);
  const { body, links } = declared;
  const value = withAt(memberwise(declared, name), names, before);
  const field = fieldNamed(kind, name);
  if (field !== undefined) return { ...declared, body: { ...body, [name]: canonicalValue(field, value) } };
  return { ...declared, links: { ...links, [name]: sortedMembers(Object.keys(value as JsonObject)) } };
}

type Optional = Json | undefined;

/** The value with another one, or none, below these names. */
function withAt(value: Optional, [name, ...names]: readonly string[], other: Optional): Optional {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = value as JsonObject;
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...(value as JsonObject), [name]: changed };
}
