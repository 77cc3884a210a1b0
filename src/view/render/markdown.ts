/**
 * A document as a page of Markdown, for a comment on a pull request or the summary of a job, never longer than its hosts
 * allow: what a higher rank has is left out first, entry by entry, and the page says how much.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { both, counted, inDigits } from "../../manifest/wording.ts";
import { largest } from "../../model/collections.ts";
import {
  type Block,
  type Callout,
  type Details,
  type Diff,
  type Document,
  type Entry,
  isOn,
  type Row,
  type Table,
} from "./document.ts";
import { padTo, widthOf } from "./layout.ts";
import { fence, inWords, prose } from "./markdown-text.ts";
import { bytesOf, pack, type Section } from "./size-budget.ts";
import { resourceLines } from "./values.ts";

/** GitHub allows 65,536 characters in a comment; what posts the comment may put a line of its own in front. */
export const PAGE_LIMIT = 65_000;
/** For the note on what is left out. */
const RESERVE = 5_000;
/** Bytes of one diff or of one piece of code. A longer one is not shown in part, which would cut a value in the middle. */
const FENCE_LIMIT = 16_000;

export interface PageOptions {
  /** Address of the pipeline run, where the host provides it. */
  readonly runUrl?: string;
}

/** Ends with a line break. */
export function renderMarkdown({ title, blocks, command }: Document, { runUrl }: PageOptions = {}): string {
  const sections = sectionsOf(blocks);
  const head = title.length === 0 ? [] : [`## ${inWords(title)}`];
  const fixed = sections.map((each) => (each.rank === 0 && each.units.length === 0 ? each.head : ""));
  const room = PAGE_LIMIT - RESERVE - bytesOf([...head, ...fixed, MASK_NOTE].join("\n\n"));
  const packed = pack(sections, room);
  const texts = sections.map((_, index) => fixed[index] || (packed[index]?.text ?? ""));
  const left = leftOut(
    sections,
    packed.map(({ shown }) => shown),
    command,
    runUrl,
  );
  const body = [...head, ...texts.map((text) => text.trim()).filter((text) => text !== ""), ...left];
  const note = body.some((text) => text.includes(MASK)) ? [prose(MASK_NOTE)] : [];
  return `${[...body, ...note].join("\n\n")}\n`;
}

function leftOut(
  sections: readonly Section[],
  shown: readonly number[],
  command = "",
  runUrl?: string,
): readonly string[] {
  const totals = new Map<string, { readonly left: number; readonly all: number }>();
  for (const [index, { noun, units }] of sections.entries()) {
    const { left, all } = totals.get(noun) ?? { left: 0, all: 0 };
    totals.set(noun, { left: left + units.length - (shown[index] ?? 0), all: all + units.length });
  }
  const whats = [...totals].flatMap(([noun, { left, all }]) =>
    left === 0 ? [] : [`${inDigits(left)} of ${counted(all, noun)}`],
  );
  if (whats.length === 0) return [];
  const run = runUrl === undefined ? "" : `; see also [this run](${runUrl})`;
  const where = `\`${command}\` prints everything; \`--format json\` prints it for programs${run}.`;
  return [boxed(`[!NOTE]\n**This page is incomplete.** Left out: ${both(whats)}.\n\n${where}`)];
}

/** Headings and paragraphs of a rank above 0 are shown only with what follows them. */
function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  const sections: Section[] = [];
  let lead = "";
  for (const block of blocks) {
    if (!isOn(block, "markdown")) continue;
    for (const section of sectionOf(block)) {
      if (section.units.length === 0 && section.rank > 0) lead += `${section.head}\n\n`;
      else {
        sections.push({ ...section, head: lead + section.head });
        lead = "";
      }
    }
  }
  return sections;
}

const NO_UNITS = { units: [], foot: "", more: () => "", noun: "" };

function sectionOf(block: Block): readonly Section[] {
  const { rank = 0 } = block;
  switch (block.type) {
    case "heading":
      return [{ ...NO_UNITS, rank, head: `${"#".repeat(block.level + 1)} ${inWords(block.text)}` }];
    case "paragraph":
      return [{ ...NO_UNITS, rank, head: inWords(block.text) }];
    case "list": {
      const { noun, entries, isNumbered } = block;
      const mark = isNumbered === true ? "1. " : "- ";
      const more = (left: number): string => `- and ${counted(left, `more ${noun}`)}, not shown here\n`;
      return [{ rank, noun, head: "", foot: "", more, units: entries.map((entry) => () => entryText(entry, mark)) }];
    }
    case "table":
      return tableSections(block);
    case "diff":
      return [atom(rank, "diff", () => diffText(block))];
    case "code":
      return [atom(rank, "piece of code", () => fenced(block.lines.map(plainOf), block.language ?? ""))];
    case "details":
      return [detailsSection(block)];
    case "callout":
      return [calloutSection(block)];
    case "drawing":
      return [];
  }
}

function atom(rank: number, noun: string, text: () => string): Section {
  return { ...NO_UNITS, rank, noun, head: "", units: [() => `${text()}\n\n`] };
}

function plainOf(words: Parameters<typeof inWords>[0]): string {
  return typeof words === "string"
    ? words
    : words.map((span) => (typeof span === "string" ? span : span.text)).join("");
}

function entryText({ text, blocks = [] }: Entry, mark: string): string {
  const inner = blocks.length === 0 ? "" : indented(blocksText(blocks), "  ");
  return `${mark}${inWords(text)}\n${inner}`;
}

/** All of the blocks, for places that are shown whole or not at all. */
function blocksText(blocks: readonly Block[]): string {
  return sectionsOf(blocks)
    .map(({ head, units, foot }) => `${(head + units.map((unit) => unit()).join("") + foot).trim()}\n`)
    .join("\n");
}

function indented(text: string, margin: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `${line === "" ? margin.trimEnd() : margin + line}\n`)
    .join("");
}

function boxed(text: string): string {
  return indented(text, "> ").trimEnd();
}

/** The rows, and what belongs to them in something to open. */
function tableSections({ rank = 0, noun, caption, columns, rows }: Table): readonly Section[] {
  const chosen = columns.flatMap((column, index) => (isOn(column, "markdown") ? [{ column, index }] : []));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const head =
    line(chosen.map(({ column }) => column.title)) +
    line(chosen.map(({ column }) => (column.isNumber === true ? "--:" : ":--")));
  const units = rows.map((row) => () => line(chosen.map(({ index }) => inWords(row.cells[index] ?? ""))));
  const more = (left: number): string => `\n… and ${counted(left, `more ${noun}`)}, not shown here.\n`;
  const table = { rank, noun, head, units, more, foot: "" };
  const opened = rows.filter(({ details = [] }) => details.some((each) => isOn(each, "markdown")));
  return opened.length === 0 || rows.length === 0
    ? rows.length === 0
      ? []
      : [table]
    : [table, rowDetails(opened, rank, caption)];
}

function rowDetails(rows: readonly Row[], rank: number, caption: string): Section {
  return {
    rank: rank + 1,
    noun: "diff",
    head: `${opening(`${caption}: all fields of ${counted(rows.length, "change")}`)}\n`,
    units: rows.map((row) => () => `${blocksText(row.details ?? [])}\n`),
    more: (left) => `… and ${counted(left, "more diff")}, not shown here.\n\n`,
    foot: CLOSING,
  };
}

/** Something to open. The summary is written by laurel and holds nothing from outside. */
function opening(summary: string): string {
  return `<details>\n<summary>${summary}</summary>\n`;
}

const CLOSING = "\n</details>\n";

function detailsSection({ rank = 0, summary, blocks }: Details): Section {
  const inner = sectionsOf(blocks);
  const noun = inner.find((each) => each.units.length > 0)?.noun ?? "part";
  const more = (left: number): string => `\n… and ${counted(left, `more ${noun}`)}, not shown here.\n`;
  return { rank, noun, head: opening(summary), units: inner.flatMap(unitsOf), more, foot: CLOSING };
}

/** The units of a section in another one: what is in front of them belongs to the first. */
function unitsOf({ head, units, foot }: Section): readonly (() => string)[] {
  if (units.length === 0) return [() => `\n${head.trim()}\n\n`];
  return units.map(
    (unit, index) => () => `${index === 0 ? `\n${head}` : ""}${unit()}${index === units.length - 1 ? foot : ""}`,
  );
}

function calloutSection({ rank = 0, role, title, blocks }: Callout): Section {
  const type = role === "error" ? "CAUTION" : role === "warning" ? "WARNING" : "NOTE";
  const inner = sectionsOf(blocks);
  const noun = inner.find((each) => each.units.length > 0)?.noun ?? "part";
  const units = inner.flatMap(unitsOf).map((unit) => () => {
    const text = unit();
    return `${text.startsWith("\n") ? ">\n" : ""}${indented(text.replace(/^\n/, ""), "> ")}`;
  });
  const more = (left: number): string => `>\n> … and ${counted(left, `more ${noun}`)}, not shown here.\n`;
  return { rank, noun, head: `> [!${type}]\n> **${inWords(title)}**\n`, units, more, foot: "" };
}

function diffText({ of, differences }: Diff): string {
  if (of === "fields") {
    const lines = differences.flatMap((each) => {
      const marks = (each.marks ?? []).map(({ text }) => ` ${text}`).join("");
      return [`@@ ${each.label} @@${marks}`, ...each.lines()];
    });
    return fenced(lines, "diff");
  }
  if (of === "files")
    return fenced(
      differences.flatMap((each) => [`--- ${each.label}`, ...each.lines()]),
      "diff",
    );
  const column = largest(
    differences.map(({ label }) => widthOf(label)),
    0,
  );
  const lines = differences.flatMap((each) => {
    const sign = each.after === undefined ? "-" : "+";
    const rows = resourceLines(each);
    return rows.map((row, index) => `${sign} ${padTo(index === 0 ? each.label : "", column)}  ${row}`);
  });
  return fenced(lines, "diff");
}

function fenced(lines: readonly string[], language: string): string {
  const text = fence(lines, language);
  return bytesOf(text) <= FENCE_LIMIT ? text : `Too long to show here: ${counted(text.length, "character")}.`;
}
