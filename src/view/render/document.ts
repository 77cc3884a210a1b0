/**
 * The output of a command as data, built once for every form. Texts may come from outside; only the
 * renderers make them harmless.
 *
 * A plan with one change of points: `{ title: ["Plan for ", code("dungeon")], blocks: [{ type:
 * "table", noun: "change", rows: [() => ({ cells: [code("~"), …] })] }] }`
 */

import { grouped } from "../../ground/collections.ts";
import { both, inDigits } from "../../ground/words.ts";

/** A page is Markdown or HTML. */
export type Medium = "text" | "page";

/**
 * Words with a meaning: code is a place, a value or a command, or a name that text does not quote.
 */
export interface Inline {
  readonly text: string;
  readonly is?: "code" | "name" | "strong";
  readonly role?: Role;
}

/**
 * A plain string is a sentence or a part of one; what is in backticks is code. `false` and
 * `undefined` are nothing.
 */
export type Words = string | Inline | undefined | false | readonly Words[];

/** Blocks in their order. `false`, `undefined` and blocks with nothing in them are not shown. */
export type Content = Block | OneForm | undefined | false | readonly Content[];

/** Blocks of one form only. */
interface OneForm {
  readonly on: Medium;
  readonly content: Content;
}

/**
 * The order in which a page of Markdown is filled, over all games. Deletions and replacements come
 * first, then what players notice, then other changes. Nothing of a creation is on the page before
 * everything of all changes is. Blocks without a rank come before all of them.
 */
export const RANKS = {
  destructive: 1,
  refusal: 2,
  destructiveFields: 3,
  noticed: 4,
  impact: 5,
  noticedFields: 6,
  change: 7,
  fields: 8,
  problem: 8,
  smallImpact: 9,
  target: 10,
  warning: 10,
  creation: 11,
  createdFields: 12,
  createdImpact: 13,
  rest: 14,
} as const;

interface Common {
  /** No empty line in front, in text. */
  readonly isTight?: boolean;
  /** For the size limit of Markdown: from 0; higher ranks are left out first. */
  readonly rank?: number;
}

export interface Heading extends Common {
  readonly type: "heading";
  readonly level: 2 | 3;
  readonly text: Words;
}

export interface Paragraph extends Common {
  readonly type: "paragraph";
  /** Words in front of the text, all on one line; the text continues below itself. */
  readonly lead?: Words;
  readonly text: Words;
  readonly role?: Role;
}

/** Entries or rows. */
interface Many extends Common {
  /** Noun for one entry or row. */
  readonly noun: string;
  /** Number that text shows without `--verbose`. */
  readonly most?: number;
  /**
   * Whether a reviewer must see each of them: nothing cuts them but the size limit of Markdown,
   * whose first line then says so.
   */
  readonly isVital?: boolean;
}

export interface List extends Many {
  readonly type: "list";
  readonly entries: readonly Entry[];
  readonly isNumbered?: boolean;
}

/** An entry with something below it. */
export interface Entry {
  readonly text: Words;
  readonly blocks: Content;
  /** The same as for a row. */
  readonly saidBy?: NonNullable<Row["saidBy"]>;
}

export interface Table extends Many {
  readonly type: "table";
  /** Columns; if no column has a title, text has no line of titles. */
  readonly columns: readonly Column[];
  /** Functions that make the rows, because text shows few of many. */
  readonly rows: readonly (() => Row)[];
  /** Whether text shows the details of rows without `--verbose`. */
  readonly isOpen?: boolean;
  /** Whether rows keep their length, because people copy them. */
  readonly isWhole?: boolean;
  /** The subject of each row: rows that are left out are counted by it. */
  readonly about?: readonly Noun[];
  /** Rank of the details of rows. Default: the next one. */
  readonly belowRank?: number;
}

/** A word for one thing and for several. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The only form that has it. */
  readonly on?: Medium;
}

export interface Row {
  readonly cells: readonly Words[];
  readonly details?: Content;
  /**
   * The smallest part that says everything: the cells (default), also the details, or none, because
   * a value is cut.
   */
  readonly saidBy?: "cells" | "details" | "nothing";
}

/** Ends a line in a cell of a page. */
export const BREAK: Inline = { text: "\n" };

/** A field or a file before and after. */
export interface Difference {
  /** Empty for files, whose lines name them. */
  readonly label: string;
  /** Both sides, or the only one, on a line each; undefined where one has several. */
  readonly short: readonly string[] | undefined;
  readonly lines: () => readonly string[];
  /** Whether the lines show the whole difference. */
  readonly isWhole: () => boolean;
  readonly marks?: readonly Inline[];
}

/** Fields or files before and after. */
export interface Diff extends Common {
  readonly type: "diff";
  readonly changes: readonly Difference[];
}

/** Lines that keep their blanks and their length: commands, parts of files. */
export interface Code extends Common {
  readonly type: "code";
  readonly lines: readonly Words[];
  readonly language?: string;
  /** Text indents others. */
  readonly isFlush?: boolean;
}

export interface Details extends Common {
  readonly type: "details";
  /** Written by laurel, without text from outside. Text shows only what is inside. */
  readonly summary: string;
  readonly blocks: Content;
  /** Whether text shows it only with `--verbose`. */
  readonly isVerbose?: boolean;
}

export interface Callout extends Common {
  readonly type: "callout";
  readonly role: "error" | "warning";
  readonly title: Words;
  readonly blocks: Content;
  /** Whether it has only a share of a page of Markdown, which all such callouts have in common. */
  readonly isLimited?: boolean;
}

/** A drawing on a page of HTML. */
export interface Drawing extends Common {
  readonly type: "drawing";
  readonly html: { readonly source: string };
}

export type Block = Heading | Paragraph | List | Table | Diff | Code | Details | Callout | Drawing;

/** The output of a command. It is empty without blocks. */
export interface Document {
  /** Empty for a document that is a part of other output. */
  readonly title: Words;
  readonly blocks: Content;
  /** Blocks before the problems of a page. */
  readonly lead?: Content;
  /** Whether only pages have the title. */
  readonly isUntitledText?: boolean;
  /** Additional styles and scripts of its page of HTML. */
  readonly assets?: readonly string[];
  /** The command that prints everything, for pages with a size limit. */
  readonly command?: string;
}

export function code(text: string, role?: Role): Inline {
  return { text, is: "code", ...(role && { role }) };
}

/** Makes a name from outside. Text has it in quotes unless it is one plain word. */
export function name(text: string, role?: Role): Inline {
  return { text, is: "name", ...(role && { role }) };
}

export function strong(text: string, role?: Role): Inline {
  return { text, is: "strong", ...(role && { role }) };
}

export function paint(text: string, role: Role): Inline {
  return { text, role };
}

export function paragraph(text: Words, more: Omit<Paragraph, "type" | "text"> = {}): Paragraph {
  return { type: "paragraph", text, ...more };
}

/** Makes a note in one line, right below the block that it belongs to. */
export function note(text: Words, more: Omit<Paragraph, "type" | "text"> = {}): Paragraph {
  return { type: "paragraph", text, role: "muted", isTight: true, ...more };
}

export function drawing(html: Drawing["html"]): Drawing {
  return { type: "drawing", html };
}

export function heading(text: Words, more: Partial<Omit<Heading, "type" | "text">> = {}): Heading {
  return { type: "heading", level: 2, text, ...more };
}

export function list(
  noun: string,
  entries: readonly (Words | Entry)[],
  more: Partial<List> = {},
): List {
  const made = entries
    .filter((entry) => entry !== undefined && entry !== false)
    .map((entry) =>
      typeof entry === "object" && "blocks" in entry ? entry : { text: entry, blocks: undefined },
    );
  return { type: "list", noun, entries: made, ...more };
}

export function details(summary: string, blocks: Content, more: Partial<Details> = {}): Details {
  return { type: "details", summary, ...more, blocks };
}

/** Makes a table. `columns`: titles, or columns with their settings. */
export function table(
  noun: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly Words[])[],
): Table {
  const titled = columns.map((column) => (typeof column === "string" ? { title: column } : column));
  return { type: "table", noun, columns: titled, rows: rows.map((cells) => () => ({ cells })) };
}

export function listing(lines: readonly Words[], more: Partial<Code> = {}): Code {
  return { type: "code", lines, ...more };
}

export function diff(changes: readonly Difference[]): Diff {
  return { type: "diff", changes };
}

export function onText(...content: readonly Content[]): Content {
  return { on: "text", content };
}

export function onPage(...content: readonly Content[]): Content {
  return { on: "page", content };
}

/** Lists the blocks that a form shows. */
export function listBlocks(form: Medium, content: Content): readonly Block[] {
  if (content === undefined || content === false) return [];
  if ("type" in content) return isEmpty(content, form) ? [] : [content];
  if ("on" in content) return content.on === form ? listBlocks(form, content.content) : [];
  return content.flatMap((inner) => listBlocks(form, inner));
}

function isEmpty(block: Block, form: Medium): boolean {
  if (block.type === "list") return block.entries.length === 0;
  if (block.type === "table") return block.rows.length === 0;
  if (block.type === "diff") return block.changes.length === 0;
  return "blocks" in block && listBlocks(form, block.blocks).length === 0;
}

/**
 * Returns the part of a table that a form shows: columns, and rows with their cells and details.
 */
export function selectTable(form: Medium, { columns, rows }: Table) {
  const isShown = columns.map(({ on }) => on === undefined || on === form);
  const visible = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => isShown[index]);
  return {
    columns: visible(columns),
    rows: rows.map((rowOf) => () => {
      const { cells, details, saidBy = "cells" } = rowOf();
      return { cells: visible(cells), details: listBlocks(form, details), saidBy };
    }),
  };
}

/** Counts nouns in the order of their first occurrence: `600 rewards and 2 achievements`. */
export function countNouns(nouns: readonly Noun[]): string {
  const words = [...grouped(nouns, ({ one }) => one).values()].map((same) => {
    const [{ one, many } = { one: "", many: "" }] = same;
    return `${inDigits(same.length)} ${same.length === 1 ? one : many}`;
  });
  return both(words);
}

/** Lists the parts of words. */
export function listSpans(words: Words): readonly Inline[] {
  if (words === undefined || words === false || words === "") return [];
  if (typeof words === "string") return [{ text: words }];
  return "text" in words ? [words] : words.flatMap(listSpans);
}

/**
 * A piece of a sentence: text in backticks, text in double quotes as `inQuotes` writes it, or text
 * between them.
 */
export interface SentencePiece {
  readonly text: string;
  readonly is: "code" | "quote" | "plain";
}

/** Splits a sentence into pieces. Backticks inside of quotes are part of a name. */
export function splitSentence(sentence: string): readonly SentencePiece[] {
  return sentence
    .split(/("(?:[^"\\]|\\.)*"|`[^`]+`)/s)
    .flatMap((text, index): readonly SentencePiece[] => {
      if (text === "") return [];
      if (index % 2 === 0) return [{ text, is: "plain" }];
      return [
        text.startsWith("`") ? { text: text.slice(1, -1), is: "code" } : { text, is: "quote" },
      ];
    });
}

/** Returns the text of words without roles. */
export function plainText(words: Words): string {
  return listSpans(words)
    .map(({ text }) => text)
    .join("");
}

/**
 * Meaning of a piece of text. Documents do not decide how it looks: the command line knows the
 * terminal's colours.
 */
export type Role =
  | "create"
  | "update"
  | "delete"
  | "attach"
  | "detach"
  | "keep"
  | "error"
  | "warning"
  | "hint"
  | "muted"
  | "strong";

/** Marks a piece of text as having the role. The text may not contain line breaks. */
export type Style = (role: Role, text: string) => string;

/** Returns the text unchanged. */
export const plainStyle: Style = (_role, text) => text;
