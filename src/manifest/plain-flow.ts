/** Lists and mappings in brackets of the plain form of YAML, on one line or on several. */
import type { Member, Part, SourceText } from "./parts.ts";
import { afterSpaces, type Budget, CODE, isQuote, NotPlain, readScalar, spend } from "./plain-scalars.ts";

/** The reader's place inside of brackets. */
interface Flow {
  readonly source: SourceText;
  readonly text: string;
  /** Further lines begin deeper than this column; only the last bracket may stand in it. */
  readonly column: number;
  readonly maximumDepth: number;
  readonly budget: Budget;
  at: number;
}

/** Reads what begins with the bracket at `start`. The lines around it are in a collection at `column`. */
export function readFlow(
  { source, maximumDepth, budget }: Pick<Flow, "source" | "maximumDepth" | "budget">,
  start: number,
  column: number,
  depth: number,
): Part {
  const flow: Flow = { source, text: source.text, column, maximumDepth, budget, at: start };
  return readCollection(flow, depth, true);
}

function readCollection(flow: Flow, depth: number, isOutermost: boolean): Part {
  const { source, text, at: start } = flow;
  if (depth > flow.maximumDepth) throw new NotPlain();
  const isMap = text.charCodeAt(start) === CODE.openBrace;
  const closing = isMap ? CODE.closeBrace : CODE.closeBracket;
  const elements: Part[] = [];
  const members: Member[] = [];
  flow.at += 1;
  for (let isFirst = true; ; isFirst = false) {
    toContent(flow, isOutermost);
    if (!isFirst && text.charCodeAt(flow.at) !== closing) {
      if (text.charCodeAt(flow.at) !== CODE.comma) throw new NotPlain();
      flow.at += 1;
      toContent(flow, isOutermost);
    }
    if (text.charCodeAt(flow.at) === closing) break;
    if (isMap) members.push(readMember(flow, depth));
    else elements.push(readValue(flow, depth));
  }
  flow.at += 1;
  const end = flow.at;
  return isMap ? { type: "map", members, source, start, end } : { type: "list", elements, source, start, end };
}

function readMember(flow: Flow, depth: number): Member {
  const { text, at: keyStart } = flow;
  const isQuoted = isQuote(text.charCodeAt(keyStart));
  const { value: name, end: keyEnd } = readScalar(flow.source, keyStart, true);
  flow.at = afterSpaces(text, keyEnd);
  if (typeof name !== "string" || text.charCodeAt(flow.at) !== CODE.colon) throw new NotPlain();
  if (name === "<<" && !isQuoted) throw new NotPlain();
  flow.at += 1;
  toContent(flow, false);
  return { name, keyStart, keyEnd, value: readValue(flow, depth) };
}

function readValue(flow: Flow, depth: number): Part {
  spend(flow.budget);
  const code = flow.text.charCodeAt(flow.at);
  if (code === CODE.openBracket || code === CODE.openBrace) return readCollection(flow, depth + 1, false);
  const scalar = readScalar(flow.source, flow.at, true);
  flow.at = scalar.end;
  return scalar;
}

/** Goes over blanks, line ends and comments. The end of the text is no content. */
function toContent(flow: Flow, isOutermost: boolean): void {
  const { text } = flow;
  let { at } = flow;
  let lineStart = -1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === CODE.hash) {
      if (text.charCodeAt(at - 1) !== CODE.space) throw new NotPlain();
      at = text.indexOf("\n", at);
      if (at === -1) throw new NotPlain();
    } else if (code === CODE.lineFeed) {
      at += 1;
      lineStart = at;
    } else if (code === CODE.space || (code === CODE.carriageReturn && text.charCodeAt(at + 1) === CODE.lineFeed)) {
      at += 1;
    } else break;
  }
  flow.at = at;
  if (lineStart === -1 || at - lineStart > flow.column) return;
  const isLastBracket = isOutermost && /[\]}]/.test(text.charAt(at));
  if (!isLastBracket || at - lineStart < flow.column) throw new NotPlain();
}
