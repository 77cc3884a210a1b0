/** Plans as text for the terminal, the same to the byte for the same plan. Everything from outside is made harmless. */

import type { ImpactClass } from "../../analysis/impact/classes.ts";
import { gravestFirst, type Impact, isHarmful, isNotable } from "../../analysis/impact/impacts.ts";
import { both, counted } from "../../manifest/wording.ts";
import { partsOfAddress } from "../../model/catalog-lookup.ts";
import { append, largest } from "../../model/collections.ts";
import type { ApplyOutcome, PlanOutcome } from "../../model/events.ts";
import type { Action, Plan, Step, StepId } from "../../model/model.ts";
import { alignedRows, blocksOf, hanging, padTo, paragraph, type TextView, widthOf, wrapText } from "../text/layout.ts";
import { notVerifiedGroups } from "../text/not-verified.ts";
import { namedGames } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";
import type { Role, Style } from "../text/style.ts";
import { paintCause, renderStepFields } from "./fields.ts";
import {
  ACTIONS,
  historyLines,
  impactCounts,
  type KeptGroup,
  type PlanToShow,
  type PlanView,
  planView,
  SETTING_PLACE,
  shortDigest,
  stepMark,
  stepSubject,
} from "./plan-view.ts";

/** Columns of the longest action, and one more. */
const ACTION_WIDTH = 7;
/** Columns in front of a step's address: margin, sign, word and a gap. */
const SUBJECT_COLUMN = 2 + 2 + ACTION_WIDTH + 2;
/** Columns in front of what belongs to a step. */
const DETAIL_INDENT = 6;
/** Addresses longer than this do not push the origins of the other steps to the right. */
const SUBJECT_LIMIT = 60;
/** A longer plan is counted by kind, and shows only the steps that need a look, unless `verbose`. */
const STEPS_SHOWN = 40;
/** More impacts than this are shown only where they are harmful, unless `verbose`. */
const IMPACTS_SHOWN = 40;
/** Resources listed for each reason, unless `verbose`. */
const KEPT_SHOWN = 10;
/** Columns in front of the continuation of a kept resource. */
const KEPT_INDENT = 6;

export function renderPlanText(given: PlanToShow, view: TextView): string {
  const { style, width } = view;
  const shown = planView(given);
  const steps = shownSteps(shown, view);
  const impact = placedImpact(shown.impact ?? [], steps, view);
  const limit = Math.min(SUBJECT_LIMIT, width - SUBJECT_COLUMN - 2);
  const widths = steps.map((step) => subjectWidth(step, shown)).filter((each) => each <= limit);
  const column = largest(widths, 0);
  const blocks = steps.map((step) => stepLines(step, column, impact.byStep.get(step.id) ?? [], shown, view));
  const summary = `${shown.headline} ${shown.details}`.trimEnd();
  return blocksOf([
    headingLines(shown, view),
    ...withCounts(shown.plan.steps, steps, compactBlocks(blocks), view),
    ...shown.unknown.map((group) => keptLines(group, view)),
    impactLines(shown.impact ?? [], impact, view),
    ...shown.kept.map((group) => keptLines(group, view)),
    ...notVerifiedGroups(shown.plan.not_verified, view.verbose).map((group) => keptLines(group, view)),
    [
      ...hanging("", summary, width).map(style.strong),
      ...quietImpactLines(shown.impact ?? [], impact, view),
      ...(shown.notManaged === "" ? [] : hanging("", shown.notManaged, width).map(style.muted)),
      ...causeLines(shown, view),
      ...(shown.digest === undefined ? [] : digestLines(shown.digest, view)),
      ...refusedLines(shown, view),
    ],
  ]);
}

function headingLines({ plan, target }: PlanView, { style, width }: TextView): readonly string[] {
  const title = `Plan for game "${safeText(plan.game)}" (${safeText(plan.environment)})`;
  const fits = widthOf(title) + 1 + widthOf(target) <= width;
  return fits ? [`${style.strong(title)} ${style.muted(target)}`] : [style.strong(title), `  ${style.muted(target)}`];
}

/** All steps of a plan of readable length, or with their requests; of a longer plan those that need a look. */
function shownSteps({ plan, refusals, causes, impact = [] }: PlanView, view: TextView): readonly Step[] {
  const { steps } = plan;
  if (view.verbose || steps.length <= STEPS_SHOWN) return steps;
  const refused = new Set(refusals.map(({ address }) => address));
  const harmful = new Set(impact.filter(isHarmful).flatMap((each) => each.steps));
  return steps.filter(
    ({ id, action, address, hazards }) =>
      hazards.length > 0 ||
      action === "delete" ||
      refused.has(address) ||
      harmful.has(id) ||
      causes?.steps.get(id)?.cause === "conflict",
  );
}

/** Of a plan whose steps are not all shown: the counts of each kind and action, the blocks, and how many more there are. */
function withCounts(
  all: readonly Step[],
  shown: readonly Step[],
  blocks: readonly (readonly string[])[],
  { style }: TextView,
): readonly (readonly string[])[] {
  const left = all.length - shown.length;
  if (left === 0) return blocks;
  const actions = (Object.keys(ACTIONS) as Action[]).filter((action) => all.some((step) => step.action === action));
  const kinds = [...new Set(all.map(({ address }) => partsOfAddress(address).kind))];
  const rows = kinds.map((kind) => {
    const own = all.filter(({ address }) => partsOfAddress(address).kind === kind);
    const counts = actions.map((action) => own.filter((step) => step.action === action).length);
    return [safeText(kind), ...counts.map((count) => (count === 0 ? "-" : count.toLocaleString("en-US")))];
  });
  const [head = "", ...body] = alignedRows([["", ...actions], ...rows], [padTo]).map((line) => `  ${line}`);
  const table = [style.muted(head), ...body];
  const more = `${left.toLocaleString("en-US")}${shown.length === 0 ? "" : " more"} ${left === 1 ? "change" : "changes"}`;
  const rest = style.muted(`  ${more} (--verbose shows all)`);
  return blocks.length === 0 ? [[...table, rest]] : [table, ...blocks, [rest]];
}

/** Blocks of one line that follow each other become one block. */
function compactBlocks(blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const joined: string[][] = [];
  let isOpen = false;
  for (const block of blocks) {
    const isLine = block.length === 1;
    if (isLine && isOpen) joined.at(-1)?.push(...block);
    else joined.push([...block]);
    isOpen = isLine;
  }
  return joined;
}

/** A change in one block: address and place, fields, hazards, impact, notes, requests. */
function stepLines(
  step: Step,
  column: number,
  impact: readonly Impact[],
  shown: PlanView,
  view: TextView,
): readonly string[] {
  const { style } = view;
  return [
    ...stepHead(step, column, shown, view),
    ...renderStepFields(step, shown.causes, view, DETAIL_INDENT),
    ...step.hazards.flatMap(({ name, sentence }) => {
      const isRefused = shown.isRefused(name);
      const text = `${name}${isRefused ? "" : " (allowed)"}: ${safeText(sentence)}`;
      return hanging("! ", text, view.width, DETAIL_INDENT).map(isRefused ? style.error : style.warning);
    }),
    ...gravestFirst(impact).flatMap((each) => {
      const [first = "", ...more] = hanging(`${each.class}: `, safeText(each.sentence), view.width, DETAIL_INDENT);
      return [
        first.replace(each.class, style[IMPACT_ROLES[each.class]](each.class)),
        ...more,
        ...witnessLines(each, DETAIL_INDENT + 2, view),
      ];
    }),
    ...step.notes.flatMap((note) => hanging("note: ", safeText(note), view.width, DETAIL_INDENT).map(style.hint)),
  ];
}

/** The step's own line; the origin gets a line of its own where the screen is too narrow. */
function stepHead(step: Step, column: number, shown: PlanView, { style, width }: TextView): readonly string[] {
  const subject = stepSubject(step);
  const mark = stepMark(shown.causes?.steps.get(step.id));
  const taken = subjectWidth(step, shown);
  const blank = " ".repeat(SUBJECT_COLUMN);
  const isBroken = SUBJECT_COLUMN + taken > width && step.link !== undefined;
  const names = (isBroken ? wrapText(subject, width - SUBJECT_COLUMN) : [subject]).map(style.strong);
  if (mark !== "") names.push(`${names.pop()} ${paintCause(mark, style)}`);
  const [name, ...more] = names;
  const head = `  ${actionMark(step.action, style)}  ${name}`;
  const rest = more.map((line) => blank + line);
  if (step.origin === undefined) return [head, ...rest];
  const origin = safeText(`${step.origin.file}:${step.origin.line}`);
  const place = style.muted(origin);
  // In the common column, or right behind the address where that is too far to the right.
  const gaps = [Math.max(0, column - taken) + 2, 2];
  const gap = gaps.find((each) => SUBJECT_COLUMN + taken + each + widthOf(origin) <= width);
  return gap === undefined ? [head, ...rest, blank + place] : [head + " ".repeat(gap) + place];
}

/** Sign and word in the action's colour, padded to a common width. */
export function actionMark(action: Action, style: Style): string {
  const { sign, role } = ACTIONS[action];
  return style[role](`${sign} ${action}`) + " ".repeat(ACTION_WIDTH - action.length);
}

/** Columns of the address and the mark behind it. */
function subjectWidth(step: Step, { causes }: PlanView): number {
  const mark = stepMark(causes?.steps.get(step.id));
  return widthOf(stepSubject(step)) + (mark === "" ? 0 : 1 + widthOf(mark));
}

const IMPACT_ROLES: Readonly<Record<ImpactClass, Role>> = {
  cosmetic: "muted",
  additive: "create",
  easier: "create",
  value: "update",
  harder: "warning",
  mixed: "warning",
  revealing: "error",
  unknown: "warning",
  destructive: "error",
};

/** The impact of a plan, by where it is shown. */
interface PlacedImpact {
  /** Of one change alone, beside that change. */
  readonly byStep: ReadonlyMap<StepId, readonly Impact[]>;
  /** Of several changes, or of one that is not shown: in a list of their own. */
  readonly listed: readonly Impact[];
  /** How many are only counted. */
  readonly hidden: number;
}

/** Texts and additions are shown with `verbose` only: the fields of their changes say the same. */
function placedImpact(impacts: readonly Impact[], shown: readonly Step[], { verbose }: TextView): PlacedImpact {
  const ids = new Set(shown.map(({ id }) => id));
  const byStep = new Map<StepId, Impact[]>();
  const others: Impact[] = [];
  for (const impact of verbose ? impacts : impacts.filter(isNotable)) {
    const [id, ...more] = impact.steps;
    if (id !== undefined && more.length === 0 && ids.has(id)) append(byStep, id, impact);
    else others.push(impact);
  }
  const listed = verbose || others.length <= IMPACTS_SHOWN ? others : others.filter(isHarmful);
  const inBlocks = [...byStep.values()].reduce((sum, each) => sum + each.length, 0);
  return { byStep, listed: gravestFirst(listed), hidden: impacts.length - inBlocks - listed.length };
}

function impactLines(impacts: readonly Impact[], { listed, hidden }: PlacedImpact, view: TextView): readonly string[] {
  if (listed.length === 0) return [];
  const { style } = view;
  const width = Math.max(...listed.map((each) => each.class.length));
  const above = impacts.length - listed.length - hidden;
  return [
    style.strong(`Impact on players: ${impactCounts(impacts)}`),
    ...listed.flatMap((each) => {
      const [first = "", ...more] = hanging(" ".repeat(width + 4), safeText(each.sentence), view.width);
      const mark = style[IMPACT_ROLES[each.class]](each.class) + " ".repeat(width - each.class.length);
      return [`  ${mark}  ${first.slice(width + 4)}`, ...more, ...witnessLines(each, width + 6, view)];
    }),
    ...(above === 0
      ? []
      : [`  ${style.muted(`and ${above} above, with ${above === 1 ? "its change" : "their changes"}`)}`]),
    ...(hidden === 0 ? [] : [`  ${style.muted(`and ${hidden} more; --verbose lists all`)}`]),
  ];
}

/** In the summary, where there is no list. */
function quietImpactLines(
  impacts: readonly Impact[],
  { listed, hidden }: PlacedImpact,
  view: TextView,
): readonly string[] {
  if (impacts.length === 0 || listed.length > 0) return [];
  const all = hidden === 0 ? "" : " (--verbose lists all)";
  return hanging("", `Impact on players: ${impactCounts(impacts)}${all}.`, view.width);
}

/** With `verbose`: what players do to see the difference. */
function witnessLines(impact: Impact, indent: number, { verbose, width }: TextView): readonly string[] {
  return verbose ? historyLines(impact).flatMap((line) => hanging("", safeText(line), width, indent)) : [];
}

/** Resources under the reason why they are listed. */
export function keptLines({ reason, heading, lines }: KeptGroup, view: TextView): readonly string[] {
  const { style, verbose, width } = view;
  // `removed` with `keep: true` is a decision, so its resources are only counted.
  if (reason === "forgotten" && !verbose) return hanging("", heading.replace(/:$/, "."), width);
  const shown = verbose ? lines : lines.slice(0, KEPT_SHOWN);
  const more = lines.length - shown.length;
  return [
    ...hanging("", heading, width).map(reason === undefined ? style.warning : (line) => line),
    ...shown.flatMap((line) => {
      // The rest is indented more than lines begin, so that no id in it looks like one of them.
      const [first = "", ...rest] = wrapText(line, Math.max(20, width - KEPT_INDENT));
      return [style.keep(`  ${first}`), ...rest.map((each) => style.muted(" ".repeat(KEPT_INDENT) + each))];
    }),
    ...(more === 0 ? [] : [`  ${style.muted(`and ${more} more; --verbose lists all`)}`]),
  ];
}

function causeLines({ against }: PlanView, { style, width }: TextView): readonly string[] {
  if (against === undefined) return [];
  const meanings = against.meanings.flatMap((meaning) => hanging("  ", meaning, width).map(style.muted));
  return [...hanging("", against.line, width), ...meanings];
}

/** On a narrow screen the beginning, which is enough to name the plan. */
function digestLines(digest: string, { style, width }: TextView): readonly string[] {
  const whole = `Digest ${safeText(digest)}`;
  if (widthOf(whole) <= width) return [style.muted(whole)];
  const algorithm = digest.slice(0, digest.indexOf(":") + 1);
  const short = safeText(algorithm + shortDigest(digest));
  return hanging("", `Digest ${short} (shortened; --expect accepts it)`, width).map(style.muted);
}

/** The exact flags that allow a refused plan, or where the problems are. */
function refusedLines({ refused }: PlanView, { style, width }: TextView): readonly string[] {
  const { others, what, flags, setting, players } = refused;
  const lines = [
    ...(others.length === 0 ? [] : hanging("Refused: ", `${others.join(", ")}; see the problems.`, width)),
    ...(what === "" ? [] : [`Refused: ${what}. To go ahead, add:`]),
  ].map(style.error);
  if (what === "") return lines;
  const sentences = players.flatMap((sentence) => hanging("", safeText(sentence), width));
  const inProject = setting === "" ? [] : [`or ${SETTING_PLACE}`, `    ${setting}`];
  return [...lines, `    ${flags}`, ...inProject, ...sentences];
}

/** In the order of listing. Games that need attention are named, the others only counted. */
export const OUTCOMES: Readonly<Record<GameEnd["outcome"], { readonly words: string; readonly role?: Role }>> = {
  done: { words: "done" },
  changes: { words: "with changes" },
  "no-changes": { words: "without changes" },
  refused: { words: "refused", role: "error" },
  failed: { words: "failed", role: "error" },
  invalid: { words: "invalid", role: "error" },
  usage: { words: "not set up", role: "error" },
  interrupted: { words: "interrupted", role: "warning" },
  "not-started": { words: "not started", role: "warning" },
};

export interface GameEnd {
  readonly game: string;
  readonly outcome: PlanOutcome | ApplyOutcome;
  /** Absent where it was not planned. */
  readonly not_verified?: Plan["not_verified"];
}

/** `200 games: 2 with changes, 196 without changes, 1 refused ("a"), 1 invalid ("b").` Ends with a line break. */
export function renderGamesLine(games: readonly GameEnd[], { style, width }: TextView): string {
  const parts = (Object.keys(OUTCOMES) as GameEnd["outcome"][]).flatMap((outcome) => {
    const names = games.filter((each) => each.outcome === outcome).map(({ game }) => `"${safeText(game)}"`);
    const { words, role } = OUTCOMES[outcome];
    return names.length === 0 ? [] : [`${names.length} ${words}${role === undefined ? "" : ` (${both(names)})`}`];
  });
  const unseen = namedGames(games.flatMap(({ game, not_verified = [] }) => (not_verified.length === 0 ? [] : [game])));
  const note = unseen === "" ? "" : `; ${unseen} could not be fully verified`;
  const roles = games.flatMap(({ outcome }) => OUTCOMES[outcome].role ?? []);
  const role: Role = roles.includes("error") ? "error" : roles.includes("warning") ? "warning" : "strong";
  return paragraph(`${counted(games.length, "game")}: ${parts.join(", ")}${note}.`, width, style[role]);
}

/** Games without changes in one sentence. Ends with a line break. */
export function renderQuietGames(games: readonly string[], { style, width }: TextView): string {
  const text = `No changes: ${namedGames(games)} ${games.length === 1 ? "matches" : "match"} the manifests.`;
  return paragraph(text, width, style.muted);
}
