/**
 * A document as a page of Markdown, for a comment on a pull request or the summary of a job, never longer than its hosts
 * allow: what a higher rank has is left out first, entry by entry, and the page says how much.
 */
import { MASK, MASK_NOTE } from "../../analysis/secrets.ts";
import { both, counted, inDigits } from "../../manifest/wording.ts";
import type { Block, Content, Diff, Document, Table } from "./document.ts";
import * as doc from "./document.ts";
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
  readonly units: readonly Unit[];
  readonly foot: string;
}

/** It is shown whole or not at all, and ends with a line break. */
interface Unit {
  /** What it is, in the singular; empty for what is not counted. */
  readonly noun: string;
  readonly text: () => string;
}

const utf8 = new TextEncoder();

/** Bytes in UTF-8. It is never less than the number of UTF-16 units, so a limit on it holds for both. */
export function bytesOf(text: string): number {
  return utf8.encode(text).length;
}

/** Ends with a line break; empty for a document without blocks. */
export function renderMarkdown({ title, blocks, command = "" }: Document): string {
  const sections = sectionsOf(blocks);
  if (sections.length === 0) return "";
  const head = doc.plainText(title) === "" ? [] : [`## ${inWords(title)}`];
  const { texts, left, isFull } = filled(sections, PAGE_LIMIT - RESERVE - bytesOf(head.join("")));
  const where = `\`${command}\` prints everything; \`--format json\` prints it for programs.`;
  const note = `> [!NOTE]\n> **This page is incomplete.**${left.length === 0 ? "" : ` Left out: ${both(left)}.`}\n>\n> ${where}`;
  const body = [...head, ...texts, ...(isFull ? [note] : [])];
  const masks = body.some((text) => text.includes(MASK)) ? [prose(MASK_NOTE)] : [];
  return `${[...body, ...masks].join("\n\n")}\n`;
}

/** Sections of a lower rank first; nothing more once something does not fit. */
function filled(sections: readonly Section[], room: number) {
  const texts = sections.map(() => "");
  const counts = new Map<string, { left: number; all: number }>();
  let [taken, isFull] = [0, false];
  const ranked = [...sections.entries()].sort(([, a], [, b]) => a.rank - b.rank);
  for (const [index, { head, units, foot }] of ranked) {
    let [text, size, shown] = [head, bytesOf(head + foot) + 2, 0];
    isFull ||= taken + size > room;
    for (const unit of isFull ? [] : units) {
      const more = unit.text();
      const bytes = bytesOf(more);
      isFull = taken + size + bytes > room;
      if (isFull) break;
      text += more;
      size += bytes;
      shown += 1;
    }
    for (const [place, { noun }] of units.entries()) {
      const { left, all } = counts.get(noun) ?? { left: 0, all: 0 };
      counts.set(noun, { left: left + (place < shown ? 0 : 1), all: all + 1 });
    }
    if (units.length > 0 ? shown === 0 : isFull) continue;
    texts[index] = (text + foot).trim();
    taken += size;
  }
  const left = [...counts].flatMap(([noun, each]) =>
    each.left === 0 || noun === "" ? [] : [`${inDigits(each.left)} of ${counted(each.all, noun)}`],
  );
  return { texts: texts.filter((text) => text !== ""), left, isFull };
}

function sectionsOf(content: Content): readonly Section[] {
  return doc.blocksOn("page", content).flatMap((block) => {
    return partsOf(block).map((part) => ({ rank: block.rank ?? 0, head: "", units: [], foot: "", ...part }));
  });
}

function partsOf(block: Block): readonly Partial<Section>[] {
  switch (block.type) {
    case "heading":
      return [{ head: `${"#".repeat(block.level + 1)} ${inWords(block.text)}` }];
    case "paragraph":
      return [{ head: inWords(block.text) }];
    case "list": {
      const mark = block.isNumbered === true ? "1. " : "- ";
      const entryText = (each: (typeof block.entries)[number]): string => {
        const { text, blocks } = doc.entryOf(each);
        return `${mark}${inWords(text)}\n${indented(blocksText(blocks), "  ")}`;
      };
      return [{ units: unitsOf(block.noun, block.entries, entryText) }];
    }
    case "table":
      return tableParts(block);
    case "diff":
      return [{ units: unitsOf("diff", [block], diffText) }];
    case "code":
      return [
        { units: unitsOf("part", [block], ({ lines, language = "" }) => fenced(lines.map(doc.plainText), language)) },
      ];
    case "details": {
      const sections = sectionsOf(block.blocks);
      const units = flattened(sections.filter(({ foot }) => foot === ""));
      // Something to open inside of it comes behind it, so that each can be cut separately.
      return [{ ...opened(block.summary), units }, ...sections.filter(({ foot }) => foot !== "")];
    }
    case "callout": {
      const head = `> [!${{ error: "CAUTION", warning: "WARNING" }[block.role]}]\n> **${inWords(block.title)}**\n`;
      const units = flattened(sectionsOf(block.blocks));
      return [{ head, units: units.map(({ noun, text }) => ({ noun, text: () => indented(text(), "> ") })) }];
    }
    case "drawing":
      return [];
  }
}

/** Something to open. The summary is written by laurel and holds nothing from outside. */
function opened(summary: string): Pick<Section, "head" | "foot"> {
  return { head: `<details>\n<summary>${summary}</summary>\n`, foot: "\n</details>\n" };
}

function unitsOf<T>(noun: string, all: readonly T[], textOf: (each: T) => string): readonly Unit[] {
  return all.map((each) => ({ noun, text: () => textOf(each) }));
}

/** The units of all sections; what is in front of them belongs to the first. Something to open is one unit. */
function flattened(sections: readonly Section[]): readonly Unit[] {
  return sections.flatMap(({ head, units, foot }) => {
    const all = (): string => `\n${head}${units.map(({ text }) => text()).join("")}${foot}\n`;
    if (units.length === 0 || foot !== "") return [{ noun: units[0]?.noun ?? "", text: all }];
    return units.map(({ noun, text }, index) => ({ noun, text: () => (index === 0 ? `\n${head}` : "") + text() }));
  });
}

/** All of the blocks, for places that are shown whole or not at all. Ends with a line break, if there are any. */
function blocksText(content: Content): string {
  const text = flattened(sectionsOf(content)).map((unit) => unit.text());
  return text.length === 0 ? "" : `${text.join("").trim()}\n`;
}

function indented(text: string, margin: string): string {
  return text.replaceAll(/^.*\n/gm, (line) => (line === "\n" ? `${margin.trimEnd()}\n` : margin + line));
}

/** The rows, and what belongs to them in something to open. */
function tableParts(table: Table): readonly Partial<Section>[] {
  const { rank = 0, noun } = table;
  const rows = table.rows.map((rowOf) => rowOf());
  const columns = doc.columnsOn("page", table);
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const titles = line(columns.map(([, { title }]) => title));
  const head = titles + line(columns.map(([, { isNumber }]) => (isNumber ? "--:" : ":--")));
  const units = unitsOf(noun, rows, ({ cells }) => line(columns.map(([place]) => inWords(cells[place]))));
  const more = rows.filter(({ details }) => doc.blocksOn("page", details).length > 0);
  const shown = unitsOf("diff", more, ({ details }) => `\n${blocksText(details)}`);
  const all = { ...opened(`All fields of ${counted(more.length, noun)}`), rank: rank + 1, units: shown };
  return more.length === 0 ? [{ head, units }] : [{ head, units }, all];
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
