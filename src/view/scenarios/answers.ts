/** The answers of scenarios in words: expected and actual, the difference line by line, and why as a tree of numbers. */
import type {
  Explained,
  ExplainedCount,
  ExplainedCriterion,
  ExplainedGroup,
} from "../../analysis/scenarios/explain.ts";
import type { CheckAnswer, EarnedInStep, Why } from "../../analysis/scenarios/play-scenario.ts";
import type { Expectation, RankingExpectation } from "../../analysis/scenarios/scenario.ts";
import { both, counted } from "../../manifest/wording.ts";
import { safeText } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";

/** `Expected first-blood to be earned, but it is not.` */
export function headlineOf({ expectation, passed, actual }: CheckAnswer): string {
  const expected = expectedWords(expectation);
  switch (actual.of) {
    case "unknown":
      return `${expected}, but that cannot be judged: ${actual.reasons.map(safeText).join("; ")}`;
    case "earned":
      if (expectation.of === "not_earned")
        return `${expected}, ${actual.earned === null ? "and it is not" : `but it is, ${inStep(actual.earned)}`}`;
      return `${expected}, ${earnedWords(expectation, passed, actual.earned)}`;
    case "all-earned": {
      const count = actual.earned.length;
      return `${expected}; earned: ${count === 0 ? "nothing" : idsOf(actual.earned)}`;
    }
    case "points":
      return `${expected}; there are ${actual.points.toLocaleString("en-US")}`;
    case "rewarded":
      if (actual.earned.length > 0) return `${expected}, and ${both(actual.earned.map(safeText))} gives it`;
      return actual.given_by.length === 0
        ? `${expected}, but no achievement gives it`
        : `${expected}, but none of the achievements that give it is earned: ${both(actual.given_by.map(safeText))}`;
    case "ranking":
      return `${expected}; ${actual.rows.length === 0 ? "it is empty" : `it shows ${both(actual.rows.map((row) => safeText(row.custom_player_id)))}`}`;
  }
}

function earnedWords({ of }: Expectation, passed: boolean, earned: EarnedInStep | null): string {
  if (earned === null) return "but it is not";
  return `${passed ? "and" : "but"} it is${of === "earned_at" ? " earned" : ","} ${inStep(earned)}`;
}

function expectedWords(expectation: Expectation): string {
  if (expectation.of === "ranking") return rankingWords(expectation);
  const who = safeText(expectation.player);
  switch (expectation.of) {
    case "earned":
      return `expected ${safeText(expectation.achievement)} to be earned by ${who}`;
    case "not_earned":
      return `expected ${safeText(expectation.achievement)} not to be earned by ${who}`;
    case "earned_at": {
      return `expected ${safeText(expectation.achievement)} to be earned by ${who} in ${positionWords(expectation)}`;
    }
    case "earned_exactly": {
      const { achievements } = expectation;
      return `expected ${who} to have exactly ${achievements.length === 0 ? "nothing" : both(achievements.map(safeText))}`;
    }
    case "points":
      return `expected ${who} to have ${counted(expectation.points, "point")}`;
    case "rewarded":
      return `expected ${who} to get ${safeText(expectation.reward)}`;
  }
}

function rankingWords({ leaderboard, time_span, players }: RankingExpectation): string {
  const board = `${safeText(leaderboard)} (${time_span})`;
  if (players === undefined) return `expected scores on ${board}`;
  return `expected ${board} to show ${players.length === 0 ? "nobody" : both(players.map(safeText))}`;
}

function idsOf(earned: readonly EarnedInStep[]): string {
  return both(earned.map(({ achievement }) => safeText(achievement)));
}

/** Where it was earned. */
export function inStep({ step, repetition }: EarnedInStep): string {
  return `in ${positionWords(repetition === 1 ? { step } : { step, repetition })}`;
}

/** A step, or which time of it. */
function positionWords({ step, repetition }: { readonly step: number; readonly repetition?: number }): string {
  return `step ${step}${repetition === undefined ? "" : `, time ${repetition}`}`;
}

/**
 * The difference, `-` for what was expected and `+` for what is there, and the trees that say why. `above`: trees above,
 * to which these are added.
 */
export function detailLines(answer: CheckAnswer, style: Style, above: Set<string>): readonly string[] {
  const whys = answer.why.flatMap((why) => whyLines(why, answer.step !== undefined, style, above));
  return [...differenceLines(answer, style), ...whys];
}

function differenceLines({ expectation, actual }: CheckAnswer, style: Style): readonly string[] {
  const [minus, plus] = [(text: string) => style.delete(`- ${text}`), (text: string) => style.create(`+ ${text}`)];
  if (actual.of === "points" && expectation.of === "points") {
    return actual.earned.map((each) => `  ${safeText(each.achievement)}: ${points(each)}, ${inStep(each)}`);
  }
  if (actual.of === "all-earned" && expectation.of === "earned_exactly") {
    const { achievements } = expectation;
    const missing = achievements.filter((id) => !actual.earned.some(({ achievement }) => achievement === id));
    const more = actual.earned.filter(({ achievement }) => !achievements.includes(achievement));
    return [
      ...missing.map((id) => minus(`${safeText(id)}: expected, not earned`)),
      ...more.map((each) => plus(`${safeText(each.achievement)}: earned ${inStep(each)}, not expected`)),
    ];
  }
  if (actual.of !== "ranking" || expectation.of !== "ranking") return [];
  const { players = actual.rows.map((row) => row.custom_player_id), scores = {} } = expectation;
  const length = Math.max(players.length, actual.rows.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const [player, row] = [players[index], actual.rows[index]];
    const score = player === undefined ? undefined : scores[player];
    const place = `${index + 1}. `;
    const found = row === undefined ? [] : [`${place}${safeText(row.custom_player_id)}, ${row.score}`];
    if (player === row?.custom_player_id && (score === undefined || String(score) === row?.score.toString())) {
      return found.map((text) => `  ${text}`);
    }
    const wanted =
      player === undefined ? [] : [`${place}${safeText(player)}${score === undefined ? "" : `, ${score}`}`];
    return [...wanted.map(minus), ...found.map(plus)];
  });
}

function points({ points: amount }: EarnedInStep): string {
  return counted(amount, "point");
}

/** `isEarly`: whether steps follow that may still affect it. */
function whyLines(
  { achievement, after, explained }: Why,
  isEarly: boolean,
  style: Style,
  above: Set<string>,
): readonly string[] {
  const id = safeText(achievement);
  if (explained === undefined) {
    const until = after === undefined ? (isEarly ? " so far" : "") : ` up to ${positionWords(after)}`;
    return [`${style.error("✗")} ${id}: no step affects it${until}`];
  }
  const known = [id, ...explainedLines(explained, style)].join("\n");
  if (above.has(known)) return [style.muted(`${id}: as above`)];
  above.add(known);
  const when = after === undefined ? "" : ` after ${positionWords(after)}`;
  return explainedLines(explained, style, `${id}${when} — `);
}

export function placeOf({ expectation: { place } }: CheckAnswer): string {
  return safeText(`${place.file}:${place.start.line}:${place.start.column}`);
}

/** One line for each part; the first one is the whole. `heading`: in front of its words. */
export function explainedLines(explained: Explained, style: Style, heading = ""): readonly string[] {
  const [first, inner] =
    explained.of === "group"
      ? [groupLine(explained), explained.members.map((member) => explainedLines(member, style))]
      : [criterionLine(explained), []];
  const lines = inner.flatMap((block, index) => {
    const isLast = index === inner.length - 1;
    return block.map((line, row) => {
      const branch = row === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  ";
      return style.muted(branch) + line;
    });
  });
  return [`${markOf(explained, style)} ${heading}${first}`, ...lines];
}

function markOf({ truth }: Explained, style: Style): string {
  if (truth === "yes") return style.create("✓");
  return truth === "no" ? style.error("✗") : style.warning("?");
}

function groupLine({ custom_id, operator, met, members, conditions, reasons }: ExplainedGroup): string {
  const needed: Readonly<Record<string, string>> = {
    and: members.length === 1 ? "needs it" : `needs all ${members.length}`,
    or: "needs one",
    xor: "needs exactly one",
  };
  const where = conditions === undefined ? "" : `, only activity where ${shown(conditions)}`;
  const how = members.length === 0 ? "empty, so never met" : `${met} of ${members.length} met`;
  const need = members.length === 0 ? "" : `, ${needed[operator] ?? safeText(operator)}`;
  return `group ${safeText(custom_id)}: ${how}${need}${where}${becauseOf(reasons)}`;
}

function criterionLine(criterion: ExplainedCriterion): string {
  const { custom_id, conditions, reasons, count } = criterion;
  const where = conditions === undefined ? "" : ` where ${shown(conditions)}`;
  if (count === undefined) return `${safeText(custom_id)}: cannot be judged${becauseOf(reasons)}`;
  return `${safeText(custom_id)}: ${numbers(criterion, count)} — ${activities(criterion, count)}${where}`;
}

function shown({ text, resolved }: { readonly text: string; readonly resolved?: string }): string {
  return resolved === undefined ? safeText(text) : `${safeText(resolved)} (${safeText(text)})`;
}

function becauseOf(reasons: readonly string[]): string {
  return reasons.length === 0 ? "" : ` — ${reasons.map(safeText).join("; ")}`;
}

function numbers({ type, rule, streak }: ExplainedCriterion, count: ExplainedCount): string {
  const needs = `needs ${safeText(rule)}`;
  if (count.run !== undefined && streak !== null) {
    const [unit = "", length = ""] = safeText(streak).split(":");
    const noun = unit.replace(/s$/, "");
    return `${counted(count.run, noun)} in a row with ${safeText(type)} ${safeText(rule)}, needs ${length}`;
  }
  if (count.counted === 0) return `no ${type === "amount" ? "amount" : safeText(type)} yet, ${needs}`;
  if (type === "amount") return `${amounts(count)}, ${needs}`;
  return type === "average" ? `average ${average(count)}, ${needs}` : `sum ${count.total}, ${needs}`;
}

function amounts({ passing, counted: all, largest, smallest }: ExplainedCount): string {
  const range = smallest === largest ? `all are ${largest}` : `from ${smallest} to ${largest}`;
  return `${passing} of ${counted(all, "amount")} ${passing === 1 ? "passes" : "pass"} (${range})`;
}

/** A fraction is shown with a number near it. */
function average({ average: text = "" }: ExplainedCount): string {
  const [total = "", count] = text.split("/");
  return count === undefined ? text : `${text}, about ${(Number(total) / Number(count)).toFixed(2)}`;
}

function activities({ custom_action_id }: ExplainedCriterion, { seen, counted: counting }: ExplainedCount): string {
  const action = safeText(custom_action_id);
  if (seen === 0) return `no activity of ${action}`;
  const all = seen === 1 ? "activity" : "activities";
  return counting === seen
    ? `${seen.toLocaleString("en-US")} ${all} of ${action}`
    : `${counting.toLocaleString("en-US")} of ${seen.toLocaleString("en-US")} ${all} of ${action} ${counting === 1 ? "counts" : "count"}`;
}
