/**
 * Finds resources that were renamed live. In: declared and live resources. Out: pairs that are one
 * resource under two ids, and warnings about pairs that may be one. Evidence is a text that no two
 * resources share, such as the name, or an id that is equal but for case and separators. Equal
 * settings are no evidence: with a `moved` entry, another environment would give the scores of one
 * leaderboard to another one.
 */
import type { Catalog, Kind, KindName } from "../catalog/types.ts";
import { append, grouped } from "../ground/collections.ts";
import { both } from "../ground/words.ts";
import { addressOf, declaredUniqueTexts, kindNamed, uniqueTexts } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, Desired, Inventory, Moved, Resource } from "../model/model.ts";
import { comparableText, isAlike } from "../model/normalise.ts";
import { movedLine } from "../plan/warnings.ts";

/** A resource that has another id live. `from` is the id in the manifests. */
export type LiveRename = Pick<Moved, "kind" | "from" | "to">;

/** A rename, or several in a row: each resource has the former id of the next one. */
export type RenameChain = readonly LiveRename[];

interface RenameSearch {
  readonly declared: Inventory<Desired>;
  /**
   * The resources at the base, by today's address, which is another one than theirs after a rename.
   */
  readonly base: Inventory<Desired>;
  readonly live: Inventory<Resource>;
  /** Whether a declared resource is known not to be live. */
  readonly isGone: (resource: Desired) => boolean;
}

export interface FoundRenames {
  readonly chains: readonly RenameChain[];
  /** Renames of resources that were deleted from the manifests since the base. */
  readonly ofDeleted: readonly LiveRename[];
}

export function findRenames(
  { declared, base, live, isGone }: RenameSearch,
  catalog: Catalog,
): FoundRenames {
  const chains: RenameChain[] = [];
  const ofDeleted: LiveRename[] = [];
  const added = [...live.values()].filter(
    ({ address }) => !declared.has(address) && !base.has(address),
  );
  for (const [name, ofKind] of grouped(added, ({ kind }) => kind)) {
    const kind = kindNamed(catalog, name);
    const isOfKind = (resource: Resource): boolean => resource.kind === name;
    const here = [...declared.values()].filter(isOfKind);
    const there = [...live.values()].filter(isOfKind);
    const atBase = new Map(
      here.flatMap(({ address, custom_id }) => {
        const version = base.get(address);
        return version === undefined ? [] : [[custom_id, version] as const];
      }),
    );
    const newIds = new Set(ofKind.map(({ custom_id }) => custom_id));
    const ids = new Map([...idsByText(byId(here), there, kind), ...idsByText(atBase, there, kind)]);
    const gone = here.filter(isGone);
    const claimed = new Set<string>();
    for (const chain of chainsOf(kind, { gone, here, there, newIds, ids })) {
      chains.push(chain);
      for (const { to } of chain) claimed.add(to);
    }
    const deleted = [...base].flatMap(([address, resource]) =>
      isOfKind(resource) && !declared.has(address) && !live.has(address) ? [resource] : [],
    );
    const free = new Set([...newIds].filter((id) => !claimed.has(id)));
    const deletedIds = idsByText(byId(deleted), there, kind);
    for (const chain of chainsOf(kind, {
      gone: deleted,
      here: deleted,
      there,
      newIds: free,
      ids: deletedIds,
    })) {
      if (chain.length === 1) ofDeleted.push(...chain);
    }
  }
  return { chains, ofDeleted };
}

/**
 * The texts of a resource that no other one has. A text that is left to the admin panel says
 * nothing.
 */
function tellingTexts(resource: Resource | Desired, kind: Kind): readonly string[] {
  const names = "ignore" in resource ? declaredUniqueTexts(kind, resource) : uniqueTexts(kind);
  return names.flatMap((name) => {
    const text = resource.body[name];
    return typeof text === "string" && text.trim() !== "" ? [`${name} ${text}`] : [];
  });
}

/** Versions of resources by their id in the manifests. */
type Versions = ReadonlyMap<string, Desired>;

function byId(resources: readonly Desired[]): Versions {
  return new Map(resources.map((resource) => [resource.custom_id, resource]));
}

/**
 * By the id in the manifests: the other live id at which its text is, if one resource of each side
 * has the text.
 */
function idsByText(
  versions: Versions,
  live: readonly Resource[],
  kind: Kind,
): ReadonlyMap<string, string> {
  const holders = new Map<string, string[]>();
  for (const resource of live) {
    for (const text of tellingTexts(resource, kind)) append(holders, text, resource.custom_id);
  }
  const owners = new Map<string, string[]>();
  for (const [id, version] of versions) {
    for (const text of tellingTexts(version, kind)) append(owners, text, id);
  }
  const ids = new Map<string, string>();
  for (const [text, [owner, ...others]] of owners) {
    const [holder, ...more] = holders.get(text) ?? [];
    const isOnly = owner !== undefined && holder !== undefined && others.length + more.length === 0;
    if (isOnly && holder !== owner) ids.set(owner, holder);
  }
  return ids;
}

interface ChainSearch {
  readonly gone: readonly Desired[];
  readonly here: readonly Desired[];
  readonly there: readonly Resource[];
  /** Live ids that the manifests do not have. */
  readonly newIds: ReadonlySet<string>;
  /** By the id in the manifests: the live id at which its text is. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Each gone resource that leads to a new id. Names and ids that point to different resources are no
 * evidence.
 */
function chainsOf({ name: kind }: Kind, search: ChainSearch): readonly RenameChain[] {
  const { gone, here, newIds, ids } = search;
  const known = new Set(here.map(({ custom_id }) => custom_id));
  const sources = grouped(ids, ([, to]) => to);
  const isClear = (to: string): boolean => sources.get(to)?.length === 1;
  const twins = twinsOf(search);
  const twinOwners = new Map([...twins].map(([from, to]) => [to, from]));
  const chainFrom = (start: string): RenameChain => {
    const chain: LiveRename[] = [];
    const passed = new Set<string>();
    for (let from = start; ; ) {
      const to = ids.get(from);
      if (to === undefined || passed.has(to) || !isClear(to)) return [];
      passed.add(to);
      chain.push({ kind, from, to });
      if (newIds.has(to)) return chain;
      if (!known.has(to)) return [];
      from = to;
    }
  };
  return gone.flatMap(({ custom_id: from }): readonly RenameChain[] => {
    const chain = chainFrom(from);
    const [first] = chain;
    const last = chain.at(-1);
    const twin = twins.get(from);
    if (first !== undefined && last !== undefined) {
      const isDisputed =
        (twin ?? first.to) !== first.to || (twinOwners.get(last.to) ?? last.from) !== last.from;
      return isDisputed ? [] : [chain];
    }
    const isFree = twin !== undefined && !ids.has(from) && !sources.has(twin);
    return isFree ? [[{ kind, from, to: twin }]] : [];
  });
}

/** By a gone id: the new live id that is equal but for case and separators, if no third id is. */
function twinsOf({ gone, here, there, newIds }: ChainSearch): ReadonlyMap<string, string> {
  const owners = grouped(here, plainId);
  const holders = grouped(there, plainId);
  const twins = new Map<string, string>();
  for (const resource of gone) {
    const plain = plainId(resource);
    const [twin, ...others] = holders.get(plain) ?? [];
    const isOnly = others.length === 0 && owners.get(plain)?.length === 1;
    if (plain !== "" && twin !== undefined && isOnly && newIds.has(twin.custom_id)) {
      twins.set(resource.custom_id, twin.custom_id);
    }
  }
  return twins;
}

function plainId({ custom_id }: Pick<Resource, "custom_id">): string {
  return custom_id.toLowerCase().replaceAll(/[-_.~\s]/g, "");
}

/**
 * Texts by which a deleted and a new resource look like one, the strongest first. An empty text
 * says nothing.
 */
const LIKENESSES: readonly ((resource: Desired, kind: Kind) => string)[] = [
  (resource, kind) => tellingTexts(resource, kind).join("\n"),
  plainId,
  (resource, kind) => tellingTexts(resource, kind).join("\n").toLowerCase(),
  settings,
];

/** All values but ids and names; empty where all are defaults. */
function settings({ body }: Desired, { fields }: Kind): string {
  const telling = fields.filter(({ type, unique = false }) => type !== "id" && !unique);
  const isFull = telling.some((field) => !isAlike(body[field.name] ?? null, field.default ?? null));
  return isFull ? comparableText(telling.map((field) => body[field.name] ?? null)) : "";
}

/** Warns of resources that were pulled as deleted and created and may have been renamed. */
export function doubtfulRenames(
  gone: readonly Desired[],
  added: readonly Desired[],
  catalog: Catalog,
): readonly Diagnostic[] {
  if (gone.length === 0 || added.length === 0) return [];
  const left = new Set([...gone, ...added]);
  const isNew = new Set(added);
  const doubts: Diagnostic[] = [];
  for (const likenessOf of LIKENESSES) {
    const keyOf = (resource: Desired): string => {
      const likeness = likenessOf(resource, kindNamed(catalog, resource.kind));
      return likeness === "" ? "" : `${resource.kind} ${likeness}`;
    };
    for (const [key, alike] of grouped(left, keyOf)) {
      const from = alike.filter((resource) => !isNew.has(resource));
      const to = alike.filter((resource) => isNew.has(resource));
      const [first] = from;
      const [second] = to;
      if (key === "" || first === undefined || second === undefined) continue;
      for (const resource of alike) left.delete(resource);
      const entry = { kind: first.kind, from: first.custom_id, to: second.custom_id };
      doubts.push(doubtAbout(from.map(addressIn), to.map(addressIn), movedLine([entry])));
    }
  }
  return doubts;
}

function addressIn({
  kind,
  custom_id,
}: {
  readonly kind: KindName;
  readonly custom_id: string;
}): Address {
  return addressOf(kind, custom_id);
}

function doubtAbout(from: readonly Address[], to: readonly Address[], entry: string): Diagnostic {
  const isPair = from.length + to.length === 2;
  const words = `${both(from)} may be renamed to ${both(to)}, which ${to.length === 1 ? "is" : "are"} alike; pulled as deleted and created.`;
  const text = isPair
    ? "if it is the same one under a new id, add to the manifests:"
    : "for each that is the same one under a new id, add an entry to the manifests, such as:";
  return diagnostic("looks-like-rename", [{ text: words, about: [...from, ...to] }], {
    address: from[0],
    help: [{ text, command: entry }],
  });
}
