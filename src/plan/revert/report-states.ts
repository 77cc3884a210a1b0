/**
 * What a report says about each resource that an apply touched: as it was, as it certainly became, and as it may have
 * become where the end of a step is not known.
 */
import type { Catalog } from "../../catalog/types.ts";
import type { Json } from "../../model/json.ts";
import type { Address, Links, Live, LiveGame } from "../../model/model.ts";
import { sortedMembers } from "../../model/normalise.ts";
import { referencesOfResource } from "../../model/references.ts";
import { renamed } from "../new-ids.ts";
import { linksAfter } from "../simulate.ts";
import { liveOfRecorded } from "./report.ts";
import type { RunStep } from "./report-reading.ts";

/** States are absent where the resource was not, or is not, there. */
export interface Footprint {
  /** The address at which it was read or made. */
  readonly resource: Address;
  /** For what was made to replace a resource: that resource, under the address that both were to have. */
  readonly replaces?: Address;
  /** The address that it was to have. */
  readonly address: Address;
  readonly before: Live | undefined;
  /** After the steps that are known to be done. */
  readonly certain: Live | undefined;
  /** After those whose end is not known, too. */
  readonly possible: Live | undefined;
}

/** A resource of the report. One that is deleted and one that is made under the same address later are two. */
interface Subject {
  readonly resource: Address;
  readonly before: Live | undefined;
  /** As the steps' changes are told against: as it was read, or as its creation leaves it. */
  readonly first: Live | undefined;
  readonly replaces?: Address;
}

/** What each resource is, and which of them refer to an address, or have done so. */
class States {
  readonly all = new Map<Subject, Live>();
  private readonly referrers = new Map<Address, Set<Subject>>();
  private readonly catalog: Catalog;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  set(subject: Subject, state: Live): void {
    this.all.set(subject, state);
    for (const address of referencesOfResource(this.catalog, state)) {
      const known = this.referrers.get(address);
      if (known === undefined) this.referrers.set(address, new Set([subject]));
      else known.add(subject);
    }
  }

  /** Gives a resource another id, and what refers to it another reference. */
  rename(subject: Subject, to: Address): void {
    const now = this.all.get(subject);
    if (now === undefined) return;
    const renames = new Map([[to, now]]);
    for (const each of [subject, ...(this.referrers.get(now.address) ?? [])]) {
      const state = this.all.get(each);
      if (state === undefined) continue;
      const alone: LiveGame = { resources: new Map([[state.address, state]]), read: new Set(), access: new Map() };
      for (const moved of renamed(alone, renames, this.catalog).resources.values()) this.set(each, moved);
    }
  }
}

export function footprintsOf(steps: readonly RunStep[], catalog: Catalog): readonly Footprint[] {
  const subjects = new Map<RunStep, Subject>();
  const current = new Map<Address, Subject>();
  for (const step of steps) {
    const { resource, action } = step;
    const known = action === "create" ? undefined : current.get(resource);
    const before = step.before === null ? undefined : liveOfRecorded(step.before);
    const made = action === "create" && step.after !== null ? liveOfRecorded(step.after) : undefined;
    const replaces = action === "create" && step.replaces !== undefined ? { replaces: step.replaces } : {};
    const subject = known ?? { resource, before, first: before ?? made, ...replaces };
    current.set(resource, subject);
    subjects.set(step, subject);
  }
  const certain = afterSteps(
    steps.filter(({ end }) => end === "done"),
    subjects,
    catalog,
  );
  const possible = afterSteps(
    steps.filter(({ end }) => end !== "not-done"),
    subjects,
    catalog,
  );
  const addresses = new Map(steps.map((step) => [subjects.get(step), step.address]));
  return [...new Set(subjects.values())].map((subject) => ({
    resource: subject.resource,
    address: addresses.get(subject) as Address,
    ...(subject.replaces === undefined ? {} : { replaces: subject.replaces }),
    before: subject.before,
    certain: certain.all.get(subject),
    possible: possible.all.get(subject),
  }));
}

function afterSteps(steps: readonly RunStep[], subjects: ReadonlyMap<RunStep, Subject>, catalog: Catalog): States {
  const states = new States(catalog);
  for (const subject of subjects.values()) if (subject.before !== undefined) states.set(subject, subject.before);
  for (const step of steps) {
    const subject = subjects.get(step) as Subject;
    if (step.after === null) states.all.delete(subject);
    else if (step.action === "create") states.set(subject, liveOfRecorded(step.after));
    else changeState(states, subject, step, liveOfRecorded(step.after));
  }
  return states;
}

/** Carries over what the step changes. Another id is followed by everything that refers to the resource. */
function changeState(states: States, subject: Subject, { action, changed, member }: RunStep, after: Live): void {
  const now = states.all.get(subject);
  if (now === undefined) return;
  const body: Record<string, Json> = { ...now.body };
  let links: Links = now.links;
  const isOfMember = action === "attach" || action === "detach";
  for (const name of changed) {
    const members = after.links[name];
    const value = after.body[name];
    if (members !== undefined && isOfMember) {
      const [from, to] = [links[name] ?? [], subject.first?.links[name] ?? []];
      links =
        member === undefined
          ? { ...links, [name]: withChanges(from, to, members) }
          : linksAfter(links, action, { name, member });
    } else if (members !== undefined) links = { ...links, [name]: members };
    else if (value !== undefined && name !== "custom_id") body[name] = value;
  }
  states.set(subject, { ...now, body, links });
  if (after.address !== now.address && changed.includes("custom_id")) states.rename(subject, after.address);
}

/** For reports that do not name the member: the members now, with those added and without those taken away between the two lists. */
function withChanges(now: readonly string[], from: readonly string[], to: readonly string[]): readonly string[] {
  const members = new Set(now);
  for (const member of from) if (!to.includes(member)) members.delete(member);
  for (const member of to) if (!from.includes(member)) members.add(member);
  return sortedMembers(members);
}
