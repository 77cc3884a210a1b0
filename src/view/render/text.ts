/** A document as text for a terminal. Everything from outside is made harmless; long lines wrap with an indentation. */
import wrapAnsi from "wrap-ansi";
import { counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import type { Block, Content, Diff, Difference, Document, List, Table, Words } from "./document.ts";
import * as doc from "./document.ts";
import { padTo, type TextView, widthOf, wrapText } from "./layout.ts";
import { safeText } from "./safe-text.ts";
import type { Role } from "./style.ts";

/** Cells and labels longer than this do not push what is behind them to the right. */
const CELL_LIMIT = 60;
/** Columns in front of what belongs to a row. */
const DETAIL_INDENT = 6;
/** Columns that a sentence needs. */
const NARROWEST = 20;
/** Columns that a cell needs. */
const NARROW_CELL = 30;

/** Ends with a line break; empty for a document without blocks. */
export function renderText({ title, blocks, isUntitledText }: Document, view: TextView): string {
  const lines = blocksLines(blocks, view);
  const head = lines.length === 0 || isUntitledText || doc.plainText(title) === "" ? undefined : doc.heading(title);
  return (head === undefined ? lines : blocksLines([head, blocks], view)).map((line) => `${line}\n`).join("");
}

/** Empty lines between blocks, but before tight ones. */
function blocksLines(content: Content, view: TextView): readonly string[] {
  const lines: string[] = [];
  for (const block of doc.blocksOn("text", content)) {
    const own = blockLines(block, view);
    if (own.length > 0 && lines.length > 0 && block.isTight !== true) lines.push("");
    lines.push(...own);
  }
  return lines;
}

function blockLines(block: Block, view: TextView): readonly string[] {
  switch (block.type) {
    case "heading":
      return wrapped(block.text, view, "strong");
    case "paragraph":
      return wrapped(block.text, view, block.role);
    case "list":
      return listLines(block, view);
    case "table":
      return tableLines(block, view);
    case "diff":
      return diffLines(block, view);
    case "code":
      return block.lines.map((line) => ((block.isFlush === true ? "" : "  ") + paint(line, view)).trimEnd());
    case "details":
      return block.isVerbose === true && !view.verbose ? [] : blocksLines(block.blocks, view);
    case "callout":
      return [...wrapped(block.title, view, block.role), ...blocksLines(block.blocks, view)];
    case "drawing":
      return [];
  }
}

/** Words with their styles. `role`: of what has none of its own. */
function paint(words: Words, { style }: TextView, role?: Role): string {
  return doc
    .spansOf(words)
    .map(({ text, is, role: own = is === "strong" ? "strong" : role }) => {
      const shown = safeText(text);
      return own === undefined || shown === "" ? shown : style(own, shown);
    })
    .join("");
}

function plain(words: Words): string {
  return doc
    .spansOf(words)
    .map(({ text }) => safeText(text))
    .join("");
}

/** Lines of at most the width of the view; a long word stays whole. */
function wrapped(words: Words, view: TextView, role?: Role): readonly string[] {
  const text = paint(words, view, role);
  const isShort = view.width === Number.POSITIVE_INFINITY || widthOf(plain(words)) <= view.width;
  return isShort ? [text] : wrapAnsi(text, Math.max(NARROWEST, view.width)).split("\n");
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(columns) + line));
}

function inside(view: TextView, columns: number): TextView {
  return { ...view, width: view.width - columns };
}

/** The first ones, unless everything is to be shown, and a line that counts the others. */
function shownOf<T>(all: readonly T[], { most = all.length, noun }: List | Table, { verbose, style }: TextView) {
  const left = verbose ? 0 : Math.max(0, all.length - most);
  const more = style("muted", `  and ${counted(left, `more ${noun}`)}; --verbose lists all`);
  return { shown: all.slice(0, all.length - left), more: left === 0 ? [] : [more] };
}

function listLines(block: List, view: TextView): readonly string[] {
  const { shown, more } = shownOf(block.entries, block, view);
  const lines = shown.map(doc.entryOf).flatMap(({ text, blocks }, index) => {
    const mark = block.isNumbered === true ? `${index + 1}. ` : "";
    const [first = "", ...rest] = wrapped(text, inside(view, mark === "" ? 4 : 6));
    return [`  ${mark}${first}`, ...indented([...rest, ...blocksLines(blocks, inside(view, 4))], 4)];
  });
  return [...lines, ...more];
}

function tableLines(table: Table, view: TextView): readonly string[] {
  const columns = doc.columnsOn("text", table);
  const { shown, more } = shownOf(table.rows, table, view);
  const rows = shown.map((rowOf) => rowOf());
  const titles = columns.map(([, { title }]) => title);
  // Rows with something below them need no titles.
  const hasHead = titles.some((title) => title !== "") && rows.every(({ details }) => details === undefined);
  const head = hasHead ? [titles] : [];
  const cells = rows.map((row) => columns.map(([place]) => row.cells[place]));
  const widths = columns.map((_, place) =>
    commonWidth(
      [...head, ...cells].map((row) => row[place]),
      CELL_LIMIT,
      view,
    ),
  );
  const line = (row: readonly Words[], role?: Role): readonly string[] => {
    const last = row.findLastIndex((words) => plain(words) !== "");
    const aligned = row.slice(0, last + 1).map((cell, place): Words => {
      const blanks = " ".repeat(Math.max(0, (widths[place] ?? 0) - widthOf(plain(cell))));
      if (columns[place]?.[1].isNumber === true) return [blanks, cell];
      return place === last ? cell : [cell, blanks];
    });
    const words = aligned.pop();
    const front: Words = ["  ", aligned.map((cell): Words => [cell, "  "])];
    const [start, needed] = [widthOf(plain(front)), widthOf(plain(words))];
    const room = view.width - start;
    // A cell that does not fit goes below its row.
    const isBelow = last > 0 && needed > room && (room < NARROW_CELL || !plain(words).includes(" "));
    const column = isBelow ? DETAIL_INDENT : start;
    const lead = paint(front, view, role);
    const lines = wrapped(words, inside(view, column), role);
    if (isBelow) return [lead.trimEnd(), ...indented(lines, column)];
    return [lead + (lines[0] ?? ""), ...indented(lines.slice(1), column)];
  };
  const isOpen = view.verbose || table.isOpen === true;
  let isApart = false;
  const lines = rows.flatMap(({ details }, index) => {
    const below = isOpen ? indented(blocksLines(details, inside(view, DETAIL_INDENT)), DETAIL_INDENT) : [];
    // An empty line before and after a row with something below it.
    const gap = index > 0 && (isApart || below.length > 0) ? [""] : [];
    isApart = below.length > 0;
    return [...gap, ...line(cells[index] ?? []), ...below];
  });
  const isFolded = !isOpen && rows.some(({ details }) => doc.blocksOn("text", details).length > 0);
  const hint = isFolded ? [view.style("muted", "  --verbose shows what each changes")] : [];
  return [...head.flatMap((row) => line(row, "muted")), ...lines, ...more, ...hint];
}

/** The width of the widest, of those that are not too wide. */
function commonWidth(all: readonly Words[], most: number, { width }: TextView): number {
  const limit = Math.min(most, width - DETAIL_INDENT);
  return largest([0, ...all.map((words) => widthOf(plain(words))).filter((each) => each <= limit)]);
}

/** A change that fits is one line, `before -> after`; a longer one is a line diff under its name. */
function diffLines({ changes }: Diff, view: TextView): readonly string[] {
  const labels = changes.map(({ label }) => label);
  return changes.flatMap((change) => changeLines(change, commonWidth(labels, CELL_LIMIT / 2, view), view));
}

function changeLines({ label, marks = [], short = [], lines }: Difference, column: number, view: TextView) {
  const { style } = view;
  if (label === "") return signedLines(lines(), view, Number.POSITIVE_INFINITY);
  const name = padTo(safeText(label), column);
  const words = marks.map((mark): Words => ["  ", mark]);
  const isLine = short.length > 0 && widthOf(`${name}  ${short.join(" -> ")}${plain(words)}`) <= view.width;
  if (!isLine) return [name.trimEnd() + paint(words, view), ...indented(signedLines(lines(), view, view.width - 2), 2)];
  const [first = "", second] = short;
  const sides =
    second === undefined ? first : `${style("delete", first)} ${style("muted", "->")} ${style("create", second)}`;
  return [`${name}  ${sides}${paint(words, view)}`];
}

function signedLines(lines: readonly string[], { style }: TextView, width: number): readonly string[] {
  const roles: Readonly<Record<string, Role>> = { "-": "delete", "+": "create" };
  return lines.flatMap((line) => {
    const role = roles[line.charAt(0)] ?? "muted";
    const rows = wrapText(line.slice(1), Math.max(NARROWEST, width - 2));
    return rows.map((row, index) => style(role, `${index === 0 ? line.charAt(0) : "  "}${row}`.trimEnd()));
  });
}
