/** Puts members and elements into brackets and braces, and takes them out, with their commas and comments. */
import type { CST } from "yaml";
import { type Json, jsonText } from "../model/json.ts";
import { type ChangeRun, type EditedFile, type InnerChange, runsOf } from "./places.ts";
import { endOf, slotsOf } from "./tokens.ts";
import { jsonValue } from "./values.ts";
import { inlineText } from "./yaml-text.ts";

/** Edits the members or elements of one pair of brackets: what lies between two that stay is written again. */
export function arrangeBrackets(value: CST.FlowCollection, inner: readonly InnerChange[], file: EditedFile): void {
  const close = value.end.find(({ type }) => type === "flow-seq-end" || type === "flow-map-end");
  const bounds = { open: value.offset + 1, close: close?.offset ?? endOf(value) };
  const style = styleOf(value, file);
  for (const run of runsOf(inner)) {
    const [start, end] = [run.before?.end ?? bounds.open, run.after?.start ?? bounds.close];
    file.edits.push(narrowed({ start, end, text: between(run, start, end, style, file) }, file));
  }
}

/** Without the end that stays as it is. */
function narrowed(
  { start, end, text }: EditedFile["edits"][number],
  { source }: EditedFile,
): EditedFile["edits"][number] {
  const old = source.text.slice(start, end);
  let same = 0;
  while (same < Math.min(old.length, text.length) && old.at(-1 - same) === text.at(-1 - same)) same += 1;
  return { start, end: end - same, text: text.slice(0, text.length - same) };
}

interface Style {
  /** What is between a comma and the next value: a line break and the columns before it, or a blank. */
  readonly gap: string;
  /** A line break behind a comment, and the columns of what is next. */
  readonly hang: string;
  /** What is between the opening bracket and the first value. */
  readonly lead: string;
  write(inner: InnerChange): string;
}

function styleOf(value: CST.FlowCollection, file: EditedFile): Style {
  const { source, lines, eol, isJson } = file;
  const slots = slotsOf(value);
  const [first, last] = [slots[0], slots.at(-1)];
  const pad = last === undefined ? "" : source.text.slice(lines.startOf(last.start), last.start);
  const isSpread = last !== undefined && pad.trim() === "" && lines.startOf(last.start) > value.offset;
  const lead = /^[ \t]*(?:-[ \t]+)*/.exec(lines.at(value.offset))?.[0] ?? "";
  const isTall = last !== undefined && source.text.slice(last.start, last.end).includes("\n");
  return {
    gap: isSpread ? eol + pad : " ",
    hang: eol + (isSpread ? pad : " ".repeat(lead.length + 2)),
    lead: first === undefined ? "" : gapOf(source.text.slice(value.offset + 1, first.start)).space,
    write: ({ name, target }) => {
      const own = target as Json;
      if (!isJson) return name === undefined ? inlineText(own) : `${inlineText(name)}: ${inlineText(own, "member")}`;
      const key = name === undefined ? "" : `${jsonText(name)}: `;
      return key + jsonValue(own, isSpread && (isTall || name !== undefined) && typeof own === "object", pad, file);
    },
  };
}

/** The text between two that stay, or between one and a bracket. */
function between(run: ChangeRun, start: number, end: number, style: Style, { source: { text } }: EditedFile): string {
  const { before, after, gone, added } = run;
  const front = gapOf(text.slice(start, gone[0]?.start ?? end));
  const back = gone.length === 0 ? front : gapOf(text.slice(gone.at(-1)?.end, end));
  const lead = withFloating(leadOf(run, front, back), floatingIn(run, start, text), style);
  const body = added.map(style.write).join(`,${style.gap}`);
  // The comment on the line of what stays is about it; what goes is deleted with those on its line and above it.
  const behindComment = (next: string): string =>
    front.comment === "" || /^[ \t]*\r?\n/.test(next) ? next : style.hang + next.trimStart();
  const isFollowed = body !== "" || after !== undefined || back.hasComma;
  const opening = (before !== undefined && isFollowed ? "," : "") + front.comment;
  if (body === "") return opening + behindComment(lead);
  const begin = opening + behindComment(before === undefined ? style.lead : style.gap) + body;
  if (after === undefined) return begin + (before !== undefined && back.hasComma ? "," : "") + lead;
  return `${begin},${lead.includes("\n") ? lead : style.gap}`;
}

/** Comments above what goes that a blank line keeps apart from it: they are about what follows, too. */
function floatingIn({ gone }: ChangeRun, start: number, text: string): string {
  return gone
    .map((each, index) => gapOf(text.slice(gone[index - 1]?.end ?? start, each.start)).rest)
    .map((rest) => /^([\s\S]*#[^\n]*)\n[ \t]*\r?\n/.exec(rest)?.[1]?.trimEnd() ?? "")
    .join("");
}

function withFloating(lead: string, floating: string, { hang }: Style): string {
  if (floating === "") return lead;
  return floating + (/^[ \t]*\r?\n/.test(lead) ? lead : hang + lead.trimStart());
}

/** What stays in front of the next value or of the closing bracket: blanks, line breaks, comments on lines of their own. */
function leadOf({ before, after, gone, added }: ChangeRun, front: Gap, back: Gap): string {
  if (gone.length === 0 || back.rest.includes("#")) return back.rest;
  if (after === undefined) return before === undefined && added.length === 0 && front.comment === "" ? "" : back.rest;
  return before !== undefined && back.rest.includes("\n") ? back.rest : front.space;
}

/** What is between two values, or a value and a bracket, without the comma. */
interface Gap {
  /** On the line of what is in front, with the blanks before it. */
  readonly comment: string;
  readonly rest: string;
  /** The last line break of `rest` with the columns behind it, or its blanks. */
  readonly space: string;
  readonly hasComma: boolean;
}

function gapOf(text: string): Gap {
  const [line, blanks, words] = /^([ \t]*,?[ \t]*)(#[^\r\n]*)/.exec(text) ?? ["", "", ""];
  const behind = text.slice(line.length);
  const all = blanks?.includes(",") ? behind : behind.replace(/^((?:\s|#[^\n]*\n)*),/, "$1");
  const rest = all.replace(/^[ \t]+(?=\r?\n)/, "");
  return {
    comment: words === "" ? "" : (blanks?.replace(",", "") || " ") + words,
    rest,
    space: /\r?\n[ \t]*$/.exec(rest)?.[0] ?? rest,
    hasComma: all.length < behind.length || blanks?.includes(",") === true,
  };
}
