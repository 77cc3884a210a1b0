/** A document as text for a terminal. Everything from outside is made harmless; long lines are folded at the end. */
import { counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import * as doc from "./document.ts";
import {
  type Block,
  type Content,
  type Diff,
  type Difference,
  type Document,
  type List,
  plainStyle,
  type Role,
  type Table,
  type Words,
} from "./document.ts";
import { foldedLine, type TextView, widthOf } from "./layout.ts";
import { safeText } from "./safe-text.ts";

/** Cells and names of fields that are longer do not push what is behind them to the right. */
const CELL_LIMIT = 60;
const LABEL_LIMIT = 30;
/** Ends a line of code or of a file, which is not folded. No text from outside can hold it. */
const WHOLE = "\0";

/** Ends with a line break; empty for a document without blocks. */
export function renderText({ title, blocks, isUntitledText }: Document, view: TextView): string {
  const lines = blocksLines(blocks, view);
  const head = lines.length === 0 || isUntitledText || doc.plainText(title) === "" ? undefined : doc.heading(title);
  const all = head === undefined ? lines : blocksLines([head, blocks], view);
  return all
    .map((line) => (line.endsWith(WHOLE) ? line.replace(WHOLE, "\n") : `${foldedLine(line, view.width)}\n`))
    .join("");
}

/** Empty lines between blocks, but before tight ones. */
function blocksLines(content: Content, view: TextView): readonly string[] {
  const lines: string[] = [];
  for (const block of doc.blocksOn("text", content)) {
    const rows = blockLines(block, view);
    if (rows.length > 0 && lines.length > 0 && block.isTight !== true) lines.push("");
    lines.push(...rows);
  }
  return lines;
}

function blockLines(block: Block, view: TextView): readonly string[] {
  switch (block.type) {
    case "heading":
      return [paint(block.text, view, "strong")];
    case "paragraph":
      return [paint(block.text, view, block.role)];
    case "list":
      return listLines(block, view);
    case "table":
      return tableLines(block, view);
    case "diff":
      return diffLines(block, view);
    case "code":
      return block.lines.map((line) => ((block.isFlush === true ? "" : "  ") + paint(line, view)).trimEnd() + WHOLE);
    case "details":
      return block.isVerbose === true && !view.verbose ? [] : blocksLines(block.blocks, view);
    case "callout":
      return [paint(block.title, view, block.role), ...blocksLines(block.blocks, view)];
    case "drawing":
      return [];
  }
}

/** Words with their styles. `role`: of what has none of its own. */
function paint(words: Words, { style }: Pick<TextView, "style">, role?: Role): string {
  return doc
    .spansOf(words)
    .map(({ text, is, role: own = is === "strong" ? "strong" : role }) => {
      const safe = safeText(text);
      return own === undefined || safe === "" ? safe : style(own, safe);
    })
    .join("");
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(columns) + line));
}

function columnsOf(words: Words): number {
  return widthOf(paint(words, { style: plainStyle }));
}

/** The width of the widest, of those that are not too wide. */
function commonWidth(all: readonly Words[], limit: number): number {
  return largest([0, ...all.map(columnsOf).filter((width) => width <= limit)]);
}

/** The first ones, unless everything is to be shown, and a line that counts the others. */
function shownOf<T>(all: readonly T[], { most = all.length, noun }: List | Table, { verbose, style }: TextView) {
  const left = verbose ? 0 : Math.max(0, all.length - most);
  const rest = style("muted", `  and ${counted(left, `more ${noun}`)}; --verbose lists all`);
  return { shown: all.slice(0, all.length - left), more: left === 0 ? [] : [rest] };
}

function listLines(block: List, view: TextView): readonly string[] {
  const { shown, more } = shownOf(block.entries, block, view);
  const lines = shown.flatMap(({ text, blocks }, index) => {
    const mark = block.isNumbered === true ? `${index + 1}. ` : "";
    return [`  ${mark}${paint(text, view)}`, ...indented(blocksLines(blocks, view), 4)];
  });
  return [...lines, ...more];
}

function tableLines(table: Table, view: TextView): readonly string[] {
  const { columns, rows: all } = doc.tableOn("text", table);
  const { shown, more } = shownOf(all, table, view);
  const rows = shown.map((rowOf) => rowOf());
  // Rows with something below them need none.
  const hasHead = table.isOpen === undefined && columns.some(({ title }) => title !== "");
  const head = hasHead ? [columns.map(({ title }) => doc.painted(title, "muted"))] : [];
  const cells = [...head, ...rows.map((row) => row.cells)];
  const widths = columns.map((_, index) =>
    commonWidth(
      cells.map((row) => row[index]),
      CELL_LIMIT,
    ),
  );
  const lines = cells.map((row) => {
    const aligned = row.map((cell, index) => {
      const blanks = " ".repeat(Math.max(0, (widths[index] ?? 0) - columnsOf(cell)));
      return columns[index]?.isNumber === true ? blanks + paint(cell, view) : paint(cell, view) + blanks;
    });
    return `  ${aligned.join("  ")}`.trimEnd();
  });
  if (hasHead) return [...lines, ...more];
  const isOpen = view.verbose || table.isOpen === true;
  const parts = rows.map(({ details }, index): readonly string[] => {
    const below = isOpen ? blocksLines(details, view) : [];
    return [lines[index] ?? "", ...indented(below, 6)];
  });
  const isFolded = !isOpen && rows.some(({ details }) => details.length > 0);
  const hint = isFolded ? [view.style("muted", "  --verbose shows what each changes")] : [];
  // An empty line before and after a row with something below it.
  const apart = parts.flatMap((part, index) => [
    ...(index > 0 && part.length + (parts[index - 1]?.length ?? 0) > 2 ? [""] : []),
    ...part,
  ]);
  return [...apart, ...more, ...hint];
}

/** A short change is one line, `before -> after`; a longer one is a line diff under its name. */
function diffLines({ changes }: Diff, view: TextView): readonly string[] {
  const labels = changes.map(({ label }) => label);
  return changes.flatMap((change) => changeLines(change, commonWidth(labels, LABEL_LIMIT), view));
}

function changeLines({ label, marks = [], short, lines }: Difference, column: number, view: TextView) {
  const { style } = view;
  if (label === "") return signedLines(lines(), view).map((line) => line + WHOLE);
  const notes = marks.map((mark) => `  ${paint(mark, view)}`).join("");
  if (short === undefined) return [safeText(label) + notes, ...indented(signedLines(lines(), view), 2)];
  const [first = "", second] = short;
  const sides =
    second === undefined ? first : `${style("delete", first)} ${style("muted", "->")} ${style("create", second)}`;
  return [`${safeText(label)}${" ".repeat(Math.max(0, column - columnsOf(label)))}  ${sides}${notes}`];
}

function signedLines(lines: readonly string[], { style }: TextView): readonly string[] {
  const roles: Readonly<Record<string, Role>> = { "-": "delete", "+": "create" };
  return lines.map((line) => style(roles[line.charAt(0)] ?? "muted", line.trimEnd()));
}
