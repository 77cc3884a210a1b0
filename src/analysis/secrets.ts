/**
 * Finds the secret resources of a game: hidden resources (the catalog names the flag, `hides`), and
 * resources that only those use. In: the manifests, the live game and the steps between them. Out:
 * addresses. A resource is secret if it is hidden on either side, so a plan that hides or reveals
 * it doesn't leak it.
 *
 * `achievement/shadow` with `is_secret: true` also makes its group `criteria_group/shadow` secret,
 * unless a public achievement uses it.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { append } from "../ground/collections.ts";
import {
  addressOf,
  hidingFlags,
  kindNamed,
  referenceFields,
  referencesOfResource,
} from "../model/catalog-lookup.ts";
import type { Address, DesiredGame, Inventory, LiveGame, Resource, Step } from "../model/model.ts";
import type { Planned } from "../plan/plan.ts";
import { effectOf, type StepEffect } from "../plan/step.ts";
import type { Way } from "./design/ways.ts";

export interface Secrets {
  readonly addresses: ReadonlySet<Address>;
  /** Kinds whose resources may all be secret, because the game could not be planned. */
  readonly unsure: ReadonlySet<KindName>;
  /** Sources of the manifests' resources. */
  readonly sources?: DesiredGame["sources"];
}

export const NO_SECRETS: Secrets = { addresses: new Set(), unsure: new Set() };

/** Replaces secret text. */
export const MASK = "(secret)";

/** Note at the end of a page with masks. */
export const MASK_NOTE = `\`${MASK}\` replaces names and texts of secret resources, and of resources that only those use. \`--reveal-secrets\` shows them.`;

/** The known parts of a game. */
interface SecretSources {
  readonly desired?: Partial<Pick<DesiredGame, "moved" | "sources">> & {
    readonly resources: Inventory<Resource>;
  };
  readonly live?: { readonly resources: Inventory<Resource> };
  readonly planned?: Pick<Planned, "plan" | "effects">;
}

/**
 * Finds the secrets of a game: hidden resources, resources that only those use, and their aliases.
 */
export function secretsOf({ desired, live, planned }: SecretSources, catalog: Catalog): Secrets {
  const resources = [...(desired?.resources.values() ?? []), ...(live?.resources.values() ?? [])];
  const isHidden = ({ kind, body }: Resource): boolean =>
    hidingFlags(kindNamed(catalog, kind)).some((flag) => body[flag] === true);
  const secrets = new Set(resources.filter(isHidden).map(({ address }) => address));
  if (secrets.size === 0) return NO_SECRETS;
  const moved =
    desired?.moved?.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]) ?? [];
  const stepped =
    planned?.plan.steps.map((step) => listIds(step, effectOf(step, planned.effects))) ?? [];
  const aliases = [...moved, ...stepped];
  const uses = findUses(resources, catalog);
  for (let size = -1; size !== secrets.size; ) {
    size = secrets.size;
    addAliases(secrets, aliases);
    addUsed(secrets, uses);
    addPossiblyUsed(secrets, uses, resources);
  }
  const { sources } = desired ?? {};
  return { addresses: secrets, unsure: new Set(), ...(sources === undefined ? {} : { sources }) };
}

/** Adds all addresses of a resource if one of them is secret. */
function addAliases(secrets: Set<Address>, aliases: readonly (readonly Address[])[]): void {
  for (const addresses of aliases) {
    if (!addresses.some((address) => secrets.has(address))) continue;
    for (const address of addresses) secrets.add(address);
  }
}

/** Adds resources that only secrets use. */
function addUsed(secrets: Set<Address>, { users }: Uses): void {
  for (const [target, by] of users) if (by.every((user) => secrets.has(user))) secrets.add(target);
}

/** Adds resources without known users that a secret with unread links may use. */
function addPossiblyUsed(
  secrets: Set<Address>,
  { users, unread }: Uses,
  resources: readonly Resource[],
): void {
  const kinds = new Set([...secrets].flatMap((address) => unread.get(address) ?? []));
  for (const { address, kind } of resources)
    if (kinds.has(kind) && !users.has(address)) secrets.add(address);
}

interface Uses {
  /** The resources that refer to each resource. */
  readonly users: ReadonlyMap<Address, readonly Address[]>;
  /** Kinds that each resource's unread links can refer to. */
  readonly unread: ReadonlyMap<Address, readonly KindName[]>;
}

function findUses(resources: readonly Resource[], catalog: Catalog): Uses {
  const users = new Map<Address, Address[]>();
  const unread = new Map<Address, readonly KindName[]>();
  for (const resource of resources) {
    const { address, kind, links } = resource;
    for (const target of referencesOfResource(catalog, resource)) {
      if (target !== address) append(users, target, address);
    }
    const open = kindNamed(catalog, kind).links.flatMap(({ name, to }) =>
      links[name] === undefined ? [to] : [],
    );
    if (open.length > 0) unread.set(address, open);
    else unread.delete(address);
  }
  return { users, unread };
}

/** Lists a step's addresses: of both versions of the resource, and of the resource it replaces. */
function listIds(
  { address, replaces }: Step,
  { kind, before, after }: StepEffect,
): readonly Address[] {
  const versions = [before, after].flatMap((version) =>
    version === undefined ? [] : addressOf(kind.name, version.id),
  );
  return [address, ...versions, ...(replaces === undefined ? [] : [replaces])];
}

/** Joins the secrets of a game before and after a change, with the places before it. */
export function joinSecrets(before: Secrets, after: Secrets): Secrets {
  if (before.addresses.size + after.addresses.size === 0) return before;
  return {
    ...before,
    addresses: new Set([...before.addresses, ...after.addresses]),
    unsure: new Set([...before.unsure, ...after.unsure]),
  };
}

/** Finds the secrets of a game that was read but could not be planned. */
export function findSecretsWithoutPlan(
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): Secrets {
  const isUnread = catalog.some(
    (kind) => hidingFlags(kind).length > 0 && !live.read.has(kind.name),
  );
  const known = secretsOf({ desired, live }, catalog);
  return isUnread ? { ...known, unsure: assumeSecrets(catalog).unsure } : known;
}

/**
 * Assumes that all resources of kinds with a hiding flag are secret, and all kinds they refer to.
 */
export function assumeSecrets(catalog: Catalog): Secrets {
  const unsure = new Set(
    catalog.filter((kind) => hidingFlags(kind).length > 0).map(({ name }) => name),
  );
  for (const name of unsure) {
    const kind = kindNamed(catalog, name);
    for (const { to } of [...referenceFields(kind), ...kind.links]) unsure.add(to);
  }
  return { ...NO_SECRETS, unsure };
}

/** Lists the addresses of a way's actions. */
export function listWayActions({ steps }: Way): readonly Address[] {
  return steps.map(({ custom_action_id }): Address => `action/${custom_action_id}`);
}

/** Whether the achievement with this id is secret. */
export function isSecretAchievement(
  { addresses }: Pick<Secrets, "addresses">,
  id: string,
): boolean {
  return addresses.has(addressOf("achievement", id));
}
