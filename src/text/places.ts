/** Values in a text together with what they were read as: where a new value can be written, and in which style. */
import type { CST } from "yaml";
import { isJsonFile, jsonOf, type Part, type SourceText } from "../manifest/parts.ts";
import { type Lines, linesOf } from "../manifest/text-lines.ts";
import { memoizedBy } from "../model/collections.ts";
import { lineBreakOf, type TextEdit } from "../model/edits.ts";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { pairElements } from "./match.ts";
import { rootSlot, type Slot, slotsOf, valueTokens } from "./tokens.ts";

/** What is the same for all places in a file. */
export interface EditedFile {
  readonly source: SourceText;
  readonly lines: Lines;
  readonly isJson: boolean;
  /** The line break that most lines end with. */
  readonly eol: string;
  readonly edits: TextEdit[];
  /** What a line of JSON is indented by. */
  readonly indent: string;
}

/** A value in the text, with what it was read as. */
export interface ValuePlace extends Slot {
  readonly part: Part;
  /** A member of a mapping or an element of a list in block style; everything else has to stay on its line. */
  readonly style: "member" | "element" | "inline";
}

/** A member or element on both sides. */
export interface InnerChange {
  /** Of a member. */
  readonly name?: string;
  /** Undefined for what is new. */
  readonly place?: Slot;
  /** Undefined for what goes. */
  readonly target?: Json;
}

/** A value inside of another, on both sides. */
export interface Inner extends InnerChange {
  readonly place?: ValuePlace;
}

interface ParsedDocuments {
  readonly source: SourceText;
  readonly documents: readonly Part[];
}

export function editedFile(source: SourceText): EditedFile {
  return { ...fileOf(source), edits: [] };
}

const fileOf = memoizedBy((source: SourceText): Omit<EditedFile, "edits"> => {
  const { file, text } = source;
  return {
    source,
    lines: linesOf(text),
    isJson: isJsonFile(file),
    eol: lineBreakOf(text),
    indent: /^[ \t]+/m.exec(text)?.[0] ?? "  ",
  };
});

/** The documents of a file. */
export function rootPlaces({ source, documents }: ParsedDocuments): readonly ValuePlace[] {
  const tokens = valueTokens(source.text);
  if (tokens.length !== documents.length) throw new Error(`${source.file} was read as other documents`);
  return documents.map((part, index) => ({ ...rootSlot(tokens[index] as CST.Token), part, style: "inline" }));
}

/** Whether two values are the same to a reader of the file. */
export function isSame(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** The values inside of a mapping or list, in order; none inside of an alias. */
export function placesIn(
  { part, value }: Pick<ValuePlace, "part" | "value">,
  { file }: SourceText,
): readonly ValuePlace[] {
  if (value === undefined || part.type === "scalar") return [];
  const style = value.type === "block-map" ? "member" : value.type === "block-seq" ? "element" : "inline";
  return slotsOf(value).map((slot, index) => {
    const own = part.type === "map" ? part.members[index]?.value : part.elements[index];
    if (own === undefined) throw new Error(`${file}: more values than were read`);
    return { ...slot, part: own, style };
  });
}

/**
 * What is inside of a mapping or list or is to be, in its order. Undefined where the whole value has to be written again: it
 * becomes another type or empty, or it is in brackets and nothing of it stays, not even a comment.
 */
export function innerPlaces(
  { part, value }: ValuePlace,
  target: Json,
  { source }: EditedFile,
): readonly Inner[] | undefined {
  if (value === undefined || value.type === "alias" || part.type === "scalar") return undefined;
  const places = placesIn({ part, value }, source);
  const inner = innerOf(part, places, value, target);
  const hasKept = inner?.some((each) => each.place !== undefined && each.target !== undefined) === true;
  if (hasKept || inner === undefined) return inner;
  if (value.type === "flow-collection") return holdsComment(value) ? inner : undefined;
  return places.length > 0 && inner.some((each) => each.target !== undefined) ? inner : undefined;
}

function innerOf(
  part: Part,
  places: readonly ValuePlace[],
  value: CST.Token,
  target: Json,
): readonly Inner[] | undefined {
  if (part.type === "map" && isJsonObject(target))
    return value.type === "block-seq" ? undefined : members(part.members, places, target);
  if (part.type !== "list" || !Array.isArray(target) || value.type === "block-map") return undefined;
  // `[a: 1]` holds a mapping without braces.
  if (places.some((each) => each.style === "inline" && each.part.type === "map" && isBare(each))) return undefined;
  return elements(places, target as readonly Json[]);
}

/** Whether there are comments between the values in brackets. */
function holdsComment({ items }: CST.FlowCollection): boolean {
  return items.some(({ start, sep = [] }) => [...start, ...sep].some(({ type }) => type === "comment"));
}

function isBare({ value }: ValuePlace): boolean {
  return value === undefined || (value.type !== "flow-collection" && value.type !== "alias");
}

function members(
  own: readonly { readonly name: string }[],
  places: readonly ValuePlace[],
  target: JsonObject,
): readonly Inner[] {
  const all = own.map(({ name }, index): Inner => {
    const place = places[index] as ValuePlace;
    return Object.hasOwn(target, name) ? { name, place, target: target[name] as Json } : { name, place };
  });
  let last = all.findIndex((each) => each.target !== undefined);
  for (const [name, value] of Object.entries(target)) {
    const index = all.findIndex((each) => each.name === name);
    last = index === -1 ? last + 1 : index;
    if (index === -1) all.splice(last, 0, { name, target: value });
  }
  return all;
}

function elements(places: readonly ValuePlace[], target: readonly Json[]): readonly Inner[] {
  const old = places.map(({ part }) => jsonOf(part));
  return pairElements(old, target).map(({ from, to }) => ({
    ...(from === undefined ? {} : { place: places[from] as ValuePlace }),
    ...(to === undefined ? {} : { target: target[to] as Json }),
  }));
}

/** Neighbours that go or are new, with what stays before and behind them. */
export interface ChangeRun {
  readonly before: Slot | undefined;
  readonly after: Slot | undefined;
  readonly gone: readonly Slot[];
  readonly added: readonly InnerChange[];
}

/** The runs of what does not stay, in order. */
export function runsOf(inner: readonly InnerChange[]): readonly ChangeRun[] {
  const runs: ChangeRun[] = [];
  const stays = ({ place, target }: InnerChange): boolean => place !== undefined && target !== undefined;
  for (let index = 0; index < inner.length; index += 1) {
    if (stays(inner[index] as InnerChange)) continue;
    const found = inner.findIndex((each, at) => at > index && stays(each));
    const end = found === -1 ? inner.length : found;
    const run = inner.slice(index, end);
    runs.push({
      before: inner[index - 1]?.place,
      after: inner[end]?.place,
      gone: run.flatMap(({ place }) => place ?? []),
      added: run.filter(({ place }) => place === undefined),
    });
    index = end;
  }
  return runs;
}
