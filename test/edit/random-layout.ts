/**
 * Writes a value as YAML in one of many layouts that people use: styles, quotes, comments, blank
 * lines, line ends, anchors.
 */
import { isJsonObject, type Json, jsonText } from "../../src/ground/json.ts";

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
  comments: number;
}

/** A document in some layout. Comments are numbered, so that each can be found again. */
export function layOut(value: Json, choose: Choose, hasComments = true): string {
  const layout: Layout = { choose, hasComments, comments: 0 };
  const head = choose(3) === 0 ? comment(layout, "") : "";
  const text = `${head}${blockLines(value, "", layout)}`;
  const end = choose(4) === 0 ? comment(layout, "") : "";
  const whole = text + end;
  const open =
    choose(6) === 0 && !/[|>][-+]?\d*(?: #.*)?\n[^:]*$/.test(whole)
      ? whole.replace(/\n$/, "")
      : whole;
  return choose(5) === 0 ? open.replaceAll("\n", "\r\n") : open;
}

function comment(layout: Layout, pad: string): string {
  if (!layout.hasComments) return "";
  layout.comments += 1;
  return `${pad}# comment ${layout.comments}.\n`;
}

function behind(layout: Layout): string {
  if (!layout.hasComments || layout.choose(5) !== 0) return "";
  layout.comments += 1;
  return ` # comment ${layout.comments}.`;
}

/** An empty line, or at times one of spaces. */
function blankLine(pad: string, { choose }: Layout): string {
  return choose(8) === 0 ? `${pad}  \n` : "\n";
}

/** The lines of a mapping or list that is not empty, or of anything else. */
function blockLines(value: Json, pad: string, layout: Layout): string {
  const { choose } = layout;
  if (Array.isArray(value) && value.length > 0) {
    const isSpaced = choose(3) === 0;
    return value
      .map((element, index) => {
        const blank = isSpaced && index > 0 ? blankLine(pad, layout) : "";
        const above = blank + (choose(4) === 0 ? comment(layout, pad) : "");
        return `${above}${pad}-${valueBehind(element as Json, pad, true, layout)}`;
      })
      .join("");
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const isSpaced = pad === "" && choose(2) === 0;
    return Object.entries(value)
      .map(([name, member], index) => {
        const above =
          (isSpaced && index > 0 ? "\n" : "") + (choose(5) === 0 ? comment(layout, pad) : "");
        const key = /^[a-z_]+$/.test(name) && choose(4) !== 0 ? name : JSON.stringify(name);
        return `${above}${pad}${key}:${valueBehind(member, pad, false, layout)}`;
      })
      .join("");
  }
  return `${pad}${flow(value, layout)}\n`;
}

/** What stands behind a colon or a dash, to the end of its last line. */
function valueBehind(value: Json, pad: string, isElement: boolean, layout: Layout): string {
  const { choose } = layout;
  if (!isFull(value) || choose(3) === 0) return valueInLine(value, pad, layout);
  if (isElement && Array.isArray(value) && choose(3) === 0) {
    const inner = blockLines(value, `${pad}  `, layout);
    if (/^ *-/.test(inner)) return ` ${inner.slice(pad.length + 2)}`;
    return `${behind(layout)}\n${inner}`;
  }
  if (isElement && isJsonObject(value) && choose(4) !== 0) {
    const inner = blockLines(value, `${pad}  `, { ...layout, choose, hasComments: false });
    return ` ${inner.slice(pad.length + 2)}`;
  }
  const deeper = `${pad}${Array.isArray(value) && choose(3) === 0 && !isElement ? "" : "  "}`;
  return `${behind(layout)}\n${blockLines(value, deeper, layout)}`;
}

/** Whether a value has elements or members. */
function isFull(value: Json): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length > 0 &&
    !("text" in value)
  );
}

/** A value that begins on the line of its colon or dash, or on a line of its own below it. */
function valueInLine(value: Json, pad: string, layout: Layout): string {
  const { choose } = layout;
  const literal = typeof value === "string" ? literalBlock(value, pad, layout) : undefined;
  if (literal !== undefined) return literal;
  if (isFull(value) && choose(3) === 0)
    return ` ${spread(value, `${pad}  `, layout)}${behind(layout)}\n`;
  const below =
    choose(8) === 0 ? `${behind(layout)}\n${comment(layout, `${pad}  `)}${pad}   ` : " ";
  const blanks = choose(8) === 0 ? "  " : "";
  const deeper = choose(9) === 0 ? comment(layout, `${pad}    `) : "";
  return `${below}${flow(value, layout)}${behind(layout)}${blanks}\n${deeper}`;
}

/** A text in a literal block: not every text of more lines can be in one. */
function literalBlock(text: string, pad: string, layout: Layout): string | undefined {
  const [, body = "", end = ""] = /^([\s\S]*?)(\n*)$/.exec(text) ?? [];
  const isPossible = text.includes("\n") && !/^\s|^$|\s$|\n\s|[^\x20-\x7e\n]/.test(body);
  if (!isPossible || layout.choose(2) !== 0) return undefined;
  const header = literalHeader(end, layout);
  const lines = body.split("\n").map((line) => (line === "" ? "" : `${pad}    ${line}`));
  return ` ${header}${behind(layout)}\n${lines.join("\n")}\n${header === "|+" ? end.slice(1) : ""}`;
}

/** The header of a literal block that keeps these line breaks at its end. */
function literalHeader(end: string, { choose }: Layout): "|-" | "|" | "|+" {
  if (end === "") return "|-";
  return end === "\n" && choose(3) > 0 ? "|" : "|+";
}

function flow(value: Json, layout: Layout): string {
  const { choose } = layout;
  const padding = choose(2) === 0 ? " " : "";
  if (Array.isArray(value))
    return `[${value.map((each) => flow(each as Json, layout)).join(", ")}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}: ${flow(member, layout)}`,
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

/** A list or mapping in brackets with a line for each value, or more on a line. */
function spread(value: Json, pad: string, layout: Layout): string {
  const { choose } = layout;
  const inner = Array.isArray(value)
    ? value.map((each) => flow(each as Json, layout))
    : Object.entries(value as object).map(
        ([name, member]) => `${JSON.stringify(name)}: ${flow(member as Json, layout)}`,
      );
  const isDense = choose(4) === 0;
  const head = behind(layout);
  let text = head !== "" || !isDense ? `${head}\n` : "";
  inner.forEach((each, index) => {
    const comma = index < inner.length - 1 || choose(2) === 0 ? "," : "";
    const isAtStart = text === "" || text.endsWith("\n");
    const above = text.endsWith("\n") && choose(5) === 0 ? comment(layout, pad) : "";
    const note = behind(layout);
    const isLast = index === inner.length - 1;
    const end = note !== "" || !isDense || isLast || choose(3) === 0 ? "\n" : " ";
    text += `${above}${isAtStart && text !== "" ? pad : ""}${each}${comma}${note}${end}`;
  });
  const ending = choose(5) === 0 ? comment(layout, pad) : "";
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}${text}${ending}${pad}${close}`;
}
