/** The exact words that let a refused plan go ahead, or what else there is to do. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Hazard, Plan, Step } from "../../model/model.ts";

export interface RefusedWords {
  /** Codes of errors that no flag lifts. */
  readonly others: readonly string[];
  /** Names of the hazards that are not allowed. */
  readonly hazards: readonly string[];
  /** `2 hazards are not allowed` */
  readonly what: string;
  /** `--allow a --allow b` */
  readonly flags: string;
  /** `allow: [a, b]` */
  readonly setting: string;
  /** Sentences beside those that stand at the steps. */
  readonly beyond: readonly string[];
}

/** Where the setting is written. */
export const SETTING_PLACE = "in laurel.yaml, under the game or the environment:";

/** `refusals`: what the safety rules said about the plan. */
export function refusedWords(plan: Plan, refusals: readonly Diagnostic[]): RefusedWords {
  const dangers = new Set<string>(plan.steps.flatMap(({ hazards }) => hazards.map(({ name }) => name)));
  const codes = [...new Set(refusals.filter(({ severity }) => severity === "error").map(({ code }) => code))];
  const hazards = codes.filter((code) => dangers.has(code));
  const shown = new Set(plan.steps.flatMap((step) => step.hazards.map(({ sentence }) => sentence)));
  return {
    others: codes.filter((code) => !dangers.has(code)),
    hazards,
    what: hazards.length === 1 ? "1 hazard is not allowed" : `${hazards.length} hazards are not allowed`,
    flags: hazards.map((name) => `--allow ${name}`).join(" "),
    setting: `allow: [${hazards.join(", ")}]`,
    beyond: refusals
      .filter(({ code }) => dangers.has(code))
      .flatMap(({ detail }) => detail.split("\n").filter((sentence) => !shown.has(sentence))),
  };
}

/** A danger, and the step that has it. */
export interface HazardOfStep extends Hazard {
  readonly step: Step;
}

/** The dangers of a plan: those that are refused, and those that somebody has allowed, which are still dangers. */
export function hazardsOf(
  plan: Plan,
  refusals: readonly Diagnostic[],
): { readonly refused: readonly HazardOfStep[]; readonly allowed: readonly HazardOfStep[] } {
  const names = new Set(refusedWords(plan, refusals).hazards);
  const all = plan.steps.flatMap((step) => step.hazards.map((hazard): HazardOfStep => ({ ...hazard, step })));
  const isRefused = ({ name, consented }: Hazard): boolean => names.has(name) && consented !== true;
  return { refused: all.filter(isRefused), allowed: all.filter((each) => !isRefused(each)) };
}
