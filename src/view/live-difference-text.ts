/** The difference of two live games for people. Whatever comes from outside is made harmless. */
import { both, counted } from "../manifest/wording.ts";
import type { LiveChange, LiveDifference, LiveFieldChange } from "../plan/live-difference.ts";
import type { ComparedGameEnd } from "./json/documents.ts";
import { summaryOf } from "./json/render.ts";
import { renderFields } from "./plan/fields.ts";
import { actionMark, renderGamesLine } from "./plan/plan-text.ts";
import { blocksOf, hanging, padTo, paragraph, type TextView, widthOf } from "./text/layout.ts";
import { namedGames, renderTarget } from "./text/phrases.ts";
import { safeText } from "./text/safe-text.ts";

/** Columns in front of what belongs to a change. */
const DETAIL_INDENT = 6;

/** In a run over several games, those without differences share a line unless `verbose`, and a line counts all. */
export function renderLiveDifferences(
  differences: readonly LiveDifference[],
  games: readonly ComparedGameEnd[],
  isSeveral: boolean,
  view: TextView,
): string {
  const quiet = isSeveral && !view.verbose ? differences.filter(isQuiet) : [];
  const shown = differences.filter((each) => !quiet.includes(each));
  return [
    ...shown.map((each) => renderLiveDifference(each, view)),
    ...(quiet.length === 0 ? [] : [renderQuiet(quiet, view)]),
    ...(isSeveral && differences.length > 0 ? [renderGamesLine(games, view)] : []),
  ].join("\n");
}

function isQuiet({ changes, not_comparable, incomplete }: LiveDifference): boolean {
  return changes.length + not_comparable.length + incomplete.length === 0;
}

/** All games of a run are compared in the same two environments. */
function renderQuiet(quiet: readonly LiveDifference[], { style, width }: TextView): string {
  const [from, to] = [quiet[0]?.from, quiet[0]?.to].map((target) => safeText(target?.environment ?? ""));
  const verb = quiet.length === 1 ? "is" : "are";
  const text = `No differences: ${namedGames(quiet.map(({ game }) => game))} ${verb} the same in ${to} as in ${from}.`;
  return paragraph(text, width, style.muted);
}

export function renderLiveDifference(difference: LiveDifference, view: TextView): string {
  return blocksOf([
    renderHeading(difference, view),
    difference.changes.flatMap((change) => renderChange(change, view)),
    renderHidden(difference, view),
    hanging("", renderSummary(difference), view.width).map(view.style.strong),
  ]);
}

function renderHeading({ game, from, to }: LiveDifference, { style }: TextView): readonly string[] {
  const [one, other] = [from, to].map(({ environment }) => safeText(environment));
  const width = Math.max(widthOf(one ?? ""), widthOf(other ?? ""));
  return [
    style.strong(`Game "${safeText(game)}": changes that would make ${other} match ${one}`),
    ...[from, to].map(
      (target) => `  ${padTo(safeText(target.environment), width)}  ${style.muted(renderTarget(target))}`,
    ),
  ];
}

function renderChange({ action, address, fields, expected }: LiveChange, view: TextView): readonly string[] {
  const { style } = view;
  const isUpdate = action === "update";
  const own = isUpdate ? fields : fields.filter(({ path }) => path !== "/custom_id");
  const marked = own.map((field) => ({ field, mark: expectedMark(field) }));
  const subject = safeText(address);
  const head = `  ${actionMark(action, style)}  ${expected ? subject : style.strong(subject)}`;
  return [head, ...renderFields(marked, isUpdate, view, DETAIL_INDENT)];
}

function expectedMark({ overridden_in }: LiveFieldChange): string {
  return overridden_in === undefined ? "" : `(expected: overridden in ${both(overridden_in.map(safeText))})`;
}

function renderHidden({ not_comparable, incomplete }: LiveDifference, view: TextView): readonly string[] {
  return [
    ...(not_comparable.length === 0
      ? []
      : hanging("", "Not compared, because a service does not return it:", view.width)),
    ...not_comparable.map(({ kind, field, resources, environments }) => {
      const where = `${counted(resources, "resource")}, ${both(environments.map(safeText))}`;
      return `  ${safeText(kind)}.${safeText(field)} ${view.style.muted(`(${where})`)}`;
    }),
    ...incomplete.flatMap(({ kind, environment }) => {
      const sentence = `The service of ${safeText(environment)} may have more resources of kind ${safeText(kind)} than it returns: those that seem to be missing there may exist.`;
      return hanging("", sentence, view.width);
    }),
  ];
}

/** `1 to create, 2 to update (1 expected), 1 to delete. 14 identical.` */
function renderSummary(difference: LiveDifference): string {
  const { create, update, delete: gone, expected, alike } = summaryOf(difference);
  const [from, to] = [difference.from, difference.to].map(({ environment }) => safeText(environment));
  if (difference.changes.length === expected) {
    const but = expected === 0 ? "" : ` except for ${counted(expected, "expected difference")}`;
    return `${to} matches ${from}${but}. ${alike} identical.`;
  }
  const counts = [
    [create, `${create} to create`],
    [update, `${update} to update${expected === 0 ? "" : ` (${expected} expected)`}`],
    [gone, `${gone} to delete`],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([, words]) => words);
  return `${parts.join(", ")}. ${alike} identical.`;
}
