/**
 * What a command shows, as data, built once for every form. Texts may come from outside; only the renderers make them harmless.
 *
 * A plan with one change of points:
 * `{ title: ["Plan for ", code("dungeon")], blocks: [{ type: "table", noun: "change", rows: [{ cells: [[code("~")], …] }] }] }`
 */
import type { Role } from "./style.ts";

/** Words with a meaning: code is a name, a place, a value or a command. */
export interface Inline {
  readonly text: string;
  readonly is?: "code" | "strong";
  readonly role?: Role;
}

/** A plain string is a sentence or a part of one; what is in backticks is code. */
export type Words = string | readonly (string | Inline)[];

interface Common {
  /** Where it is shown; everywhere if absent. A page is Markdown or HTML. */
  readonly on?: "text" | "page";
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
  readonly text: Words;
  readonly role?: Role;
}

export interface List extends Common {
  readonly type: "list";
  /** What an entry is, in the singular. */
  readonly noun: string;
  readonly entries: readonly Entry[];
  readonly isNumbered?: boolean;
  /** Entries that text shows without `--verbose`. */
  readonly most?: number;
}

export interface Entry {
  readonly text: Words;
  readonly blocks?: readonly Block[];
}

export interface Table extends Common {
  readonly type: "table";
  /** What a row is, in the singular. */
  readonly noun: string;
  /** Text has no line of titles without any. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether text shows the details of rows without `--verbose`. */
  readonly isOpen?: boolean;
  /** Rows that text shows without `--verbose`. */
  readonly most?: number;
}

export interface Column extends Pick<Common, "on"> {
  readonly title: string;
  readonly isNumber?: boolean;
}

export interface Row {
  readonly cells: readonly Words[];
  readonly details?: readonly Block[] | undefined;
}

/** Ends a line in a cell of a page. */
export const BREAK: Inline = { text: "\n" };

/** A field or a file before and after. */
export interface Difference {
  /** Empty for files, whose lines name them. */
  readonly label: string;
  /** Both sides, or the only one, on a line each; absent where one has several. */
  readonly short?: readonly string[];
  readonly lines: () => readonly string[];
  readonly marks?: readonly Inline[];
}

/** Fields or files before and after. */
export interface Diff extends Common {
  readonly type: "diff";
  readonly changes: readonly Difference[];
}

/** Lines that keep their blanks: commands, parts of files. */
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
  readonly blocks: readonly Block[];
  /** Whether text shows it only with `--verbose`. */
  readonly isVerbose?: boolean;
}

export interface Callout extends Common {
  readonly type: "callout";
  readonly role: "error" | "warning";
  readonly title: Words;
  readonly blocks: readonly Block[];
}

/** A drawing on a page of HTML. */
export interface Drawing extends Common {
  readonly type: "drawing";
  readonly html: { readonly source: string };
}

export type Block = Heading | Paragraph | List | Table | Diff | Code | Details | Callout | Drawing;

export interface Document {
  /** Empty for a document that is a part of other output. */
  readonly title: Words;
  readonly blocks: readonly Block[];
  /** Styles and scripts of its page of HTML, beside those of every page. */
  readonly assets?: readonly string[];
  /** The command that prints everything, for pages with a size limit. */
  readonly command?: string;
}

export function code(text: string, role?: Role): Inline {
  return { text, is: "code", ...(role && { role }) };
}

export function strong(text: string, role?: Role): Inline {
  return { text, is: "strong", ...(role && { role }) };
}

export function painted(text: string, role: Role): Inline {
  return { text, role };
}

export function paragraph(text: Words, more: Omit<Paragraph, "type" | "text"> = {}): Paragraph {
  return { type: "paragraph", text, ...more };
}

export function heading(text: Words, more: Partial<Omit<Heading, "type" | "text">> = {}): Heading {
  return { type: "heading", level: 2, text, ...more };
}

/** Nothing without entries. */
export function list(noun: string, entries: readonly (Words | Entry)[], more: Partial<List> = {}): readonly Block[] {
  if (entries.length === 0) return [];
  const shown = entries.map((each) => (typeof each === "object" && "text" in each ? each : { text: each }));
  return [{ type: "list", noun, ...more, entries: shown }];
}

/** Nothing without blocks. */
export function details(summary: string, blocks: readonly Block[], more: Partial<Details> = {}): readonly Block[] {
  return blocks.length === 0 ? [] : [{ type: "details", summary, ...more, blocks }];
}

export function table(noun: string, titles: readonly string[], rows: readonly (readonly Words[])[]): Table {
  return { type: "table", noun, columns: titles.map((title) => ({ title })), rows: rows.map((cells) => ({ cells })) };
}

/** The same blocks, shown only in one form where they do not say so themselves. */
export function onForm(on: "text" | "page", blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block): Block => ({ on, ...block }));
}

export function isOn({ on }: Pick<Common, "on">, form: "text" | "page"): boolean {
  return on === undefined || on === form;
}

/** Each part of words by itself. */
export function spansOf(words: Words): readonly Inline[] {
  return (typeof words === "string" ? [words] : words).map((each) =>
    typeof each === "string" ? { text: each } : each,
  );
}

/** The words without their meaning. */
export function plainText(words: Words): string {
  return spansOf(words)
    .map(({ text }) => text)
    .join("");
}
