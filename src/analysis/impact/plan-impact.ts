/**
 * Finds the impact of a plan on players. In: the live game, the plan and the manifests. Out:
 * impacts, each with the steps that cause it. Steps that certainly affect no player cause none.
 */
import { catalog } from "../../catalog/index.ts";
import { defined, grouped } from "../../ground/collections.ts";
import { nameIn } from "../../ground/pointer.ts";
import { both, inQuotes } from "../../ground/words.ts";
import { fieldNamed, kindAt } from "../../model/catalog-lookup.ts";
import type { DesiredGame } from "../../model/model.ts";
import type { FindUnearnable, Unearnable } from "../../plan/hazards.ts";
import type { PlanInput, Planned } from "../../plan/plan.ts";
import { effectOf } from "../../plan/step.ts";
import type { PlaySettings } from "../../project/game-settings.ts";
import { type Blocker, findEarningBlocker } from "../design/never.ts";
import {
  budgetWork,
  describeLoss,
  findImpact,
  type ImpactFinding,
  makeFindings,
} from "./game-impact.ts";
import type { Impact } from "./impacts.ts";
import { buildLiveSides, findResourceName, type Side } from "./sides.ts";

/** The manifests and play settings of a planned game. */
export interface ImpactInput extends Pick<PlanInput, "desired"> {
  readonly play: PlaySettings;
  /** Number of planned games, which share the work. */
  readonly games: number;
}

/** A plan with the games before and after it. */
type PlannedChange = Pick<Planned, "plan" | "effects" | "before" | "after">;

export function findPlanImpact(
  planned: PlannedChange,
  { desired, play, games }: ImpactInput,
): readonly Impact[] {
  const { steps } = planned.plan;
  if (steps.length === 0) return [];
  const [before, after] = buildLiveSides([planned.before, planned.after], desired, play);
  const findings = findImpact(before, after, { work: budgetWork(before, after, games) });
  // A deletion destroys player data even if the resource is created again.
  const destroyed = new Set(
    findings.flatMap((finding) => (finding.class === "destructive" ? finding.address : [])),
  );
  const lost = steps.flatMap((step): readonly ImpactFinding[] => {
    const { action, address, replaces } = step;
    const { kind } = effectOf(step, planned.effects);
    if (action !== "delete" || kind.playerData === undefined || destroyed.has(address)) return [];
    const name = findResourceName(address, after, before);
    const sentence = describeLoss(kind, name, replaces === undefined ? "deleted" : "replaced");
    return [makeFindings(address, "removed")("destructive", sentence)];
  });
  const renamed = steps.flatMap(({ address, hazards }): readonly ImpactFinding[] => {
    const hazard = hazards.find(({ name }) => name === "breaks-clients");
    if (hazard === undefined) return [];
    return [
      makeFindings(address, "value")(
        "unknown",
        `${hazard.sentence} Whether there are such games is not known.`,
      ),
    ];
  });
  const notShown = steps.flatMap(({ address, fields }): readonly ImpactFinding[] => {
    const names = fields
      .filter((field) => field.not_shown === true)
      .map(({ path }) => nameIn(path));
    const told = names.filter(
      (name) => fieldNamed(kindAt(catalog, address), name)?.type !== "text",
    );
    if (told.length === 0) return [];
    const sentence = `What changes for players is not known: the service does not show the present ${both(told)} of ${inQuotes(findResourceName(address, after, before))}.`;
    return [makeFindings(address, "value")("unknown", sentence)];
  });
  // If a step deletes the recorded activities, no achievement is "earned as before".
  const gone = new Set(lost.map(({ address }) => address));
  const isOutdated = ({ topic, class: name, because }: ImpactFinding): boolean =>
    topic === "earning" && name === "cosmetic" && because.some((address) => gone.has(address));
  const byAddress = grouped(steps, ({ address }) => address);
  return [
    ...findings.filter((finding) => !isOutdated(finding)),
    ...lost,
    ...renamed,
    ...notShown,
  ].map(({ topic: _, because, ...finding }) => ({
    ...finding,
    because,
    steps: because.flatMap((address) => byAddress.get(address) ?? []).map(({ id }) => id),
  }));
}

/** Returns a function that finds achievements that a change makes impossible to earn. */
export function findUnearnable(
  desired: Pick<DesiredGame, "resources">,
  play: PlaySettings,
): FindUnearnable {
  return (...games) => {
    const [before, after] = buildLiveSides(games, desired, play);
    const findReason = ({ design, trees }: Side, id: string): Blocker | undefined => {
      const achievement = design.achievements.get(id);
      return achievement && findEarningBlocker(trees, achievement);
    };
    return [...after.resources.values()].flatMap(
      ({ kind, address, custom_id }): readonly Unearnable[] => {
        if (kind !== "achievement" || !before.resources.has(address)) return [];
        const now = findReason(after, custom_id);
        if (now === undefined || findReason(before, custom_id) !== undefined) return [];
        return [
          defined({ earned: address, at: now.address, text: now.text, missing: now.missing }),
        ];
      },
    );
  };
}
