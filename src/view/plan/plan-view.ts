/**
 * What is shown of plans, decided once for text, Markdown and HTML: which steps in which order, what is refused and how
 * to allow it, what is kept, summaries and next steps. In: plans with what the safety rules found. Out: plain data.
 */

import { countImpacts, type Impact, impactLine, type Witness } from "../../analysis/impact/impacts.ts";
import { MASK, type Secrets } from "../../analysis/secrets.ts";
import { catalog } from "../../catalog/index.ts";
import { counted } from "../../manifest/wording.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { defined } from "../../model/collections.ts";
import { type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { jsonText } from "../../model/json.ts";
import type { Action, Hazard, KeepReason, Kept, Plan, Step } from "../../model/model.ts";
import { CAUSES, type ChangeCause, type PlanCauses, type StepCause } from "../../plan/cause.ts";
import { type Concealment, concealAll, concealImpact, concealPlan } from "../findings/concealment.ts";
import { type FindingsGroup, findingsView } from "../findings/findings-view.ts";
import { notVerifiedNote } from "../text/not-verified.ts";
import { renderTarget } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Role } from "../text/style.ts";

/** A plan with everything that is shown beside it. */
export interface PlanToShow {
  readonly plan: Plan;
  /** What the safety rules found; empty when the plan may be applied. */
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** What the plan means for players, where that is known. */
  readonly impact?: readonly Impact[];
}

/** One of the games of a run. */
export interface GameToShow {
  readonly game: string;
  /** Absent where it is unknown. */
  readonly environment?: string;
  /** Absent when it could not be planned, or the run was interrupted before its turn. */
  readonly value?: PlanToShow & { readonly secrets: Secrets };
  /** Its secrets, where they are known although it could not be planned. */
  readonly secrets?: Secrets;
  /** Its problems, without the refusals of its plan. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One plan as every form shows it. */
export interface PlanView extends PlanToShow {
  readonly target: string;
  /** The summary: its first sentence, and the rest. */
  readonly headline: string;
  readonly details: string;
  /** Absent where there is nothing to apply. */
  readonly digest?: string;
  readonly against?: CauseSummary;
  readonly refused: RefusalView;
  /** Hazards that are allowed. */
  readonly allowed: readonly HazardOfStep[];
  readonly isRefused: (hazard: string) => boolean;
  /** Deleted resources of unknown history. */
  readonly unknown: readonly KeptGroup[];
  readonly kept: readonly KeptGroup[];
  /** The kinds that are not compared, in a sentence; empty when there are none. */
  readonly notManaged: string;
  /** `3 resources kept, 1 not verified`; empty when there are none. */
  readonly keptTitle: string;
}

export function planView(shown: PlanToShow): PlanView {
  const { plan, refusals, causes, impact } = shown;
  const [headline = "", details = ""] = summaryOf(plan).split(/(?<=\.) /);
  const against = causes === undefined ? undefined : causeSummary(causes);
  const codes = new Set<string>(refusals.map(({ code }) => code));
  const unknown = (plan.unknown ?? []).map((address): Kept => ({ address, reason: "not-pruned" }));
  const unknownHeading = `${counted(unknown.length, "deletion")} of what no manifest declares. \`--base COMMIT\` shows what was created outside of git:`;
  const { refused, allowed } = hazardsOf(plan, refusals);
  const keptCounts = [
    ...(plan.kept.length > 0 ? [`${counted(plan.kept.length, "resource")} kept`] : []),
    ...(plan.not_verified.length > 0 ? [`${counted(plan.not_verified.length, "resource")} not verified`] : []),
  ];
  return {
    plan,
    refusals,
    ...defined({ causes, impact, against, digest: plan.steps.length === 0 ? undefined : plan.digest }),
    target: renderTarget(plan),
    headline,
    details,
    refused,
    allowed,
    isRefused: (hazard) => codes.has(hazard),
    unknown: unknown.length === 0 ? [] : [{ heading: unknownHeading, lines: unknown.map(keptLine) }],
    kept: keptGroups(plan.kept),
    notManaged: notManagedNote(plan),
    keptTitle: keptCounts.join(", "),
  };
}

function notManagedNote({ not_compared = [] }: Plan): string {
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  return keys.length === 0 ? "" : `Not managed, not compared: ${keys.join(", ")}.`;
}

/** A game of a run without its secrets. */
export interface GameView extends Omit<GameToShow, "value" | "secrets"> {
  readonly plan?: PlanView;
  /** The result in a table: what needs attention, and the rest. */
  readonly outcome: { readonly alert: string; readonly words: string };
}

/** A run over games as every page shows it. */
export interface RunView {
  readonly games: readonly GameView[];
  readonly plans: readonly PlanView[];
  /** Without the refusals of plans. */
  readonly findings: readonly FindingsGroup[];
  /** Those first that need attention: not planned or refused, then those with changes. */
  readonly byUrgency: readonly GameView[];
  /** How to apply the plans; empty if anything prevents applying one of them. */
  readonly next: string;
}

/** `general`: problems of the run as a whole. With an error among them, there are no games. */
export function runView(given: readonly GameToShow[], general: readonly Diagnostic[], options: Concealment): RunView {
  const games = given.map((game) => gameView(game, options));
  const plans = games.flatMap(({ plan }) => plan ?? []);
  const problems = [...concealAll(general, undefined, options), ...games.flatMap(({ diagnostics }) => diagnostics)];
  const isBlocked = hasErrors(problems) || plans.some(({ refusals }) => hasErrors(refusals));
  return {
    games,
    plans,
    findings: findingsView(problems),
    byUrgency: [...games].sort((a, b) => urgency(a) - urgency(b)),
    next: isBlocked ? "" : nextStep(plans.flatMap(({ digest }) => digest ?? [])),
  };
}

function nextStep(digests: readonly string[]): string {
  if (digests.length === 0) return "";
  const flags = digests.map((digest) => ` --expect ${shortDigest(digest)}`);
  return `\`laurel apply${flags.join("")}\` applies exactly this plan, or nothing if anything has changed since.`;
}

function urgency({ plan }: GameView): number {
  if (plan === undefined || hasErrors(plan.refusals)) return 0;
  return plan.plan.steps.length > 0 ? 1 : 2;
}

function gameView(
  { game, environment, value, secrets, diagnostics: problems }: GameToShow,
  options: Concealment,
): GameView {
  const known = value?.secrets ?? secrets;
  const diagnostics = concealAll(problems, known, options);
  const plan = value === undefined ? undefined : planView(options.reveal ? value : concealed(value, options));
  return { game, ...defined({ environment, plan }), diagnostics, outcome: outcomeOf(plan, diagnostics) };
}

function concealed(planned: NonNullable<GameToShow["value"]>, options: Concealment): PlanToShow {
  const { secrets, impact = [] } = planned;
  const shown = concealImpact(impact, secrets);
  const lines = new Map(impact.map((each, index) => [impactLine(each), impactLine(shown[index] as Impact)]));
  const refusals = planned.refusals.map((each) => {
    if (each.code !== "impact-refused") return concealAll([each], secrets, options)[0] as Diagnostic;
    return {
      ...each,
      detail: each.detail
        .split("\n")
        .map((line) => lines.get(line) ?? MASK)
        .join("\n"),
    };
  });
  return {
    ...planned,
    ...concealPlan(planned, secrets, options.catalog),
    ...defined({ impact: planned.impact && shown }),
    refusals,
  };
}

function outcomeOf(plan: PlanView | undefined, diagnostics: readonly Diagnostic[]): GameView["outcome"] {
  if (plan !== undefined)
    return { alert: hasErrors(plan.refusals) ? "refused" : "", words: [plan.headline, plan.details].join(" ").trim() };
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return errors === 0 ? { alert: "", words: "not started" } : { alert: "not planned", words: counted(errors, "error") };
}

/** The plan in short: `1 to create, 2 to update. 14 unchanged.` */
export function summaryOf(plan: Plan): string {
  const { unchanged, kept, not_verified, ...actions } = plan.summary;
  if (plan.steps.length === 0) {
    const isTargeted = plan.kept.some(({ reason }) => reason === "not-targeted");
    const count = ` (${counted(unchanged, "resource")} unchanged)`;
    return `No changes. ${matchNote(plan, isTargeted ? "The targeted resources match" : "The live game matches", count)}`;
  }
  const todo = Object.entries(actions)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} to ${action}`);
  const others = [
    ...(kept === 0 ? [] : [`${kept} kept`]),
    ...(not_verified === 0 ? [] : [`${not_verified} not verified`]),
  ];
  return `${todo.join(", ")}. ${[`${unchanged} unchanged`, ...others].join(", ")}.`;
}

/** Of a plan without steps: `The live game matches the manifests; 2 live resources are not in any manifest and are kept.` */
export function matchNote(
  { kept, not_verified }: Pick<Plan, "kept" | "not_verified">,
  matches: string,
  count = "",
): string {
  const unseen = notVerifiedNote(not_verified.length);
  const where = unseen === "" ? "" : " as far as the service shows it";
  return `${matches} the manifests${where}${count}${undeclaredNote(kept)}${unseen === "" ? "" : `; ${unseen}`}.`;
}

/** Hexadecimal digits of a digest that name a plan: as many as `--expect` needs. */
const SHORT_DIGEST = 12;

export function shortDigest(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1).slice(0, SHORT_DIGEST);
}

/** Sign and role of each action. The word is always beside the sign, so that neither colour nor sign is needed. */
export const ACTIONS: Readonly<Record<Action, { readonly sign: string; readonly role: Role }>> = {
  create: { sign: "+", role: "create" },
  update: { sign: "~", role: "update" },
  rename: { sign: "=", role: "update" },
  delete: { sign: "-", role: "delete" },
  attach: { sign: ">", role: "attach" },
  detach: { sign: "<", role: "detach" },
};

/** The address; for memberships also the member: `achievement/slayer rewards: egg`. Harmless to print. */
export function stepSubject(step: Step): string {
  const member = step.link === undefined ? "" : ` ${step.link.name}: ${step.link.member}`;
  return safeText(step.address + member);
}

/** Why changes are in a plan: one line, and what its words mean. */
export interface CauseSummary {
  readonly line: string;
  readonly meanings: readonly string[];
}

/** `Compared with origin/main: 2 changes from this branch, 1 drift, 1 conflict.` */
function causeSummary({ ref, has_game, steps, totals }: PlanCauses): CauseSummary | undefined {
  if (steps.size === 0) return undefined;
  if (!has_game) {
    const line = `This game is not in ${safeText(ref)}: ${counted(steps.size, "change")} from this branch.`;
    return { line, meanings: [] };
  }
  const { pending, drift, conflict } = totals;
  const parts = [
    ...(pending > 0 ? [`${counted(pending, "change")} from this branch`] : []),
    ...(drift > 0 ? [`${drift} drift`] : []),
    ...(conflict > 0 ? [counted(conflict, "conflict")] : []),
  ];
  const meanings = [
    ...(drift > 0 ? ["drift: changed in the live game, not in git; the plan reverts it"] : []),
    ...(conflict > 0
      ? ["conflict: changed by this branch and in the live game; the plan applies the branch's value"]
      : []),
  ];
  return { line: `Compared with ${safeText(ref)}: ${parts.join(", ")}.`, meanings };
}

/** The mark behind a step's address; empty for what this branch changes, the usual case. */
export function stepMark(cause: StepCause | undefined): string {
  return cause === undefined || cause.cause === "pending" ? "" : `(${cause.cause})`;
}

/** Headings of the tables of changes, in their order. Without `--base` there is one table without a heading. */
const CAUSE_HEADINGS: Readonly<Record<ChangeCause, string>> = {
  conflict: "Conflicts: changed by this branch and in the live game",
  pending: "Changes from this branch",
  drift: "Drift: changed in the live game, not in git",
};

/** The steps by their cause, the gravest first. `title` is empty without `--base`. */
export function stepGroups(
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

/** The histories that show an impact, a line each with its activities. */
export function historyLines({ witnesses = {} }: Pick<Impact, "witnesses">): readonly string[] {
  const { easier, harder } = witnesses;
  return [
    ...(harder === undefined ? [] : [`earned before, not after: ${historyWords(harder)}`]),
    ...(easier === undefined ? [] : [`earned after, not before: ${historyWords(easier)}`]),
  ];
}

/** Such as `2 × jump (amount 1) every 24 hours from 2024-01-30 08:00, then run (amount 5) {"map":"sea"} at 2024-01-31 08:00`. */
function historyWords({ player, activities }: Witness): string {
  const words = activities.map((each) => {
    const { custom_action_id, amount, times, date_time_utc, every_hours, custom_data } = each;
    const data = custom_data === null ? "" : ` ${jsonText(custom_data)}`;
    const time = date_time_utc.slice(0, 16).replace("T", " ");
    const when = every_hours === 0 ? `at ${time}` : `every ${counted(every_hours, "hour")} from ${time}`;
    return `${times === 1 ? "" : `${times} × `}${custom_action_id} (amount ${amount})${data} ${when}`;
  });
  const by = player === null ? "" : `, by a player with ${jsonText(player)}`;
  return words.join(", then ") + by;
}

/** `1 harder, 2 cosmetic`: the gravest first. */
export function impactCounts(impacts: readonly Impact[]): string {
  return countImpacts(impacts)
    .map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`)
    .join(", ");
}

/** A hazard and its step. */
export interface HazardOfStep extends Hazard {
  readonly step: Step;
}

/** What is refused about a plan, and what allows it. */
export interface RefusalView {
  /** Codes of errors that no flag allows. */
  readonly others: readonly string[];
  /** Hazards that are not allowed. */
  readonly hazards: readonly HazardOfStep[];
  /** `2 hazards are not allowed`; empty when a flag is not missing. */
  readonly what: string;
  /** `--allow a --allow b` */
  readonly flags: string;
  /** `allow: [a, b]` */
  readonly setting: string;
  /** Whether there are player data to lose, in sentences. */
  readonly players: readonly string[];
}

/** Where the setting belongs. */
export const SETTING_PLACE = "in laurel.yaml, under the game or the environment:";

function hazardsOf(
  plan: Plan,
  refusals: readonly Diagnostic[],
): { readonly refused: RefusalView; readonly allowed: readonly HazardOfStep[] } {
  const all = plan.steps.flatMap((step) => step.hazards.map((hazard): HazardOfStep => ({ ...hazard, step })));
  const met = new Set<string>(all.map(({ name }) => name));
  const codes = [...new Set(refusals.filter(({ severity }) => severity === "error").map(({ code }) => code))];
  const names = codes.filter((code) => met.has(code));
  const isNotAllowed = ({ name, consented }: Hazard): boolean =>
    names.some((each) => each === name) && consented !== true;
  const hazards = all.filter(isNotAllowed);
  const what = names.length === 1 ? "1 hazard is not allowed" : `${names.length} hazards are not allowed`;
  return {
    refused: {
      others: codes.filter((code) => !met.has(code)),
      hazards,
      what: names.length === 0 ? "" : what,
      flags: names.map((name) => `--allow ${name}`).join(" "),
      setting: `allow: [${names.join(", ")}]`,
      players: hazards.flatMap(({ players = [] }) => players),
    },
    allowed: all.filter((each) => !isNotAllowed(each)),
  };
}

/** Resources kept for one reason: the sentence that says so, and a line for each, harmless to print. */
export interface KeptGroup {
  /** Absent for deleted resources of unknown history. */
  readonly reason?: KeepReason;
  readonly heading: string;
  readonly lines: readonly string[];
}

/** The headings for one resource and for several. */
const REASONS: Readonly<Record<KeepReason, (count: number) => string>> = {
  "not-pruned": (count) => `${undeclared(count)}, because prune is off:`,
  "still-referenced": (count) =>
    `${undeclared(count)}, because a kept resource still refers to ${count === 1 ? "it" : "them"}:`,
  "unseen-referrers": (count) =>
    `${undeclared(count)}, because the service does not return everything that may refer to ${count === 1 ? "it" : "them"}:`,
  "not-targeted": (count) => `${differing(count)} but ${count === 1 ? "is" : "are"} not targeted:`,
  ignored: (count) => `${differing(count)} in ignored fields (\`ignore\`):`,
  "create-only": (count) =>
    `${differing(count)} but ${count === 1 ? "is" : "are"} not updated, because of \`create_only\`:`,
  forgotten: (count) =>
    `${counted(count, "live resource")} ${count === 1 ? "is" : "are"} kept by \`removed\` with \`keep: true\`:`,
};

/** Reasons to keep what no manifest declares. */
const UNDECLARED: readonly KeepReason[] = ["not-pruned", "still-referenced", "unseen-referrers"];

/** `; 3 live resources are not in any manifest and are kept`; empty where there is none. */
function undeclaredNote(kept: readonly Kept[]): string {
  const count = kept.filter(({ reason }) => UNDECLARED.includes(reason)).length;
  return count === 0 ? "" : `; ${undeclared(count)}`;
}

function undeclared(count: number): string {
  const verbs = count === 1 ? "is not in any manifest and is kept" : "are not in any manifest and are kept";
  return `${counted(count, "live resource")} ${verbs}`;
}

function differing(count: number): string {
  return `${counted(count, "resource")} ${count === 1 ? "differs" : "differ"}`;
}

function keptGroups(kept: readonly Kept[]): readonly KeptGroup[] {
  return (Object.keys(REASONS) as KeepReason[]).flatMap((reason) => {
    const group = kept.filter((each) => each.reason === reason);
    return group.length === 0 ? [] : [{ reason, heading: REASONS[reason](group.length), lines: group.map(keptLine) }];
  });
}

/** The address, and what differs or refers to it. */
function keptLine({ address, by = [], fields = [] }: Kept): string {
  const referrers = by.length === 0 ? "" : ` used by ${by.map(safeText).join(", ")}`;
  const names = [...new Set(fields.map(({ path }) => path.split("/")[1] ?? ""))];
  const what = names.length === 0 ? "" : `: ${names.map(safeText).join(", ")}`;
  return safeText(address) + what + referrers;
}
