/**
 * A document as a page of Markdown, for a comment on a pull request or the summary of a job, never
 * longer than its hosts allow: blocks of higher ranks are left out first, entry by entry, and the
 * page says how much.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { grouped, largest, sum } from "../../ground/collections.ts";
import { unitEscapes } from "../../ground/invisible-characters.ts";
import { both, counted, inDigits } from "../../ground/words.ts";
import type {
  Block,
  Content,
  Diff,
  Document,
  Inline,
  List,
  Noun,
  Row,
  Table,
  Words,
} from "./document.ts";
import * as doc from "./document.ts";
import { safeText } from "./safe-text.ts";

/**
 * Longest page in bytes. GitHub allows 65,536 characters in a comment, to which the posting program
 * may add a line.
 */
export const PAGE_LIMIT = 65_000;
/** Bytes for the notes at the end. */
const RESERVE = 2_500;
/**
 * Bytes of one diff or of one piece of code. A longer one is not shown in part, which would cut a
 * value in the middle.
 */
const FENCE_LIMIT = 16_000;
/** Bytes of all limited callouts of a page. */
const CALLOUT_LIMIT = 20_000;

/** Free space of a page, and a count of everything that did not fit. */
interface Space {
  bytes: number;
  /** Free bytes for limited callouts. */
  calloutBytes: number;
  /** Whether something did not fit into a limited callout. */
  isCalloutCut: boolean;
  /** Number of each noun, and how many of them were left out. */
  readonly counts: Map<string, { readonly all: number; readonly left: number }>;
  /** Blocks that a reviewer must see whole. */
  readonly vital: VitalRows[];
  /** Whether a diff or a piece of code was too long to be shown. */
  isCut: boolean;
}

/** Rows or entries of one block, and which of them are shown. */
interface VitalRows {
  readonly noun: string;
  readonly about: readonly Noun[];
  readonly rows: readonly Shown[];
}

interface Shown {
  saidBy: Row["saidBy"];
  isRow: boolean;
  isBelow: boolean;
}

function makeSpace(bytes: number): Space {
  const calloutBytes = Math.min(bytes, CALLOUT_LIMIT);
  return { bytes, calloutBytes, isCalloutCut: false, counts: new Map(), vital: [], isCut: false };
}

/** Returns endless space, for blocks that are shown whole or not at all. */
function makeEndlessSpace(): Space {
  return makeSpace(Number.POSITIVE_INFINITY);
}

/** A page, and the vital rows that are missing on it. */
export interface MarkdownPage {
  readonly text: string;
  /** Count of missing rows, such as `12 of 602 changes (12 rewards)`; absent if all are shown. */
  readonly missing?: string;
}

/**
 * Counts bytes in UTF-8. There are at least as many as UTF-16 units, so a limit on bytes holds for
 * both.
 */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Renders a document as a page. The text ends with a line break; it is empty for a document without
 * blocks.
 */
export function renderMarkdown(document: Document): string {
  return markdownPage(document).text;
}

/** Renders a document as a page. The first line below the title names missing rows. */
export function markdownPage({ title, blocks, command = "" }: Document): MarkdownPage {
  if (doc.listBlocks("page", blocks).length === 0) return { text: "" };
  const head = doc.plainText(title) === "" ? "" : `## ${writeWords(title)}\n`;
  const space = makeSpace(PAGE_LIMIT - RESERVE - countBytes(head));
  const text = blocksText(blocks, space);
  const missing = missingWords(space.vital);
  const first =
    missing === ""
      ? ""
      : `**Not shown in full: ${missing}.** ${writeProse(`\`${command}\` prints everything.`)}\n`;
  const body = [head, first, text];
  if (space.bytes < 0 || space.isCalloutCut) body.push(incompleteNote(space, command));
  if (body.some((part) => part.includes(MASK))) body.push(`${writeProse(MASK_NOTE)}\n`);
  return {
    text: body.filter((part) => part !== "").join("\n"),
    ...(missing !== "" && { missing }),
  };
}

/**
 * Counts the missing rows: `12 of 602 changes (10 rewards and 2 achievements) and 1 of 3 hazards`.
 * The text is empty if all are shown.
 */
function missingWords(tallies: readonly VitalRows[]): string {
  const words = [...grouped(tallies, ({ noun }) => noun)].flatMap(([noun, those]) => {
    const left = those.flatMap(({ rows, about }) =>
      rows.flatMap((row, index) => (isShown(row) ? [] : [about[index]])),
    );
    if (left.length === 0) return [];
    const all = sum(those.map(({ rows }) => rows.length));
    const what = doc.countNouns(left.filter((one) => one !== undefined));
    return [`${inDigits(left.length)} of ${counted(all, noun)}${what === "" ? "" : ` (${what})`}`];
  });
  return both(words);
}

function isShown({ saidBy, isRow, isBelow }: Shown): boolean {
  return isRow && (saidBy === "cells" || (saidBy === "details" && isBelow));
}

function incompleteNote({ counts }: Space, command: string): string {
  const left = [...counts].flatMap(([noun, { all, left: missing }]) =>
    missing === 0 || noun === "" ? [] : [`${inDigits(missing)} of ${counted(all, noun)}`],
  );
  const what = left.length === 0 ? "" : ` Left out: ${both(left)}.`;
  const where = `\`${command}\` prints everything; \`--format json\` prints it for programs.`;
  return `> [!NOTE]\n> **This page is incomplete.**${what}\n>\n> ${where}\n`;
}

function blocksText(content: Content, space: Space): string {
  return partsText(
    doc.listBlocks("page", content).flatMap((block) => splitBlock(block, space)),
    space,
  );
}

/** A part of a page that is cut separately. */
interface PagePart {
  readonly rank: number;
  /** Whether it has to be opened. */
  readonly isOpened: boolean;
  readonly write: (space: Space) => string;
}

/** Writes parts in their order. Lower ranks get their space first. */
function partsText(parts: readonly PagePart[], space: Space): string {
  const texts = parts.map(() => "");
  const ranked = [...parts.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  for (const [index, part] of ranked) texts[index] = part.write(space);
  return texts.filter((text) => text !== "").join("\n");
}

/**
 * Splits a block into parts. Details inside a block become parts after it, so that each is cut
 * separately. So do the details of rows.
 */
function splitBlock(block: Block, space: Space): readonly PagePart[] {
  const rank = block.rank ?? 0;
  if (block.type === "details") {
    const parts = doc.listBlocks("page", block.blocks).flatMap((inner) => splitBlock(inner, space));
    const inside = parts.filter(({ isOpened }) => !isOpened);
    const write = (free: Space): string =>
      writeFramed((inner) => partsText(inside, inner), free, makeDetailsFrame(block.summary));
    return [{ rank, isOpened: true, write }, ...parts.filter(({ isOpened }) => isOpened)];
  }
  if (block.type === "table") return splitTable(block, space);
  const shown =
    block.type === "list"
      ? beginTally(
          block,
          block.entries.map(({ text, saidBy = "cells" }) => ({
            saidBy: isLong(text) ? "nothing" : saidBy,
          })),
          space,
        )
      : undefined;
  return [{ rank, isOpened: false, write: (free) => blockText(block, free, shown) }];
}

/** Splits a table into its rows and the details of all rows. */
function splitTable(table: Table, space: Space): readonly PagePart[] {
  const { rank = 0, noun, belowRank = rank + 1 } = table;
  const all = doc.selectTable("page", table).rows.map((rowOf) => rowOf());
  const shown = beginTally(table, all, space);
  const detailed = [...all.entries()].filter(([, { details }]) => details.length > 0);
  const units = detailed.map(([index, { details }], place) => (): string => {
    const own = makeEndlessSpace();
    const text = blocksText(details, own);
    const row = shown?.[index];
    if (row !== undefined && own.isCut) row.saidBy = "nothing";
    return (place === 0 ? "" : "\n") + text;
  });
  const below = detailed.map(([index]) => shown?.[index]);
  const onShown = (place: number): void => {
    const row = below[place];
    if (row !== undefined) row.isBelow = true;
  };
  const writeBelow = (free: Space): string => {
    const inside = (inner: Space): string =>
      writeFitting(inner, units, shown ? { onShown } : { noun: "diff" });
    return writeFramed(
      inside,
      free,
      makeDetailsFrame(`All fields of ${counted(detailed.length, noun)}`),
    );
  };
  const rows: PagePart = {
    rank,
    isOpened: false,
    write: (free) => tableText(table, all, { space: free, shown }),
  };
  return detailed.length === 0
    ? [rows]
    : [rows, { rank: belowRank, isOpened: true, write: writeBelow }];
}

/** Begins the count of shown rows of a vital block; undefined for other blocks. */
function beginTally(
  block: List | Table,
  units: readonly Pick<Row, "saidBy">[],
  { vital }: Space,
): readonly Shown[] | undefined {
  if (block.isVital !== true) return undefined;
  const rows = units.map(
    ({ saidBy = "cells" }): Shown => ({ saidBy, isRow: false, isBelow: false }),
  );
  vital.push({ noun: block.noun, about: (block.type === "table" && block.about) || [], rows });
  return rows;
}

function makeDetailsFrame(summary: string): Frame {
  // The summary is written by laurel and holds nothing from outside.
  return { head: `<details>\n<summary>${summary}</summary>\n\n`, foot: "\n</details>\n" };
}

type TextBlock = Exclude<Block, { readonly type: "details" | "table" }>;

/** Writes a block. `shown`: the rows of a vital list, which are marked when they are shown. */
function blockText(block: TextBlock, space: Space, shown?: readonly Shown[]): string {
  switch (block.type) {
    case "heading":
      return writeFitting(space, [
        () => `${"#".repeat(block.level + 1)} ${writeWords(block.text)}\n`,
      ]);
    case "paragraph":
      return writeFitting(space, [() => `${writeWords([block.lead, block.text])}\n`]);
    case "list": {
      const mark = block.isNumbered === true ? "1. " : "- ";
      const entries = block.entries.map(({ text, blocks }) => {
        return () =>
          `${mark}${writeWords(text)}\n${indentText(blocksText(blocks, makeEndlessSpace()), "  ")}`;
      });
      return writeFitting(
        space,
        entries,
        shown ? { onShown: markRow(shown) } : { noun: block.noun },
      );
    }
    case "diff":
      return writeFitting(space, [() => diffText(block, space)], { noun: "diff" });
    case "code":
      return writeFitting(
        space,
        [() => fenceIfShort(block.lines.map(doc.plainText), block.language) ?? noteCut(space)],
        {
          noun: "part",
        },
      );
    case "callout": {
      const head = `[!${{ error: "CAUTION", warning: "WARNING" }[block.role]}]\n**${writeWords(block.title)}**\n\n`;
      const parts = doc
        .listBlocks("page", block.blocks)
        .flatMap((inner) => splitBlock(inner, space));
      const write = (free: Space): string =>
        writeFramed((inner) => partsText(parts, inner), free, { head, foot: "" });
      return indentText(block.isLimited === true ? writeLimited(write, space) : write(space), "> ");
    }
    case "drawing":
      return "";
  }
}

type Frame = Readonly<Record<"head" | "foot", string>>;

/** Writes everything that fits into a frame; empty without any content. */
function writeFramed(write: (space: Space) => string, space: Space, { head, foot }: Frame): string {
  space.bytes -= countSize(head + foot);
  const text = write(space);
  return text && head + text + foot;
}

/**
 * Writes everything that fits into the share of limited callouts. The rest takes no space from
 * other blocks.
 */
function writeLimited(write: (space: Space) => string, space: Space): string {
  if (space.bytes < 0) return write(space);
  const share = Math.min(space.bytes, space.calloutBytes);
  const others = space.bytes - share;
  space.bytes = share;
  const text = write(space);
  if (space.bytes < 0) space.isCalloutCut = true;
  const rest = space.bytes < 0 ? Math.max(0, share - countSize(text)) : space.bytes;
  space.calloutBytes -= share - rest;
  space.bytes = others + rest;
  return text;
}

function markRow(shown: readonly Shown[]): (index: number) => void {
  return (index) => {
    const row = shown[index];
    if (row !== undefined) row.isRow = true;
  };
}

/**
 * Counts the bytes of a text with the empty line after it, and with the mark that each line has in
 * a callout.
 */
function countSize(text: string): number {
  return countBytes(text.replaceAll("\n", "\n> ")) + 1;
}

interface Fitting {
  /** Noun of units that are left out, to count them. */
  readonly noun?: string;
  /** Called with the index of each unit that fits. */
  readonly onShown?: (index: number) => void;
}

/** Writes units one after the other until one does not fit as a whole. */
function writeFitting(
  space: Space,
  units: readonly (() => string)[],
  { noun = "", onShown }: Fitting = {},
): string {
  const texts: string[] = [];
  for (const [index, unit] of units.entries()) {
    if (space.bytes < 0) break;
    const text = unit();
    space.bytes -= countSize(text);
    if (space.bytes < 0) break;
    texts.push(text);
    onShown?.(index);
  }
  const { all, left } = space.counts.get(noun) ?? { all: 0, left: 0 };
  space.counts.set(noun, { all: all + units.length, left: left + units.length - texts.length });
  return texts.join("");
}

function indentText(text: string, margin: string): string {
  return text.replaceAll(/^.*\n/gm, (line) =>
    line === "\n" ? `${margin.trimEnd()}\n` : margin + line,
  );
}

interface RowsToWrite {
  readonly space: Space;
  readonly shown: readonly Shown[] | undefined;
}

function tableText(
  table: Table,
  rows: readonly Pick<Row, "cells">[],
  { space, shown }: RowsToWrite,
): string {
  const { columns } = doc.selectTable("page", table);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const titles = line(columns.map(({ title }) => title));
  const head = titles + line(columns.map(({ isNumber }) => (isNumber ? "--:" : ":--")));
  const lines = rows.map(
    ({ cells }, index) =>
      () =>
        (index === 0 ? head : "") + line(cells.map(writeWords)),
  );
  return writeFitting(space, lines, shown ? { onShown: markRow(shown) } : { noun: table.noun });
}

/** Writes one diff of all changes or, if that is too long, a diff of each change. */
function diffText({ changes }: Diff, space: Space): string {
  const parts = changes.map(({ label, marks = [], lines }): readonly string[] => {
    const head =
      label === "" ? [] : [`@@ ${label} @@${marks.map(({ text }) => ` ${text}`).join("")}`];
    return [...head, ...lines()];
  });
  const whole = fenceIfShort(parts.flat(), "diff");
  if (whole !== undefined) return whole;
  const each = parts.map((lines, index) => {
    const label = changes[index]?.label ?? "";
    return (
      fenceIfShort(lines, "diff") ?? `${label === "" ? "" : `${code(label)}: `}${noteCut(space)}`
    );
  });
  return each.join("\n");
}

/** Writes a block of code; undefined if it is too long. */
function fenceIfShort(lines: readonly string[], language = ""): string | undefined {
  const text = `${fenceLines(lines, language)}\n`;
  return countBytes(text) <= FENCE_LIMIT ? text : undefined;
}

function noteCut(space: Space): string {
  space.isCut = true;
  return "Too long to show here.\n";
}

/** Longest name, value or sentence, in UTF-16 units. */
const LONGEST = 1_000;

/**
 * Writes a code span, also for cells of tables: backticks and bars, which would end the span or the
 * cell, become JSON escapes.
 */
export function code(text: string): string {
  const escaped = shorten(text).replaceAll(/[`|]|^ | $/g, unitEscapes);
  return escaped === "" ? '`""`' : `\`${escaped}\``;
}

function isLong(words: Words): boolean {
  return doc.listSpans(words).some(({ text }) => text.length > LONGEST);
}

/** Writes words on one line. */
export function writeWords(words: Words): string {
  const spans = doc.listSpans(words);
  const written = spans.map(spanText).join("").trim();
  // An empty item of a list would make a heading of the line above it, a number at the beginning
  // would begin a list.
  return written === "" && spans.length > 0
    ? code("")
    : written.replace(/^[0-9]+[.)](?= |$)/, (number) => code(number));
}

function spanText(span: Inline): string {
  const { text, is } = span;
  if (span === doc.BREAK) return "<br>";
  const written = is === "code" || is === "name" ? code(text) : writeProse(text);
  return is === "strong" && written.trim() !== "" ? `**${written.trim()}**` : written;
}

/**
 * Writes a part of a sentence: ordinary words unchanged, all others as code. Text in single
 * backticks is code already. A quotation is one piece, so that its words do not look like words of
 * the sentence.
 */
function writeProse(text: string): string {
  return doc
    .splitSentence(shorten(text))
    .map((piece) => {
      if (piece.is === "code" || (piece.is === "quote" && !isOrdinary(piece.text)))
        return code(piece.text);
      return piece.text.split(" ").map(writeWord).join(" ");
    })
    .join("");
}

function isOrdinary(text: string): boolean {
  return text.split(" ").every((part) => writeWord(part) === part);
}

/** Letters and digits with the marks of ordinary writing around and inside of them. */
const ORDINARY =
  /^["'(“„]*[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+|,\d{3})*%?["')”]*[.,;:!?…]*["')”]*$/u;
/** Text that looks like a commit, or like a reference to an issue as some trackers write it. */
const REFERENCE = /(?:[0-9a-f]{7,}|[A-Z]+-[0-9]+)/i;
/** Signs between words, and after code. */
const SIGN = /^(?:|[("]|[%–—→…⚠·]?["').,;:!?]*)$/u;

function writeWord(text: string): string {
  if (SIGN.test(text) || (ORDINARY.test(text) && !isReference(text))) return text;
  const [, before = "", core = "", after = ""] =
    /^(\(*)(".*"|'.*'|.*?)(["').,;:!?]*)$/su.exec(text) ?? [];
  return core === "" ? code(text) : before + code(core) + after;
}

function isReference(text: string): boolean {
  return /[0-9]/.test(REFERENCE.exec(text)?.[0] ?? "");
}

/** Writes lines as a block of code. The fence is longer than any run of backticks in it. */
function fenceLines(lines: readonly string[], language: string): string {
  const safe = lines.map(safeText);
  const runs = safe.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length));
  const longest = largest([2, ...runs]);
  const mark = "`".repeat(longest + 1);
  return [mark + language, ...safe, mark].join("\n");
}

function shorten(text: string): string {
  return safeText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
