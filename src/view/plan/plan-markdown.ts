/**
 * Plans as one page of Markdown, for a comment on a pull request or the summary of a job, never longer than its hosts
 * allow. What matters most comes first: summaries, what is refused and how to allow it, the changes, then what can be
 * opened.
 */

import { gravestFirst, isNotable } from "../../analysis/impact/impacts.ts";
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { Step } from "../../model/model.ts";
import {
  boxSection,
  listSection,
  type MarkdownOptions,
  nameOf,
  problemSections,
  renderPage,
  TITLE_WIDTH,
  tableSection,
} from "../markdown/markdown-page.ts";
import { box, CLOSING, code, fence, opening, prose } from "../markdown/markdown-text.ts";
import { notVerifiedGroups } from "../text/not-verified.ts";
import { bytesOf, type Section } from "../text/size-budget.ts";
import { rowLines, sizeOfValues, stepDifference } from "./fields.ts";
import {
  ACTIONS,
  type GameToShow,
  type GameView,
  type HazardOfStep,
  impactCounts,
  type PlanView,
  runView,
  SETTING_PLACE,
  shortDigest,
  stepGroups,
  stepMark,
  stepSubject,
} from "./plan-view.ts";

/** Bytes of the details of one step. Longer ones are not shown in part, which would cut a value in the middle. */
const STEP_LIMIT = 16_000;
/** Sentences of one refusal, where there are several games and where there is one. */
const SENTENCES = { several: 10, one: 50 };

/** `general`: problems of the run as a whole. With an error among them, there are no games. */
export function renderPlansMarkdown(
  given: readonly GameToShow[],
  general: readonly Diagnostic[],
  options: MarkdownOptions,
): string {
  const { games, plans, findings, byUrgency, next } = runView(given, general, options);
  const [only] = games;
  const isSeveral = games.length > 1;
  const title = isSeveral ? counted(games.length, "game") : only === undefined ? "" : nameOf(only);
  return renderPage(
    {
      title: title === "" ? "## Plan" : `## Plan for ${title}`,
      top: isSeveral || only?.plan === undefined ? [] : summaryLines(only.plan),
      sections: [
        ...(isSeveral ? overview(byUrgency) : []),
        ...problemSections(findings, "error"),
        ...refusedSection(plans, isSeveral),
        ...problemSections(findings, "warning"),
        ...allowedSection(plans, isSeveral),
        ...plans.flatMap((plan) => impactSection(plan, isSeveral)),
        ...plans.flatMap((plan) => planSections(plan, isSeveral)),
      ],
      bottom: next === "" ? [] : [`**Next:** ${prose(next)}`],
      command: "laurel plan",
    },
    options,
  );
}

function summaryLines(plan: PlanView): readonly string[] {
  const { headline, details, target, impact = [] } = plan;
  const digest = plan.digest === undefined ? "" : `Digest ${digestOf(plan)} · `;
  return [
    `**${prose(headline)}**${details === "" ? "" : ` ${details}`}`,
    `${digest}${prose(target)}`,
    ...(impact.length === 0 ? [] : [`Impact on players: ${impactCounts(impact)}.`]),
    ...causeLines(plan),
  ];
}

function causeLines({ against }: PlanView): readonly string[] {
  if (against === undefined) return [];
  return [[prose(against.line), ...against.meanings.map((line) => `- ${prose(line)}`)].join("\n")];
}

function digestOf({ digest }: PlanView): string {
  return digest === undefined ? "" : code(shortDigest(digest));
}

function overview(games: readonly GameView[]): readonly Section[] {
  const rows = games.map(({ game, environment, plan, outcome: { alert, words } }) => () => [
    code(game, TITLE_WIDTH),
    environment === undefined ? "" : code(environment, TITLE_WIDTH),
    (alert === "" ? "" : `⚠ **${alert}** · `) + prose(words),
    plan === undefined ? "" : digestOf(plan),
  ]);
  return tableSection({ rank: 0, counts: "game", head: "" }, ["Game", "Environment", "Plan", "Digest"], rows);
}

/** What is refused, game by game, with the exact words that allow it. */
function refusedSection(plans: readonly PlanView[], isSeveral: boolean): readonly Section[] {
  const refused = plans.filter(({ refused: { others, what } }) => what !== "" || others.length > 0);
  if (refused.length === 0) return [];
  const units = refused.map((each) => () => `${refusedBox(each, isSeveral)}\n\n`);
  const more = (left: number): string => `… and ${counted(left, "more game")} refused.\n`;
  return [{ rank: 0, counts: "refusal", head: "", units, more }];
}

function refusedBox({ plan, refused }: PlanView, isNamed: boolean): string {
  const { others, hazards, what, flags, setting, players } = refused;
  const sentences = [...hazards.map(hazardWords), ...players.map(prose)].map((words) => `- ${words}`);
  const shown = sentences.slice(0, isNamed ? SENTENCES.several : SENTENCES.one);
  const left = sentences.length - shown.length;
  const inProject = setting === "" ? [] : [`or ${prose(SETTING_PLACE)} ${code(setting, 1_000)}`];
  const goOn = [`To go ahead, add ${code(flags, 1_000)}`, ...inProject];
  return box("CAUTION", [
    `**Refused${isNamed ? ` for ${nameOf(plan)}` : ""}${what === "" ? "" : `: ${what}`}.**`,
    ...(others.length === 0 ? [] : [`${others.map((name) => code(name)).join(", ")}: see the problems.`]),
    ...(what === "" ? [] : goOn),
    "",
    ...shown,
    ...(left > 0 ? [`- and ${counted(left, "more sentence")}; the hazards are listed with their changes`] : []),
  ]);
}

function hazardWords({ name, sentence }: HazardOfStep): string {
  return `${code(name)}: ${prose(sentence)}`;
}

function allowedSection(plans: readonly PlanView[], isSeveral: boolean): readonly Section[] {
  const lines = plans.flatMap(({ plan, allowed }) =>
    allowed.map((each) => (isSeveral ? `${nameOf(plan)} ` : "") + hazardWords(each)),
  );
  const lead = { rank: 1, counts: "hazard", head: "Allowed hazards:" };
  return boxSection(
    "WARNING",
    lead,
    lines.map((line) => () => [line]),
  );
}

/** A line for each impact that is more than texts and additions. */
function impactSection({ plan, impact = [] }: PlanView, isNamed: boolean): readonly Section[] {
  const game = nameOf(plan);
  const head = `**What this means for players${isNamed ? ` of ${game}` : ""}:**\n\n`;
  const entries = gravestFirst(impact.filter(isNotable)).map((each) => () => {
    return `**${each.class}**: ${prose(each.sentence)}`;
  });
  return listSection({ rank: 1, counts: "impact", head }, entries);
}

/** The sections of one game after the summaries. */
function planSections(shown: PlanView, isNamed: boolean): readonly Section[] {
  const { plan, target, causes, unknown, kept, keptTitle } = shown;
  const game = nameOf(plan);
  const heading = isNamed ? [`### ${game}`, prose(target), ...causeLines(shown)] : [];
  const tables = stepGroups(plan.steps, causes).flatMap(({ title, steps }, index) => {
    const lead = [...(index === 0 ? heading : []), ...(title === "" ? [] : [`#### ${title}`])];
    return tableSection(
      { rank: 2, counts: "change", head: lead.map((each) => `${each}\n\n`).join("") },
      // The place of a resource is shown with its diff: a column of paths would leave no space for what changes.
      ["Change", "Resource", "What changes"],
      steps.map((step) => () => stepCells(step, shown)),
    );
  });
  const name = isNamed ? `${game}\n\n` : "";
  const unknowns = unknown.flatMap(({ heading: words, lines }) => {
    const lead = { rank: 2, counts: "deleted resource", head: `\n${name}⚠ ${prose(words)}\n\n` };
    const entries = lines.map((line) => () => prose(line));
    return listSection(lead, entries);
  });
  const opened = plan.steps.filter(hasDetails);
  const details: Section = {
    rank: 3,
    counts: "diff",
    head: `${opening(`All fields of ${counted(opened.length, "change")}, as diffs`)}\n${name}`,
    units: opened.map((step) => () => stepDetails(step, shown)),
    foot: CLOSING,
    more: (left) => `… and ${counted(left, "more diff")}, not shown here.\n\n`,
  };
  const keptLines = [...kept, ...notVerifiedGroups(plan.not_verified)].flatMap(({ heading: words, lines }) =>
    listed(prose(words), lines.map(prose)),
  );
  const rest: Section = {
    rank: 4,
    counts: "kept resource",
    head: `${opening(keptTitle)}${isNamed ? `\n${game}\n` : ""}`,
    units: keptLines.map((line) => () => line),
    foot: `\n${CLOSING}`,
    more: (left) => `- and ${left.toLocaleString("en-US")} more, not shown here\n`,
  };
  return [...tables, ...unknowns, ...(opened.length === 0 ? [] : [details]), ...(keptLines.length === 0 ? [] : [rest])];
}

/** List entries, the first with the heading in front. */
function listed(heading: string, entries: readonly string[]): readonly string[] {
  return entries.map((entry, index) => `${index === 0 ? `\n${heading}\n\n` : ""}- ${entry}\n`);
}

function stepCells(step: Step, { causes, isRefused }: PlanView): readonly string[] {
  const mark = stepMark(causes?.steps.get(step.id));
  const names = [...new Set(step.hazards.map(({ name }) => name))];
  const hazards = names.map((name) => `⚠ ${code(name)}${isRefused(name) ? "" : " (allowed)"}`);
  const changes = rowLines(step).map((parts) =>
    parts.map(({ form, text }) => (form === "code" ? code(text) : text)).join(""),
  );
  return [
    `${code(ACTIONS[step.action].sign)}&nbsp;${step.action}`,
    `${code(step.address)}${mark === "" ? "" : ` ${mark}`}`,
    [...changes, ...hazards].join("<br>"),
  ];
}
/** Whether there is more to show of a step than its row. */
function hasDetails(step: Step): boolean {
  return (step.link === undefined && step.fields.length > 0) || step.notes.length > 0;
}

/** Every field of a step as a diff, and its notes. Ends with a line break. */
function stepDetails(step: Step, { causes }: PlanView): string {
  const { origin, fields } = step;
  const size = sizeOfValues(step);
  const where = origin === undefined ? "" : ` · ${code(`${origin.file}:${origin.line}`)}`;
  const head = `**${step.action}** ${code(stepSubject(step))}${where}\n\n`;
  const tooLong = `${head}Too long to show: ${counted(size, "character")} in ${counted(fields.length, "field")}.\n\n`;
  if (size > STEP_LIMIT) return tooLong;
  const diff = stepDifference(step, causes).flatMap(({ label, marks, lines }) =>
    label === "" ? lines : [[`@@ ${label} @@`, ...marks].join(" "), ...lines],
  );
  const notes = step.notes.map((note) => `- note: ${prose(note)}\n`).join("");
  const text = [
    head,
    ...(diff.length === 0 ? [] : [`${fence(diff, "diff")}\n\n`]),
    ...(notes === "" ? [] : [`${notes}\n`]),
  ].join("");
  return bytesOf(text) > STEP_LIMIT ? tooLong : text;
}
