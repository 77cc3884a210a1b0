/**
 * Does to a text what the help of a diagnostic says, as a person does who takes it literally. In:
 * the text and the diagnostic. Out: the changed text, or undefined where the help leaves the words
 * to the person.
 */
import type { Diagnostic } from "../../../src/model/diagnostics.ts";

/** What is changed: the piece that the diagnostic underlines, and the words of the help. */
interface Advice {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What the pattern of the help has captured. */
  readonly words: readonly string[];
}

type Follower = readonly [help: RegExp, follow: (advice: Advice) => string | undefined];

const FOLLOWERS: readonly Follower[] = [
  [
    /^indent it by (\d+) spaces?$/,
    ({ text, start, words: [count = ""] }) =>
      reindented(text, lineOf(text, start), 1, Number(count)),
  ],
  [
    /^move lines (\d+)(?: and |–)(\d+) to the (left|right) by (\d+) spaces?$/,
    ({ text, words: [first, last, side, count] }) =>
      moved(text, Number(first), Number(last), side === "left" ? -Number(count) : Number(count)),
  ],
  [
    /^write (\d+) spaces in place of (?:the|each) tab$/,
    ({ text, words: [count] }) => text.replaceAll("\t", " ".repeat(Number(count))),
  ],
  [
    /^begin an? (?:new )?element: "(.*)"$/,
    ({ text, start, words: [line = ""] }) => inLine(text, lineOf(text, start), () => line),
  ],
  [
    /^begin it in the first column$/,
    ({ text, start }) => reindented(text, lineOf(text, start), 1, 0),
  ],
  [
    /^add (\S+) at the end of line (\d+)$/,
    ({ text, words: [sign = "", line] }) => inLine(text, Number(line), (was) => was + sign),
  ],
  [
    /^add (\S+) where the text ends$/,
    ({ text, start, words: [sign = ""] }) => inLine(text, lineOf(text, start), (was) => was + sign),
  ],
  [/^delete (?:it|them)$/, (advice) => replaced(advice, "")],
  [/the invisible character .*; delete it$/, (advice) => replaced(advice, "")],
  [/write a space instead$/, (advice) => replaced(advice, " ")],
  [/did you mean "(.+)"\?$/, renamed],
  [/^use letters, .*, for example "(.+)"$/, renamed],
  [
    /^(?:write a value; )?(?:to mean the text, )?quote it: (.+)$/,
    (advice) => replaced(advice, advice.words[0]),
  ],
  [/^write a list: (.+)$/, (advice) => replaced(advice, advice.words[0])],
  [/^write (.+), without quotes$/, (advice) => replaced(advice, advice.words[0])],
  [/^write (.+?)(?:; .*| \(or .*\))?$/, (advice) => replaced(advice, advice.words[0])],
];

export function followHelp(text: string, { help, primary }: Diagnostic): string | undefined {
  const [first] = help;
  if (typeof first !== "string" || primary === undefined) return undefined;
  const { start, end } = primary.span;
  for (const [pattern, follow] of FOLLOWERS) {
    const match = pattern.exec(first);
    if (match !== null)
      return follow({ text, start: start.offset, end: end.offset, words: match.slice(1) });
  }
  return undefined;
}

function replaced({ text, start, end }: Advice, replacement = ""): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Quotes stay as they are. */
function renamed(advice: Advice): string {
  const [name = ""] = advice.words;
  const quote = /^["'](?=.*["']$)/s.exec(advice.text.slice(advice.start, advice.end))?.[0] ?? "";
  return replaced(advice, quote + name + quote);
}

/** The number of an offset's line, counted from 1. */
function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function inLine(text: string, line: number, change: (line: string) => string): string {
  return text
    .split("\n")
    .map((was, index) => (index === line - 1 ? change(was) : was))
    .join("\n");
}

function reindented(text: string, first: number, count: number, spaces: number): string {
  return text
    .split("\n")
    .map((was, index) =>
      index >= first - 1 && index < first - 1 + count
        ? " ".repeat(spaces) + was.replace(/^\s+/, "")
        : was,
    )
    .join("\n");
}

function moved(text: string, first: number, last: number, by: number): string {
  return text
    .split("\n")
    .map((was, index) => {
      if (index < first - 1 || index >= last || was.trim() === "") return was;
      return by < 0 ? was.slice(-by) : " ".repeat(by) + was;
    })
    .join("\n");
}
