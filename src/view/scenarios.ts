/** The result of a run over scenarios: each file with its scenarios, what failed, and why as a tree of numbers. */
import type { Explained } from "../analysis/scenarios/explain.ts";
import type { CheckAnswer, PlayedScenario } from "../analysis/scenarios/play-scenario.ts";
import { type TestedGame, totalsOf } from "../analysis/scenarios/test-game.ts";
import { counted, inDigits } from "../manifest/wording.ts";
import { placeText } from "./problems.ts";
import {
  type Block,
  code,
  type Document,
  details,
  type Entry,
  heading,
  list,
  painted,
  paragraph,
  plainText,
  spansOf,
  strong,
  type Words,
} from "./render/document.ts";

const MARKS = { yes: painted("✓", "create"), no: painted("✗", "error"), unreadable: painted("?", "warning") };

export function testDocument(games: readonly TestedGame[], isSeveral: boolean): Document {
  const { scenarios, failed } = totalsOf(games);
  const all = counted(scenarios, "scenario");
  const total: Words =
    failed === 0
      ? [painted("Passed:", "create"), ` ${all}.`]
      : [painted("Failed:", "error"), ` ${inDigits(failed)} of ${all}.`];
  const blocks = games.flatMap(({ game, files }): readonly Block[] => {
    const played = files.filter((file) => file.scenarios.length > 0);
    const title = isSeveral && played.length > 0 ? [heading(["Game ", code(game)])] : [];
    const shown = played.flatMap(({ file, scenarios: own }) => [
      paragraph([strong(file)]),
      ...list("scenario", own.map(scenarioEntry), { isTight: true }),
    ]);
    return [...title, ...shown];
  });
  return { title: "", blocks: scenarios === 0 ? [] : [...blocks, paragraph(total)] };
}

function scenarioEntry({ passed, scenario, answers }: PlayedScenario): Entry {
  const above = new Set<string>();
  const entries = answers.map((answer): readonly [boolean, Entry] => {
    const lines = whyLines(answer, above);
    const mark = answer.passed ? MARKS.yes : MARKS.no;
    const blocks: readonly Block[] = lines.length === 0 ? [] : [{ type: "code", isFlush: true, lines }];
    const text = [mark, ` ${expectedWords(answer)} `, painted(`(${placeText(answer.expectation.place)})`, "muted")];
    return [answer.passed, { text, blocks }];
  });
  const failed = entries.flatMap(([isMet, entry]) => (isMet ? [] : [entry]));
  const met = entries.flatMap(([isMet, entry]) => (isMet ? [entry] : []));
  const blocks = [
    ...list("expectation", failed, { isTight: true }),
    ...details("As expected", list("expectation", met, { isTight: true }), { isVerbose: true, isTight: true }),
  ];
  return { text: [passed ? MARKS.yes : MARKS.no, ` ${scenario.name}`], blocks };
}

/** `expected first-blood to be earned by player, but it is not` */
export function expectedWords({ expectation, outcome }: CheckAnswer): string {
  return `expected ${expectation.words}${outcome}`;
}

/** The trees that say why. `above`: trees above, to which these are added. */
export function whyLines({ why, step }: CheckAnswer, above: Set<string>): readonly Words[] {
  return why.flatMap(({ achievement, explained }): readonly Words[] => {
    const none = `${achievement}: no step affects it${step === undefined ? "" : " so far"}`;
    if (explained === undefined) return [[MARKS.no, ` ${none}`]];
    const lines = explainedLines(explained, `${achievement} — `);
    const known = lines.map(plainText).join("\n");
    if (above.has(known)) return [[painted(`${achievement}: as above`, "muted")]];
    above.add(known);
    return lines;
  });
}

/** One line for each part; the first one is the whole. `lead`: in front of its words. */
export function explainedLines({ of, custom_id, text, members, truth }: Explained, lead = ""): readonly Words[] {
  const lines = members.flatMap((member, index) => {
    const isLast = index === members.length - 1;
    return explainedLines(member).map((line, row): Words => {
      const branch = row === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  ";
      return [painted(branch, "muted"), ...spansOf(line)];
    });
  });
  return [[MARKS[truth], ` ${lead}${of === "group" ? "group " : ""}${custom_id}: ${text}`], ...lines];
}
