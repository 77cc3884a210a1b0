/** `--plan FILE`: a saved plan that is shown, not carried out. Nothing is asked of a service. */
import { resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { type Flags, text } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import { sha256 } from "../files/hash.ts";
import { readPlanText } from "../files/plan-file.ts";
import type { Checked } from "../model/diagnostics.ts";
import { parsePlanFile, type SavedPlan } from "../plan/plan-file.ts";

/** The plans of the file by game; none without the flag. */
export type ShownPlans = ReadonlyMap<string, SavedPlan>;

/** Reads the file. Problems of games that are in it without a plan are for those who apply it. */
export async function planOfFlag(flags: Flags, ports: Ports): Promise<Checked<ShownPlans>> {
  const path = text(flags, "plan");
  if (path === undefined) return { value: new Map(), diagnostics: [] };
  const file = await readPlanText(resolve(ports.cwd, path), ports.cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const plans = parsePlanFile(file.value, catalog, sha256);
  if (plans.value === undefined) return { diagnostics: plans.diagnostics };
  return { value: new Map(plans.value.map((plan) => [plan.game, plan])), diagnostics: [] };
}

/** Manifests are read for the environment of the plan, unless the line names another or says where they lie. */
export function inEnvironmentOf(plans: ShownPlans, flags: Flags): Flags {
  const environments = new Set([...plans.values()].map(({ environment }) => environment));
  const [environment] = environments;
  if (environments.size !== 1 || text(flags, "env") !== undefined || text(flags, "manifests") !== undefined)
    return flags;
  return { ...flags, env: environment };
}
