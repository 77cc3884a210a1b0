/**
 * Live resources that manifests cannot express, and what depends on them. In: a game with live
 * values. Out: the resources that must stay as the manifests have them, each with the reason. The
 * rest can be pulled.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import { append } from "../ground/collections.ts";
import { type JsonObject, jsonText } from "../ground/json.ts";
import { inQuotes, oneOf, quoted } from "../ground/words.ts";
import { checkGame } from "../manifest/game/desired-game.ts";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import {
  addressOf,
  kindNamed,
  namedReferences,
  partsOfAddress,
  referencesOfResource,
} from "../model/catalog-lookup.ts";
import {
  type Diagnostic,
  diagnostic,
  subjectsOf,
  type Told,
  textOf,
} from "../model/diagnostics.ts";
import type {
  Address,
  Desired,
  Inventory,
  LiveGame,
  Resource,
  ResourceName,
} from "../model/model.ts";
import type { Span } from "../model/source.ts";
import { compare } from "../plan/differences.ts";
import { newDefinition } from "./game-texts.ts";

interface PulledValues {
  /** The resources before and after the pull, by the same addresses. */
  readonly before: Inventory<Desired>;
  readonly after: Inventory<Desired>;
  readonly live: Inventory<Resource>;
  /** Resources whose id changes to the id of their address. */
  readonly renamed: ReadonlySet<Address>;
  readonly managed: ReadonlySet<KindName>;
  /**
   * Whether the manifests have changes that are not live yet. A live value that contradicts one is
   * a conflict, and not odd.
   */
  readonly hasOwnChanges: boolean;
  /** Resources that are left out already. */
  readonly isLeftOut: (address: Address) => boolean;
}

/**
 * Finds resources that can't be pulled. If the map is empty, live values are not the reason for a
 * refusal.
 */
export function inexpressible(values: PulledValues, catalog: Catalog): ReadonlyMap<Address, Told> {
  const { before, after, renamed } = values;
  const isPulled = (address: Address): boolean =>
    renamed.has(address) || before.get(address) !== after.get(address);
  const dependent = dependentOnOthers(values, isPulled, catalog);
  return dependent.size > 0 ? dependent : inexpressibleValues(values, isPulled, catalog);
}

/**
 * Pulled resources that refer to a resource that is not pulled, and deleted ones to which a
 * resource refers that keeps its old values.
 */
function dependentOnOthers(
  values: PulledValues,
  isPulled: (address: Address) => boolean,
  catalog: Catalog,
): ReadonlyMap<Address, string> {
  const { before, after, managed, isLeftOut } = values;
  const found = new Map<Address, string>();
  const referrers = new Map<Address, Address[]>();
  const missing: Address[] = [];
  const whyOdd = (target: Address): string => (isLeftOut(target) ? "is left out" : "is not live");
  for (const resource of after.values()) {
    const { address } = resource;
    const oddTargets = findOddTargets(resource, values, { isPulled, catalog });
    const references = namedReferences(kindNamed(catalog, resource.kind), resource);
    for (const { to: target } of references) append(referrers, target, address);
    const isGone = ({ to, kind }: { readonly to: Address; readonly kind: KindName }): boolean =>
      !after.has(to) && managed.has(kind);
    for (const { to: target, ...name } of references.filter(isGone)) {
      if (oddTargets.has(target) && !found.has(address)) {
        found.set(address, `It refers to ${named(name, catalog)}, which ${whyOdd(target)}.`);
        missing.push(address);
      } else if (isLeftOut(address) && before.has(target) && !found.has(target)) {
        const who = named(resource, catalog);
        found.set(target, `It was deleted live, and ${who}, which is left out, refers to it.`);
      }
    }
  }
  // A declared resource keeps its old values, so that its referrers find it.
  const referrersOf = (address: Address): readonly Address[] =>
    before.has(address) ? [] : (referrers.get(address) ?? []).filter(isPulled);
  addReferrers(found, { missing, referrersOf }, catalog);
  return found;
}

interface MissingResources {
  /** Resources that are not pulled, whose referrers can't be pulled either. Emptied. */
  readonly missing: Address[];
  readonly referrersOf: (address: Address) => readonly Address[];
}

/** Adds the resources that refer to missing ones, and those that refer to them, and so on. */
function addReferrers(
  found: Map<Address, string>,
  { missing, referrersOf }: MissingResources,
  catalog: Catalog,
): void {
  for (let address = missing.pop(); address !== undefined; address = missing.pop()) {
    const why = `It refers to ${named(partsOfAddress(address), catalog)}, which is left out.`;
    for (const referrer of referrersOf(address).filter((each) => !found.has(each))) {
      found.set(referrer, why);
      missing.push(referrer);
    }
  }
}

/**
 * Finds the targets of a pulled record that make it impossible to pull. A live target that the
 * manifests do without is none: that is no fault of the record.
 */
function findOddTargets(
  resource: Desired,
  { live, isLeftOut }: PulledValues,
  {
    isPulled,
    catalog,
  }: { readonly isPulled: (address: Address) => boolean; readonly catalog: Catalog },
): ReadonlySet<Address> {
  const { address } = resource;
  if (!isPulled(address)) return new Set();
  const targets = referencesOfResource(catalog, live.get(address) ?? resource);
  return new Set([...targets].filter((target) => isLeftOut(target) || !live.has(target)));
}

const RESOURCES_OF_A_TEXT = 2000;

/**
 * Pulled resources with values that manifests refuse. Each is written on a line of its own, which
 * tells them apart.
 */
function inexpressibleValues(
  { after, live, managed, hasOwnChanges }: PulledValues,
  isPulled: (address: Address) => boolean,
  catalog: Catalog,
): ReadonlyMap<Address, Told> {
  const texts: ParsedText[] = [];
  const addresses = new Map<string, readonly Address[]>();
  for (const kind of catalog) {
    const ofKind = [...after.values()].filter((resource) => resource.kind === kind.name);
    if (ofKind.length === 0 && !managed.has(kind.name)) continue;
    for (let start = 0; start === 0 || start < ofKind.length; start += RESOURCES_OF_A_TEXT) {
      const some = ofKind.slice(start, start + RESOURCES_OF_A_TEXT);
      const lines = some.map((resource) => jsonText(definitionOf(resource, catalog)));
      const file = `${kind.plural}-${start}.json`;
      addresses.set(
        file,
        some.map(({ address }) => address),
      );
      texts.push(parseText(file, `{${inQuotes(kind.plural)}: [\n${lines.join(",\n")}\n]}\n`));
    }
  }
  const addressAt = ({ source, start }: Span): Address | undefined =>
    addresses.get(source.name)?.[start.line - 2];
  const isAsLive = (address: Address): boolean => {
    const now = live.get(address);
    const pulled = after.get(address);
    return (
      now !== undefined &&
      pulled !== undefined &&
      compare(kindNamed(catalog, now.kind), now, pulled).length === 0
    );
  };
  const found = new Map<Address, Told>();
  for (const { code, severity, detail, primary, others } of checkGame(texts, catalog, [[]])
    .diagnostics) {
    // References were followed before.
    if (severity !== "error" || primary === undefined || code === "dangling-reference") continue;
    const places = [...new Set([primary, ...others].flatMap(({ span }) => addressAt(span) ?? []))];
    const culprit = places.find(isPulled);
    const isConflict = hasOwnChanges && places.length > 1 && !places.every(isAsLive);
    if (culprit === undefined || isConflict || found.has(culprit)) continue;
    found.set(culprit, { text: detail, about: places });
  }
  return found;
}

function definitionOf(resource: Desired, catalog: Catalog): JsonObject {
  return newDefinition(resource, kindNamed(catalog, resource.kind), undefined);
}

/** Such as `the reward "egg"`. An odd id makes no address that people could read. */
function named(
  { kind, custom_id }: Pick<ResourceName, "kind" | "custom_id">,
  catalog: Catalog,
): string {
  return `the ${kindNamed(catalog, kind).label} ${quoted(custom_id)}`;
}

/** An error about one live resource that was not pulled. */
export function leftOut(address: Address, reason: Told, catalog: Catalog): Diagnostic {
  const what = named(partsOfAddress(address), catalog);
  const text = `${what.charAt(0).toUpperCase()}${what.slice(1)} is left out. ${textOf(reason)}`;
  return leftOutProblem({ text, about: subjectsOf(reason) }, address);
}

/** Line breaks of the service would look like lines of laurel. */
function leftOutProblem(detail: Told, address: Address | undefined): Diagnostic {
  const text = textOf(detail).replaceAll(/[\r\n]/g, (character) =>
    jsonText(character).slice(1, -1),
  );
  return diagnostic("left-out", [{ text, about: subjectsOf(detail) }], {
    address,
    help: LEFT_OUT_HELP,
  });
}

const LEFT_OUT_HELP = [
  "change it on the service, for example in its admin panel, and run `laurel pull`",
];

interface UnreadContext {
  readonly isChosen: (address: Address) => boolean;
  /**
   * Declared resources that stay, because a record without an id may be theirs, or their record may
   * be hidden.
   */
  readonly undecided: readonly Desired[];
}

/** An error about each record that cannot be read. */
export function unreadProblems(
  { unread = [] }: LiveGame,
  { isChosen, undecided }: UnreadContext,
): readonly Diagnostic[] {
  const named = new Set<KindName>();
  return unread.flatMap(({ kind, custom_id, detail }): readonly Diagnostic[] => {
    const address = custom_id === undefined ? undefined : addressOf(kind, custom_id);
    if (address !== undefined && !isChosen(address)) return [];
    const candidates = undecided.flatMap((other) =>
      address === undefined && other.kind === kind ? [other.address] : [],
    );
    const isFirst = candidates.length > 0 && !named.has(kind);
    if (isFirst) named.add(kind);
    const stay = isFirst
      ? ` It may be ${oneOf(candidates)}, so nothing of this kind is pulled as deleted.`
      : "";
    return [leftOutProblem(detail + stay, address)];
  });
}

/** A warning about each declared resource that stays because the service may hide it. */
export function hiddenProblems(
  { unseen }: LiveGame,
  { isChosen, undecided }: UnreadContext,
): readonly Diagnostic[] {
  const hidden = undecided.filter(
    ({ kind, address }) => unseen?.has(kind) === true && isChosen(address),
  );
  return hidden.map(({ address, custom_id }) => {
    const detail = `${address} is not in the list that the service shows, which may hide it. It stays declared.`;
    const help = [`if ${quoted(custom_id)} was deleted live, delete it from the manifests, too`];
    return diagnostic("parameter-not-supported", detail, { address, help });
  });
}
