/**
 * What pages show of planned games, and what they keep to themselves. In: plans, what the safety rules said, and what is
 * secret. Out: the same, with secrets masked, grouped by why changes are there. Markdown and HTML begin with this.
 */
import type { Catalog } from "../../catalog/types.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { Plan, Step } from "../../model/model.ts";
import { CAUSES, type ChangeCause, type PlanCauses } from "../../plan/cause.ts";
import type { Impact } from "../../plan/impact.ts";
import {
  concealDiagnostic,
  concealImpact,
  concealing,
  concealPlan,
  type Secrets,
  unknownSecrets,
} from "../../plan/secrets.ts";

/** A plan with everything that is shown beside it. */
export interface ShownPlan {
  readonly plan: Plan;
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** What the plan means to players, where that is known. */
  readonly impact?: readonly Impact[];
  readonly secrets: Secrets;
}

/** One of the games of a run. */
export interface ShownGame {
  readonly game: string;
  /** Absent where it could not be told. */
  readonly environment?: string;
  /** Absent when it could not be planned, or the run was interrupted before its turn. */
  readonly planned?: ShownPlan;
  /** What is secret about it, where that is known and it could not be planned. */
  readonly secrets?: Secrets;
  /** Its problems, without the refusals of its plan. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is kept back. */
export interface Concealment {
  readonly catalog: Catalog;
  /** Shows what is secret. */
  readonly reveal: boolean;
}

/** The game without its secrets. */
export function concealGame(game: ShownGame, options: Concealment): ShownGame {
  const { planned } = game;
  const diagnostics = concealAll(game.diagnostics, planned?.secrets ?? game.secrets, options);
  if (planned === undefined || options.reveal) return { ...game, diagnostics };
  const refusals = concealAll(planned.refusals, planned.secrets, options);
  return {
    ...game,
    diagnostics,
    planned: {
      ...planned,
      ...concealPlan(planned, planned.secrets, options.catalog),
      ...(planned.impact === undefined ? {} : { impact: concealImpact(planned.impact, planned.secrets) }),
      refusals,
    },
  };
}

/** `secrets`: undefined where nobody knows them, because the game could not be planned. */
export function concealAll(
  problems: readonly Diagnostic[],
  secrets: Secrets | undefined,
  { reveal, catalog }: Concealment,
): readonly Diagnostic[] {
  if (reveal) return problems;
  const known = secrets ?? unknownSecrets(catalog);
  const conceal = concealing(known);
  return problems.map((each) => concealDiagnostic(each, known, conceal));
}

/** Headings of the tables, the gravest cause first. Without `--base` there is one table without a heading. */
const CAUSE_HEADINGS: Readonly<Record<ChangeCause, string>> = {
  conflict: "Conflicts: changed by this branch and in the live game",
  pending: "Changes from this branch",
  drift: "Drift: changed in the live game, not in git",
};

/** The steps by why they are there. `title` is empty where nobody asked. */
export function stepsByCause(
  steps: readonly Step[],
  causes: PlanCauses | undefined,
): readonly { readonly title: string; readonly steps: readonly Step[] }[] {
  if (causes === undefined || !causes.has_game) return steps.length === 0 ? [] : [{ title: "", steps }];
  const order: readonly ChangeCause[] = ["conflict", ...CAUSES.filter((cause) => cause !== "conflict")];
  return order.flatMap((cause) => {
    const mine = steps.filter(({ id }) => (causes.steps.get(id)?.cause ?? "pending") === cause);
    return mine.length === 0 ? [] : [{ title: CAUSE_HEADINGS[cause], steps: mine }];
  });
}

/** Those that need somebody first: what is not planned or refused, then what changes something. */
export function byUrgency(games: readonly ShownGame[]): readonly ShownGame[] {
  const weight = ({ planned }: ShownGame): number => {
    if (planned === undefined || hasErrors(planned.refusals)) return 0;
    return planned.plan.steps.length > 0 ? 1 : 2;
  };
  return [...games].sort((a, b) => weight(a) - weight(b));
}

/** The plans that change something, if nothing keeps any of them from being applied. */
export function plansToApply(plans: readonly ShownPlan[]): readonly ShownPlan[] {
  return plans.some(({ refusals }) => hasErrors(refusals)) ? [] : plans.filter(({ plan }) => plan.steps.length > 0);
}
