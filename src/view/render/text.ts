/** A document as text for a terminal. Everything from outside is made harmless; long lines wrap with an indentation. */
import wrapAnsi from "wrap-ansi";
import { counted } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import {
  type Block,
  type Callout,
  type Code,
  type Diff,
  type Difference,
  type Document,
  isOn,
  type List,
  spansOf,
  type Table,
  type Words,
} from "./document.ts";
import { cutToWidth, padBefore, padTo, type TextView, widthOf, wrapText } from "./layout.ts";
import { safeText } from "./safe-text.ts";
import type { Role } from "./style.ts";
import { lineOf, resourceLines } from "./values.ts";

/** Cells longer than this do not push the cells behind them to the right. */
const CELL_LIMIT = 60;
/** Columns in front of what belongs to a row or an entry. */
const DETAIL_INDENT = 6;
/** Columns that a sentence needs. */
const NARROWEST = 20;

/** Ends with a line break; empty for an empty document. */
export function renderText({ title, blocks }: Document, view: TextView): string {
  const heading = title.length === 0 ? [] : [wrapped(title, view, 0, "strong")];
  const isTight = blocks.find((block) => isOn(block, "text"))?.isTight === true;
  const lines = [...heading, blocksLines(blocks, view)].filter((each) => each.length > 0);
  return lines.map((each) => `${each.join("\n")}\n`).join(isTight ? "" : "\n");
}

/** Empty lines between blocks, but before tight ones. */
function blocksLines(blocks: readonly Block[], view: TextView): readonly string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    if (!isOn(block, "text")) continue;
    const own = blockLines(block, view);
    if (own.length > 0 && lines.length > 0 && block.isTight !== true) lines.push("");
    lines.push(...own);
  }
  return lines;
}

function blockLines(block: Block, view: TextView): readonly string[] {
  switch (block.type) {
    case "heading":
      return wrapped(block.text, view, 0, "strong");
    case "paragraph":
      return wrapped(block.text, view, block.hanging, block.role);
    case "list":
      return listLines(block, view);
    case "table":
      return tableLines(block, view);
    case "diff":
      return block.of === "files"
        ? block.differences.flatMap((each) => fileLines(each, view))
        : fieldLines(block, view);
    case "code":
      return codeLines(block, view);
    case "details":
      return block.isVerbose === true && !view.verbose ? [] : blocksLines(block.blocks, view);
    case "callout":
      return calloutLines(block, view);
    case "drawing":
      return [];
  }
}

/** Words with their styles. `role`: of what has none of its own. */
function paint(words: Words, { style }: TextView, role?: Role): string {
  return spansOf(words)
    .map((span) => {
      const text = safeText(typeof span === "string" ? span : span.text);
      const own =
        (typeof span === "string" ? undefined : (span.role ?? (span.is === "strong" ? "strong" : undefined))) ?? role;
      return own === undefined || text === "" ? text : style[own](text);
    })
    .join("");
}

function plain(words: Words): string {
  return spansOf(words)
    .map((span) => safeText(typeof span === "string" ? span : span.text))
    .join("");
}

/** Lines of at most the width of the view; those after the first are indented. A long word stays whole. */
function wrapped(words: Words, view: TextView, hanging = 0, role?: Role): readonly string[] {
  const isShort = view.width === Number.POSITIVE_INFINITY || widthOf(plain(words)) <= view.width;
  const text = paint(words, view, role);
  if (isShort) return [text];
  const [first = "", ...rest] = wrapAnsi(text, Math.max(NARROWEST, view.width - hanging)).split("\n");
  return [first, ...rest.map((line) => " ".repeat(hanging) + line)];
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === "" ? "" : " ".repeat(columns) + line));
}

function inside(view: TextView, columns: number): TextView {
  return { ...view, width: view.width - columns };
}

function calloutLines({ role, title, blocks }: Callout, view: TextView): readonly string[] {
  return [...wrapped(title, view, 2, role), ...blocksLines(blocks, view)];
}

/** The first ones, unless everything is to be shown, and what counts the others. */
function shownOf<T>(
  all: readonly T[],
  most: number | undefined,
  noun: string,
  view: TextView,
): { shown: readonly T[]; more: readonly string[] } {
  const shown = view.verbose ? all : all.slice(0, most ?? all.length);
  const left = all.length - shown.length;
  return {
    shown,
    more: left === 0 ? [] : [view.style.muted(`  and ${counted(left, `more ${noun}`)}; --verbose lists all`)],
  };
}

function listLines({ entries, isNumbered, most, noun }: List, view: TextView): readonly string[] {
  const { shown, more } = shownOf(entries, most, noun, view);
  return [
    ...shown.flatMap(({ text, blocks = [] }, index) => {
      const mark = isNumbered === true ? `  ${index + 1}. ` : "  ";
      const [first = "", ...rest] = wrapped(text, inside(view, mark.length), isNumbered === true ? 0 : 2);
      const below = blocksLines(blocks, inside(view, 4));
      return [mark + first, ...indented(rest, mark.length), ...indented(below, 4)];
    }),
    ...more,
  ];
}

function tableLines(table: Table, view: TextView): readonly string[] {
  const isOpen = view.verbose || table.isOpen === true;
  const chosen = table.columns.flatMap((column, index) =>
    isOn(column, "text") && (column.when === undefined || (column.when === "open") === isOpen)
      ? [{ column, index }]
      : [],
  );
  const { shown, more } = shownOf(table.rows, table.most, table.noun, view);
  const titles = chosen.map(({ column }) => column.title);
  const hasTitles = titles.some((title) => title !== "");
  const cells = shown.map((row) => chosen.map(({ index }) => row.cells[index] ?? ""));
  const widths = chosen.map(({ column }, place) => {
    const limit = Math.min(CELL_LIMIT, view.width - DETAIL_INDENT);
    const own = cells.map((row) => widthOf(plain(row[place] ?? ""))).filter((width) => width <= limit);
    return largest([...own, hasTitles ? widthOf(column.title) : 0], 0);
  });
  const line = (row: readonly Words[], role?: Role): readonly string[] => {
    let lines = [" "];
    let taken = 0;
    for (const [place, words] of row.entries()) {
      const pad = chosen[place]?.column.isNumber === true ? padBefore : padTo;
      const text = plain(words);
      const start = place === 0 ? 2 : taken + 2;
      const isLast = row.slice(place + 1).every((each) => plain(each) === "");
      if (text === "" && isLast) break;
      const room = view.width - start;
      // A cell that does not fit goes on in lines of its own: below its column, or further to the left.
      const isBelow = place > 0 && widthOf(text) > room && (room < 30 || !text.includes(" "));
      const column = isBelow ? DETAIL_INDENT : start;
      const [first = "", ...rest] = wrapped(words, inside(view, column), 0, role);
      const padded = isLast || rest.length > 0 ? first : pad(text, widths[place] ?? 0).replace(text, () => first);
      if (isBelow) lines.push(" ".repeat(column) + padded);
      else lines = [...lines.slice(0, -1), `${lines.at(-1)}${" ".repeat(place === 0 ? 1 : 2)}${padded}`];
      lines.push(...indented(rest, column));
      taken = column + (rest.length > 0 ? room : Math.max(widthOf(text), isLast ? 0 : (widths[place] ?? 0)));
    }
    return lines.map((each) => each.trimEnd());
  };
  let isApart = false;
  const lines = shown.flatMap((row, index) => {
    const notes = blocksLines(row.notes ?? [], inside(view, DETAIL_INDENT));
    const details = isOpen ? blocksLines(row.details ?? [], inside(view, DETAIL_INDENT)) : [];
    const below = indented([...details, ...notes], DETAIL_INDENT);
    // An empty line before and after a row with something below it.
    const gap = index > 0 && (isApart || below.length > 0) ? [""] : [];
    isApart = below.length > 0;
    return [...gap, ...line(cells[index] ?? []), ...below];
  });
  const isFolded = !isOpen && shown.some(({ details = [] }) => details.length > 0);
  const hint = isFolded ? [view.style.muted("  --verbose shows what each changes")] : [];
  return [...(hasTitles ? line(titles, "muted") : []), ...lines, ...more, ...hint];
}

function codeLines({ lines, indent = 2 }: Code, view: TextView): readonly string[] {
  return lines.map((line) => (" ".repeat(indent) + paint(line, view)).trimEnd());
}

/** A change that fits is one line, `before -> after`; a longer one is a line diff under its name. */
function fieldLines({ of, differences }: Diff, view: TextView): readonly string[] {
  const column = largest(
    differences.map(({ label }) => widthOf(safeText(label))).filter((width) => width <= CELL_LIMIT / 2),
    0,
  );
  return differences.flatMap((each) => {
    const label = padTo(safeText(each.label), column);
    const marks = (each.marks ?? []).map((mark) => `  ${paint([mark], view)}`).join("");
    const rows = of === "resource" ? resourceRows(each, label, view) : comparedRows(each, label, view);
    const isBelow = widthOf(rows[0] ?? "") + marks.length > view.width;
    return isBelow ? [...rows, marks] : [`${rows[0]}${marks}`, ...rows.slice(1)];
  });
}

function resourceRows(each: Difference, label: string, view: TextView): readonly string[] {
  const [first = "", ...more] = resourceLines(each);
  if (more.length > 0)
    return [label.trimEnd(), ...[first, ...more].map((line) => `  ${view.style.muted("|")} ${line}`.trimEnd())];
  const indent = widthOf(label) + 2;
  const [head = "", ...rest] = wrapText(first, Math.max(NARROWEST, view.width - indent));
  return [`${label}  ${head}`, ...indented(rest, indent)];
}

function comparedRows({ label: _, ...each }: Difference, label: string, view: TextView): readonly string[] {
  const { style, width } = view;
  const [left, right] = [lineOf(each.before), lineOf(each.after)];
  const marked = largest(
    (each.marks ?? []).map(({ text }) => widthOf(text) + 2),
    0,
  );
  const isLine =
    left !== undefined && right !== undefined && widthOf(label) + widthOf(left) + widthOf(right) + 6 + marked <= width;
  if (!isLine) return [label.trimEnd(), ...indented(signedLines(each.lines(), view, width - 2), 2)];
  const former = each.before === undefined ? style.muted(left) : style.delete(left);
  const latter = each.after === undefined ? style.muted(right) : style.create(right);
  return [`${label}  ${former} ${style.muted("->")} ${latter}`];
}

function fileLines(each: Difference, view: TextView): readonly string[] {
  const name = safeText(each.label);
  const lines = each.lines();
  if (lines.length === 0) return [];
  const head = [
    view.style.delete(`--- ${each.before === undefined ? "/dev/null" : name}`),
    view.style.create(`+++ ${name}`),
  ];
  return [...head, ...signedLines(lines, view, Number.POSITIVE_INFINITY)];
}

function signedLines(lines: readonly string[], { style }: TextView, width: number): readonly string[] {
  const roles: Readonly<Record<string, Role>> = { "-": "delete", "+": "create" };
  return lines.flatMap((line) => {
    const role = roles[line.charAt(0)] ?? "muted";
    const rows = wrapText(line.slice(1), Math.max(NARROWEST, width - 2));
    return rows.map((row, index) => style[role](`${index === 0 ? line.charAt(0) : " "}${row}`.trimEnd()));
  });
}

/** What a cell shows of a text that may be longer than it. */
export function cut(text: string, width: number): string {
  return cutToWidth(safeText(text), width);
}
