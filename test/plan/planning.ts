import { findUnearnable } from "../../src/analysis/impact/plan-impact.ts";
import { DEFAULT_DIALECT } from "../../src/catalog/dialect.ts";
import { catalog } from "../../src/catalog/index.ts";
import { parseAddress } from "../../src/model/addresses.ts";
import type { Checked, Diagnostic } from "../../src/model/diagnostics.ts";
import {
  type Address,
  type DesiredGame,
  type LiveGame,
  membershipOf,
  type Plan,
  type ResourceName,
  type Step,
  type StepId,
} from "../../src/model/model.ts";
import { makePlan, type Planned, type PlanOptions } from "../../src/plan/plan.ts";
import type { ThingKey } from "../../src/plan/thing.ts";
import { DEFAULT_PLAY } from "../support/defaults.ts";
import { shortHash, TARGET } from "../support/games.ts";

interface Wish extends Partial<Pick<PlanOptions, "prune" | "isEmbedded" | "dialect">> {
  readonly targets?: readonly Address[];
}

/** The plan for two sides; problems fail the test. */
export function planned(desired: DesiredGame, live: LiveGame, wish: Wish = {}): Plan {
  return plannedChange(desired, live, wish).plan;
}

/** The plan for two sides, with what its steps do. */
export function plannedChange(desired: DesiredGame, live: LiveGame, wish: Wish = {}): Planned {
  const { value, diagnostics } = checked(desired, live, {
    findUnearnable: findUnearnable(desired, DEFAULT_PLAY),
    ...wish,
  });
  if (value === undefined) throw new Error(diagnostics.map(({ detail }) => detail).join("\n"));
  return value;
}

export function problems(
  desired: DesiredGame,
  live: LiveGame,
  wish: Wish = {},
): readonly Diagnostic[] {
  return checked(desired, live, wish).diagnostics;
}

function checked(
  desired: DesiredGame,
  live: LiveGame,
  { targets, ...wish }: Wish & Pick<Partial<PlanOptions>, "findUnearnable">,
): Checked<Planned> {
  const options: PlanOptions = {
    prune: false,
    dialect: DEFAULT_DIALECT,
    targets: targets?.map(nameOf),
    ...wish,
  };
  return makePlan({ target: TARGET, desired, live, catalog, hash: shortHash }, options);
}

/** Reads an address as the command line does. */
export function nameOf(address: Address): ResourceName {
  const name = parseAddress(address, catalog);
  if (name === undefined) throw new Error(`${address} is no address`);
  return name;
}

/** The ids of a plan's steps. */
export function steps(plan: Plan): readonly string[] {
  return plan.steps.map(({ id }) => id);
}

/**
 * Pairs of steps that may be sent at the same time although one writes a list as a whole and the
 * other changes a member of it.
 */
export function racesIn({
  plan: { steps },
  effects,
}: Pick<Planned, "plan" | "effects">): readonly string[] {
  const needed = new Map<StepId, ReadonlySet<StepId>>();
  for (const { id, needs } of steps) {
    needed.set(id, new Set([...needs, ...needs.flatMap((need) => [...(needed.get(need) ?? [])])]));
  }
  const isOrdered = (a: Step, b: Step): boolean =>
    needed.get(a.id)?.has(b.id) || needed.get(b.id)?.has(a.id) || false;
  const ownerOf = ({ id }: Step): ThingKey | undefined => {
    const { before, after } = effects.get(id) ?? {};
    return (after ?? before)?.key;
  };
  return steps.flatMap((change) => {
    const link = membershipOf(change);
    if (link === undefined) return [];
    const writers = steps.filter(
      (step) =>
        step.request.method === "PUT" &&
        ownerOf(step) === ownerOf(change) &&
        step.request.body?.[link.name],
    );
    return writers
      .filter((writer) => !isOrdered(writer, change))
      .map((writer) => `${writer.id} and ${change.id}`);
  });
}
