/**
 * What is secret about a game: resources that are hidden from players, and what only they use. In:
 * the manifests, the live game and the steps between them. Out: addresses. A resource is secret
 * when it is hidden on either side, so that neither hiding nor revealing it gives it away; the
 * catalog names the flag (`hides`).
 *
 * `achievement/shadow` with `is_secret: true` makes its group `criteria_group/shadow` secret, too,
 * unless a public achievement uses it. For `points: 30`, that is nothing.
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
  /**
   * Kinds of which it is not known what is secret, because the game could not be planned: anything
   * may be.
   */
  readonly unsure: ReadonlySet<KindName>;
  /** Where the resources of the manifests are written. */
  readonly sources?: DesiredGame["sources"];
}

export const NO_SECRETS: Secrets = { addresses: new Set(), unsure: new Set() };

/** Replaces secret text. */
export const MASK = "(secret)";

/** At the end of a page with masks. */
export const MASK_NOTE = `\`${MASK}\` replaces names and texts of secret resources, and of resources that only those use. \`--reveal-secrets\` shows them.`;

/** What is known of one game. */
interface SecretSources {
  readonly desired?: Partial<Pick<DesiredGame, "moved" | "sources">> & {
    readonly resources: Inventory<Resource>;
  };
  readonly live?: { readonly resources: Inventory<Resource> };
  readonly planned?: Pick<Planned, "plan" | "effects">;
}

/**
 * The secrets of one game: what is hidden, what only that refers to, and the other ids that either
 * has or had. What nothing is known to refer to counts as referred to by a secret whose links were
 * not read.
 */
export function secretsOf({ desired, live, planned }: SecretSources, catalog: Catalog): Secrets {
  const resources = [...(desired?.resources.values() ?? []), ...(live?.resources.values() ?? [])];
  const isHidden = ({ kind, body }: Resource): boolean =>
    hidingFlags(kindNamed(catalog, kind)).some((flag) => body[flag] === true);
  const secrets = new Set(resources.filter(isHidden).map(({ address }) => address));
  // Without a secret, nothing is used by secrets alone.
  if (secrets.size === 0) return NO_SECRETS;
  const moved =
    desired?.moved?.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)]) ?? [];
  const stepped =
    planned?.plan.steps.map((step) => idsOf(step, effectOf(step, planned.effects))) ?? [];
  const sameOnes = [...moved, ...stepped];
  const { users, unread } = usesOf(resources, catalog);
  for (let size = -1; size !== secrets.size; ) {
    size = secrets.size;
    for (const ids of sameOnes)
      if (ids.some((id) => secrets.has(id))) for (const id of ids) secrets.add(id);
    for (const [target, by] of users)
      if (by.every((user) => secrets.has(user))) secrets.add(target);
    const maybeUsed = new Set([...secrets].flatMap((address) => unread.get(address) ?? []));
    if (maybeUsed.size === 0) continue;
    for (const { address, kind } of resources)
      if (maybeUsed.has(kind) && !users.has(address)) secrets.add(address);
  }
  const { sources } = desired ?? {};
  return { addresses: secrets, unsure: new Set(), ...(sources === undefined ? {} : { sources }) };
}

/**
 * What refers to each resource, and the kinds of what those may hold of which links were not read.
 */
function usesOf(resources: readonly Resource[], catalog: Catalog) {
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

/** The ids before and after a step, and those of a resource and of the one that replaces it. */
function idsOf(
  { address, replaces }: Step,
  { kind, before, after }: StepEffect,
): readonly Address[] {
  const versions = [before, after].flatMap((version) =>
    version === undefined ? [] : addressOf(kind.name, version.id),
  );
  return [address, ...versions, ...(replaces === undefined ? [] : [replaces])];
}

/** The secrets of a game before and after a change; its places are those before. */
export function joinSecrets(before: Secrets, after: Secrets): Secrets {
  if (before.addresses.size + after.addresses.size === 0) return before;
  return {
    ...before,
    addresses: new Set([...before.addresses, ...after.addresses]),
    unsure: new Set([...before.unsure, ...after.unsure]),
  };
}

/** The secrets of a game of which both sides are known and that could not be planned. */
export function secretsWithoutPlan(
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): Secrets {
  const isUnread = catalog.some(
    (kind) => hidingFlags(kind).length > 0 && !live.read.has(kind.name),
  );
  const known = secretsOf({ desired, live }, catalog);
  return isUnread ? { ...known, unsure: unknownSecrets(catalog).unsure } : known;
}

/**
 * For a game whose secrets could not be found out: any resource of a kind that hides may be one,
 * with all it uses.
 */
export function unknownSecrets(catalog: Catalog): Secrets {
  const unsure = new Set(
    catalog.filter((kind) => hidingFlags(kind).length > 0).map(({ name }) => name),
  );
  for (const name of unsure) {
    const kind = kindNamed(catalog, name);
    for (const { to } of [...referenceFields(kind), ...kind.links]) unsure.add(to);
  }
  return { ...NO_SECRETS, unsure };
}

/** Addresses of the actions that a way takes. */
export function actionsIn({ steps }: Way): readonly Address[] {
  return steps.map(({ custom_action_id }): Address => `action/${custom_action_id}`);
}

/** Whether the achievement with this id is secret. */
export function isSecretAchievement(
  { addresses }: Pick<Secrets, "addresses">,
  id: string,
): boolean {
  return addresses.has(addressOf("achievement", id));
}
