/** Puts members and elements into brackets and braces, and takes them out, with their commas. */
import type { CST } from "yaml";
import { type Json, jsonText } from "../model/json.ts";
import type { EditedFile, Inner, ValuePlace } from "./places.ts";
import { slotsOf } from "./tokens.ts";
import { jsonValue } from "./values.ts";
import { inlineText } from "./yaml-text.ts";

/** Whether commas and comments lie so that what is in the brackets is simpler to write again. */
export function isTangled({ value }: ValuePlace, inner: readonly Inner[]): boolean {
  if (value?.type !== "flow-collection") return false;
  const isMixed = inner.some(({ place }) => place === undefined) && inner.some(({ target }) => target === undefined);
  return isMixed && value.items.some(holdsComment);
}

function holdsComment({ start, sep = [], value }: CST.CollectionItem): boolean {
  const end = value !== undefined && "end" in value ? (value.end ?? []) : [];
  return [...start, ...sep, ...end].some(({ type }) => type === "comment");
}

/** Edits the members or elements of one pair of brackets. */
export function arrangeBrackets(value: CST.FlowCollection, inner: readonly Inner[], file: EditedFile): void {
  const commas = value.items.flatMap(({ start }) => start.filter(({ type }) => type === "comma"));
  const style = styleOf(value, file);
  let before: ValuePlace | undefined;
  for (let index = 0; index < inner.length; ) {
    const { place, target } = inner[index] as Inner;
    if (place !== undefined && target !== undefined) {
      before = place;
      index += 1;
      continue;
    }
    const end = inner.findIndex((each, at) => at >= index && each.place !== undefined && each.target !== undefined);
    const run = inner.slice(index, end === -1 ? inner.length : end);
    const after = end === -1 ? undefined : inner[end]?.place;
    const gone = run.flatMap((each) => (each.target === undefined && each.place !== undefined ? [each.place] : []));
    const added = run.filter((each) => each.place === undefined).map((each) => style.write(each));
    if (added.length > 0) insert(added, before, after, style, file);
    if (gone.length > 0) remove(gone, before, after, commas, file);
    index += run.length;
  }
}

interface Style {
  /** A line break and the columns before each value, or a blank. */
  readonly gap: string;
  readonly isSpread: boolean;
  write(inner: Inner): string;
}

function styleOf(value: CST.FlowCollection, { source, lines, eol, isJson }: EditedFile): Style {
  const slots = slotsOf(value);
  const last = slots.at(-1);
  const isSpread = last !== undefined && source.text.slice(value.offset, slots[0]?.start).includes("\n");
  const pad = last === undefined ? "" : (/^[ \t]*/.exec(lines.at(last.start))?.[0] ?? "");
  const isTall = last !== undefined && source.text.slice(last.start, last.end).includes("\n");
  return {
    gap: isSpread ? eol + pad : " ",
    isSpread,
    write: ({ name, target }) => {
      const own = target as Json;
      if (!isJson) return name === undefined ? inlineText(own) : `${inlineText(name)}: ${inlineText(own)}`;
      const key = name === undefined ? "" : `${jsonText(name)}: `;
      return key + jsonValue(own, isSpread && (isTall || name !== undefined) && typeof own === "object", pad, eol);
    },
  };
}

function insert(
  added: readonly string[],
  before: ValuePlace | undefined,
  after: ValuePlace | undefined,
  { gap, isSpread }: Style,
  { source, edits }: EditedFile,
): void {
  const body = added.join(`,${gap}`);
  if (before === undefined) {
    const at = (after as ValuePlace).start;
    edits.push({ start: at, end: at, text: `${body},${gap}` });
    return;
  }
  const { end } = before;
  const [line = "", comma = "", comment] = /^[ \t]*(,?)[ \t]*(#[^\r\n]*)?/.exec(source.text.slice(end)) ?? [];
  if (comment === undefined || !isSpread) {
    edits.push({ start: end, end, text: `,${gap}${body}` });
    return;
  }
  // A comment stays behind the value that it is about.
  const at = end + line.length;
  if (comma === "") edits.push({ start: end, end, text: "," });
  edits.push({ start: at, end: at, text: gap + body + comma });
}

function remove(
  gone: readonly ValuePlace[],
  before: ValuePlace | undefined,
  after: ValuePlace | undefined,
  commas: readonly CST.SourceToken[],
  { source, edits }: EditedFile,
): void {
  const { text } = source;
  const [first, last] = [gone[0] as ValuePlace, gone.at(-1) as ValuePlace];
  if (before === undefined) {
    const comma = commas.find(({ offset }) => offset >= last.end)?.offset ?? last.end;
    const start = after?.start ?? comma + 1;
    edits.push({ start: first.start, end: text.slice(comma, start).includes("#") ? comma + 1 : start, text: "" });
    return;
  }
  const comma = commas.find(({ offset }) => offset >= before.end)?.offset ?? first.start;
  const between = text.slice(comma + 1, first.start);
  const lineEnd = between.search(/\r?\n/);
  const hasComment = lineEnd > 0 && between.slice(0, lineEnd).includes("#");
  if (!hasComment) {
    edits.push({ start: comma, end: last.end, text: "" });
    return;
  }
  // The comma in front of the comment stays, and the one behind goes.
  const next = commas.find(({ offset }) => offset >= last.end)?.offset;
  edits.push({ start: comma + 1 + lineEnd, end: next === undefined ? last.end : next + 1, text: "" });
}
