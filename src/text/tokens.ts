/** Places in the tokens of a YAML text (the concrete syntax of the `yaml` package): what begins and ends where. */
import { type CST, Parser } from "yaml";

/** The values of the documents of a text, in order; documents without a value are left out. */
export function valueTokens(text: string): readonly CST.Token[] {
  const values: CST.Token[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === "document" && token.value !== undefined) values.push(token.value);
  }
  return values;
}

/** A pair of a mapping, an element of a list, or a document: where a value is, or could be. */
export interface Slot {
  /** Undefined where nothing is written. */
  readonly value: CST.Token | undefined;
  /** Offset of the key, of the dash, or of the value itself. */
  readonly start: number;
  /** Behind the colon or the dash; the same as `start` where there is neither. */
  readonly intro: number;
  /** Anchor and tag. */
  readonly props: readonly CST.SourceToken[];
  /** Whether a comment lies between colon or dash and the value. */
  readonly hasComment: boolean;
  /** Whether it has a key. */
  readonly isPair: boolean;
  /** Behind the last character of the value, trailing blanks and comments not counted. */
  readonly end: number;
}

/** The slot of a whole document. */
export function rootSlot(value: CST.Token): Slot {
  const { offset } = value;
  return { value, start: offset, intro: offset, props: [], hasComment: false, isPair: false, end: endOf(value) };
}

/** The slots of a mapping or list, in order. What holds comments only is none. */
export function slotsOf(collection: CST.Token): readonly Slot[] {
  return isCollection(collection) ? collection.items.flatMap((item) => slotOf(item) ?? []) : [];
}

/** Whether a token is a mapping or list. */
function isCollection(
  token: CST.Token | null | undefined,
): token is CST.BlockMap | CST.BlockSequence | CST.FlowCollection {
  return isBlock(token) || token?.type === "flow-collection";
}

/** Whether a token is a mapping or list in block style. */
export function isBlock(token: CST.Token | null | undefined): token is CST.BlockMap | CST.BlockSequence {
  return token?.type === "block-map" || token?.type === "block-seq";
}

function slotOf({ start, key, sep = [], value }: CST.CollectionItem): Slot | undefined {
  const mark = start.find(({ type }) => type === "seq-item-ind" || type === "explicit-key-ind");
  const colon = sep.find(({ type }) => type === "map-value-ind");
  const isPair = key !== undefined && key !== null;
  if (!isPair && colon === undefined && value === undefined && mark === undefined) return undefined;
  const between = colon === undefined ? (isPair ? sep : start) : sep.slice(sep.indexOf(colon) + 1);
  const behindMark = mark === undefined || isPair ? between : between.slice(between.indexOf(mark) + 1);
  const props = behindMark.filter(({ type }) => type === "anchor" || type === "tag");
  const keyProps = isPair ? start.filter(({ type }) => type === "anchor" || type === "tag") : [];
  const first = mark ?? keyProps[0] ?? (isPair ? key : (props[0] ?? value ?? colon));
  const last = colon ?? (isPair ? undefined : mark);
  const begin = first?.offset ?? 0;
  const intro = last === undefined ? (isPair && value === undefined ? endOf(key) : begin) : endOfSource(last);
  const lastProp = props.at(-1);
  const bare = lastProp === undefined ? Math.max(intro, isPair ? endOf(key) : intro) : endOfSource(lastProp);
  return {
    value,
    start: begin,
    intro,
    props,
    isPair,
    hasComment: behindMark.some(({ type }) => type === "comment"),
    end: value === undefined ? bare : Math.max(endOf(value), bare),
  };
}

function endOfSource({ offset, source }: CST.SourceToken): number {
  return offset + source.length;
}

/** Behind the last character of a token's content. */
export function endOf(token: CST.Token): number {
  switch (token.type) {
    case "block-scalar": {
      const header = headerOf(token);
      const whole = token.offset + header.length + token.source.length;
      if (keepsLineBreaks(token)) return whole - (/\r?\n$/.exec(token.source)?.[0].length ?? 0);
      return whole - trailing(token.source) - (token.source.trim() === "" ? trailing(header) : 0);
    }
    case "flow-collection": {
      const close = token.end.find(({ type }) => type === "flow-seq-end" || type === "flow-map-end");
      return close === undefined ? token.offset + 1 : endOfSource(close);
    }
    case "block-map":
    case "block-seq":
      return slotsOf(token).at(-1)?.end ?? token.offset;
    case "alias":
    case "scalar":
    case "single-quoted-scalar":
    case "double-quoted-scalar":
      return token.offset + token.source.length;
    default:
      return token.offset;
  }
}

/** Whether a value ends in a text in block style. */
export function endsInBlockText(token: CST.Token | undefined): boolean {
  return lastText(token) !== undefined;
}

/** Whether a value ends in a text in block style that keeps the line breaks behind it, as `+` says. */
export function keepsLineBreaks(token: CST.Token | undefined): boolean {
  return (
    lastText(token)?.props.some((each) => each.type === "block-scalar-header" && each.source.includes("+")) === true
  );
}

function lastText(token: CST.Token | undefined): CST.BlockScalar | undefined {
  if (token?.type === "block-scalar") return token;
  return isBlock(token) ? lastText(slotsOf(token).at(-1)?.value) : undefined;
}

function headerOf({ props }: CST.BlockScalar): string {
  return props.map((each) => ("source" in each ? each.source : "")).join("");
}

function trailing(text: string): number {
  return /\s*$/.exec(text)?.[0].length ?? 0;
}
