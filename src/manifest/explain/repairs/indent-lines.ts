/** Repairs lines that begin in the wrong column. */
import {
  type BrokenLines,
  indentationOf,
  linesNear,
  type Repair,
  type TextLine,
} from "./repair.ts";

/** Largest distance of a line from its right column. */
const FARTHEST = 8;
/** Number of lines above whose columns are tried. */
const ABOVE = 12;

/** Moves lines near the mistake into a column of the lines above. */
export function indentLines(broken: BrokenLines): readonly Repair[] {
  const { lines } = broken;
  const found = linesNear(broken, 1, 2).flatMap((line) => {
    const from = indentationOf(lines[line]?.text ?? "");
    const columns = columnsAbove(lines, line).filter(
      (to) => to !== from && Math.abs(to - from) <= FARTHEST,
    );
    return columns.flatMap((to) =>
      blocksFrom(lines, line).map((last) => ({ by: to - from, first: line, last })),
    );
  });
  const nearest = [...found].sort((a, b) => Math.abs(a.by) - Math.abs(b.by));
  return nearest.map((move) => moved(lines, move));
}

/** Indents keys that follow a key without a value in the same column. */
export function indentBelowKey({ lines, at }: BrokenLines): readonly Repair[] {
  const column = indentationOf(lines[at]?.text ?? "");
  const isBelow = (index: number): boolean => {
    const { text = "" } = lines[index] ?? {};
    return (
      text.trim() === "" ||
      indentationOf(text) > column ||
      (indentationOf(text) === column && !/^\s*- /.test(text))
    );
  };
  let first = at;
  while (first > 0 && isBelow(first - 1) && !isEmptyKey(lines[first - 1], column)) first -= 1;
  if (!isEmptyKey(lines[first - 1], column)) return [];
  const repairs: Repair[] = [];
  for (let last = first; last < lines.length && isBelow(last); last += 1) {
    const next = lines[last + 1]?.text ?? "";
    if (last >= at && indentationOf(next) <= column)
      repairs.push(moved(lines, { by: 2, first, last }));
  }
  return repairs;
}

/** Whether a line is a key in the column, with nothing after its colon. */
function isEmptyKey(line: TextLine | undefined, column: number): boolean {
  const [, before] = /^(\s*(?:-\s+)*)[\w.~-]+:\s*$/.exec(line?.text ?? "") ?? [];
  return before?.length === column;
}

/** Replaces tabs in the indentation of the lines around the mistake. */
export function replaceTabs({ lines, at }: BrokenLines): readonly Repair[] {
  const hasTab = (index: number): boolean => /^ *(?:- *)?\t/.test(lines[index]?.text ?? "");
  if (!hasTab(at)) return [];
  let first = at;
  let last = at;
  while (hasTab(first - 1)) first -= 1;
  while (hasTab(last + 1)) last += 1;
  const tabs = lines.flatMap(({ text }, line) => {
    if (line < first || line > last) return [];
    const [indentation = ""] = /^[\s-]*/.exec(text) ?? [];
    return [...indentation.matchAll(/\t/g)].map(({ index }) => ({
      line,
      start: index,
      end: index + 1,
    }));
  });
  const [tab, ...others] = tabs;
  if (tab === undefined) return [];
  const each = others.length === 0 ? "the tab" : "each tab";
  return [2, 4, 8, 3, 1].map((count) => ({
    place: tab,
    label: "YAML does not allow tabs as indentation",
    help: `write ${count} spaces in place of ${each}`,
    edits: tabs.map((piece) => ({ ...piece, text: " ".repeat(count) })),
  }));
}

interface ColumnShift {
  readonly by: number;
  readonly first: number;
  readonly last: number;
}

function moved(lines: readonly TextLine[], { by, first, last }: ColumnShift): Repair {
  const { text = "", number = 0 } = lines[first] ?? {};
  const start = indentationOf(text);
  const word = /^\S+/.exec(text.slice(start))?.[0] ?? "";
  const spaces = (count: number): string => `${count} ${count === 1 ? "space" : "spaces"}`;
  const edits = [...lines.keys()]
    .filter((line) => line >= first && line <= last && lines[line]?.text.trim() !== "")
    .map((line) => {
      const from = indentationOf(lines[line]?.text ?? "");
      return { line, start: 0, end: from, text: " ".repeat(Math.max(from + by, 0)) };
    });
  const toLine = lines[last]?.number ?? number;
  const range = `lines ${number}${toLine === number + 1 ? " and " : "–"}${toLine}`;
  const several = `move ${range} to the ${by < 0 ? "left" : "right"} by ${spaces(Math.abs(by))}`;
  const single =
    start + by === 0 ? "begin it in the first column" : `indent it by ${spaces(start + by)}`;
  return {
    place: { line: first, start, end: start + word.length },
    label: `this line begins ${Math.abs(by)} ${Math.abs(by) === 1 ? "column" : "columns"} too far to the ${by < 0 ? "right" : "left"}`,
    help: first === last ? single : several,
    edits,
  };
}

/** Returns the columns of keys and dashes above a line, and of the content of a key above. */
function columnsAbove(lines: readonly TextLine[], line: number): readonly number[] {
  const above = lines.slice(0, line).filter(({ text }) => text.trim() !== "");
  const columns = above.slice(-ABOVE).flatMap(({ text }) => {
    const [before = ""] = /^\s*(?:-\s+)*/.exec(text) ?? [];
    const own = [indentationOf(text), before.length];
    return text.trimEnd().endsWith(":") ? [...own, before.length + 2] : own;
  });
  const previous = above.at(-1)?.text ?? "";
  const [before = ""] = /^\s*(?:-\s+)*/.exec(previous) ?? [];
  return [...new Set([...columns, before.length + 2])];
}

/**
 * Returns the last line of each possible block from a line on: the line alone, lines in the same
 * column, or deeper lines too.
 */
function blocksFrom(lines: readonly TextLine[], line: number): readonly number[] {
  const from = indentationOf(lines[line]?.text ?? "");
  const last = (belongs: (column: number) => boolean): number => {
    let index = line;
    for (let next = line + 1; next < lines.length; next += 1) {
      const { text = "" } = lines[next] ?? {};
      if (text.trim() === "") continue;
      if (!belongs(indentationOf(text))) break;
      index = next;
    }
    return index;
  };
  return [
    ...new Set([
      line,
      last((column) => column === from),
      last((column) => column > from),
      last((column) => column >= from),
    ]),
  ];
}
