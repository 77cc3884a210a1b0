/**
 * The result of a run over scenarios: each file with its scenarios, the failures, and their reasons
 * as a tree of numbers.
 */
import type { Explained } from "../../analysis/scenarios/explain.ts";
import type { CheckAnswer } from "../../analysis/scenarios/play-scenario.ts";
import { totalsOf } from "../../analysis/scenarios/test-game.ts";
import { counted, inDigits } from "../../ground/words.ts";
import type { Masked } from "../mask/mask.ts";
import type { GameOfTests, ScenarioToShow } from "../mask/results.ts";
import { gameSections } from "../parts/games.ts";
import { placeText } from "../parts/problems.ts";
import type { Content, Document, Entry, Words } from "../render/document.ts";
import * as doc from "../render/document.ts";

const MARKS = {
  yes: doc.paint("✓", "create"),
  no: doc.paint("✗", "error"),
  unreadable: doc.paint("?", "warning"),
};

export function testDocument(games: readonly Masked<GameOfTests>[]): Document {
  const { scenarios, failed } = totalsOf(games);
  const all = counted(scenarios, "scenario");
  const total: Words =
    failed === 0
      ? [doc.paint("Passed:", "create"), ` ${all}.`]
      : [doc.paint("Failed:", "error"), ` ${inDigits(failed)} of ${all}.`];
  const blocks = gameSections(games, ({ files }) => {
    const played = files.filter((file) => file.scenarios.length > 0);
    if (played.length === 0) return undefined;
    return played.map((file) => [
      doc.paragraph(doc.strong(file.file)),
      doc.list("scenario", file.scenarios.map(scenarioEntry), { isTight: true }),
    ]);
  });
  const isShown = scenarios > 0;
  return {
    title: "Scenarios",
    isUntitledText: true,
    blocks: isShown && [blocks, doc.paragraph(total)],
  };
}

function scenarioEntry({ passed, scenario, answers }: ScenarioToShow): Entry {
  const above = new Set<string>();
  const entriesThat = (isMet: boolean): Content => {
    const entries = answers
      .filter((answer) => answer.passed === isMet)
      .map((answer) => answerEntry(answer, above));
    return doc.list("expectation", entries, { isTight: true });
  };
  return {
    text: [passed ? MARKS.yes : MARKS.no, " ", doc.name(scenario.name)],
    blocks: [
      entriesThat(false),
      doc.details("As expected", entriesThat(true), { isVerbose: true, isTight: true }),
    ],
  };
}

function answerEntry(answer: CheckAnswer, above: Set<string>): Entry {
  const mark = answer.passed ? MARKS.yes : MARKS.no;
  const location = doc.paint(`(${placeText(answer.expectation.place)})`, "muted");
  const lines = drawReasons(answer, above);
  return {
    text: [mark, ` ${expectedWords(answer)} `, location],
    blocks: lines.length > 0 && doc.listing(lines, { isFlush: true }),
  };
}

/** Words an answer: `expected first-blood to be earned by player, but it is not`. */
export function expectedWords({ expectation, outcome, detail = "" }: CheckAnswer): string {
  const { words, position = "" } = expectation;
  return `expected ${words}${position}${outcome}${detail}`;
}

/**
 * Draws the trees that explain an answer. `above`: the trees that were drawn before, to which these
 * are added.
 */
export function drawReasons({ why, step }: CheckAnswer, above: Set<string>): readonly Words[] {
  return why.flatMap(({ achievement, explained }): readonly Words[] => {
    const none = `${achievement}: no step affects it${step === undefined ? "" : " so far"}`;
    if (explained === undefined) return [[MARKS.no, ` ${none}`]];
    const lines = drawTree(explained, `${achievement} — `);
    const known = lines.map(doc.plainText).join("\n");
    if (above.has(known)) return [doc.paint(`${achievement}: as above`, "muted")];
    above.add(known);
    return lines;
  });
}

/**
 * Draws a tree with one line for each part; the first line is the whole. `lead`: words in front of
 * it.
 */
export function drawTree(
  { of, custom_id, text, members, truth }: Explained,
  lead = "",
): readonly Words[] {
  const lines = members.flatMap((member, index) => {
    const isLast = index === members.length - 1;
    return drawTree(member).map((line, row): Words => {
      return [doc.paint(drawBranch(row === 0, isLast), "muted"), line];
    });
  });
  return [
    [MARKS[truth], ` ${lead}${of === "group" ? "group " : ""}${custom_id}: ${text}`],
    ...lines,
  ];
}

/** Draws the branch of a tree in front of a line of a member. */
function drawBranch(isFirstLine: boolean, isLastMember: boolean): string {
  if (isFirstLine) return isLastMember ? "└─ " : "├─ ";
  return isLastMember ? "   " : "│  ";
}
