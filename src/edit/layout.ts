/**
 * The layout of YAML, as options and tags of the package `yaml`: which values are on one line, which texts are quoted, and
 * where blank lines are. What a text, number or block scalar says in several lines or digits stays as it is written.
 */
import {
  Composer,
  type CST,
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Parser,
  type Scalar,
  type ScalarTag,
  type Tags,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Catalog } from "../catalog/types.ts";
import { YAML_OPTIONS } from "../manifest/parse-yaml.ts";
import { jsonText } from "../model/json.ts";
import {
  COMPATIBLE_WITH,
  fitsOnLine,
  LINE_WIDTH,
  styleOf,
  type TextPlace,
  WRITING,
  withEscapes,
} from "../text/yaml-text.ts";
import { holdsComments, ownComments, placeComments } from "./comments.ts";
import { nameOf, orderKeys } from "./key-order.ts";

const INDENT = 2;

type Context = Parameters<NonNullable<ScalarTag["stringify"]>>[1];
type Stringify = (node: Node, context: Context, onComment?: () => void, onChompKeep?: () => void) => string;

const LAYOUT = {
  ...YAML_OPTIONS,
  compat: COMPATIBLE_WITH,
  keepSourceTokens: true,
  customTags: (tags: Tags): Tags => tags.map((tag) => withLayout(tag as ScalarTag)),
} as const;

/** Lays out a text without errors and with plain line feeds. */
export function layoutYaml(text: string, catalog: Catalog): string {
  const documents = [...new Composer(LAYOUT).compose([...new Parser().parse(text)].map(ownComments))];
  if (documents.length === 0) return text.replace(/\n*$/, "\n");
  const texts = documents.map((document) => {
    orderKeys(document, catalog);
    placeComments(document, isLineList);
    const { contents } = document;
    if (isNode(contents)) setStyle(contents, 0, "");
    if (isCollection(contents) && contents.items.length > 0) contents.flow = false;
    if (isMap(contents)) spaceKeys(contents);
    return document.toString(WRITING).replace(/^\n+/, "").replace(/\n*$/, "\n");
  });
  return texts.reduce((all, each) => all + (/^(?:---|%)/m.test(each) || all.endsWith("\n...\n") ? "" : "---\n") + each);
}

/** One blank line above each key at the top, but for keys without lines of their own. */
function spaceKeys({ items }: YAMLMap): void {
  const isShort = (value: unknown): boolean => !isCollection(value) || value.flow === true || value.items.length === 0;
  items.forEach(({ key, value }, index) => {
    if (!isNode(key)) return;
    const isFirst = index === 0;
    key.spaceBefore = !isFirst && !(isShort(value) && isShort(items[index - 1]?.value) && !key.commentBefore);
  });
}

/** Decides which collections are on one line. `column`: where the node's line begins; `lead`: what is before it. */
function setStyle(node: Node | null, column: number, lead: string): void {
  if (!isCollection(node) || node.items.length === 0) return;
  if (isSeq(node)) node.flow = isLineList(node);
  else if (isMap(node))
    node.flow = node.flow === true && !holdsComments(node) && column + lead.length + widthOf(node) <= LINE_WIDTH;
  if (node.flow === true) {
    visit(node, {
      Node: (_, inner) => Object.assign(inner, { spaceBefore: inner === node && node.spaceBefore }) && undefined,
    });
    return;
  }
  for (const item of node.items) {
    if (!isPair(item)) setStyle(item as Node, column + INDENT, "");
    else setStyle(item.value as Node | null, column + INDENT, `${keyText(item.key)}: `.slice(INDENT));
  }
}

/** How wide a collection is on one line. */
function widthOf(node: YAMLMap): number {
  const document = new Document(undefined, LAYOUT);
  const { comment, commentBefore } = node;
  Object.assign(node, { comment: null, commentBefore: null });
  document.contents = node as unknown as typeof document.contents;
  const { length } = document.toString({ ...WRITING, verifyAliasOrder: false }).trim();
  Object.assign(node, { comment, commentBefore });
  return length;
}

function keyText(key: unknown): string {
  const name = nameOf(key);
  return styleOf(name, "line") === "PLAIN" ? name : jsonText(name);
}

function isLineList(list: YAMLSeq): boolean {
  const texts = list.items.map((item) => {
    if (!isScalar(item) || item.anchor !== undefined || item.tag !== undefined || item.commentBefore || item.comment)
      return undefined;
    if (typeof item.value === "string") return isBlockScalar(item) || isFolded(item) ? undefined : jsonText(item.value);
    return item.source === "" ? "null" : item.source;
  });
  if (holdsComments(list) || texts.some((text) => text === undefined)) return false;
  return fitsOnLine(`[${texts.join(",")}]`);
}

/** The same tag, written as the layout has it. */
function withLayout(tag: ScalarTag): ScalarTag {
  const { stringify } = tag;
  const write: Stringify = (node, context, onComment, onChompKeep) => {
    if (isCollection(node)) {
      // Braces have blanks inside, brackets have none; and what is in them sees from it where it is.
      const flowCollectionPadding = isMap(node) ? " " : "";
      return (node as YAMLMap).toString({ ...context, flowCollectionPadding }, onComment, onChompKeep);
    }
    const scalar = node as Scalar;
    return (
      writtenScalar(scalar, context, onComment, onChompKeep) ??
      stringify?.(scalar, context, onComment) ??
      String(scalar.value)
    );
  };
  return { ...tag, stringify: write as NonNullable<ScalarTag["stringify"]> } as ScalarTag;

  function writtenScalar(
    scalar: Scalar,
    context: Context,
    onComment?: () => void,
    onChompKeep?: () => void,
  ): string | undefined {
    const { value, source = "" } = scalar;
    const isInLine = context.inFlow === true || context.implicitKey;
    const written = sourceOf(scalar) ?? source;
    if (scalar.tag !== undefined && !isBlockScalar(scalar) && !written.includes("\n")) return written;
    if (typeof value === "string") {
      if (!isInLine && isBlockScalar(scalar)) return blockText(scalar, context, onComment, onChompKeep);
      if (!isInLine && isFolded(scalar))
        return written.replaceAll(/[ \t]*\n[ \t]*/g, (gap) => foldedGap(gap, written, context));
      scalar.type = styleOf(value, placeIn(context));
      const text = stringify?.(scalar, context, onComment, onChompKeep) ?? value;
      return text.startsWith('"') ? withEscapes(text) : text;
    }
    if (value === null)
      return source === "" && context.inFlow !== true && context.flowCollectionPadding !== "" ? "" : "null";
    return typeof value === "boolean" ? String(value) : written;
  }
}

function placeIn({ implicitKey, inFlow, flowCollectionPadding }: Context): TextPlace {
  if (implicitKey) return "line";
  if (inFlow !== true) return "block";
  return flowCollectionPadding === "" ? "line" : "member";
}

/** A line break in a text without block style; blanks before an escaped one count. */
function foldedGap(gap: string, written: string, { indent }: Context): string {
  const before = written.startsWith('"') ? (/^[ \t]*/.exec(gap)?.[0] ?? "") : "";
  return `${before}\n${indent}`;
}

function sourceOf({ srcToken }: Scalar): string | undefined {
  switch (srcToken?.type) {
    case "scalar":
    case "single-quoted-scalar":
    case "double-quoted-scalar":
    case "block-scalar":
      return srcToken.source;
    default:
      return undefined;
  }
}

function isBlockScalar({ srcToken }: Scalar): boolean {
  return srcToken?.type === "block-scalar";
}

/** Whether a text without block style takes several lines. */
function isFolded(scalar: Scalar): boolean {
  return sourceOf(scalar)?.includes("\n") === true;
}

/** A block scalar with its own lines, indented as its new place requires. */
function blockText(
  scalar: Scalar,
  { indent, options }: Context,
  onComment?: () => void,
  onChompKeep?: () => void,
): string {
  const { props, source } = scalar.srcToken as CST.BlockScalar;
  const token = props.find(({ type }) => type === "block-scalar-header");
  const header = token !== undefined && "source" in token ? token.source : "|";
  const keeps = header.includes("+");
  const all = source.replace(/\n$/, "").split("\n");
  const given = /[1-9]/.exec(header)?.[0];
  const first = all.find((line) => line.trim() !== "") ?? "";
  const own = given === undefined ? (/^ */.exec(first)?.[0].length ?? 0) : indentGiven(scalar, Number(given));
  const lines = all.map((line) => line.slice(own));
  if (!keeps) while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  else onChompKeep?.();
  const isLed = /^ /.test(lines.find((line) => line !== "") ?? "");
  const comment = scalar.comment ? ` ${options.commentString(scalar.comment)}` : "";
  if (comment !== "") onComment?.();
  const width = isLed || (given !== undefined && lines.every((line) => line.trim() === "")) ? String(INDENT) : "";
  const head = `${header.charAt(0)}${width}${keeps ? "+" : header.includes("-") ? "-" : ""}${comment}`;
  return [head, ...lines.map((line) => (line === "" ? "" : indent + line))].join("\n");
}

/** The columns before the text of a block scalar whose header gives them beyond those of its parent. */
function indentGiven({ srcToken }: Scalar, given: number): number {
  return Math.max((srcToken as CST.BlockScalar).indent, 0) + given;
}
