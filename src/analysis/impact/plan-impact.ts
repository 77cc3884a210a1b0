/**
 * The impact of a plan on players. In: the live game as it was read, the plan, and the manifests. Out: impacts, each with the
 * steps that lead to it. A step that certainly touches no player leads to none.
 */
import { catalog } from "../../catalog/index.ts";
import { addressOf, kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { append, defined } from "../../model/collections.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step, StepId } from "../../model/model.ts";
import type { FindUnearnable, Unearnable } from "../../plan/hazards.ts";
import { underNewIds, withoutReplaced } from "../../plan/identities.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type NeverTrue, neverEarned } from "../design/never.ts";
import { BODY, type Cause, type ImpactFinding, impactBetween } from "./game-impact.ts";
import type { Impact } from "./impacts.ts";
import { carriedOut, identitiesOf, nameOf, type Side, sideOfLive } from "./sides.ts";

export function impactOfPlan(
  plan: Pick<Plan, "steps">,
  desired: Pick<DesiredGame, "resources">,
  live: LiveGame,
  play: PlaySettings,
): readonly Impact[] {
  if (plan.steps.length === 0) return [];
  const ids = new Map([...identitiesOf(plan.steps)].map(([address, id]) => [address, withoutReplaced(id)]));
  const renamed = new Set([...ids].map(([address, id]) => addressOf(partsOfAddress(address).kind, id)));
  const before = sideOfLive(underNewIds(live, ids, catalog), desired, play);
  const after = sideOfLive(carriedOut(live, plan.steps, catalog), desired, play);
  const findings = [...impactBetween(before, after, replacedBy(plan.steps))];
  findings.push(...replacedFindings(plan.steps, findings, before, after));
  const byAddress = causesByAddress(findings);
  const steps = findings.map((): StepId[] => []);
  for (const step of plan.steps) {
    const { address } = step;
    const here = byAddress.get(address) ?? [];
    const exact = here.filter(({ cause }) => isOf(step, cause));
    const led = exact.length > 0 ? exact : here;
    for (const { index } of led) if (!steps[index]?.includes(step.id)) steps[index]?.push(step.id);
    if (led.length > 0 || step.action !== "rename" || !renamed.has(address)) continue;
    const finding = renameFinding(address, before, after);
    if (finding === undefined) continue;
    findings.push(finding);
    steps.push([step.id]);
    byAddress.set(address, [{ index: findings.length - 1, cause: { address } }]);
  }
  return findings.flatMap((finding, index) => {
    const { class: name, address, sentence, remark, causes, witnesses = {} } = finding;
    if (touchesNobody(finding)) return [];
    return {
      class: name,
      address,
      sentence: remark === undefined ? sentence : `${sentence} ${remark}`,
      ...(Object.keys(witnesses).length === 0 ? {} : { witnesses }),
      because: [...new Set(causes.map((cause) => cause.address))],
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
  before: Side,
  after: Side,
): readonly ImpactFinding[] {
  const lost = findings.flatMap((each) => (each.class === "destructive" ? [each.address] : []));
  const known = new Set(lost);
  return steps.flatMap((step): readonly ImpactFinding[] => {
    const { address } = step;
    const { kind: name } = partsOfAddress(address);
    const { label, playerData } = kindNamed(catalog, name);
    if (step.action !== "delete" || playerData === undefined || name === "action" || known.has(address)) return [];
    known.add(address);
    const sentence = `The ${label} "${nameOf(address, after, before)}" is replaced: any ${playerData} of players are lost.`;
    return [{ class: "destructive", topic: "removed", address, sentence, causes: [{ address }] }];
  });
}

/** Another id of something that players have. All other steps without a finding change nothing for them. */
function renameFinding(address: Address, before: Side, after: Side): ImpactFinding | undefined {
  const { label, playerData } = kindNamed(catalog, partsOfAddress(address).kind);
  if (playerData === undefined) return undefined;
  const sentence = `The ${label} "${nameOf(address, after, before)}" gets another id; what players have stays.`;
  return { class: "cosmetic", topic: "text", address, sentence, causes: [{ address }] };
}

// What the hazards of a plan need to know before there is a plan: the same answer as in its impact.

/** Finds what a change makes impossible to earn. */
export function findUnearnable(desired: Pick<DesiredGame, "resources">, play: PlaySettings): FindUnearnable {
  return (before, after) => {
    const reasonIn = (game: LiveGame): ((address: Address) => NeverTrue | undefined) => {
      const side: Side = sideOfLive(game, desired, play);
      return (address) => {
        const achievement = side.design.achievements.get(side.resources.get(address)?.custom_id ?? "");
        return achievement && neverEarned(side.trees, achievement);
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
