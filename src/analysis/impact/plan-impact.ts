/**
 * The impact of a plan on players. In: the live game as it was read, the plan, and the manifests. Out: impacts, each with the
 * steps that lead to it. A step that certainly touches no player leads to none.
 */
import { catalog } from "../../catalog/index.ts";
import { kindNamed, partsOfAddress } from "../../model/catalog-lookup.ts";
import { defined, grouped } from "../../model/collections.ts";
import type { Address, DesiredGame, LiveGame, Plan, Step } from "../../model/model.ts";
import type { FindUnearnable, Unearnable } from "../../plan/hazards.ts";
import { underNewIds, withoutReplaced } from "../../plan/identities.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type NeverTrue, neverEarned } from "../design/never.ts";
import { type ImpactFinding, impactBetween } from "./game-impact.ts";
import type { Impact } from "./impacts.ts";
import { carriedOut, identitiesOf, nameOf, type Side, sidesOfLive } from "./sides.ts";

export function impactOfPlan(
  { steps }: Pick<Plan, "steps">,
  desired: Pick<DesiredGame, "resources">,
  live: LiveGame,
  play: PlaySettings,
): readonly Impact[] {
  if (steps.length === 0) return [];
  const ids = new Map([...identitiesOf(steps)].map(([address, id]) => [address, withoutReplaced(id)]));
  const games = [underNewIds(live, ids, catalog), carriedOut(live, steps, catalog)] as const;
  const [before, after] = sidesOfLive(games, desired, play);
  const replaced = steps.flatMap(({ action, replaces = [] }) => (action === "delete" ? replaces : []));
  const findings = impactBetween(before, after, new Set(replaced));
  const destroyed = new Set(findings.flatMap((each) => (each.class === "destructive" ? each.address : [])));
  const lost = steps.filter(({ action, address }) => action === "delete" && !destroyed.has(address));
  const byAddress = grouped(steps, ({ address }) => address);
  return [...findings, ...lost.flatMap((step) => replacedFindings(step, after, before))].map(
    ({ topic: _, because, ...finding }) => ({
      ...finding,
      because,
      steps: because.flatMap((address) => byAddress.get(address) ?? []).map(({ id }) => id),
    }),
  );
}

/**
 * What players lose with a resource that another one replaces, although it is the same to them otherwise. The history of an
 * action is not counted here: players see its loss in what they earn.
 */
function replacedFindings({ address }: Step, ...sides: readonly Side[]): readonly ImpactFinding[] {
  const { kind } = partsOfAddress(address);
  const { label, playerData } = kindNamed(catalog, kind);
  if (playerData === undefined || kind === "action") return [];
  const sentence = `The ${label} "${nameOf(address, ...sides)}" is replaced: any ${playerData} of players are lost.`;
  return [{ class: "destructive", topic: "removed", address, sentence, because: [address] }];
}

// What the hazards of a plan need to know before there is a plan: the same answer as in its impact.

/** Finds what a change makes impossible to earn. */
export function findUnearnable(desired: Pick<DesiredGame, "resources">, play: PlaySettings): FindUnearnable {
  return (...games) => {
    const [before, after] = sidesOfLive(games, desired, play);
    const reasonIn = ({ resources, design, trees }: Side, address: Address): NeverTrue | undefined => {
      const achievement = design.achievements.get(resources.get(address)?.custom_id ?? "");
      return achievement && neverEarned(trees, achievement);
    };
    return [...after.resources.values()].flatMap(({ kind, address }): readonly Unearnable[] => {
      if (kind !== "achievement" || !before.resources.has(address)) return [];
      const now = reasonIn(after, address);
      if (now === undefined || reasonIn(before, address) !== undefined) return [];
      return [{ earned: address, at: now.address, text: now.text, ...defined({ missing: now.missing }) }];
    });
  };
}
