/**
 * Plans as a document: what changes, what it means for players, what is refused and how to allow it, and what is kept.
 * A terminal has the summary at the end, where people look; pages begin with it.
 */
import { gravestFirst, type Impact, impactCounts, isHarmful, isNotable } from "../analysis/impact/impacts.ts";
import type { Secrets } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { counted } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import type { ChangedPart } from "../project/changed.ts";
import { type Concealment, concealAll, concealPlan } from "./concealment.ts";
import { type GameEnd, gamesLine, nameWords, runDocument } from "./games.ts";
import { changesTable, type PlanToShow } from "./plan-changes.ts";
import { countWords, keptBlocks, matchWords } from "./plan-kept.ts";
import { problemCallout } from "./problems.ts";
import {
  type Block,
  code,
  type Document,
  details,
  heading,
  type Inline,
  list,
  onForm,
  paragraph,
  strong,
  table,
  type Words,
} from "./render/document.ts";
import { targetWords } from "./render/phrases.ts";
import type { Role } from "./render/style.ts";

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

/** Impacts that text lists without `--verbose`; harmful ones always. */
const MOST_IMPACTS = 40;

/** A run over games. `general`: problems of the run as a whole. With an error among them, there are no games. */
export interface PlansToShow extends ChangedPart {
  readonly each: readonly GameToShow[];
  readonly general?: readonly Diagnostic[];
  /** How each game ended, in a run over several; text shows it. */
  readonly ends?: readonly GameEnd[];
}

/** `hides`: for pages, which have problems in them, too; other forms are given games that are concealed. */
export function planDocument({ each, general = [], changed, ends = [] }: PlansToShow, hides?: Concealment): Document {
  if (hides === undefined && each.every(({ value }) => value === undefined)) return { title: "", blocks: [] };
  const games = hides === "masked" ? each.map((game) => concealGame(game)) : each;
  const isSeveral = games.length > 1;
  const [only] = games;
  const problems = [...concealAll(general, undefined, hides), ...games.flatMap(({ diagnostics }) => diagnostics)];
  const isBlocked = hasErrors(problems) || games.some(({ value }) => hasErrors(value?.refusals ?? []));
  const shown = games.flatMap(({ value }) => (value === undefined ? [] : gameBlocks(value, isSeveral)));
  return runDocument({
    title: isSeveral
      ? `Plan for ${counted(games.length, "game")}`
      : ["Plan", ...(only === undefined ? [] : [" for ", ...nameWords(only)])],
    command: "laurel plan",
    changed,
    overview: isSeveral ? [overview(games)] : [],
    problems,
    blocks: [...shown, ...(ends.length > 0 ? [gamesLine(ends)] : []), ...(isBlocked ? [] : nextBlocks(games))],
  });
}

/** A game without its secrets, whatever form it is shown in. */
export function concealGame<G extends GameToShow>(game: G): G {
  const { value, secrets, diagnostics } = game;
  return {
    ...game,
    ...defined({ value: value && { ...value, ...concealPlan(value) } }),
    diagnostics: concealAll(diagnostics, value?.secrets ?? secrets),
  };
}

function nextBlocks(games: readonly GameToShow[]): readonly Block[] {
  const plans = games.flatMap(({ value }) =>
    value === undefined || value.plan.steps.length === 0 ? [] : [value.plan],
  );
  if (plans.length === 0) return [];
  const command = `laurel apply${plans.map(({ digest }) => ` --expect ${shortDigest(digest)}`).join("")}`;
  const effect = " applies exactly this plan, or nothing if anything has changed since.";
  return [paragraph([strong("Next:"), " ", code(command), effect], { on: "page" })];
}

/** Hexadecimal digits of a digest that name a plan: as many as `--expect` needs. */
const SHORT_DIGEST = 12;

function shortDigest(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1).slice(0, SHORT_DIGEST);
}

/** Games that need attention first. */
function overview(games: readonly GameToShow[]): Block {
  const urgency = ({ value }: GameToShow): number =>
    value === undefined || hasErrors(value.refusals) ? 0 : value.plan.steps.length > 0 ? 1 : 2;
  const rows = [...games]
    .sort((a, b) => urgency(a) - urgency(b))
    .map(({ game, environment = "", value, diagnostics }): readonly Words[] => {
      const alert = (text: string) => [strong(text, "error"), ": "];
      const errors = diagnostics.filter(({ severity }) => severity === "error").length;
      const missing = errors === 0 ? ["not started"] : [...alert("not planned"), counted(errors, "error")];
      const refused = hasErrors(value?.refusals ?? []) ? alert("refused") : [];
      const plan = value === undefined ? missing : [...refused, ...summaryWords(value.plan)];
      return [[code(game)], environment === "" ? "" : [code(environment)], plan, impactCounts(value?.impact ?? [])];
    });
  return table("game", ["Game", "Environment", "Plan", "Impact on players"], rows);
}

/** Of several games, those without anything to show are left out of text: their number is at the end. */
function gameBlocks(shown: PlanToShow, isSeveral: boolean): readonly Block[] {
  const { plan, refusals, causes, impact = [] } = shown;
  const { steps, not_compared = [] } = plan;
  const rank = isSeveral ? 2 : 0;
  const title = isSeveral ? [heading(nameWords(plan), { rank })] : [];
  const refused = refusals.filter(({ severity }) => severity === "error");
  const what = `${isSeveral ? `${plan.game}: ` : ""}${counted(refused.length, "hazard")} not allowed`;
  const refusal = problemCallout("error", `Refused: ${what}`, refused);
  const kept = keptBlocks(plan);
  const keys = not_compared.map((name) => kindNamed(catalog, name).plural);
  const summary = [
    paragraph(summaryWords(plan), { rank }),
    ...causeBlocks(causes),
    ...(keys.length === 0
      ? []
      : [paragraph(`Not managed, not compared: ${keys.join(", ")}.`, { role: "muted", isTight: true, rank: 2 })]),
  ];
  const tight = { role: "muted", rank, isTight: true } as const;
  const digest = steps.length === 0 ? [] : [paragraph(["Digest ", code(plan.digest)], tight)];
  const target = [paragraph(targetWords(plan), tight), ...digest];
  const changes = steps.length === 0 ? [] : [changesTable(shown)];
  const isQuiet = steps.length + kept.length + refusals.length === 0;
  const players = impactBlocks(impact);
  const allowed = allowedBlocks(shown);
  const text = [...title, ...changes, ...players, ...kept, ...allowed, ...summary, ...target, ...refusal];
  const page = [
    ...title,
    ...players,
    ...summary,
    ...refusal,
    ...allowed,
    ...(steps.length > 40 ? details(`All ${counted(steps.length, "change")}`, changes) : changes),
    ...details("Kept, or not verified", kept, { rank: 4 }),
    ...target,
  ];
  return [...(isQuiet && isSeveral ? [] : onForm("text", text)), ...onForm("page", page)];
}

/** The plan in short: the first sentence, and the rest. */
export function summaryOf({ summary, steps, kept: all }: Plan): {
  readonly headline: string;
  readonly details: string;
} {
  const { unchanged, kept, not_verified, ...actions } = summary;
  const others = { unchanged, kept, "not verified": not_verified };
  if (steps.length > 0) {
    const todo = Object.fromEntries(Object.entries(actions).map(([action, count]) => [`to ${action}`, count]));
    return { headline: `${countWords(todo)}.`, details: `${countWords(others) || "0 unchanged"}.` };
  }
  const isTargeted = all.some(({ reason }) => reason === "not-targeted");
  const what = isTargeted ? "The targeted resources match" : "The live game matches";
  return { headline: "No changes.", details: matchWords(what, others) };
}

function summaryWords(plan: Plan): readonly (string | Inline)[] {
  const { headline, details: rest } = summaryOf(plan);
  return [strong(headline), ` ${rest}`];
}

function allowedBlocks({ plan, refusals }: PlanToShow): readonly Block[] {
  const codes = new Set<string>(refusals.map(({ code: name }) => name));
  const hazards = plan.steps.flatMap((step) => step.hazards);
  const allowed = hazards.filter(({ name, consented }) => consented === true || !codes.has(name));
  if (allowed.length === 0) return [];
  const entries = allowed.map(({ name, sentence }): Words => [code(name), `: ${sentence}`]);
  return [{ type: "callout", role: "warning", rank: 1, title: "Allowed hazards", blocks: list("hazard", entries) }];
}

/** What is more than texts and additions, then the rest. */
function impactBlocks(impact: readonly Impact[]): readonly Block[] {
  if (impact.length === 0) return [];
  const entries = gravestFirst(impact).map((each): Words => {
    const role = isHarmful(each) ? "error" : isNotable(each) ? "update" : "muted";
    return [strong(each.class, role), `: ${each.sentence}`];
  });
  const notable = impact.filter(isNotable).length;
  const most = Math.max(MOST_IMPACTS, impact.filter(isHarmful).length);
  const others = list("impact", entries.slice(notable));
  return [
    heading(`What this means for players: ${impactCounts(impact)}`, { rank: 1 }),
    ...list("impact", entries.slice(0, notable), { rank: 1, most, isTight: true }),
    ...details(counted(impact.length - notable, "smaller change"), others, { isVerbose: true, rank: 3 }),
  ];
}

/** Why changes are in a plan: one line, and what its words mean. */
function causeBlocks(causes: PlanCauses | undefined): readonly Block[] {
  if (causes === undefined || causes.steps.size === 0) return [];
  const { ref, has_game, steps, totals } = causes;
  const { pending, drift, conflict } = totals;
  const line = (text: string, role?: Role): Block => paragraph(text, { isTight: true, rank: 1, ...defined({ role }) });
  if (!has_game) return [line(`This game is not in ${ref}: ${counted(steps.size, "change")} from this branch.`)];
  return [
    line(`Compared with ${ref}: ${countWords({ "from this branch": pending, drift, conflict })}.`),
    ...(drift > 0 ? [line("drift: changed in the live game, not in git; the plan reverts it", "muted")] : []),
    ...(conflict > 0 ? [line("conflict: changed on both sides; the plan applies the branch's value", "muted")] : []),
  ];
}
