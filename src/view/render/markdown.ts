/**
 * A document as a page of Markdown, for a comment on a pull request or the summary of a job, never longer than its hosts
 * allow: what a higher rank has is left out first, entry by entry, and the page says how much.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { both, counted, inDigits } from "../../manifest/wording.ts";
import { type Block, type Diff, type Document, type Entry, isOn, plainText, type Table } from "./document.ts";
import { fence, inWords, prose } from "./markdown-text.ts";

/** GitHub allows 65,536 characters in a comment; what posts the comment may put a line of its own in front. */
export const PAGE_LIMIT = 65_000;
/** For the notes at the end. */
const RESERVE = 2_500;
/** Bytes of one diff or of one piece of code. A longer one is not shown in part, which would cut a value in the middle. */
const FENCE_LIMIT = 16_000;

/** A part of a page. */
interface Section {
  readonly rank: number;
  readonly head: string;
  /** Each is shown whole or not at all, and ends with a line break. */
  readonly units: readonly (() => string)[];
  readonly foot: string;
  /** What the units are, in the singular. */
  readonly noun: string;
}

const utf8 = new TextEncoder();

/** Bytes in UTF-8. It is never less than the number of UTF-16 units, so a limit on it holds for both. */
export function bytesOf(text: string): number {
  return utf8.encode(text).length;
}

/** Ends with a line break. */
export function renderMarkdown({ title, blocks, command = "" }: Document): string {
  const head = title.length === 0 ? [] : [`## ${inWords(title)}`];
  const { texts, left } = filled(sectionsOf(blocks), PAGE_LIMIT - RESERVE - bytesOf(head.join("")));
  const where = `\`${command}\` prints everything; \`--format json\` prints it for programs.`;
  const note = `> [!NOTE]\n> **This page is incomplete.** Left out: ${both(left)}.\n>\n> ${where}`;
  const body = [...head, ...texts, ...(left.length === 0 ? [] : [note])];
  const masks = body.some((text) => text.includes(MASK)) ? [prose(MASK_NOTE)] : [];
  return `${[...body, ...masks].join("\n\n")}\n`;
}

/** Sections of a lower rank first; nothing more once something does not fit. */
function filled(sections: readonly Section[], room: number) {
  const texts = sections.map(() => "");
  const counts = new Map<string, { left: number; all: number }>();
  let [taken, isFull] = [0, false];
  const ranked = [...sections.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  for (const [index, { head, units, foot, noun }] of ranked) {
    let [text, shown] = [head, 0];
    const fits = (more: string): boolean => {
      isFull ||= taken + bytesOf(text + more + foot) + 2 > room;
      return !isFull;
    };
    if (fits("")) {
      for (const unit of units) {
        const more = unit();
        if (!fits(more)) break;
        text += more;
        shown += 1;
      }
    }
    const { left, all } = counts.get(noun) ?? { left: 0, all: 0 };
    counts.set(noun, { left: left + units.length - shown, all: all + units.length });
    if (units.length > 0 ? shown === 0 : isFull) continue;
    texts[index] = (text + foot).trim();
    taken += bytesOf(text + foot) + 2;
  }
  const left = [...counts].flatMap(([noun, each]) =>
    each.left === 0 ? [] : [`${inDigits(each.left)} of ${counted(each.all, noun)}`],
  );
  return { texts: texts.filter((text) => text !== ""), left };
}

function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  return blocks.filter((block) => isOn(block, "markdown")).flatMap(sectionOf);
}

function sectionOf(block: Block): readonly Section[] {
  const { rank = 0 } = block;
  const section = (more: Partial<Section>): Section => ({ rank, head: "", units: [], foot: "", noun: "part", ...more });
  switch (block.type) {
    case "heading":
      return [section({ head: `${"#".repeat(block.level + 1)} ${inWords(block.text)}` })];
    case "paragraph":
      return [section({ head: inWords(block.text) })];
    case "list": {
      const mark = block.isNumbered === true ? "1. " : "- ";
      return [section({ noun: block.noun, units: block.entries.map((entry) => () => entryText(entry, mark)) })];
    }
    case "table":
      return tableSections(block).map(section);
    case "diff":
      return [section({ noun: "diff", units: [() => diffText(block)] })];
    case "code":
      return [section({ units: [() => fenced(block.lines.map(plainText), block.language ?? "")] })];
    case "details":
      return [section({ ...opened(block.summary), ...flattened(block.blocks) })];
    case "callout": {
      const type = { error: "CAUTION", warning: "WARNING", hint: "NOTE" }[block.role];
      const { noun, units } = flattened(block.blocks);
      const head = `> [!${type}]\n> **${inWords(block.title)}**\n`;
      return [section({ head, noun, units: units.map((unit) => () => indented(unit(), "> ")) })];
    }
    case "drawing":
      return [];
  }
}

/** Something to open. The summary is written by laurel and holds nothing from outside. */
function opened(summary: string): Pick<Section, "head" | "foot"> {
  return { head: `<details>\n<summary>${summary}</summary>\n`, foot: "\n</details>\n" };
}

/** The units of all blocks; what is in front of them belongs to the first. */
function flattened(blocks: readonly Block[]): Pick<Section, "units" | "noun"> {
  const sections = sectionsOf(blocks);
  const units = sections.flatMap(({ head, units: own, foot }) =>
    own.length === 0
      ? [() => `\n${head}\n`]
      : own.map((unit, index) => () => {
          return `${index === 0 ? `\n${head}` : ""}${unit()}${index === own.length - 1 ? foot : ""}`;
        }),
  );
  return { units, noun: sections.find((each) => each.units.length > 0)?.noun ?? "part" };
}

function entryText({ text, blocks = [] }: Entry, mark: string): string {
  return `${mark}${inWords(text)}\n${blocks.length === 0 ? "" : indented(`${blocksText(blocks)}\n`, "  ")}`;
}

/** All of the blocks, for places that are shown whole or not at all. */
function blocksText(blocks: readonly Block[]): string {
  return flattened(blocks)
    .units.map((unit) => unit())
    .join("")
    .trim();
}

function indented(text: string, margin: string): string {
  return text.replaceAll(/^.*\n/gm, (line) => (line === "\n" ? `${margin.trimEnd()}\n` : margin + line));
}

/** The rows, and what belongs to them in something to open. */
function tableSections({ rank = 0, noun, columns, rows }: Table): readonly Partial<Section>[] {
  const chosen = [...columns.entries()].filter(([, column]) => isOn(column, "markdown"));
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const head =
    line(chosen.map(([, { title }]) => title)) + line(chosen.map(([, { isNumber }]) => (isNumber ? "--:" : ":--")));
  const units = rows.map(
    ({ cells }) =>
      () =>
        line(chosen.map(([index]) => inWords(cells[index] ?? ""))),
  );
  const more = rows.flatMap(({ details = [] }) => (details.some((each) => isOn(each, "markdown")) ? [details] : []));
  const all = opened(`All fields of ${counted(more.length, noun)}`);
  const shown = more.map((blocks) => () => `\n${blocksText(blocks)}\n`);
  return [
    { noun, head, units },
    ...(more.length === 0 ? [] : [{ ...all, rank: rank + 1, noun: "diff", units: shown }]),
  ];
}

function diffText({ changes }: Diff): string {
  const lines = changes.flatMap(({ label, marks = [], lines: linesOf }) => {
    const head = label === "" ? [] : [`@@ ${label} @@${marks.map(({ text }) => ` ${text}`).join("")}`];
    return [...head, ...linesOf()];
  });
  return fenced(lines, "diff");
}

function fenced(lines: readonly string[], language: string): string {
  const text = `${fence(lines, language)}\n`;
  return bytesOf(text) <= FENCE_LIMIT ? text : "Too long to show here.\n";
}
