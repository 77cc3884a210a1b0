/**
 * Items that are new to a file, in its style. In: a name and a value. Out: their text as from column
 * 0, with `\n` between lines.
 */
import {
  type ExactNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonText,
} from "../ground/json.ts";
import { memberNamed, type Part, partsIn } from "../manifest/parts.ts";
import { Edited, itemsOf, type NewValue, plainValue } from "./new-values.ts";
import { indented, keyText, scalarText } from "./print.ts";
import { type FileStyle, isPlainList, isSpread, typeIn } from "./style.ts";

/** How an item is written at its place. */
export interface ItemStyle extends FileStyle {
  /** Whether an item is between brackets, and whether its value is. */
  readonly isInFlow: boolean;
  readonly isFlow: boolean;
  /** The columns at which text is folded; none for 0. */
  readonly width: number;
  /** A collection whose layout a new one gets. */
  readonly model?: Part | undefined;
  /** Returns an element that moves here from elsewhere. */
  readonly moveElement: (element: Edited, style: ItemStyle) => NewItem;
}

/** The text of an item, and the comments on the lines above it. */
export interface NewItem {
  readonly notes: readonly string[];
  readonly text: string;
}

/** The text of a value. */
export interface NewBody {
  /** The blanks, or the line break, after the colon or dash. */
  readonly lead: string;
  readonly text: string;
  /** Whether comments are after the first line, as of a block collection or a text with a header. */
  readonly isBlock: boolean;
}

/** Returns the style of items outside of all brackets. */
export function blockStyle(style: FileStyle, moveElement: ItemStyle["moveElement"]): ItemStyle {
  return { ...style, isInFlow: false, isFlow: style.isJson, width: 0, moveElement };
}

/** Returns the lines of an item with the comments above it. */
export function linesOf({ notes, text }: NewItem): string {
  return [...notes, text].join("\n");
}

/** Writes a member, or without a name an element of a list. */
export function writeItem(name: string | undefined, newValue: NewValue, style: ItemStyle): NewItem {
  if (name === undefined && newValue instanceof Edited) return style.moveElement(newValue, style);
  const { lead, text } = writeBody(name, newValue, style);
  return { notes: [], text: introText(name, style) + lead + text };
}

/** Returns a key with its colon, or a dash; nothing for an element between brackets. */
function introText(name: string | undefined, style: ItemStyle): string {
  if (name === undefined) return style.isInFlow ? "" : "-";
  return `${keyText(name, style)}${style.colon.slice(0, style.colon.indexOf(":"))}:`;
}

/** Writes the value of an item. */
export function writeBody(name: string | undefined, newValue: NewValue, style: ItemStyle): NewBody {
  const lead = leadText(name, style);
  const value = plainValue(newValue);
  if (typeof value === "string") {
    const text = scalarText(value, style, name);
    return { lead, text, isBlock: typeIn(text).startsWith("BLOCK") };
  }
  if (!isCollection(value)) return { lead, text: jsonText(value), isBlock: false };
  if (style.isFlow || isShort(value)) return { lead, text: flowText(value, style), isBlock: false };
  const isList = Array.isArray(value);
  const items = itemsOf(newValue).map(([key, inner]) =>
    linesOf(writeItem(isList ? undefined : key, inner, style)),
  );
  const pad = padOfItems(name, isList, style);
  const text = indented(items.join("\n"), pad);
  return { lead: name === undefined ? lead : `\n${pad}`, text, isBlock: true };
}

/** Returns the blanks after a colon or dash. */
function leadText(name: string | undefined, { isInFlow, dash, colon }: ItemStyle): string {
  if (name !== undefined) return colon.slice(colon.indexOf(":") + 1);
  return isInFlow ? "" : dash.slice(1);
}

/** Returns the blanks before the items of a new block collection. */
function padOfItems(
  name: string | undefined,
  isList: boolean,
  { dash, step, isListIndented }: FileStyle,
): string {
  if (name === undefined) return " ".repeat(dash.length);
  return isList && !isListIndented ? "" : step;
}

/** The longest list on one line, as JSON. */
const SHORT_LIST = 80;

/** Whether a collection has brackets in block style too: an empty one, or a short plain list. */
function isShort(value: readonly Json[] | JsonObject): boolean {
  if (!Array.isArray(value)) return Object.keys(value).length === 0;
  return isListOfScalars(value) && jsonText(value).length <= SHORT_LIST;
}

function isCollection(value: Json): value is readonly Json[] | JsonObject {
  return Array.isArray(value) || isJsonObject(value);
}

function isListOfScalars(value: readonly Json[] | JsonObject | ExactNumber): boolean {
  return Array.isArray(value) && !value.some(isCollection);
}

/**
 * Writes a collection between brackets. In JSON, it has as many lines as its model, or as others in
 * the file.
 */
function flowText(value: readonly Json[] | JsonObject, style: ItemStyle): string {
  const { step, hasPaddedBraces, commaGap, model } = style;
  const isList = Array.isArray(value);
  const inFlow = { ...style, isInFlow: true, isFlow: true };
  const items = Object.entries<Json>(value).map(([key, inner]) => {
    const itemStyle = { ...inFlow, model: modelIn(model, key) };
    return linesOf(writeItem(isList ? undefined : key, inner, itemStyle));
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length > 0 && hasLines(value, style))
    return `${open}\n${step}${indented(items.join(",\n"), step)}\n${close}`;
  const blank = !isList && hasPaddedBraces && items.length > 0 ? " " : "";
  return open + blank + items.join(`,${commaGap}`) + blank + close;
}

/** Whether a new collection between brackets gets a line for each of its items. */
function hasLines(
  value: readonly Json[] | JsonObject,
  { isJson, model, areListsSpread, areMapsSpread }: ItemStyle,
): boolean {
  if (!isJson) return false;
  const isPlain = isListOfScalars(value);
  const isOfSort =
    model?.type === (Array.isArray(value) ? "list" : "map") && isPlainList(model) === isPlain;
  if (model !== undefined && isOfSort && partsIn(model).length > 0) return isSpread(model);
  return isPlain ? areListsSpread : areMapsSpread;
}

/** Returns the model of an item in a new collection. */
function modelIn(model: Part | undefined, key: string): Part | undefined {
  if (model?.type === "list") return model.elements.find((element) => partsIn(element).length > 0);
  return memberNamed(model, key)?.value;
}
