/**
 * What a command shows, as data: a result becomes one document, and three renderers make text, Markdown and HTML of it.
 * Texts may come from outside; only the renderers make them harmless, each in its own way.
 *
 * A plan with one change of points:
 * `{ title: ["Plan for ", code("dungeon")], blocks: [{ type: "table", noun: "change", rows: [{ cells: [[code("~")], …] }] }] }`
 */
import type { Json } from "../../model/json.ts";
import type { Role } from "./style.ts";

/** Words with a meaning: code is a name, a place, a value or a command; `to` is a link. */
export interface Inline {
  readonly text: string;
  readonly is?: "code" | "strong";
  readonly role?: Role;
  /** `#id` of a place on the page, or an address that laurel made. */
  readonly to?: string;
}

/** A plain string is a sentence or a part of one; what is in backticks is code. */
export type Words = string | readonly (string | Inline)[];

/** Where a part is shown; everywhere if absent. A page is Markdown or HTML. */
export type OutputForm = "text" | "markdown" | "html";
interface Common {
  readonly on?: OutputForm | "page";
  /** No empty line in front, in text. */
  readonly isTight?: boolean;
  /** For the size limit of Markdown: from 0, which is always shown; higher ranks are left out first. */
  readonly rank?: number;
}

export interface Heading extends Common {
  readonly type: "heading";
  readonly level: 2 | 3;
  readonly text: Words;
  /** Where links of HTML lead. */
  readonly id?: string;
}

export interface Paragraph extends Common {
  readonly type: "paragraph";
  readonly text: Words;
  readonly role?: Role;
  /** Columns by which lines after the first are indented, in text. */
  readonly hanging?: number;
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
  /** For screen readers, and as the heading of the details of all rows in Markdown. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether text shows the details of rows without `--verbose`. */
  readonly isOpen?: boolean;
  /** Rows that text shows without `--verbose`. */
  readonly most?: number;
}

/** Without any title, text has no line of titles. */
export interface Column {
  readonly title: string;
  readonly on?: Common["on"];
  readonly isNumber?: boolean;
  /** In text: `folded` columns are shown without the details of rows, `open` ones with them. */
  readonly when?: "folded" | "open";
}

export interface Row {
  readonly cells: readonly Words[];
  /** Below the row in text, whether it is folded or not. Pages have the same in cells and elsewhere. */
  readonly notes?: readonly Block[];
  readonly details?: readonly Block[];
  /** Where links of HTML lead. */
  readonly id?: string;
}

/** Ends a line in a cell of a page. */
export const BREAK: Inline = { text: "\n" };

export interface Diff extends Common {
  readonly type: "diff";
  /** Fields have two sides, a whole resource only one; files are compared line by line. */
  readonly of: "fields" | "resource" | "files";
  readonly differences: readonly Difference[];
}

/** A field or a file before and after; absent where there is none (`render/difference.ts`). */
export interface Difference {
  readonly label: string;
  /** Line by line, made when it is shown. */
  readonly lines: () => readonly string[];
  readonly before?: Json;
  readonly after?: Json;
  readonly marks?: readonly Inline[];
}

/** Lines that keep their blanks: commands, parts of files. */
export interface Code extends Common {
  readonly type: "code";
  /** In text; 2 if absent. */
  readonly indent?: number;
  readonly lines: readonly Words[];
  readonly language?: string;
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
  readonly role: "error" | "warning" | "hint";
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
  /** The command that prints everything, for pages with a size limit. */
  readonly command?: string;
}

export function code(text: string, role?: Role): Inline {
  return { text, is: "code", ...(role === undefined ? {} : { role }) };
}

export function strong(text: string, role?: Role): Inline {
  return { text, is: "strong", ...(role === undefined ? {} : { role }) };
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

export function isOn({ on }: { readonly on?: Common["on"] | undefined }, form: OutputForm): boolean {
  return on === undefined || on === form || (on === "page" && form !== "text");
}

/** Each part of words by itself. */
export function spansOf(words: Words): readonly (string | Inline)[] {
  return typeof words === "string" ? [words] : words;
}
