/**
 * What a pull takes over from the live game. In: both sides, and with a base the manifests of an earlier commit. Out: what
 * the manifests are to say instead, as values. With a base, only drift is taken; what this branch changes stays.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { namesOf as namesIn } from "../manifest/parts.ts";
import { fieldNamed, inAddressOrder, kindNamed, sortedMembers } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, DesiredGame, Inventory, LiveGame } from "../model/model.ts";
import { canonicalValue } from "../model/normalise.ts";
import { type Base, differencesIn, memberwise, underIdsOf } from "../plan/cause.ts";
import { type ThreeWayChange, valueText } from "../plan/differences.ts";
import { asDesired, type Change, compareGames } from "../plan/goal.ts";

/** The manifests with what is taken. */
export interface Taken {
  readonly resources: Inventory<Desired>;
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

/** Takes what was changed live. Without a base, this is everything that differs. Errors: conflicts where no side is preferred. */
export function takenFromLive(
  { desired, live }: { readonly desired: DesiredGame; readonly live: LiveGame },
  catalog: Catalog,
  { targets, base = { game: desired }, prefer }: TakeOptions,
): Checked<Taken> {
  const isChosen = ({ address }: { readonly address: Address }): boolean =>
    targets.length === 0 || targets.includes(address);
  const compared = compareGames(withManagedKinds(desired), live, { catalog, prune: false });
  const undeclared = compared.kept.flatMap(({ address, reason }) => {
    const found = reason === "not-pruned" ? compared.live.resources.get(address) : undefined;
    return found === undefined || markOf(found.custom_id) !== undefined ? [] : [asDesired(found)];
  });
  const game = base.game && withManagedKinds(base.game);
  const then = game && underIdsOf(desired, game, catalog);
  const [conflicts, kept]: [Diagnostic[], Set<Address>] = [[], new Set()];
  const isTaken = (difference: ThreeWayChange, address: Address): boolean => {
    if (difference.cause !== "conflict") return difference.cause === "drift";
    if (prefer === undefined) conflicts.push(conflictOf(difference, address, desired));
    if (prefer === "files") kept.add(address);
    return prefer === "live";
  };
  const resources = new Map(desired.resources);
  for (const resource of inAddressOrder([...desired.resources.values(), ...undeclared].filter(isChosen), catalog)) {
    const { address } = resource;
    const kind = kindNamed(catalog, resource.kind);
    const [now, declared] = [compared.live.resources.get(address), desired.resources.get(address)];
    const differences = differencesIn({ kind, base: then?.get(address), live: now, desired: declared }, game);
    if (now !== undefined && declared !== undefined) {
      const taken = differences.filter((difference) => isTaken(difference, address));
      resources.set(
        address,
        taken.reduce((before, difference) => withLive(kind, before, difference), declared),
      );
      continue;
    }
    const gravest =
      differences.find(({ cause }) => cause === "conflict") ?? differences.find(({ cause }) => cause === "drift");
    if (gravest === undefined || !isTaken({ ...gravest, path: "" }, address)) continue;
    if (now === undefined) resources.delete(address);
    else resources.set(address, resource);
  }
  if (conflicts.length > 0) return { diagnostics: conflicts };
  const isWaiting = ({ removed, fields, before }: Change): boolean =>
    removed !== undefined ||
    fields.some(({ path }) => path === "/custom_id") ||
    (before !== undefined && markOf(before.custom_id) !== undefined);
  const waiting = compared.changes.filter((change) => isWaiting(change) && isChosen(change));
  return { value: { resources, kept: [...kept], waiting: waiting.map(({ address }) => address) }, diagnostics: [] };
}

/** With the kinds that are defined in place of an id, which pull manages, too. */
function withManagedKinds(game: DesiredGame): DesiredGame {
  return { ...game, managed: new Set([...game.managed, ...[...game.resources.values()].map(({ kind }) => kind)]) };
}

/** `path` is empty where one side deletes the resource. */
function conflictOf({ path, ...values }: ThreeWayChange, address: Address, { sources }: DesiredGame): Diagnostic {
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
function withLive(kind: Kind, declared: Desired, { path, before }: ThreeWayChange): Desired {
  const [name = "", ...names] = namesIn(path);
  const { body, links } = declared;
  const value = withAt(memberwise(declared, name), names, before);
  const field = fieldNamed(kind, name);
  if (field !== undefined) return { ...declared, body: { ...body, [name]: canonicalValue(field, value) } };
  return { ...declared, links: { ...links, [name]: sortedMembers(Object.keys(value as JsonObject)) } };
}

/** The value with another one, or none, below these names. */
function withAt(value: Json | undefined, [name, ...names]: readonly string[], other?: Json): Json | undefined {
  if (name === undefined) return other;
  const { [name]: inner, ...rest } = value as JsonObject;
  const changed = withAt(inner, names, other);
  return changed === undefined ? rest : { ...(value as JsonObject), [name]: changed };
}
