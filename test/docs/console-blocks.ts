/**
 * The commands shown in a Markdown page, with what they print. A block of the language `console` holds lines that
 * begin with `$ ` and the output below each of them; a line `...` in the output matches any number of lines.
 * `<!-- edit: FILE | FROM | TO -->` above a block changes a file before it is run, as the text around it tells the
 * reader to do (`\n` in it is a line break), and `<!-- cut: FILE | LINE -->` removes that line and everything after it.
 * `<!-- append: FILE -->` above a block of the language `yaml` puts the block at the end of the file, or
 * makes the file of it.
 * `<!-- exit: N -->` says what the last command of the block ends with, `<!-- in: FOLDER -->` where the reader is.
 */

export interface Command {
  readonly words: string;
  readonly expected: readonly string[];
  readonly exit: number;
}

export interface Edit {
  readonly file: string;
  /** What is replaced; undefined means the end of the file. */
  readonly from: string | undefined;
  /** What takes its place; undefined cuts the file off there. */
  readonly to: string | undefined;
}

export interface Block {
  readonly edits: readonly Edit[];
  readonly commands: readonly Command[];
  /** Where the commands are typed; undefined is the root of the clone. */
  readonly folder: string | undefined;
  /** Line of the page, from 1, on which the block begins. */
  readonly line: number;
  /** Lines of the page, from 0, between the fences. */
  readonly start: number;
  readonly end: number;
}

/** All console blocks of a page in their order. */
export function consoleBlocks(page: string): readonly Block[] {
  const lines = page.split("\n");
  const blocks: Block[] = [];
  let edits: Edit[] = [];
  let exit = 0;
  let folder: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const [, file, from, to] = /^<!-- edit: (.+?) \| (.+?) \| (.+?) -->$/.exec(line) ?? [];
    if (file !== undefined && from !== undefined && to !== undefined) {
      edits.push({ file, from: withBreaks(from), to: withBreaks(to) });
    }
    const [, cutFile, cutFrom] = /^<!-- cut: (.+?) \| (.+?) -->$/.exec(line) ?? [];
    if (cutFile !== undefined && cutFrom !== undefined) edits.push({ file: cutFile, from: cutFrom, to: undefined });
    const [, appendFile] = /^<!-- append: (.+?) -->$/.exec(line) ?? [];
    if (appendFile !== undefined) edits.push({ file: appendFile, from: undefined, to: yamlBlockAfter(lines, index) });
    const [, code] = /^<!-- exit: (\d+) -->$/.exec(line) ?? [];
    if (code !== undefined) exit = Number(code);
    folder = /^<!-- in: (.+?) -->$/.exec(line)?.[1] ?? folder;
    if (line !== "```console") continue;
    const end = lines.indexOf("```", index + 1);
    blocks.push({
      edits,
      commands: commandsIn(lines.slice(index + 1, end), exit),
      folder,
      line: index + 1,
      start: index + 1,
      end,
    });
    [edits, exit, folder, index] = [[], 0, undefined, end];
  }
  return blocks;
}

function withBreaks(text: string): string {
  return text.replaceAll("\\n", "\n");
}

function yamlBlockAfter(lines: readonly string[], index: number): string {
  const start = lines.indexOf("```yaml", index);
  return `${lines.slice(start + 1, lines.indexOf("```", start)).join("\n")}\n`;
}

function commandsIn(lines: readonly string[], exit: number): readonly Command[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, place) => ({
    words: (lines[start] ?? "").slice(2),
    expected: lines.slice(start + 1, starts[place + 1] ?? lines.length),
    exit: place === starts.length - 1 ? exit : 0,
  }));
}

/** Whether the output is what is expected, where `...` matches any lines, and blank lines at the ends do not count. */
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

/** Output as lines, without blanks at the ends of lines and without blank lines at the beginning and the end. */
export function linesOf(output: string): readonly string[] {
  const lines = output.split("\n").map((line) => line.trimEnd());
  const isFilled = (line: string): boolean => line !== "";
  const first = lines.findIndex(isFilled);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1);
}
