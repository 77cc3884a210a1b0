/**
 * Gives the documents of a file other values as their author would: in the tokens of the `yaml` package the smallest one is
 * replaced, and the file is read again; where that does not give the values, the next larger piece is reprinted. What
 * keeps its value keeps its characters. `points: 30 # c` with the target 40 becomes `points: 40 # c`.
 */
import { CST, Lexer, Parser, type Scalar } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf, type Part, type SourceText } from "../manifest/parts.ts";
import { memoizedBy } from "../model/collections.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { type ItemChange, isSame, jsonAt, pairsOf } from "./pairs.ts";
import { elementText, type FileStyle, type Form, flowText, indented, keyText, styleOf, valueText } from "./print.ts";

/** Mappings in targets that come from parts of texts, perhaps from elsewhere. */
export type Origins = ReadonlyMap<Json, Part>;

interface Run {
  readonly style: FileStyle;
  readonly origins: Origins;
  /** Whether lists and mappings keep their places, so that another id is the same element. */
  readonly inPlace: boolean;
  /** The level at which changed values are reprinted. */
  readonly printFrom: number;
  /** Whether aliases are written out, and no blank lines added, which belong to the text above them under `|+`. */
  readonly isPlain: boolean;
  /** What parts are to be, for their aliases further below. */
  readonly becomes: Map<Part, Json>;
}

/** Where a value stands. */
interface Place {
  readonly level: number;
  /** Of its key or dash. */
  readonly column: number;
  readonly isInFlow: boolean;
  readonly name?: string | undefined;
}

/** A member, an element, or a whole document: what is in front of its value, its key, what is behind that, and its value. */
type Item = CST.CollectionItem;
type Tokens = readonly CST.SourceToken[];
type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

/** The smallest pieces first, then without aliases, then elements of lists at the top level, lists, and whole documents. */
const LEVELS = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2, 1, 0];
/** The columns that an element in brackets may take up. */
const LINE_WIDTH = 120;

/** Thrown where no edit gives a file its values and keeps its comments. */
export class UnwritableText extends Error {
  constructor(file: string) {
    super(`No edit of ${file} gives the values and keeps the comments. Nothing is written.`);
  }
}

/** The file with other values. `targets`: what each document of `parsed` is to read as. Throws an `UnwritableText`. */
export function rewriteText(
  parsed: ParsedText,
  targets: readonly Json[],
  { origins = new Map(), inPlace = false }: Partial<Pick<Run, "origins" | "inPlace">> = {},
): ParsedText {
  const { source, documents } = parsed;
  if (documents.every((part, index) => isSame(jsonAt(part), targets[index]))) return parsed;
  const style = styleOf(parsed);
  for (const [at, printFrom] of LEVELS.entries()) {
    const run = { style, origins, inPlace, printFrom, isPlain: at > 0, becomes: new Map() };
    let index = -1;
    const pieces = tokensOf(source).map((token) => {
      if (token.type !== "document" || token.value === undefined) return CST.stringify(token);
      index += 1;
      const { value, start, end = [] } = token;
      const place = { level: 0, column: 0, isInFlow: value.type === "flow-collection" };
      return (
        written({ start, value }, documents[index] as Part, targets[index] as Json, { ...run, place }) + sourceOf(end)
      );
    });
    const text = pieces.join("");
    // Behind a text of several lines, blanks on an empty line are read as part of it.
    for (const tried of [text, text.replaceAll(/^[ \t]+$/gm, "")]) {
      const again = parseText(source.file, style.eol === "\n" ? tried : tried.replaceAll(/\r?\n/g, style.eol));
      if (isSame(again.documents.map(jsonOf), targets)) return again;
    }
  }
  throw new UnwritableText(source.file);
}

const tokensOf = memoizedBy(({ text }: SourceText): readonly CST.Token[] => [...new Parser().parse(text)]);

function sourceOf(tokens: Tokens = []): string {
  return tokens.map(({ source }) => source).join("");
}

function textOf({ start, key, sep, value }: Item): string {
  return sourceOf(start) + (key ? CST.stringify(key) : "") + sourceOf(sep) + (value ? CST.stringify(value) : "");
}

/** What is behind a value: the comment on its line, and the line break. */
function endOf(value: Item["value"]): Tokens {
  if (value?.type === "flow-collection") return value.end.slice(1);
  return value !== undefined && "end" in value && value.type !== "document"
    ? ((value.end as Tokens | undefined) ?? [])
    : [];
}

/** The text of an item with another value. */
function written(item: Item, part: Part, target: Json, { place, ...run }: Run & { readonly place: Place }): string {
  const { value } = item;
  const isAlias = value?.type === "alias";
  const old = isAlias ? (run.becomes.get(part) ?? jsonAt(part)) : jsonAt(part);
  if (!isAlias) run.becomes.set(part, target);
  const text = value === undefined ? "" : CST.stringify(value);
  if (isSame(old, target) && !(run.isPlain && /(?<!\w)\*/.test(text))) return textOf(item);
  const pairs = isAlias || place.level >= run.printFrom ? undefined : pairsOf(part, target, run.inPlace);
  const made =
    value !== undefined && "items" in value && pairs !== undefined
      ? collection(value, part, pairs, { ...run, place })
      : undefined;
  if (made !== undefined)
    return textOf({ ...withoutFirstComments(item, pairs?.[0]), value: undefined as never }) + made;
  const isFlow = /^[[{]/.test(isAlias ? part.source.text.slice(part.start) : text);
  if (!place.isInFlow) return printed(item, target, place, { ...run, isFlow });
  const pad = text.includes("\n") ? "" : undefined;
  return (
    textOf({ ...item, value: undefined as never }) +
    flowText(target, run.style, { name: place.name, type: quotesOf(value), pad }) +
    sourceOf(endOf(value))
  );
}

/** The tokens up to the colon or dash of an item, and those behind it. */
function introOf({ start, sep = start }: Item): readonly [before: Tokens, behind: Tokens] {
  const at = sep.findIndex(({ type }) => type === "map-value-ind" || type === "seq-item-ind") + 1;
  return [sep.slice(0, at), sep.slice(at)];
}

/** The comments above a first item that goes are left out. */
function withoutFirstComments(item: Item, first: ItemChange | undefined): Item {
  const [before, behind] = introOf(item);
  const line = behind.findIndex(({ type }) => type === "newline");
  if (first?.index === undefined || first.target !== undefined || line === -1) return item;
  const tokens = [...before, ...behind.slice(0, line + 1), ...behind.slice(-1).filter(({ type }) => type === "space")];
  return { ...item, [item.sep === undefined ? "start" : "sep"]: tokens };
}

function quotesOf(value: Item["value"] | null): Scalar.Type | undefined {
  if (value?.type === "double-quoted-scalar") return "QUOTE_DOUBLE";
  if (value?.type === "single-quoted-scalar") return "QUOTE_SINGLE";
  if (value?.type === "block-scalar")
    return sourceOf(value.props as Tokens).includes(">") ? "BLOCK_FOLDED" : "BLOCK_LITERAL";
  return value?.type === "scalar" ? "PLAIN" : undefined;
}

/** An item in block style with its value reprinted, in the old quotes and folding. The comment on its line stays there. */
function printed(
  item: Item,
  target: Json,
  { column, name, level }: Place,
  run: Run & { readonly isFlow: boolean },
): string {
  const { value, key, start, sep } = item;
  const [before, behind] = introOf(item);
  const lines = value === undefined ? [] : CST.stringify(value).trimEnd().split("\n");
  const intro = column + (name ?? "").length + 2;
  const lengths = lines.map((line, index) => line.trimEnd().length + (index === 0 ? intro : 0));
  const width = lines.length > 1 ? Math.max(...lengths) - column : 0;
  if (value !== undefined && "items" in value && level >= run.printFrom && CST.stringify(value).includes("#"))
    return textOf(item);
  if (level === 0) return `${sourceOf(start)}${elementText(target, run.style, { dash: "" })}\n`;
  const inner = newValue(target, column, run, { name, type: quotesOf(value), width, isFlow: run.isFlow });
  const element = sep === undefined && inner.startsWith("\n") ? elementText(target, run.style).slice(1) : "";
  const text = element === "" ? inner : indented(element, " ".repeat(column));
  const isLine = !text.includes("\n") && value?.type.startsWith("block-") === false;
  if (isLine) return textOf({ start, key, sep } as Item) + text.trimStart() + sourceOf(endOf(value));
  const header = value?.type === "block-scalar" ? (value.props as Tokens) : [];
  const comment = [...behind, ...header, ...endOf(value)].find(({ type }) => type === "comment");
  const [line = "", ...more] = text.split("\n");
  const blanks = value?.type === "block-scalar" ? (/\n((?:[ \t]*\r?\n)+)$/.exec(value.source)?.[1] ?? "") : "";
  const body = [line + (comment === undefined ? "" : ` ${comment.source}`), ...more].join("\n");
  const lead = sep === undefined ? "" : sourceOf(start) + (key ? CST.stringify(key) : "");
  return `${lead}${sourceOf(before)}${body}\n${blanks}`;
}

/** A list or mapping with other items; undefined where its tokens are not those of the part. */
function collection(
  token: Collection,
  part: Part,
  pairs: readonly ItemChange[],
  run: Run & { readonly place: Place },
): string | undefined {
  const items = token.items as readonly Item[];
  const own = [...items.keys()].filter((index) => {
    const { start, key, sep, value } = items[index] as Item;
    return key || value || sep?.length || start.some(({ type }) => type === "seq-item-ind");
  });
  const parts =
    part.type === "map" ? part.members.map(({ value }) => value) : part.type === "list" ? part.elements : [];
  if (own.length !== parts.length) return undefined;
  const isInFlow = token.type === "flow-collection";
  const place = { level: run.place.level + 1, column: token.indent, isInFlow };
  const itemOf = (index: number): Item => items[own[index] as number] as Item;
  const bodies = pairs.map(({ index, name, target }): string => {
    if (target === undefined || index === undefined) return "";
    const { key, ...item } = itemOf(index);
    const isRenamed = key && part.type === "map" && name !== part.members[index]?.name;
    const keys = { ...run.style, keys: quotesOf(key) ?? "PLAIN" };
    const renamed = isRenamed ? { ...key, source: keyText(name as string, keys) } : key;
    const whole = {
      ...item,
      ...(key === undefined ? {} : { key: renamed }),
      ...(isInFlow ? { start: [] } : {}),
    } as Item;
    return written(whole, parts[index] as Part, target, { ...run, place: { ...place, name } });
  });
  const context = { ...run, bodies, itemOf };
  const between = (index: number): string =>
    items
      .slice((own[index] ?? -1) + 1, own[index + 1] ?? items.length)
      .map(textOf)
      .join("");
  return isInFlow ? inBrackets(token, between, pairs, context) : inLines(token, between, pairs, context);
}

interface Items extends Run {
  readonly place: Place;
  /** The texts of what stays, by pair. */
  readonly bodies: readonly string[];
  readonly itemOf: (index: number) => Item;
}

/** The item beside which a new one stands. */
function modelFor(pairs: readonly ItemChange[], at: number): number {
  const isKept = ({ index, target }: ItemChange): boolean => index !== undefined && target !== undefined;
  return (pairs.slice(0, at).findLast(isKept) ?? pairs.find(isKept))?.index as number;
}

/** `between`: the comments without a value behind an item. */
function inLines(
  token: Collection,
  between: (index: number) => string,
  pairs: readonly ItemChange[],
  { itemOf, bodies, place, ...run }: Items,
): string {
  const column = token.indent;
  const pad = " ".repeat(column);
  const old = CST.stringify(token);
  const last = itemOf(Math.max(...pairs.map(({ index = 0 }) => index)));
  const isSpaced =
    /^\s*\n/.test(sourceOf(last.start)) || (token.items.length === 1 && place.level === 0 && /\n.*\S/.test(old));
  let text = "";
  // The indent of what follows may be behind the last comment.
  const append = (lines: string): void => {
    text = text.replace(/(?<=\n)[ \t]+$/, "");
    text += (text === "" || text.endsWith("\n") ? "" : "\n") + (/^\s/.test(lines) ? "" : pad) + lines;
  };
  for (const [at, { index, name, target }] of pairs.entries()) {
    if (index !== undefined && target !== undefined) append(bodies[at] as string);
    // Comments that a blank line keeps apart from what goes are about what follows, too.
    if (index !== undefined && target === undefined)
      text += /^[\s\S]*#.*\n[ \t]*\r?\n/.exec(sourceOf(itemOf(index).start))?.[0] ?? "";
    if (index !== undefined) text += between(index);
    if (index !== undefined || target === undefined) continue;
    const lines =
      name === undefined
        ? newElement(target, column, run, itemOf(modelFor(pairs, at)))
        : `${pad}${keyText(name, run.style)}:${newValue(target, column, run, { name })}\n`;
    append((isSpaced && text !== "" && !run.isPlain ? "\n" : "") + lines);
  }
  const end = /(?:\n[ \t]*)?$/.exec(old)?.[0] ?? "";
  return text.trim() + text.slice(text.trimEnd().length).replace(/\n[ \t]*$/, "") + end;
}

/** The comma behind an item and the comment on its line belong to it. */
function inBrackets(
  token: CST.FlowCollection,
  between: (index: number) => string,
  pairs: readonly ItemChange[],
  { itemOf, bodies, place: _, ...run }: Items,
): string {
  const { style } = run;
  const hang = `\n${" ".repeat(token.indent + 2)}`;
  const count = pairs.filter(({ index }) => index !== undefined).length;
  const gaps = Array.from({ length: count + 1 }, (_, index) => {
    const lead = between(index - 1) + (index < count ? sourceOf(itemOf(index).start) : "");
    const tail = index === 0 ? "" : sourceOf(endOf(itemOf(index - 1).value));
    const [, behind = "", before = ""] = /^((?:\s*,)?(?:[ \t]*#.*)?)([\s\S]*)$/.exec(tail + lead) ?? [];
    return { behind, before };
  });
  const beforeOf = (index: number): string => gaps[index]?.before ?? "";
  const line = /\r?\n[ \t]*$/.exec(beforeOf(count - 1))?.[0];
  const kept = pairs.flatMap((pair, at) => (pair.target === undefined ? [] : [{ ...pair, at }]));
  let [text, behind] = [token.start.source, gaps[0]?.behind ?? ""];
  const append = (lead: string, body: string): void => {
    const isInComment = behind.includes("#") && !lead.includes("\n");
    text += behind + (isInComment ? (line ?? hang) : lead) + body;
  };
  for (const [order, { index, name, target, at }] of kept.entries()) {
    // In brackets, the comments of what moves here are above it.
    const moved = index === undefined ? (movedText(target as Json, "- ", run) ?? "") : "";
    const notes = [...new Lexer().lex(moved)].filter((lexeme) => lexeme.startsWith("#"));
    const above = notes.map((note) => (line ?? hang) + note).join("");
    const own = index === undefined ? above + (line ?? (above === "" ? " " : hang)) : beforeOf(index);
    const lead = /[\n#]/.test(own) ? own : order === 0 ? beforeOf(0) : index === 0 ? own || " " : own;
    if (index === undefined) append(lead, newInBrackets(name, target as Json, itemOf(modelFor(pairs, at)), style));
    else append(lead, (bodies[at] as string).slice(0, -sourceOf(endOf(itemOf(index).value)).length || undefined));
    behind = index === undefined ? "" : (gaps[index + 1]?.behind ?? "");
    const hasComma = order < kept.length - 1 || gaps[count]?.behind.includes(",") === true;
    const comment = behind.replace(/^\s*,/, "");
    if (!hasComma) behind = comment;
    else if (comment === behind) behind = `,${behind}`;
  }
  append(beforeOf(count), sourceOf(token.end));
  return text;
}

/** A new value in brackets, on several lines if its neighbour is. */
function newInBrackets(name: string | undefined, target: Json, model: Item, style: FileStyle): string {
  const old = textOf({ ...model, start: [] }).trim();
  const pad = old.includes("\n") ? (/\n([ \t]*)\S*$/.exec(old)?.[1] ?? "") : undefined;
  const value = name === undefined && model.value !== undefined ? inOrderOf(model.value, target) : target;
  return (name === undefined ? "" : `${keyText(name, style)}: `) + flowText(value, style, { name, pad });
}

/** A new element of a list in block style: with the text that it had elsewhere, or as its neighbour is written. */
function newElement(target: Json, column: number, run: Run, model?: Item): string {
  const { style } = run;
  const pad = " ".repeat(column);
  const dash = /- +$/.exec(sourceOf(model?.start))?.[0] ?? "- ";
  const moved = movedText(target, pad + dash, run);
  if (moved !== undefined) return moved;
  const ordered = model?.value === undefined ? target : inOrderOf(model.value, target);
  const line = model?.value?.type === "flow-collection" ? elementText(ordered, style, { dash, isFlow: true }) : "";
  const lines = line !== "" && pad.length + line.length <= LINE_WIDTH ? line : elementText(ordered, style, { dash });
  return `${pad}${indented(lines, pad)}\n`;
}

/** What follows the colon of a key at a column, without the last line break. */
function newValue(target: Json, column: number, run: Run, form: Form): string {
  const { style } = run;
  if (!(Array.isArray(target) && target.some(isJsonObject)) || style.isJson)
    return indented(valueText(target, style, form), " ".repeat(column));
  const inner = column + (style.isListIndented ? style.step.length : 0);
  return `\n${target.map((element) => newElement(element as Json, inner, run)).join("")}`.trimEnd();
}

/** The members in the order of a mapping's keys. */
function inOrderOf(model: CST.Token, target: Json): Json {
  if (!isJsonObject(target) || !("items" in model)) return target;
  const order = model.items.map(({ key }) =>
    CST.isScalar(key) ? CST.resolveAsScalar(key, true, () => {})?.value : undefined,
  );
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(Object.entries(target).sort(([a], [b]) => rank(a) - rank(b)));
}

/** The text of a mapping that was defined elsewhere, with its comments, behind `lead`: blanks and a dash. */
function movedText(target: Json, lead: string, run: Run): string | undefined {
  const part = run.origins.get(target);
  const found =
    part &&
    tokensOf(part.source).flatMap((token) =>
      token.type === "document" && token.value !== undefined
        ? (placeOf(part, { start: [], value: token.value }, []) ?? [])
        : [],
    )[0];
  if (part === undefined || found === undefined) return undefined;
  const { value, comments } = found;
  const column =
    value.type === "flow-collection"
      ? (/^ */.exec(part.source.text.slice(part.source.text.lastIndexOf("\n", part.start) + 1))?.[0].length ?? 0)
      : "indent" in value
        ? value.indent
        : 0;
  const place = { level: 2, column, isInFlow: value.type === "flow-collection" };
  const text = written({ start: [], value }, part, target, { ...run, becomes: new Map(), place });
  const body = text
    .trimEnd()
    .replaceAll(new RegExp(`\n {0,${column}}(?=[^\\r\\n])`, "g"), `\n${" ".repeat(lead.length)}`);
  const pad = lead.slice(0, lead.indexOf("-"));
  return [...comments.map((comment) => `${pad}${comment}\n`), lead, body, "\n"].join("");
}

/** Where a value stands below an item, with the comments above it. */
function placeOf(
  part: Part,
  { value }: Item,
  above: Tokens,
): { readonly value: CST.Token; readonly comments: readonly string[] } | undefined {
  if (value === undefined) return undefined;
  if (value.offset === part.start) {
    return { value, comments: above.flatMap(({ type, source }) => (type === "comment" ? [source] : [])) };
  }
  if (!("items" in value)) return undefined;
  const items = value.items as readonly Item[];
  const index = items.findLastIndex((each) => each.value !== undefined && each.value.offset <= part.start);
  const item = items[index];
  if (item === undefined) return undefined;
  const behindLine = (tokens: Tokens): Tokens =>
    tokens.slice(tokens.findIndex(({ type }) => type === "newline") + 1 || tokens.length);
  const own =
    value.type === "block-seq" ? [...(index === 0 ? above : []), ...item.start] : behindLine(item.sep ?? item.start);
  return placeOf(part, item, own);
}
