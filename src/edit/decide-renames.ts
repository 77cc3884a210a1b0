/**
 * Decides about every live rename, before targets and conflicts are decided for values. In: both
 * sides, and the base. Out: the renames to write, those that stay as the manifests have them, and
 * the ids that both sides have changed.
 */
import type { Catalog } from "../catalog/types.ts";
import { defined, pushAll } from "../ground/collections.ts";
import { addressesOfEntries, addressOf } from "../model/catalog-lookup.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, Desired, Inventory, Resource } from "../model/model.ts";
import { threeWay } from "../plan/differences.ts";
import { traceEarlier } from "../plan/earlier.ts";
import { identify } from "../plan/identify.ts";
import { conflictOf, renamedAndDeleted } from "./conflicts.ts";
import {
  type FoundRenames,
  findRenames,
  type LiveRename,
  type RenameChain,
} from "./live-renames.ts";
import type { EntryEdits } from "./moved-entries.ts";
import type { LeftOut, PullInput } from "./pull-input.ts";

export interface RenameDecisions {
  /** Renames to write: each id in all texts, with a `moved` entry. */
  readonly renames: readonly LiveRename[];
  /** Renames that are not written. Their live resources are compared under the declared ids. */
  readonly notTaken: readonly LiveRename[];
  readonly entryEdits: EntryEdits;
  /** Live resources that the manifests will not declare. */
  readonly notAdded: ReadonlySet<Address>;
  /** Declared resources that stay as they are, because their live record is left out. */
  readonly unchanged: ReadonlySet<Address>;
  /** Resources that keep their id, or stay deleted, because the files are preferred. */
  readonly kept: readonly Address[];
  readonly conflicts: readonly Diagnostic[];
  /** Whether a resource is pulled. Targets name it by any id that it has or had. */
  readonly isChosen: (address: Address) => boolean;
}

interface RenameBasis {
  readonly input: PullInput;
  readonly left: LeftOut;
  /** By live address: the address that an entry or a mark gives the resource. */
  readonly goals: ReadonlyMap<Address, Address>;
  /** The resources at the base, by today's address. Empty without a base. */
  readonly then: Inventory<Desired>;
}

export function decideRenames(input: PullInput, left: LeftOut, catalog: Catalog): RenameDecisions {
  const { desired, live, base } = input;
  const { renamed } = identify(desired, live, catalog).identification;
  const goals = new Map(
    [...renamed].map(([{ kind, address }, id]) => [address, addressOf(kind, id)]),
  );
  const then: Inventory<Desired> =
    base?.game === undefined ? new Map() : traceEarlier(base.game, desired).resources;
  const basis: RenameBasis = { input, left, goals, then };
  const { chains, ofDeleted } = searchRenames(basis, catalog);
  const chosen = chosenAddresses(basis, [...chains, ...ofDeleted.map((rename) => [rename])]);
  const isChosen = (address: Address): boolean => chosen === undefined || chosen.has(address);
  const made: MadeDecisions = {
    renames: [],
    notTaken: [],
    inserted: [],
    withdrawn: new Set(),
    notAdded: new Set(),
    unchanged: new Set(),
    kept: [],
    conflicts: [],
  };
  for (const chain of chains) addChain(made, chain, { basis, isChosen });
  for (const rename of ofDeleted) {
    const address = addressOf(rename.kind, rename.to);
    if (isChosen(address) && !left.addresses.has(address)) addRenameOfDeleted(made, rename, basis);
  }
  const { inserted, withdrawn, ...others } = made;
  return { ...others, entryEdits: { inserted, withdrawn }, isChosen };
}

/** Decisions while they are made, as `RenameDecisions` and `EntryEdits` have them. */
interface MadeDecisions {
  readonly renames: LiveRename[];
  readonly notTaken: LiveRename[];
  readonly inserted: LiveRename[];
  readonly withdrawn: Set<Address>;
  readonly notAdded: Set<Address>;
  readonly unchanged: Set<Address>;
  readonly kept: Address[];
  readonly conflicts: Diagnostic[];
}

interface ChainContext extends Pick<RenameDecisions, "isChosen"> {
  readonly basis: RenameBasis;
}

/** Adds the decision about renames that depend on each other. */
function addChain(
  made: MadeDecisions,
  chain: RenameChain,
  { basis, isChosen }: ChainContext,
): void {
  const decision = decideChain(chain, isChosen, basis);
  pushAll(decision === "take" ? made.renames : made.notTaken, chain);
  for (const rename of chain) {
    const { kind, from, to } = rename;
    const address = addressOf(kind, from);
    if (decision === "leave-out") made.unchanged.add(address);
    if (decision === "keep") {
      // The next apply gives the live resource its declared id back.
      made.inserted.push({ kind, from: to, to: from });
      made.kept.push(address);
    }
    if (decision === "refuse" && causeOf(rename, basis) === "conflict") {
      const base = basis.then.get(address)?.custom_id;
      const difference = { path: "/custom_id", before: to, after: from, ...defined({ base }) };
      made.conflicts.push(conflictOf(difference, address, basis.input.desired));
    }
  }
}

/** Adds the decision about a live rename of a resource that the manifests have deleted. */
function addRenameOfDeleted(
  made: MadeDecisions,
  rename: LiveRename,
  { input: { prefer } }: RenameBasis,
): void {
  const { kind, from, to } = rename;
  const address = addressOf(kind, to);
  if (prefer === "live") {
    made.inserted.push(rename);
    made.withdrawn.add(addressOf(kind, from));
    return;
  }
  made.notAdded.add(address);
  if (prefer === "files") made.kept.push(address);
  else made.conflicts.push(renamedAndDeleted(rename));
}

/** Looks for renames among resources whose id no entry changes. */
function searchRenames(
  { input: { desired, live }, left, goals, then }: RenameBasis,
  catalog: Catalog,
): FoundRenames {
  const waiting = new Set(goals.values());
  const released = addressesOfEntries([...desired.removed, ...(desired.forgotten ?? [])]);
  const isFree = ({ address, kind, custom_id }: Resource): boolean =>
    desired.managed.has(kind) &&
    !goals.has(address) &&
    !released.has(address) &&
    markOf(custom_id) === undefined;
  const isGone = ({ address, kind }: Resource): boolean =>
    !live.resources.has(address) &&
    !waiting.has(address) &&
    !left.unread.has(address) &&
    !left.unidentified.has(kind);
  const there = new Map([...live.resources].filter(([, resource]) => isFree(resource)));
  return findRenames({ declared: desired.resources, base: then, live: there, isGone }, catalog);
}

/**
 * The targets under every id that they have on one of the sides. Undefined: no targets were given.
 */
function chosenAddresses(
  { input: { targets }, goals, then }: RenameBasis,
  chains: readonly RenameChain[],
): ReadonlySet<Address> | undefined {
  if (targets === undefined) return undefined;
  const chosen = new Set(targets);
  for (const [address, goal] of goals) if (chosen.has(address)) chosen.add(goal);
  for (const [address, resource] of then) if (chosen.has(resource.address)) chosen.add(address);
  for (const chain of chains) {
    const addresses = chain.flatMap(({ kind, from, to }) => [
      addressOf(kind, from),
      addressOf(kind, to),
    ]);
    if (!addresses.some((address) => chosen.has(address))) continue;
    for (const address of addresses) chosen.add(address);
  }
  return chosen;
}

/**
 * `ignore`: it is no target, or the base did not manage the kind. `leave-out`: manifests cannot
 * have the new id. `keep`: the files win. `refuse`: both sides have renamed it.
 */
type ChainDecision = "take" | "ignore" | "leave-out" | "keep" | "refuse";

function decideChain(
  chain: RenameChain,
  isChosen: RenameDecisions["isChosen"],
  basis: RenameBasis,
): ChainDecision {
  const { input, left } = basis;
  if (chain.some(({ kind, to }) => !isChosen(addressOf(kind, to)))) return "ignore";
  if (chain.some(({ kind, to }) => left.addresses.has(addressOf(kind, to)))) return "leave-out";
  const causes = new Set(chain.map((rename) => causeOf(rename, basis)));
  if (causes.has("pending")) return "ignore";
  if (!causes.has("conflict") || input.prefer === "live") return "take";
  return input.prefer === "files" ? "keep" : "refuse";
}

/** Which side has changed the id since the base. */
function causeOf(
  { kind, from, to }: LiveRename,
  { input: { base }, then }: RenameBasis,
): ReturnType<typeof threeWay> {
  if (base === undefined) return "drift";
  // Resources of a kind that the base did not manage cannot have changed since.
  if (base.game?.managed.has(kind) !== true) return "pending";
  return threeWay(then.get(addressOf(kind, from))?.custom_id, to, from);
}
