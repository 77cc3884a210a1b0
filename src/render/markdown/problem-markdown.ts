/** Problems as Markdown: in a box, each with its place, its sentences and what to do. */
import type { Diagnostic } from "../../core/diagnostics.ts";
import { counted } from "../../core/wording.ts";
import type { Pile } from "./markdown-room.ts";
import { code, prose } from "./markdown-text.ts";

/** Sentences of one problem; some name every resource that they are about. */
const SENTENCES = 20;

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
export function problemLines({
  code: name,
  game,
  summary,
  address,
  primary,
  detail,
  help,
}: Diagnostic): readonly string[] {
  const place = primary === undefined ? "" : ` at ${code(`${primary.span.file}:${primary.span.start.line}`)}`;
  const whose = game === undefined ? "" : `${code(game)} `;
  const about = address === undefined ? "" : ` (${code(address)})`;
  const sentences = detail.split("\n").filter((sentence) => sentence !== "");
  const [first, ...rest] = sentences.length === 0 ? [HIDDEN_WORDS] : sentences.slice(0, SENTENCES);
  const more = sentences.length - rest.length - 1;
  return [
    `- ${whose}**${prose(summary)}** ${code(name)}${place}${about}: ${prose(first ?? "")}`,
    ...rest.map((sentence) => `  - ${prose(sentence)}`),
    ...(more > 0 ? [`  - and ${counted(more, "more sentence")}`] : []),
    ...help.map((line) => `  - help: ${helpText(line)}`),
  ];
}

/** Stands where the words of a problem may hold something secret. */
const HIDDEN_WORDS = "What it says is hidden, because it may tell something secret. `--reveal-secrets` shows it.";

/** What is to be copied is set off with blanks in front, or stands behind a colon: a flag, or a line of the project. */
function helpText(line: string): string {
  if (line.startsWith("  ")) return code(line.trim(), 1_000);
  const [, words, copied] = /^([^:]*: )(--.+|\w+: \[.*\])$/.exec(line) ?? [];
  return words === undefined || copied === undefined ? prose(line) : prose(words) + code(copied, 1_000);
}

/** Lines as part of a box. */
export function quotation(lines: readonly string[]): string {
  return lines.map((line) => `> ${line}\n`).join("");
}
