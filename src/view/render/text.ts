/**
 * A document as text for a terminal. Everything from outside is made harmless; lines are laid out
 * once, and then folded once.
 */

import { largest, pushAll } from "../../ground/collections.ts";
import { counted, nameText } from "../../ground/words.ts";
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
import {
  foldableLine,
  foldLine,
  hangingLine,
  indentLine,
  type Line,
  type TextView,
  wholeLine,
  widthOf,
} from "./layout.ts";
import { safeText } from "./safe-text.ts";

/** Widest cells and names of fields that the next column is aligned to. */
const CELL_LIMIT = 60;
const LABEL_LIMIT = 30;
/**
 * Renders a document as text. The text ends with a line break; it is empty for a document without
 * blocks.
 */
export function renderText({ title, blocks, isUntitledText }: Document, view: TextView): string {
  const isTitled = isUntitledText !== true && doc.plainText(title) !== "";
  const head = isTitled ? blockLines(doc.heading(title), view) : [];
  const lines = blocksLines(blocks, view, head);
  if (lines.length === head.length) return "";
  return lines.map((line) => `${foldLine(line, view.width)}\n`).join("");
}

const EMPTY_LINE = wholeLine("");

/** Lays out blocks below other lines. Empty lines separate blocks, except before tight ones. */
function blocksLines(
  content: Content,
  view: TextView,
  above: readonly Line[] = [],
): readonly Line[] {
  const lines = [...above];
  for (const block of doc.listBlocks("text", content)) {
    const rows = blockLines(block, view);
    if (rows.length > 0 && lines.length > 0 && block.isTight !== true) lines.push(EMPTY_LINE);
    pushAll(lines, rows);
  }
  return lines;
}

function blockLines(block: Block, view: TextView): readonly Line[] {
  switch (block.type) {
    case "heading":
      return [foldableLine(paint(block.text, view, "strong"))];
    case "paragraph": {
      const words = paint(block.text, view, block.role);
      return [
        block.lead === undefined
          ? foldableLine(words)
          : hangingLine(paint(block.lead, view), words),
      ];
    }
    case "list":
      return listLines(block, view);
    case "table":
      return tableLines(block, view);
    case "diff":
      return diffLines(block, view);
    case "code":
      return block.lines.map((line) =>
        wholeLine(((block.isFlush === true ? "" : "  ") + paint(line, view)).trimEnd()),
      );
    case "details":
      return block.isVerbose === true && !view.verbose ? [] : blocksLines(block.blocks, view);
    case "callout":
      return [
        foldableLine(paint(block.title, view, block.role)),
        ...blocksLines(block.blocks, view),
      ];
    case "drawing":
      return [];
  }
}

/** Paints words in their styles. `role`: the role of words without one of their own. */
function paint(words: Words, { style }: Pick<TextView, "style">, role?: Role): string {
  return doc
    .listSpans(words)
    .map(({ text, is, role: own = is === "strong" ? "strong" : role }) => {
      const safe = safeText(is === "name" ? nameText(text) : text);
      return own === undefined || safe === "" ? safe : style(own, safe);
    })
    .join("");
}

function indentLines(lines: readonly Line[], columns: number): readonly Line[] {
  return lines.map((line) => indentLine(line, columns));
}

function countColumns(words: Words): number {
  return widthOf(paint(words, { style: plainStyle }));
}

/** Returns the width of the widest words within the limit. */
function findCommonWidth(all: readonly Words[], limit: number): number {
  return largest([0, ...all.map(countColumns).filter((width) => width <= limit)]);
}

/** Returns the first entries, or all with `--verbose`, and a line that counts the others. */
function limitEntries<T>(all: readonly T[], block: List | Table, { verbose, style }: TextView) {
  const { most = all.length, noun, isVital = false } = block;
  const left = verbose || isVital ? 0 : Math.max(0, all.length - most);
  const about =
    block.type === "table" && block.about !== undefined ? block.about.slice(all.length - left) : [];
  const what = about.length === 0 ? "" : ` (${doc.countNouns(about)})`;
  const rest = foldableLine(
    style("muted", `and ${counted(left, `more ${noun}`)}${what}; --verbose lists all`),
    2,
  );
  return { shown: all.slice(0, all.length - left), more: left === 0 ? [] : [rest] };
}

function listLines(block: List, view: TextView): readonly Line[] {
  const { shown, more } = limitEntries(block.entries, block, view);
  const lines = shown.flatMap(({ text, blocks }, index) => {
    const mark = block.isNumbered === true ? `${index + 1}. ` : "";
    return [
      foldableLine(mark + paint(text, view), 2),
      ...indentLines(blocksLines(blocks, view), 4),
    ];
  });
  return [...lines, ...more];
}

function tableLines(table: Table, view: TextView): readonly Line[] {
  const { columns, rows: all } = doc.selectTable("text", table);
  const { shown, more } = limitEntries(all, table, view);
  const rows = shown.map((rowOf) => rowOf());
  // Rows with details below them have no titles.
  const hasHead = table.isOpen === undefined && columns.some(({ title }) => title !== "");
  const head = hasHead ? [columns.map(({ title }) => doc.paint(title, "muted"))] : [];
  const cells = [...head, ...rows.map((row) => row.cells)];
  const widths = columns.map((_, index) =>
    findCommonWidth(
      cells.map((row) => row[index]),
      CELL_LIMIT,
    ),
  );
  const lines = cells.map((row) => {
    const aligned = row.map((cell, index) => {
      const blanks = " ".repeat(Math.max(0, (widths[index] ?? 0) - countColumns(cell)));
      return columns[index]?.isNumber === true
        ? blanks + paint(cell, view)
        : paint(cell, view) + blanks;
    });
    const text = aligned.join("  ").trimEnd();
    return table.isWhole === true ? wholeLine(`  ${text}`) : foldableLine(text, 2);
  });
  if (hasHead) return [...lines, ...more];
  const isOpen = view.verbose || table.isOpen === true;
  const parts = lines.map((line, index): readonly Line[] => {
    const below = isOpen ? blocksLines(rows[index]?.details, view) : [];
    return [line, ...indentLines(below, 6)];
  });
  const isFolded = !isOpen && rows.some(({ details }) => details.length > 0);
  const hint = isFolded
    ? [foldableLine(view.style("muted", "--verbose shows what each changes"), 2)]
    : [];
  // An empty line before and after a row with something below it.
  const apart = parts.flatMap((part, index) => [
    ...(index > 0 && part.length + (parts[index - 1]?.length ?? 0) > 2 ? [EMPTY_LINE] : []),
    ...part,
  ]);
  return [...apart, ...more, ...hint];
}

/**
 * Lays out changes: a short one on one line, `before -> after`, a longer one as a line diff under
 * its name.
 */
function diffLines({ changes }: Diff, view: TextView): readonly Line[] {
  const labels = changes.map(({ label }) => label);
  return changes.flatMap((change) =>
    changeLines(change, findCommonWidth(labels, LABEL_LIMIT), view),
  );
}

function changeLines(
  { label, marks = [], short, lines }: Difference,
  column: number,
  view: TextView,
): readonly Line[] {
  const { style } = view;
  // Lines of files keep their length: people compare and copy them.
  if (label === "") return paintSigned(lines(), view).map(wholeLine);
  const notes = marks.map((mark) => `  ${paint(mark, view)}`).join("");
  if (short === undefined)
    return [
      foldableLine(safeText(label) + notes),
      ...paintSigned(lines(), view).map((line) => foldableLine(line, 2)),
    ];
  const [first = "", second] = short;
  const sides =
    second === undefined
      ? first
      : `${style("delete", first)} ${style("muted", "->")} ${style("create", second)}`;
  return [
    foldableLine(
      `${safeText(label)}${" ".repeat(Math.max(0, column - countColumns(label)))}  ${sides}${notes}`,
    ),
  ];
}

function paintSigned(lines: readonly string[], { style }: TextView): readonly string[] {
  const roles: Readonly<Record<string, Role>> = { "-": "delete", "+": "create" };
  return lines.map((line) => style(roles[line.charAt(0)] ?? "muted", line.trimEnd()));
}
