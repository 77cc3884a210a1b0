/**
 * What would make one live game like another. In: two games as they are live, read whole, and what the manifests want of
 * each. Out: the changes that the planner's own diff finds, what is expected of them, and what is unknown. Members
 * of links are compared as values, because how they would be written does not matter here.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { kindNamed, nameIn, namesOf, valueIn } from "../model/catalog-lookup.ts";
import type { Json } from "../model/json.ts";
import type {
  Address,
  Body,
  Desired,
  DesiredGame,
  FieldChange,
  Inventory,
  LinkAccess,
  Live,
  LiveGame,
  NotComparable,
  Target,
} from "../model/model.ts";
import { isAlike } from "../model/normalise.ts";
import { diff } from "./diff.ts";
import { asDesired } from "./replacement.ts";
import { stepOf } from "./steps.ts";

/** One game in one environment. */
export interface GameInEnvironment {
  readonly target: Target;
  readonly live: LiveGame;
  /** As the manifests have it there. Absent: they say nothing, or could not be read. */
  readonly desired?: DesiredGame;
}

/** A value that differs: `before` is what the one has, `after` what the other has, which it is held against. */
export interface LiveFieldChange extends FieldChange {
  /** Environments whose overrides give this difference. Absent: none does. */
  readonly overridden_in?: readonly string[];
}

/** What would happen to one resource. */
export interface LiveChange {
  readonly action: "create" | "update" | "delete";
  readonly address: Address;
  /** For creations and deletions the values that are not defaults. */
  readonly fields: readonly LiveFieldChange[];
  /** Whether overrides give all of it. */
  readonly expected: boolean;
}

/** A field or link that some service does not show. */
interface HiddenField extends NotComparable {
  readonly environments: readonly string[];
}

export interface LiveDifference {
  readonly game: string;
  readonly from: Target;
  readonly to: Target;
  readonly changes: readonly LiveChange[];
  /** Resources that are alike as far as they can be compared. */
  readonly alike: number;
  readonly not_comparable: readonly HiddenField[];
  /** Kinds of which an environment may have more than its service shows, so that a missing one is no news. */
  readonly incomplete: readonly { readonly kind: KindName; readonly environment: string }[];
}

/** Whether the games differ at all, and in anything that no override gives. */
export function outcomeOfDifference({ changes }: LiveDifference): "different" | "as-expected" | "alike" {
  if (changes.length === 0) return "alike";
  return changes.every(({ expected }) => expected) ? "as-expected" : "different";
}

/** What would make `to` like `from`. Nothing is deleted of a kind of which `from` may have more than it shows. */
export function liveDifference(from: GameInEnvironment, to: GameInEnvironment, catalog: Catalog): LiveDifference {
  const resources = new Map(
    [...from.live.resources].map(([address, live]) => [address, wanted(live, to.live, catalog)]),
  );
  const doomed = [...to.live.resources.values()].filter(
    ({ address, kind }) => !from.live.resources.has(address) && from.live.unseen?.has(kind) !== true,
  );
  const live = { ...to.live, access: asFields(catalog) };
  const deletions = doomed.map((each) => ({ live: each }));
  const found = diff(resources, live, new Map(), deletions, catalog);
  const changes = found.changes.map((change): LiveChange => {
    const { action, address, fields } = stepOf(change, { catalog, desired: resources, live, scalars: "native" });
    if (action !== "create" && action !== "update" && action !== "delete") {
      throw new Error(`unexpected step in the difference of two live games: ${action}`);
    }
    const shown = fields.map((field) => withOverrides(field, address, from, to));
    const expected = action === "update" && shown.every(({ overridden_in }) => overridden_in !== undefined);
    return { action, address, fields: shown, expected };
  });
  const changed = new Set(changes.map(({ address }) => address));
  return {
    game: to.target.game,
    from: from.target,
    to: to.target,
    changes,
    alike: [...from.live.resources.keys()].filter((each) => to.live.resources.has(each) && !changed.has(each)).length,
    not_comparable: hiddenOf(from, to, catalog),
    incomplete: [from, to].flatMap(({ live: { unseen }, target: { environment } }) =>
      catalog.filter(({ name }) => unseen?.has(name) === true).map(({ name }) => ({ kind: name, environment })),
    ),
  };
}

/** The resource as the other game should have it: what is not shown of it is taken to be as it is there. */
function wanted(live: Live, other: LiveGame, catalog: Catalog): Desired {
  const kind = kindNamed(catalog, live.kind);
  const found = other.resources.get(live.address);
  const fields = kind.fields.map(({ name, default: fallback }): [string, Json] => [
    name,
    live.body[name] ?? found?.body[name] ?? fallback ?? null,
  ]);
  const body: Body = Object.fromEntries(fields);
  return asDesired({ ...live, body });
}

/** Links as if they were members of the resource. */
function asFields(catalog: Catalog): ReadonlyMap<string, LinkAccess> {
  const names = catalog.flatMap((kind) => kind.links.map((link) => `${kind.name}.${link.name}`));
  return new Map(names.map((name) => [name, { read: "record", write: "field" }]));
}

/** A difference is expected where an override is there for it, and both games are as the manifests want them. */
function withOverrides(
  field: FieldChange,
  address: Address,
  from: GameInEnvironment,
  to: GameInEnvironment,
): LiveFieldChange {
  const name = nameIn(field.path);
  const places = [from, to];
  const memberOf = (resources: Inventory<Desired | Live> | undefined): Json => {
    const resource = resources?.get(address);
    return (resource && valueIn(resource, name)) ?? null;
  };
  const asWanted = places.every(({ desired, live }) => isAlike(memberOf(desired?.resources), memberOf(live.resources)));
  const overridden = places.filter(({ desired }) => desired?.resources.get(address)?.overrides?.[name] !== undefined);
  if (!asWanted || overridden.length === 0) return field;
  return { ...field, overridden_in: overridden.map(({ target }) => target.environment) };
}

/** What one of the services does not show of resources that both have, or that would be made. */
function hiddenOf(from: GameInEnvironment, to: GameInEnvironment, catalog: Catalog): readonly HiddenField[] {
  return catalog.flatMap((kind) => namesOf(kind).flatMap((name) => hidden(kind, name, from, to)));
}

function hidden(kind: Kind, field: string, from: GameInEnvironment, to: GameInEnvironment): readonly HiddenField[] {
  const own = [...from.live.resources.values()].filter((live) => live.kind === kind.name);
  const hiding = own.flatMap(({ address }) => {
    const sides = [from, to].filter(({ live }) => {
      const resource = live.resources.get(address);
      return resource !== undefined && valueIn(resource, field) === undefined;
    });
    return sides.length === 0 ? [] : [sides.map(({ target }) => target.environment)];
  });
  const environments = [...new Set(hiding.flat())];
  return hiding.length === 0 ? [] : [{ kind: kind.name, field, resources: hiding.length, environments }];
}
