/**
 * Plans as one page of Markdown, for a comment on a pull request or the summary of a job. In: plans, what the safety
 * rules said, and what is secret. Out: a page that is never longer than its hosts take. What matters most comes first:
 * the summaries, then what is refused and the words to go on, then the changes, then what can be opened.
 */
import { counted } from "../../manifest/wording.ts";
import { type Diagnostic, hasErrors, sortDiagnostics } from "../../model/diagnostics.ts";
import type { Plan } from "../../model/model.ts";
import { plainStyle } from "../form/style.ts";
import { renderPlace } from "../form/target-text.ts";
import { renderCauses } from "../plan/cause-text.ts";
import { keptGroups, keptLine, unknownHeading } from "../plan/kept-text.ts";
import { renderSummary } from "../plan/plan-text.ts";
import {
  byUrgency,
  type Concealment,
  concealAll,
  concealGame,
  plansToApply,
  type ShownGame,
  type ShownPlan,
  stepsByCause,
} from "../plan/shown-game.ts";
import { impactLine, impactPile } from "./impact-markdown.ts";
import { nameOf, renderPage, shortDigest, TITLE_WIDTH } from "./markdown-page.ts";
import { CLOSING, code, opening, prose } from "./markdown-text.ts";
import { problemPile } from "./problem-markdown.ts";
import { allowedPile, refusedPile } from "./refused-markdown.ts";
import type { Pile } from "./size-budget.ts";
import { hasDetails, type StepView, stepDetails, stepRow, TABLE_HEAD } from "./step-markdown.ts";

export interface MarkdownOptions extends Concealment {
  readonly showRequests: boolean;
  /** Address of the run that makes the page, where the host tells it. */
  readonly runUrl?: string;
}

const WIDE = { style: plainStyle, width: Number.POSITIVE_INFINITY, verbose: true };

/** `general`: problems of the run as a whole. With an error among them, there are no games. */
export function renderPlansMarkdown(
  games: readonly ShownGame[],
  general: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const shown = games.map((game) => concealGame(game, options));
  const plans = shown.flatMap(({ planned }) => (planned === undefined ? [] : [planned]));
  const [only] = shown.length === 1 ? shown : [];
  const problems = sortDiagnostics([
    ...concealAll(general, undefined, options),
    ...shown.flatMap(({ diagnostics }) => diagnostics),
  ]);
  const isSeveral = shown.length > 1;
  return renderPage({
    title: titleOf(shown),
    top: only?.planned === undefined ? noGames(shown, problems) : onlySummary(only.planned),
    piles: [
      ...(isSeveral ? [overviewPile(shown)] : []),
      ...problemPile(problems, "error"),
      ...refusedPile(plans, isSeveral),
      ...problemPile(problems, "warning"),
      ...allowedPile(plans, isSeveral),
      ...plans.flatMap(({ plan, impact = [] }) => impactPile(impact, nameOf(plan), isSeveral)),
      ...plans.flatMap((plan) => planPiles(plan, isSeveral, options)),
    ],
    bottom: hasErrors(problems) ? [] : nextSteps(plans),
    ...(options.runUrl === undefined ? {} : { runUrl: options.runUrl }),
    whole: "`laurel plan` prints everything; `--format json` prints it for programs",
  });
}

/** Says that there are none, and that this is no failure. */
export function noGames(games: readonly unknown[], problems: readonly Diagnostic[]): readonly string[] {
  return games.length > 0 || hasErrors(problems) ? [] : ["This shard has no games. Nothing to do."];
}

function titleOf(games: readonly ShownGame[]): string {
  const [first] = games;
  if (first === undefined) return "## Plan";
  return `## Plan for ${games.length === 1 ? nameOf(first) : counted(games.length, "game")}`;
}

/** What there is to say of one game before its changes. */
function onlySummary(game: ShownPlan): readonly string[] {
  const { plan, impact = [] } = game;
  const [todo = "", rest = ""] = renderSummary(plan).split(/(?<=\.) /);
  const digest = plan.steps.length === 0 ? "" : `Digest ${digestOf(game)} · `;
  return [
    `**${prose(todo)}**${rest === "" ? "" : ` ${rest}`}`,
    `${digest}${placeOf(plan)}`,
    ...impactLine(impact),
    ...causeLines(game),
  ];
}

function placeOf(plan: Plan): string {
  return prose(renderPlace(plan));
}

function causeLines({ causes }: ShownPlan): readonly string[] {
  if (causes === undefined) return [];
  const [first, ...meanings] = renderCauses(causes, WIDE);
  if (first === undefined) return [];
  return [[prose(first), ...meanings.map((line) => `- ${prose(line.trim())}`)].join("\n")];
}

/** One line for each game: those that need somebody first. */
function overviewPile(games: readonly ShownGame[]): Pile {
  return {
    rank: 0,
    counts: "game",
    head: "| Game | Environment | Plan | Digest |\n| :-- | :-- | :-- | :-- |\n",
    units: byUrgency(games).map((each) => () => {
      const environment = each.environment === undefined ? "" : code(each.environment, TITLE_WIDTH);
      const digest = each.planned === undefined ? "" : digestOf(each.planned);
      return `| ${code(each.game, TITLE_WIDTH)} | ${environment} | ${outcomeText(each)} | ${digest} |\n`;
    }),
    foot: "",
    more: (left) => `\n… and ${counted(left, "more game")}.\n`,
  };
}

function outcomeText({ planned, diagnostics }: ShownGame): string {
  if (planned === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    return errors === 0 ? "not started" : `⚠ **not planned** · ${counted(errors, "error")}`;
  }
  return (hasErrors(planned.refusals) ? "⚠ **refused** · " : "") + prose(renderSummary(planned.plan));
}

/** A plan that does nothing has nothing to be approved. */
function digestOf({ plan }: ShownPlan): string {
  return plan.steps.length === 0 ? "" : shortDigest(plan.digest);
}

function planPiles(shown: ShownPlan, isNamed: boolean, { showRequests }: MarkdownOptions): readonly Pile[] {
  const { plan, refusals, causes } = shown;
  const view: StepView = { showRequests, refused: new Set(refusals.map(({ code: name }) => name)), causes };
  const heading = isNamed ? [`### ${nameOf(plan)}`, placeOf(plan), ...causeLines(shown)].join("\n\n") : "";
  const groups = stepsByCause(plan.steps, causes);
  const tables = groups.map(({ title, steps }, index): Pile => {
    const lead = [index === 0 ? heading : "", title === "" ? "" : `#### ${title}`].filter((each) => each !== "");
    return {
      rank: 2,
      counts: "change",
      game: nameOf(plan),
      head: `${lead.map((each) => `${each}\n\n`).join("")}${TABLE_HEAD}`,
      units: steps.map((step) => () => stepRow(step, view)),
      foot: "",
      more: (left) => `\n… and ${counted(left, "more change")}, not shown here.\n`,
    };
  });
  return [...tables, ...unknownPile(plan, isNamed), ...detailsPile(plan, isNamed, view), ...keptPile(plan, isNamed)];
}

/** What prune deletes while nothing is known of its history. */
function unknownPile(plan: Plan, isNamed: boolean): readonly Pile[] {
  const { unknown = [] } = plan;
  if (unknown.length === 0) return [];
  return [
    {
      rank: 2,
      counts: "deleted resource",
      game: nameOf(plan),
      head: `\n${isNamed ? `${nameOf(plan)}\n\n` : ""}⚠ ${prose(unknownHeading(unknown.length))}\n\n`,
      units: unknown.map((address) => () => `- ${prose(keptLine({ address, reason: "not-pruned" }))}\n`),
      foot: "",
      more: (left) => `- and ${left.toLocaleString("en-US")} more, not shown here\n`,
    },
  ];
}

function detailsPile(plan: Plan, isNamed: boolean, view: StepView): readonly Pile[] {
  const steps = plan.steps.filter((step) => hasDetails(step, view));
  if (steps.length === 0) return [];
  return [
    {
      rank: 3,
      counts: "diff",
      game: nameOf(plan),
      head: `${opening(`All fields of ${counted(steps.length, "change")}, as diffs`)}\n${isNamed ? `${nameOf(plan)}\n\n` : ""}`,
      units: steps.map((step) => () => stepDetails(step, view)),
      foot: CLOSING,
      more: (left) => `… and ${counted(left, "more diff")}, not shown here.\n\n`,
    },
  ];
}

/** What is left alone, and what could not be compared. */
function keptPile(plan: Plan, isNamed: boolean): readonly Pile[] {
  const kept = keptGroups(plan.kept).flatMap(({ heading, group }) =>
    group.map((each, index) => `${index === 0 ? `\n${prose(heading)}\n\n` : ""}- ${prose(keptLine(each))}\n`),
  );
  const unseen = plan.not_comparable.map(({ kind, field, resources }, index) => {
    const lead = index === 0 ? "\nNot compared, because the service does not return it:\n\n" : "";
    return `${lead}- ${code(`${kind}.${field}`)} (${counted(resources, "resource")})\n`;
  });
  const lines = [...kept, ...unseen];
  if (lines.length === 0) return [];
  const parts = [
    ...(plan.kept.length > 0 ? [`${counted(plan.kept.length, "resource")} kept`] : []),
    ...(unseen.length > 0 ? [`${counted(unseen.length, "field")} not compared`] : []),
  ];
  return [
    {
      rank: 4,
      counts: "kept resource",
      head: `${opening(parts.join(", "))}${isNamed ? `\n${nameOf(plan)}\n` : ""}`,
      units: lines.map((line) => () => line),
      foot: `\n${CLOSING}`,
      more: (left) => `- and ${left.toLocaleString("en-US")} more, not shown here\n`,
    },
  ];
}

/** What to do with plans that may go ahead. */
function nextSteps(plans: readonly ShownPlan[]): readonly string[] {
  const [first, ...others] = plansToApply(plans);
  if (first === undefined) return [];
  const digest = others.length === 0 ? digestOf(first).replaceAll("`", "") : "DIGEST";
  const each = others.length === 0 ? "" : " (once for each game)";
  return [
    `**Next:** run \`laurel apply\`. With \`--expect ${digest}\`${each}, it applies exactly this plan, or nothing if anything has changed since.`,
  ];
}
