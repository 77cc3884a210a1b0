/**
 * What a page makes its reader do, in the order of the page. All of it is visible in the page:
 *
 * - a `console` block holds commands behind `$ ` and what they print; `...` stands for any lines. A
 *   command may leave the folder (`cd`) or set a variable (`export`), for all commands after it;
 * - a `diff` block that begins with `--- path` and `+++ path` is an edit: the lines with `-` and
 *   the lines around them are found in the file exactly once, and are replaced;
 * - a block whose first line is a comment with a path (`# games/kart/cup.yaml`) is a file to
 *   create, and with `# add to PATH` text to add at the end of one. The comment is part of the file
 *   only where the file is new.
 *
 * Paths are relative to the folder that the commands are in. `<!-- exit: 3 -->` before a block says
 * with which code its last command ends; the commands before it end with 0.
 */

export interface Command {
  readonly type: "command";
  readonly words: string;
  readonly expected: readonly string[];
  readonly exit: number;
}

export type FileChange =
  | {
      readonly type: "edit";
      readonly file: string;
      readonly before: string;
      readonly after: string;
    }
  | { readonly type: "create" | "add"; readonly file: string; readonly text: string };

export interface Block {
  readonly steps: readonly (Command | FileChange)[];
  /** Line of the page, from 1, on which the block begins. */
  readonly line: number;
  /** Lines of the page, from 0, between the fences. */
  readonly start: number;
  readonly end: number;
}

/** The comments that a page may hold: none of them changes a file or a folder. */
export const DIRECTIVES = /^<!-- (?:exit: \d+|\/?generated\b.*|\/?measured|\/?images?\b.*) -->$/i;

/** All runnable blocks of a page in their order. */
export function runnableBlocks(page: string): readonly Block[] {
  const lines = page.split("\n");
  const blocks: Block[] = [];
  let exit = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, code] = /^<!-- exit: (\d+) -->$/.exec(line) ?? [];
    if (code !== undefined) exit = Number(code);
    const [, language] = /^```(\w+)$/.exec(line) ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end === -1) throw new Error(`the block in line ${index + 1} has no end`);
    const body = lines.slice(index + 1, end);
    const steps = stepsOf(language, body, exit);
    if (steps.length > 0) blocks.push({ steps, line: index + 1, start: index + 1, end });
    if (language === "console") exit = 0;
    index = end;
  }
  return blocks;
}

function stepsOf(
  language: string,
  body: readonly string[],
  exit: number,
): readonly (Command | FileChange)[] {
  if (language === "console") return commandsIn(body, exit);
  if (language === "diff") return editsIn(body);
  const [, adds, file] =
    /^(?:#|\/\/|\{\{!) (add to )?([\w.-]+(?:\/[\w.-]+)*\.\w+)(?: ?\}\})?$/.exec(body[0] ?? "") ??
    [];
  if (file === undefined) return [];
  return adds === undefined
    ? [{ type: "create", file, text: `${body.join("\n")}\n` }]
    : [{ type: "add", file, text: `${body.slice(1).join("\n")}\n` }];
}

/** One edit for each run of lines that `...` parts from the next one. */
function editsIn(body: readonly string[]): readonly FileChange[] {
  const [, from] = /^--- (\S+)$/.exec(body[0] ?? "") ?? [];
  const [, to] = /^\+\+\+ (\S+)$/.exec(body[1] ?? "") ?? [];
  if (from === undefined || from !== to)
    throw new Error(`a diff begins with "--- path" and "+++ path": ${body[0] ?? ""}`);
  const side = (lines: readonly string[], sign: string): string =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  return hunksOf(body.slice(2)).map((lines) => ({
    type: "edit",
    file: from,
    before: side(lines, "+"),
    after: side(lines, "-"),
  }));
}

function hunksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const gap = lines.indexOf("...");
  return gap === -1 ? [lines] : [lines.slice(0, gap), ...hunksOf(lines.slice(gap + 1))];
}

function commandsIn(lines: readonly string[], exit: number): readonly Command[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, place) => ({
    type: "command",
    words: (lines[start] ?? "").slice(2),
    expected: lines.slice(start + 1, starts[place + 1] ?? lines.length),
    exit: place === starts.length - 1 ? exit : 0,
  }));
}

/**
 * Whether the output is what is expected, where `...` matches any lines, and blank lines at the
 * ends do not count.
 */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return actual.length === 0;
  if (first === "...") {
    return Array.from({ length: actual.length + 1 }, (_, skip) => skip).some((skip) =>
      matches(rest, actual.slice(skip)),
    );
  }
  return first === actual[0] && matches(rest, actual.slice(1));
}

/**
 * Output as lines, without blanks at the ends of lines and without blank lines at the beginning and
 * the end.
 */
export function linesOf(output: string): readonly string[] {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const isFilled = (line: string): boolean => line !== "";
  const first = lines.findIndex(isFilled);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1);
}
