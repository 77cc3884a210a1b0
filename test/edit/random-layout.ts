/**
 * Writes a value as YAML in one of many layouts that people use: styles, quotes, comments, blank
 * lines, line ends, anchors, tags.
 */
import { isJsonObject, type Json, type JsonObject, jsonText } from "../../src/ground/json.ts";

/** Gives a whole number from 0 up to and without `below`. */
export type Choose = (below: number) => number;

/** Choices from a list of numbers, again and again. */
export function choicesOf(numbers: readonly number[]): Choose {
  let next = 0;
  return (below) => {
    next += 1;
    return ((numbers[next % numbers.length] ?? 0) * 31 + next * 7) % below;
  };
}

interface Layout {
  readonly choose: Choose;
  readonly hasComments: boolean;
  /** Whether rare signs are used: anchors, tags, explicit keys, tabs, headers of all sorts. */
  readonly isWild: boolean;
  /** By number of a comment: the pointer to the value that it is about. */
  readonly about: string[];
  /** Anchors of texts, and lists on one line, by their JSON. */
  readonly anchors: Map<string, string>;
}

/** A document in some layout. Comments are numbered, so that each can be found again. */
export function layOut(value: Json, choose: Choose, hasComments = true): string {
  const layout: Layout = { choose, hasComments, isWild: false, about: [], anchors: new Map() };
  return withEnds(documentText(value, layout), choose);
}

/** A text with comments, and what each comment is about. */
export interface WildText {
  readonly text: string;
  readonly about: readonly string[];
}

/** The members of a value in one to three documents of a file, with rare signs. */
export function layOutWild(value: JsonObject, choose: Choose): WildText {
  const about: string[] = [];
  const members = Object.entries(value);
  const count = Math.min(1 + choose(3), members.length);
  const documents = Array.from({ length: count }, (_, index) => {
    const own = members.filter((__, at) => at % count === index);
    const layout: Layout = { choose, hasComments: true, isWild: true, about, anchors: new Map() };
    const text = documentText(Object.fromEntries(own), layout);
    const isFirst = index === 0;
    const sign = isFirst && choose(2) === 0 ? "" : `---${behind(layout, "")}\n`;
    const properties = sign === "" || choose(4) > 0 ? "" : `${["&root", "!!map"][choose(2)]}\n`;
    return `${sign}${properties}${text}${isOpenText(text) || choose(4) > 0 ? "" : "...\n"}`;
  });
  const mark = choose(6) === 0 ? "\uFEFF" : "";
  return { text: mark + withEnds(documents.join(""), choose), about };
}

function documentText(value: Json, layout: Layout): string {
  const { choose } = layout;
  const head = choose(3) === 0 ? comment(layout, "", "") : "";
  const text = `${head}${blockLines(value, "", "", layout)}`;
  return text + (choose(4) === 0 ? comment(layout, "", "") : "");
}

/** Whether blank lines at the end of a text would belong to a value. */
function isOpenText(text: string): boolean {
  return /[|>][-+]?\d*[-+]?(?:\s*#.*)?\n[^:]*$/.test(text);
}

function withEnds(whole: string, choose: Choose): string {
  const open = choose(6) === 0 && !isOpenText(whole) ? whole.replace(/\n$/, "") : whole;
  return choose(5) === 0 ? open.replaceAll("\n", "\r\n") : open;
}

function numbered(layout: Layout, path: string): string {
  layout.about.push(path);
  return `# comment ${layout.about.length}.`;
}

function comment(layout: Layout, pad: string, path: string): string {
  return layout.hasComments ? `${pad}${numbered(layout, path)}\n` : "";
}

function behind(layout: Layout, path: string): string {
  if (!layout.hasComments || layout.choose(5) !== 0) return "";
  const blank = layout.isWild && layout.choose(4) === 0 ? "\t" : " ";
  return `${blank}${numbered(layout, path)}`;
}

/** The blanks of one level. */
function stepOf({ isWild, choose }: Layout): string {
  return isWild && choose(3) === 0 ? " ".repeat(1 + choose(5)) : "  ";
}

/** An empty line, or at times one of spaces. */
function blankLine(pad: string, { choose }: Layout): string {
  return choose(8) === 0 ? `${pad}  \n` : "\n";
}

/** The lines of a mapping or list that is not empty, or of anything else. */
function blockLines(value: Json, pad: string, path: string, layout: Layout): string {
  const { choose } = layout;
  if (Array.isArray(value) && value.length > 0) {
    const isSpaced = choose(3) === 0;
    return value
      .map((element, index) => {
        const own = `${path}/${index}`;
        const blank = isSpaced && index > 0 ? blankLine(pad, layout) : "";
        const above = blank + (choose(4) === 0 ? comment(layout, pad, own) : "");
        return `${above}${pad}-${valueBehind({ value: element as Json, pad, path: own, isElement: true }, layout)}`;
      })
      .join("");
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const isSpaced = pad === "" && choose(2) === 0;
    return Object.entries(value)
      .map(([name, member], index) => {
        const own = `${path}/${name}`;
        const above =
          (isSpaced && index > 0 ? "\n" : "") + (choose(5) === 0 ? comment(layout, pad, own) : "");
        return `${above}${pad}${keyLine(name, pad, own, layout)}${valueBehind({ value: member, pad, path: own, isElement: false }, layout)}`;
      })
      .join("");
  }
  return `${pad}${flow(value, layout)}\n`;
}

function keyLine(name: string, pad: string, path: string, layout: Layout): string {
  const { choose, isWild } = layout;
  const key = /^[a-z_]+$/.test(name) && choose(4) !== 0 ? name : JSON.stringify(name);
  if (!isWild || choose(12) !== 0) return `${isWild && choose(20) === 0 ? "&key " : ""}${key}:`;
  return `?${["", " &key"][choose(2)]} ${key}${behind(layout, path)}\n${pad}:`;
}

interface Place {
  readonly value: Json;
  readonly pad: string;
  readonly path: string;
  readonly isElement: boolean;
}

/** What is after a colon or a dash, to the end of its last line. */
function valueBehind(place: Place, layout: Layout): string {
  const { value, pad, path, isElement } = place;
  const { choose, isWild } = layout;
  if (!isFull(value) || choose(3) === 0) return valueInLine(place, layout);
  if (isWild && choose(5) === 0) return valueWithProperties(place, layout);
  if (isElement && Array.isArray(value) && choose(3) === 0) {
    const inner = blockLines(value, `${pad}  `, path, layout);
    if (/^ *-/.test(inner)) return ` ${inner.slice(pad.length + 2)}`;
    return `${behind(layout, path)}\n${inner}`;
  }
  if (isElement && isJsonObject(value) && choose(4) !== 0) {
    const hasComments = isWild && choose(2) === 0;
    const inner = blockLines(value, `${pad}  `, path, { ...layout, choose, hasComments });
    return /^ *#/.test(inner) ? `\n${inner}` : ` ${inner.slice(pad.length + 2)}`;
  }
  const isFlush = Array.isArray(value) && choose(3) === 0 && !isElement;
  const deeper = pad + (isFlush ? "" : stepOf(layout));
  return `${behind(layout, path)}\n${blockLines(value, deeper, path, layout)}`;
}

/** Whether a value has elements or members. */
function isFull(value: Json): value is readonly Json[] | JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length > 0 &&
    !("text" in value)
  );
}

/** A value that begins on the line of its colon or dash, or on a line of its own below it. */
function valueInLine({ value, pad, path }: Place, layout: Layout): string {
  const { choose, isWild } = layout;
  const block = typeof value === "string" ? blockText({ value, pad, path }, layout) : undefined;
  if (block !== undefined) return block;
  if (isFull(value) && choose(3) === 0)
    return ` ${spread(value, `${pad}  `, path, layout)}${behind(layout, path)}\n`;
  const below =
    choose(8) === 0
      ? `${behind(layout, path)}\n${comment(layout, `${pad}  `, path)}${pad}   `
      : " ";
  const blanks = choose(8) === 0 ? ["  ", "\t "][Number(isWild)] : "";
  const deeper = choose(9) === 0 ? comment(layout, `${pad}    `, path) : "";
  return `${below}${flowWithProperties(value, layout)}${behind(layout, path)}${blanks}\n${deeper}`;
}

/** A text after a block header. Not every text can be in one. */
function blockText(
  { value, pad, path }: Pick<Place, "pad" | "path"> & { readonly value: string },
  layout: Layout,
): string | undefined {
  const { choose, isWild } = layout;
  const [, body = "", end = ""] = /^([\s\S]*?)(\n*)$/.exec(value) ?? [];
  const isPossible = !/^\s|^$|\s$|\n\s|[^\x20-\x7e\n]/.test(body);
  if (!isPossible || !(isWild || value.includes("\n")) || choose(2) !== 0) return undefined;
  const sign = chomping(end, layout);
  const isFolded = isWild && choose(3) === 0 && !body.includes("\n");
  const hint = isWild && choose(3) === 0 ? "4" : "";
  const header = `${isFolded ? ">" : "|"}${choose(2) === 0 ? hint + sign : sign + hint}`;
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${pad}    ${line}`));
  return ` ${header}${behind(layout, path)}\n${lines.join("\n")}\n${sign === "+" ? end.slice(1) : ""}`;
}

/** The sign of a header that keeps these line breaks at the end of its text. */
function chomping(end: string, { choose }: Layout): "-" | "" | "+" {
  if (end === "") return "-";
  return end === "\n" && choose(3) > 0 ? "" : "+";
}

/** A block collection after an anchor or a tag, which is on the line of the key or on its own. */
function valueWithProperties({ value, pad, path }: Place, layout: Layout): string {
  const { choose } = layout;
  const deeper = pad + stepOf(layout);
  const tag = Array.isArray(value) ? "!!seq" : "!!map";
  const properties = ["&here", tag, `&here ${tag}`][choose(3)];
  const lines = blockLines(value, deeper, path, layout);
  const head =
    choose(2) === 0 ? ` ${properties}` : `${behind(layout, path)}\n${deeper}${properties}`;
  return `${head}${behind(layout, path)}\n${lines}`;
}

/** A value on its line, perhaps with an anchor, a tag, or as an alias of an equal one. */
function flowWithProperties(value: Json, layout: Layout): string {
  const { choose, isWild, anchors } = layout;
  if (!isWild || typeof value === "boolean" || value === null) return flow(value, layout);
  const alias = anchors.get(jsonText(value));
  if (alias !== undefined && choose(2) === 0) return `*${alias}`;
  const isText = typeof value === "string";
  if (isText && choose(12) === 0) return `!!str ${flow(value, layout)}`;
  if (choose(5) !== 0 || isJsonObject(value)) return flow(value, layout);
  const name = `a${anchors.size}`;
  const text = `&${name} ${flow(value, layout)}`;
  anchors.set(jsonText(value), name);
  return text;
}

function flow(value: Json, layout: Layout): string {
  const { choose } = layout;
  const padding = choose(2) === 0 ? " " : "";
  if (Array.isArray(value))
    return `[${value.map((each) => flow(each as Json, layout)).join(", ")}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${flowKey(name, layout)} ${flow(member, layout)}`,
    );
    return members.length === 0 ? "{}" : `{${padding}${members.join(", ")}${padding}}`;
  }
  if (typeof value !== "string") return jsonText(value);
  if (
    /^[a-z][a-z-]*$/.test(value) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/.test(value) &&
    choose(3) !== 0
  )
    return value;
  if (/^[\x20-\x7e]*$/.test(value) && choose(3) === 0) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value)
    .replaceAll("\u007f", "\\u007f")
    .replaceAll(
      /[\u0080-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

function flowKey(name: string, { isWild, choose }: Layout): string {
  const key = JSON.stringify(name);
  if (!isWild || choose(8) !== 0) return `${key}:`;
  return choose(2) === 0 ? `? ${key} :` : `&key ${key} :`;
}

/** A list or mapping in brackets with a line for each value, or more on a line. */
function spread(value: Json, pad: string, path: string, layout: Layout): string {
  const { choose } = layout;
  const inner = Array.isArray(value)
    ? value.map((each, index) => ({ name: `${index}`, text: flow(each as Json, layout) }))
    : Object.entries(value as object).map(([name, member]) => ({
        name,
        text: `${flowKey(name, layout)} ${flow(member as Json, layout)}`,
      }));
  const isDense = choose(4) === 0;
  const head = behind(layout, path);
  let text = head !== "" || !isDense ? `${head}\n` : "";
  inner.forEach(({ name, text: each }, index) => {
    const own = `${path}/${name}`;
    const comma = index < inner.length - 1 || choose(2) === 0 ? "," : "";
    const isAtStart = text === "" || text.endsWith("\n");
    const above = text.endsWith("\n") && choose(5) === 0 ? comment(layout, pad, own) : "";
    const note = behind(layout, own);
    const isLast = index === inner.length - 1;
    const end = note !== "" || !isDense || isLast || choose(3) === 0 ? "\n" : " ";
    text += `${above}${isAtStart && text !== "" ? pad : ""}${each}${comma}${note}${end}`;
  });
  const ending = choose(5) === 0 ? comment(layout, pad, path) : "";
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}${text}${ending}${pad}${close}`;
}
