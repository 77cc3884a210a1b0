/** Problems as Markdown: in a box, each with its place, its sentences and what to do. */
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { problemWords } from "../findings/problem-words.ts";
import { code, prose } from "./markdown-text.ts";
import type { Pile } from "./size-budget.ts";

/** A pile with every problem of that severity; nothing if there is none. */
export function problemPile(problems: readonly Diagnostic[], severity: Diagnostic["severity"]): readonly Pile[] {
  const mine = problems.filter((each) => each.severity === severity);
  if (mine.length === 0) return [];
  const isError = severity === "error";
  return [
    {
      rank: isError ? 0 : 1,
      counts: severity,
      head: `> [!${isError ? "CAUTION" : "WARNING"}]\n> **${counted(mine.length, severity)}**\n>\n`,
      units: mine.map((problem) => () => quotation(problemLines(problem))),
      foot: "",
      more: (left) => `> - and ${counted(left, `more ${severity}`)}, not shown here\n`,
    },
  ];
}

/** A list entry: what, where, why and what to do. */
export function problemLines(problem: Diagnostic): readonly string[] {
  const { code: name, game, summary, address } = problem;
  const { place, sentences, more, help } = problemWords(problem);
  const where = place === undefined ? "" : ` at ${code(place)}`;
  const whose = game === undefined ? "" : `${code(game)} `;
  const about = address === undefined ? "" : ` (${code(address)})`;
  const [first = "", ...rest] = sentences;
  return [
    `- ${whose}**${prose(summary)}** ${code(name)}${where}${about}: ${prose(first)}`,
    ...rest.map((sentence) => `  - ${prose(sentence)}`),
    ...(more > 0 ? [`  - and ${counted(more, "more sentence")}`] : []),
    ...help.map(({ words, copied }) => `  - help: ${prose(words)}${copied === "" ? "" : code(copied, 1_000)}`),
  ];
}

/** Lines as part of a box. */
export function quotation(lines: readonly string[]): string {
  return lines.map((line) => `> ${line}\n`).join("");
}
