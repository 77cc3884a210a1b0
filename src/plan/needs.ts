/**
 * What a step needs because of references: what it refers to is made before it, what refers to it lets go of it
 * before it is deleted, and members join a link before others leave it, so that no group is empty for a moment
 * (docs/service.md#surprises).
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOf, kindNamed, linkNamed, referenceFields } from "../model/catalog-lookup.ts";
import { append } from "../model/lists.ts";
import type { Address, Change, Live, LiveGame, StepId } from "../model/model.ts";
import { referencesOf, referencesOfResource } from "../model/references.ts";
import type { BareStep } from "./steps.ts";

/** A change with the step that carries it out. */
export interface Planned {
  readonly change: Change;
  readonly step: BareStep;
}

/** Which steps do what, and who refers to what. */
export interface StepIndex {
  readonly creates: ReadonlyMap<Address, StepId>;
  /** Updates and renames, by the address that the resource has afterwards. */
  readonly updates: ReadonlyMap<Address, StepId>;
  /** The last steps of replacements, which give the new one its id. */
  readonly renames: ReadonlyMap<Address, StepId>;
  /** Renames of resources that are there. */
  readonly moves: ReadonlyMap<Address, StepId>;
  readonly deletes: ReadonlyMap<Address, StepId>;
  /** By `address link`: the steps that add members. */
  readonly attaches: ReadonlyMap<string, readonly StepId[]>;
  /** By `address link member`. */
  readonly detaches: ReadonlyMap<string, StepId>;
  /** By `referrer replaced`: the steps that point the one from the other to its replacement. */
  readonly repoints: ReadonlyMap<string, readonly StepId[]>;
  /** The same steps by the referrer alone. */
  readonly repointsOf: ReadonlyMap<Address, readonly StepId[]>;
  /** Addresses whose resource is replaced. */
  readonly newcomers: ReadonlySet<Address>;
  /** By what they name: the steps that make resources. */
  readonly makersNaming: ReadonlyMap<Address, readonly StepId[]>;
  /** Live resources by what they refer to. */
  readonly referrers: ReadonlyMap<Address, readonly Live[]>;
}

/** `live` is the game as it is, leftovers of replacements included. */
export function indexSteps(planned: readonly Planned[], live: LiveGame, catalog: Catalog): StepIndex {
  const creates = new Map<Address, StepId>();
  const updates = new Map<Address, StepId>();
  const renames = new Map<Address, StepId>();
  const moves = new Map<Address, StepId>();
  const deletes = new Map<Address, StepId>();
  const attaches = new Map<string, StepId[]>();
  const detaches = new Map<string, StepId>();
  const repoints = new Map<string, StepId[]>();
  const repointsOf = new Map<Address, StepId[]>();
  const newcomers = new Set<Address>();
  const makersNaming = new Map<Address, StepId[]>();
  for (const { change, step } of planned) {
    const isRepoint = change.replaces !== undefined && !["create", "delete", "rename"].includes(change.action);
    if (change.replaces !== undefined) newcomers.add(change.replaces);
    if (isRepoint) {
      append(repoints, `${step.address} ${change.replaces}`, step.id);
      append(repointsOf, step.address, step.id);
    } else if (change.action === "create") {
      creates.set(step.address, step.id);
      for (const address of referencesOfResource(catalog, change.desired)) append(makersNaming, address, step.id);
    } else if (change.action === "update") updates.set(step.address, step.id);
    else if (change.action === "rename") {
      updates.set(step.address, step.id);
      if (change.replaces === undefined) moves.set(step.address, step.id);
      else renames.set(step.address, step.id);
    } else if (change.action === "delete") deletes.set(step.address, step.id);
    else if (change.action === "attach") append(attaches, `${step.address} ${change.link}`, step.id);
    else detaches.set(`${step.address} ${change.link} ${change.member}`, step.id);
  }
  const referrers = new Map<Address, Live[]>();
  for (const resource of live.resources.values()) {
    for (const address of referencesOfResource(catalog, resource)) append(referrers, address, resource);
  }
  return {
    creates,
    updates,
    renames,
    moves,
    deletes,
    attaches,
    detaches,
    repoints,
    repointsOf,
    newcomers,
    makersNaming,
    referrers,
  };
}

/** The ids of the steps that have to be done before this one because of references. */
export function needsOf(planned: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  const { change, step } = planned;
  const { after = [] } = change;
  // Before its replacement the old one is there to refer to, and what is changed or deleted is there, too.
  const isThere = (address: Address): boolean =>
    change.within?.has(address) === true || (address === step.address && !("member" in change));
  const named = mentionedBy(planned, index, catalog).filter((address) => !isThere(address));
  const makers = named.flatMap((address) => stepThatMakes(address, index) ?? []);
  return [...after, ...makers, ...letGoBefore(planned, index, catalog)].filter((id) => id !== step.id);
}

/**
 * The renames of what the step is about and of what it names. Requests read best with the new ids, but a resource can be
 * named by the id that it has, so the step can also come before them.
 */
export function renamesBefore(planned: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  return mentionedBy(planned, index, catalog)
    .flatMap((address) => index.moves.get(address) ?? [])
    .filter((id) => id !== planned.step.id);
}

/** The resources that the step's request names, under their final addresses. */
export function mentionedBy({ change, step }: Planned, index: StepIndex, catalog: Catalog): readonly Address[] {
  switch (change.action) {
    case "create":
    case "update":
    case "rename": {
      const { desired } = change;
      const kind = kindNamed(catalog, desired.kind);
      const links = Object.entries(desired.links).filter(([name]) => !index.attaches.has(`${desired.address} ${name}`));
      const own = change.action === "create" ? [] : [desired.address];
      return [...own, ...referencesOf(kind, desired.body, Object.fromEntries(links))];
    }
    case "attach":
    case "detach": {
      const link = linkNamed(kindNamed(catalog, change.kind), change.link);
      // The other way carries the whole list, so every member has to be there for it.
      const members = (step.otherwise?.body?.[change.link] as readonly string[] | undefined) ?? [change.member];
      return [change.address, ...members.map((member) => addressOf(link?.to ?? "", member))];
    }
    case "delete":
      return [change.live.address];
  }
}

/** What has to be let go of first. */
function letGoBefore({ change, step }: Planned, index: StepIndex, catalog: Catalog): readonly StepId[] {
  if (change.action === "detach") return index.attaches.get(`${change.address} ${change.link}`) ?? [];
  if (change.action !== "delete") return [];
  return (index.referrers.get(step.address) ?? []).flatMap((referrer) =>
    released(change.live, referrer, index, catalog),
  );
}
/** The step after which the resource is there to refer to: its creation, or the end of its replacement. */
function stepThatMakes(address: Address, index: StepIndex): StepId | undefined {
  return index.creates.get(address) ?? index.renames.get(address);
}

/** The steps after which the referrer no longer refers to the doomed resource. */
function released(doomed: Live, referrer: Live, index: StepIndex, catalog: Catalog): readonly StepId[] {
  if (referrer.address === doomed.address) return [];
  const repointed = index.repoints.get(`${referrer.address} ${doomed.address}`);
  if (repointed !== undefined) return repointed;
  const deleted = index.deletes.get(referrer.address);
  if (deleted !== undefined) return [deleted];
  const updated = index.updates.get(referrer.address);
  // What cannot be without the doomed one goes with it, so whatever is made with it is made before.
  const makers = cannotBeWithout(referrer, doomed, catalog) ? (index.makersNaming.get(referrer.address) ?? []) : [];
  const detached = kindNamed(catalog, referrer.kind).links.flatMap(
    ({ name }) => index.detaches.get(`${referrer.address} ${name} ${doomed.custom_id}`) ?? [],
  );
  return [...makers, ...detached, ...(updated === undefined ? [] : [updated])];
}

function cannotBeWithout(referrer: Live, doomed: Live, catalog: Catalog): boolean {
  return referenceFields(kindNamed(catalog, referrer.kind)).some(
    (field) => field.required === true && field.to === doomed.kind && referrer.body[field.name] === doomed.custom_id,
  );
}
