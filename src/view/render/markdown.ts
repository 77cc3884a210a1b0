/**
 * A document as a page of Markdown, for a comment on a pull request or the summary of a job, never longer than its hosts
 * allow: what a higher rank has is left out first, entry by entry, and the page says how much.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { largest } from "../../ground/collections.ts";
import { unitEscapes } from "../../ground/invisible-characters.ts";
import { both, counted, inDigits } from "../../ground/words.ts";
import type { Block, Content, Diff, Document, Inline, Table, Words } from "./document.ts";
import * as doc from "./document.ts";
import { safeText } from "./safe-text.ts";

/** GitHub allows 65,536 characters in a comment; what posts the comment may put a line of its own in front. */
export const PAGE_LIMIT = 65_000;
/** For the notes at the end. */
const RESERVE = 2_500;
/** Bytes of one diff or of one piece of code. A longer one is not shown in part, which would cut a value in the middle. */
const FENCE_LIMIT = 16_000;

/** What is still free on a page, and what did not fit. */
interface Space {
  bytes: number;
  /** How many there are of each noun, and how many of them were left out. */
  readonly counts: Map<string, { readonly all: number; readonly left: number }>;
}

/** For what is shown whole or not at all. */
const ENDLESS: Space = { bytes: Number.POSITIVE_INFINITY, counts: new Map() };

/** Bytes in UTF-8. It is never less than the number of UTF-16 units, so a limit on it holds for both. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Ends with a line break; empty for a document without blocks. */
export function renderMarkdown({ title, blocks, command = "" }: Document): string {
  if (doc.blocksOn("page", blocks).length === 0) return "";
  const head = doc.plainText(title) === "" ? "" : `## ${inWords(title)}\n`;
  const space: Space = { bytes: PAGE_LIMIT - RESERVE - bytesOf(head), counts: new Map() };
  const body = [head, blocksText(blocks, space)];
  if (space.bytes < 0) body.push(incompleteNote(space, command));
  if (body.some((text) => text.includes(MASK))) body.push(`${prose(MASK_NOTE)}\n`);
  return body.filter((text) => text !== "").join("\n");
}

function incompleteNote({ counts }: Space, command: string): string {
  const left = [...counts].flatMap(([noun, { all, left: missing }]) =>
    missing === 0 || noun === "" ? [] : [`${inDigits(missing)} of ${counted(all, noun)}`],
  );
  const what = left.length === 0 ? "" : ` Left out: ${both(left)}.`;
  const where = `\`${command}\` prints everything; \`--format json\` prints it for programs.`;
  return `> [!NOTE]\n> **This page is incomplete.**${what}\n>\n> ${where}\n`;
}

/** Blocks of a lower rank get their space first. */
function blocksText(content: Content, space: Space): string {
  const blocks = doc.blocksOn("page", content).flatMap(separated);
  const texts = blocks.map(() => "");
  const ranked = [...blocks.entries()].sort(([, a], [, b]) => (a.rank ?? 0) - (b.rank ?? 0));
  for (const [index, block] of ranked) texts[index] = blockText(block, space);
  return texts.filter((text) => text !== "").join("\n");
}

/** What is to be opened comes behind the block that it is in, so that each is cut separately; so does what belongs to rows. */
function separated(block: Block): readonly Block[] {
  if (block.type === "details") {
    const inside = doc.blocksOn("page", block.blocks).flatMap(separated);
    const isOpened = ({ type }: Block): boolean => type === "details";
    return [{ ...block, blocks: inside.filter((block) => !isOpened(block)) }, ...inside.filter(isOpened)];
  }
  if (block.type !== "table") return [block];
  const all = block.rows.map((rowOf) => rowOf());
  const below = all.flatMap(({ details }) => (doc.blocksOn("page", details).length > 0 ? [details] : []));
  const summary = `All fields of ${counted(below.length, block.noun)}`;
  const rows = all.map(({ cells }) => () => ({ cells }));
  return [{ ...block, rows }, doc.details(summary, below, { rank: (block.rank ?? 0) + 1 })];
}

function blockText(block: Block, space: Space): string {
  switch (block.type) {
    case "heading":
      return fitting(space, "", [() => `${"#".repeat(block.level + 1)} ${inWords(block.text)}\n`]);
    case "paragraph":
      return fitting(space, "", [() => `${inWords([block.lead, block.text])}\n`]);
    case "list": {
      const mark = block.isNumbered === true ? "1. " : "- ";
      const entries = block.entries.map(({ text, blocks }) => {
        return () => `${mark}${inWords(text)}\n${indented(blocksText(blocks, ENDLESS), "  ")}`;
      });
      return fitting(space, block.noun, entries);
    }
    case "table":
      return tableText(block, space);
    case "diff":
      return fitting(space, "diff", [() => diffText(block)]);
    case "code":
      return fitting(space, "part", [() => fenced(block.lines.map(doc.plainText), block.language)]);
    case "details": {
      // The summary is written by laurel and holds nothing from outside.
      const head = `<details>\n<summary>${block.summary}</summary>\n\n`;
      return framed(block.blocks, space, { head, foot: "\n</details>\n" });
    }
    case "callout": {
      const head = `[!${{ error: "CAUTION", warning: "WARNING" }[block.role]}]\n**${inWords(block.title)}**\n\n`;
      return indented(framed(block.blocks, space, { head, foot: "" }), "> ");
    }
    case "drawing":
      return "";
  }
}

/** All of the blocks that fit, in a frame; nothing where none does. */
function framed(content: Content, space: Space, { head, foot }: Readonly<Record<"head" | "foot", string>>): string {
  space.bytes -= sizeOf(head + foot);
  const text = blocksText(content, space);
  return text && head + text + foot;
}

/** With the empty line behind it, and what is in front of each of its lines in a callout. */
function sizeOf(text: string): number {
  return bytesOf(text.replaceAll("\n", "\n> ")) + 1;
}

/** The texts of units one after the other, as long as all of each fits; nothing more once one does not. */
function fitting(space: Space, noun: string, units: readonly (() => string)[]): string {
  const texts: string[] = [];
  for (const unit of units) {
    if (space.bytes < 0) break;
    const text = unit();
    space.bytes -= sizeOf(text);
    if (space.bytes >= 0) texts.push(text);
  }
  const { all, left } = space.counts.get(noun) ?? { all: 0, left: 0 };
  space.counts.set(noun, { all: all + units.length, left: left + units.length - texts.length });
  return texts.join("");
}

function indented(text: string, margin: string): string {
  return text.replaceAll(/^.*\n/gm, (line) => (line === "\n" ? `${margin.trimEnd()}\n` : margin + line));
}

function tableText(table: Table, space: Space): string {
  const { columns, rows } = doc.tableOn("page", table);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const titles = line(columns.map(({ title }) => title));
  const head = titles + line(columns.map(({ isNumber }) => (isNumber ? "--:" : ":--")));
  const lines = rows.map((rowOf, index) => () => (index === 0 ? head : "") + line(rowOf().cells.map(inWords)));
  return fitting(space, table.noun, lines);
}

function diffText({ changes }: Diff): string {
  const lines = changes.flatMap(({ label, marks = [], lines: linesOf }) => {
    const head = label === "" ? [] : [`@@ ${label} @@${marks.map(({ text }) => ` ${text}`).join("")}`];
    return [...head, ...linesOf()];
  });
  return fenced(lines, "diff");
}

function fenced(lines: readonly string[], language = ""): string {
  const text = `${fence(lines, language)}\n`;
  return bytesOf(text) <= FENCE_LIMIT ? text : "Too long to show here.\n";
}

/** UTF-16 units of a name, a value or a sentence. */
const LONGEST = 1_000;

/** A code span, also for cells of tables: backticks and bars, which would end the span or the cell, are JSON escapes. */
export function code(text: string): string {
  const escaped = beginningOf(text).replaceAll(/[`|]|^ | $/g, unitEscapes);
  return escaped === "" ? '`""`' : `\`${escaped}\``;
}

/** Words of a document on one line. */
export function inWords(words: Words): string {
  const spans = doc.spansOf(words);
  const written = spans.map(spanText).join("").trim();
  // An empty item of a list would make a heading of the line above it, a number at the beginning would begin a list.
  return written === "" && spans.length > 0
    ? code("")
    : written.replace(/^[0-9]+[.)](?= |$)/, (number) => code(number));
}

function spanText(span: Inline): string {
  const { text, is } = span;
  if (span === doc.BREAK) return "<br>";
  const written = is === "code" ? code(text) : prose(text);
  return is === "strong" && written.trim() !== "" ? `**${written.trim()}**` : written;
}

/** A part of a sentence: ordinary words as they are, all others as code. Text in single backticks is code already. */
function prose(text: string): string {
  return beginningOf(text)
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? code(piece) : piece.split(" ").map(word).join(" ")))
    .join("");
}

/** Letters and digits with the marks of ordinary writing around and inside of them. */
const ORDINARY = /^["'(“„]*[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+|,\d{3})*%?["')”]*[.,;:!?…]*["')”]*$/u;
/** What looks like a commit, or like a reference to an issue as some trackers write it. */
const REFERENCE = /(?:[0-9a-f]{7,}|[A-Z]+-[0-9]+)/i;
/** Signs between words, and behind code. */
const SIGN = /^(?:|[("]|[%–—→…⚠·]?["').,;:!?]*)$/u;

function word(text: string): string {
  if (SIGN.test(text) || (ORDINARY.test(text) && !isReference(text))) return text;
  const [, before = "", core = "", after = ""] = /^(\(*)(".*"|'.*'|.*?)(["').,;:!?]*)$/su.exec(text) ?? [];
  return core === "" ? code(text) : before + code(core) + after;
}

function isReference(text: string): boolean {
  return /[0-9]/.test(REFERENCE.exec(text)?.[0] ?? "");
}

/** Lines as a block of code. The fence is longer than any run of backticks in it. */
function fence(lines: readonly string[], language: string): string {
  const safe = lines.map(safeText);
  const runs = safe.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length));
  const longest = largest([2, ...runs]);
  const mark = "`".repeat(longest + 1);
  return [mark + language, ...safe, mark].join("\n");
}

function beginningOf(text: string): string {
  return safeText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
