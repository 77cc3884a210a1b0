/**
 * A page of Markdown that is never longer than the hosts of comments allow. In: a title, lines that always fit, and
 * sections. Out: the page, with a note on what was left out and where it can be found.
 */

import { MASK } from "../../analysis/secrets.ts";
import { both, counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type ChangedPart, changedSentences } from "../../project/changed.ts";
import { type Concealment, MASK_NOTE } from "../findings/concealment.ts";
import { type FindingsGroup, problemView } from "../findings/findings-view.ts";
import { bytesOf, type Packed, pack, type Section } from "../text/size-budget.ts";
import { box, code, prose } from "./markdown-text.ts";

/** GitHub allows 65,536 characters in a comment; what posts the comment may put a line of its own in front. */
export const PAGE_LIMIT = 65_000;
/** For the note on what is left out. */
const RESERVE = 5_000;
/** Columns of the name of a game or an environment. */
export const TITLE_WIDTH = 60;

export interface MarkdownOptions extends Concealment, ChangedPart {
  /** Address of the pipeline run, where the host provides it. */
  readonly runUrl?: string;
}

export interface MarkdownPage {
  readonly title: string;
  /** Paragraphs above the sections and below them. */
  readonly top: readonly string[];
  readonly sections: readonly Section[];
  readonly bottom?: readonly string[];
  /** The command that prints everything. */
  readonly command: string;
}

/** Ends with a line break. */
export function renderPage(page: MarkdownPage, options: Pick<MarkdownOptions, "runUrl" | "changed">): string {
  const { runUrl, changed } = options;
  const { sections, bottom = [], command } = page;
  const part = changed === undefined ? [] : changedSentences(changed).map(prose);
  const top = [page.title, ...part, ...page.top];
  const fixed = bytesOf([...top, ...bottom, MASK_NOTE].join("\n\n"));
  const packed = pack(sections, PAGE_LIMIT - RESERVE - fixed);
  const shown = packed.map(({ text }) => text.trim()).filter((text) => text !== "");
  const whole = `\`${command}\` prints everything; \`--format json\` prints it for programs`;
  const where = runUrl === undefined ? `${whole}.` : `${whole}; see also [this run](${runUrl}).`;
  const paragraphs = [...top, ...shown, ...leftOut(sections, packed, where), ...bottom];
  const isMasked = paragraphs.some((text) => text.includes(MASK));
  return `${[...paragraphs, ...(isMasked ? [MASK_NOTE] : [])].join("\n\n")}\n`;
}

/** A game's name and its environment, where there is one. */
export function nameOf({ game, environment = "" }: { readonly game: string; readonly environment?: string }): string {
  return code(game, TITLE_WIDTH) + (environment === "" ? "" : ` (${code(environment, TITLE_WIDTH)})`);
}

function leftOut(sections: readonly Section[], packed: readonly Packed[], where: string): readonly string[] {
  const totals = new Map<string, { readonly left: number; readonly all: number }>();
  for (const [index, { counts, units }] of sections.entries()) {
    const { left, all } = totals.get(counts) ?? { left: 0, all: 0 };
    totals.set(counts, { left: left + units.length - (packed[index]?.shown ?? 0), all: all + units.length });
  }
  const whats = [...totals].flatMap(([counts, { left, all }]) =>
    left === 0 ? [] : [`${left.toLocaleString("en-US")} of ${counted(all, counts)}`],
  );
  return whats.length === 0 ? [] : [box("NOTE", [`**This page is incomplete.** Left out: ${both(whats)}.`, "", where])];
}

/** What a section is: how it counts, and what is in front of its entries. */
type Lead = Pick<Section, "rank" | "counts" | "head">;

/** A list; nothing without entries. */
export function listSection(lead: Lead, entries: readonly (() => string)[]): readonly Section[] {
  return listOf(
    lead,
    entries.map((entry) => () => [entry()]),
  );
}

/** A list in a box, with `head` as its title. An entry may have several lines. */
export function boxSection(
  type: "CAUTION" | "WARNING",
  lead: Lead,
  entries: readonly (() => readonly string[])[],
): readonly Section[] {
  return listOf({ ...lead, head: `> [!${type}]\n> **${lead.head}**\n>\n` }, entries, "> ");
}

function listOf(lead: Lead, entries: readonly (() => readonly string[])[], before = ""): readonly Section[] {
  if (entries.length === 0) return [];
  const entry = (lines: readonly string[]): string =>
    lines.map((line, index) => `${before}${index === 0 ? "- " : "  "}${line}\n`).join("");
  return [
    {
      ...lead,
      units: entries.map((lines) => () => entry(lines())),
      more: (left) => entry([`and ${counted(left, `more ${lead.counts}`)}, not shown here`]),
    },
  ];
}

/** A table; nothing without rows. `columns`: a colon at the end means numbers. */
export function tableSection(
  lead: Lead,
  columns: readonly string[],
  rows: readonly (() => readonly string[])[],
): readonly Section[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const names = line(columns.map((column) => column.replace(/:$/, "")));
  const marks = line(columns.map((column) => (column.endsWith(":") ? "--:" : ":--")));
  return [
    {
      ...lead,
      head: lead.head + names + marks,
      units: rows.map((cells) => () => line(cells())),
      more: (left) => `\n… and ${counted(left, `more ${lead.counts}`)}, not shown here.\n`,
    },
  ];
}

/** A box for each severity, or for one of them. */
export function problemSections(groups: readonly FindingsGroup[], only?: Diagnostic["severity"]): readonly Section[] {
  const chosen = groups.filter(({ severity }) => only === undefined || severity === only);
  return chosen.flatMap(({ severity, title, problems }) => {
    const [type, rank] = severity === "error" ? (["CAUTION", 0] as const) : (["WARNING", 1] as const);
    const entries = problems.map((problem) => () => problemLines(problem));
    return boxSection(type, { rank, counts: severity, head: title }, entries);
  });
}

/** An entry of a list: what, where, why and what to do. */
export function problemLines(problem: Diagnostic): readonly string[] {
  const { code: name, game, summary, address, place, sentences, more, help } = problemView(problem);
  const where = place === undefined ? "" : ` at ${code(place)}`;
  const whose = game === undefined ? "" : `${code(game)} `;
  const about = address === undefined ? "" : ` (${code(address)})`;
  const [first = "", ...rest] = sentences;
  return [
    `${whose}**${prose(summary)}** ${code(name)}${where}${about}: ${prose(first)}`,
    ...rest.map((sentence) => `- ${prose(sentence)}`),
    ...(more > 0 ? [`- and ${counted(more, "more sentence")}`] : []),
    ...help.map(({ words, copied }) => `- help: ${prose(words)}${copied === "" ? "" : code(copied, 1_000)}`),
  ];
}
