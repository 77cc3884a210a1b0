/**
 * The impact of a plan on players. In: the live game as it was read, the plan, and the manifests. Out: impacts, each with the
 * steps that lead to it. A step that certainly touches no player leads to none.
 */
import { catalog } from "../../catalog/index.ts";
import { addressOf, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { append, defined } from "../../model/collections.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step, StepId } from "../../model/model.ts";
import { isReplacement } from "../../model/temporary-ids.ts";
import { ASIDE } from "../../plan/cause.ts";
import type { FindUnearnable, Unearnable } from "../../plan/hazards.ts";
import type { Impact } from "../../plan/impact.ts";
import { withNewIds } from "../../plan/moves.ts";
import { idInPath, simulate } from "../../plan/simulate.ts";
import type { PlaySettings } from "../../project/action-settings.ts";
import { whyNeverEarned } from "../design/certainty.ts";
import { type NeverReason, reasonOf } from "../design/never-words.ts";
import { BODY, type Cause, type ImpactFinding, impactBetween, KEPT_IN_PLACE } from "./game-impact.ts";
import { nameOf, type Side, sideOfLive } from "./sides.ts";

export function impactOfPlan(
  plan: Pick<Plan, "steps">,
  desired: Pick<DesiredGame, "resources">,
  live: LiveGame,
  play: PlaySettings,
): readonly Impact[] {
  if (plan.steps.length === 0) return [];
  const identities = followSteps(plan.steps, live);
  const before = sideOfLive(withNewIds(live, identities.newIds, catalog), desired, play);
  const after = sideOfLive(simulate(live, plan.steps, catalog), desired, play);
  const findings = [...impactBetween(before, after, replacedBy(plan.steps))];
  findings.push(...replacedFindings(plan.steps, findings, identities, before, after));
  const byAddress = causesByAddress(findings);
  const steps = findings.map((): StepId[] => []);
  for (const step of plan.steps) {
    const address = identities.finalOf(step);
    const here = byAddress.get(address) ?? [];
    const exact = here.filter(({ cause }) => isOf(step, cause));
    const led = exact.length > 0 ? exact : here;
    for (const { index } of led) if (!steps[index]?.includes(step.id)) steps[index]?.push(step.id);
    if (led.length > 0 || identities.isPassing(step)) continue;
    const renamed = renameFinding(step, address, before, after);
    if (renamed === undefined) continue;
    findings.push(renamed);
    steps.push([step.id]);
    byAddress.set(address, [{ index: findings.length - 1, cause: { address } }]);
  }
  return findings.flatMap((finding, index) => {
    const { class: name, address, sentence, remark, causes, witnesses = {} } = finding;
    if (touchesNobody(finding)) return [];
    return {
      class: name,
      address: identities.shown(address),
      sentence: remark === undefined ? sentence : `${sentence} ${remark}`,
      ...(Object.keys(witnesses).length === 0 ? {} : { witnesses }),
      because: [...new Set(causes.map((cause) => identities.shown(cause.address)))],
      steps: steps[index] ?? [],
    };
  });
}

/** Whether it is certain that no player notices: nothing that players earn rests on it. */
function touchesNobody({ topic, class: name }: ImpactFinding): boolean {
  return topic === "unused" && name !== "unknown";
}

/** What is deleted and created again. */
function replacedBy(steps: readonly Step[]): ReadonlySet<Address> {
  return new Set(
    steps.flatMap(({ action, replaces }) => (action === "delete" && replaces !== undefined ? [replaces] : [])),
  );
}

interface Reason {
  readonly index: number;
  readonly cause: Cause;
}

function causesByAddress(findings: readonly ImpactFinding[]): Map<Address, readonly Reason[]> {
  const found = new Map<Address, Reason[]>();
  for (const [index, { causes }] of findings.entries()) {
    for (const cause of causes) append(found, cause.address, { index, cause });
  }
  return found;
}

/** Whether the step is about that part of the resource. */
function isOf(step: Step, { part }: Cause): boolean {
  if (part === undefined) return true;
  if (step.link !== undefined) return part === `${step.link.name} ${step.link.member}`;
  if (step.action !== "update" && step.action !== "rename") return true;
  const links = new Set(kindNamed(catalog, partsOfAddress(step.address).kind).links.map(({ name }) => name));
  const names = step.fields.map(({ path }) => path.split("/")[1] ?? "");
  return names.some((name) => (links.has(name) ? part.startsWith(`${name} `) : part === BODY));
}

/**
 * What players lose with a resource that another one replaces, although it is the same to them otherwise. The history of an
 * action is not counted here: players see its loss in what they earn.
 */
function replacedFindings(
  steps: readonly Step[],
  findings: readonly ImpactFinding[],
  { finalOf, shown }: Identities,
  before: Side,
  after: Side,
): readonly ImpactFinding[] {
  const lost = findings.flatMap((each) => (each.class === "destructive" ? [shown(each.address)] : []));
  const known = new Set(lost);
  return steps.flatMap((step): readonly ImpactFinding[] => {
    const address = shown(finalOf(step));
    const { kind: name } = partsOfAddress(address);
    const { label, playerData } = kindNamed(catalog, name);
    if (step.action !== "delete" || playerData === undefined || name === "action" || known.has(address)) return [];
    known.add(address);
    const sentence = `The ${label} "${nameOf(address, after, before)}" is replaced: any ${playerData} of players are lost.`;
    const remark = step.fallback_of === undefined ? {} : { remark: KEPT_IN_PLACE };
    return [{ class: "destructive", topic: "removed", address, sentence, ...remark, causes: [{ address }] }];
  });
}

/** Another id of something that players have. All other steps without a finding change nothing for them. */
function renameFinding(step: Step, address: Address, before: Side, after: Side): ImpactFinding | undefined {
  const { label, playerData } = kindNamed(catalog, partsOfAddress(address).kind);
  if (step.action !== "rename" || playerData === undefined) return undefined;
  const sentence = `The ${label} "${nameOf(address, after, before)}" gets another id; what players have stays.`;
  return { class: "cosmetic", topic: "text", address, sentence, causes: [{ address }] };
}

// Which resource is which while a plan gives ids to some and takes others away.

interface Identities {
  /** Live resources that have another id in the end, and those whose id another one gets. */
  readonly newIds: ReadonlyMap<Address, string>;
  /** The address in the end of what the step is about. */
  finalOf(step: Step): Address;
  /** Whether the step gives a temporary id, or the resource the id that it had. */
  isPassing(step: Step): boolean;
  /** The address that people know, without the mark of an id that makes way for another one. */
  shown(address: Address): Address;
}

interface TrackedResource {
  address: Address;
  /** Where it was live. */
  readonly live?: Address;
}

/** Whether the step deletes what an interrupted replacement has left; the one that it was made for stays. */
function isLeftover({ action, address, replaces }: Step): boolean {
  return action === "delete" && replaces !== undefined && isReplacement(partsOfAddress(address).custom_id);
}

function followSteps(steps: readonly Step[], live: LiveGame): Identities {
  const tracked = new Map<Address, TrackedResource>();
  const resourceAt = (address: Address): TrackedResource => {
    const known = tracked.get(address);
    if (known !== undefined) return known;
    const resource = live.resources.has(address) ? { address, live: address } : { address };
    tracked.set(address, resource);
    return resource;
  };
  const byStep = new Map<StepId, TrackedResource>();
  const deleted = new Set<TrackedResource>();
  const newIds = new Map<Address, string>();
  for (const step of steps) {
    const kind = kindNamed(catalog, partsOfAddress(step.address).kind);
    if (step.action === "create") {
      const created: TrackedResource = { address: step.address };
      tracked.set(step.address, created);
      byStep.set(step.id, created);
      continue;
    }
    const resource = resourceAt(addressOf(kind.name, idInPath(kind, step.request.path)));
    byStep.set(step.id, resource);
    if (step.action === "delete") {
      deleted.add(resource);
      tracked.delete(resource.address);
      // One that is replaced and gets another id is the one that remains.
      if (resource.live !== undefined && step.replaces !== undefined && !live.resources.has(step.replaces))
        newIds.set(resource.live, partsOfAddress(step.replaces).custom_id);
      continue;
    }
    const id = step.action === "attach" || step.action === "detach" ? undefined : step.request.body?.custom_id;
    if (id === undefined || id === partsOfAddress(resource.address).custom_id) continue;
    tracked.delete(resource.address);
    resource.address = addressOf(kind.name, String(id));
    tracked.set(resource.address, resource);
  }
  for (const resource of tracked.values()) {
    if (resource.live === undefined || resource.live === resource.address) continue;
    newIds.set(resource.live, partsOfAddress(resource.address).custom_id);
    const isTaken = live.resources.has(resource.address) && [...deleted].some((each) => each.live === resource.address);
    if (isTaken) newIds.set(resource.address, partsOfAddress(resource.address).custom_id + ASIDE);
  }
  return {
    newIds,
    finalOf: (step) => {
      const resource = byStep.get(step.id);
      const address = isLeftover(step) ? step.address : (step.replaces ?? resource?.address ?? step.address);
      const aside = resource !== undefined && deleted.has(resource) ? newIds.get(resource.live ?? address) : undefined;
      return aside === undefined ? address : addressOf(partsOfAddress(address).kind, aside);
    },
    isPassing: (step) => {
      const resource = byStep.get(step.id);
      return (
        resource === undefined || deleted.has(resource) || (resource.live ?? resource.address) === resource.address
      );
    },
    shown: (address) => (address.endsWith(ASIDE) ? (address.slice(0, -ASIDE.length) as Address) : address),
  };
}

// What the hazards of a plan need to know before there is a plan: the same answer as in its impact.

/** Finds what a change makes impossible to earn. */
export function findUnearnable(desired: Pick<DesiredGame, "resources">, play: PlaySettings): FindUnearnable {
  return (before, after) => {
    const reasonIn = (game: LiveGame): ((address: Address) => NeverReason | undefined) => {
      const side: Side = sideOfLive(game, desired, play);
      return (address) => {
        const achievement = side.design.achievements.get(side.resources.get(address)?.custom_id ?? "");
        const why = achievement && whyNeverEarned(side.forest, achievement);
        return why && reasonOf(why);
      };
    };
    const [was, is] = [reasonIn(before), reasonIn(after)];
    return [...after.resources.values()].flatMap(({ kind, address }): readonly Unearnable[] => {
      if (kind !== "achievement" || !before.resources.has(address)) return [];
      const now = is(address);
      if (now === undefined || was(address) !== undefined) return [];
      return [{ earned: address, at: now.address, text: now.text, ...defined({ missing: now.missing }) }];
    });
  };
}
