/**
 * Differences of values and files, line by line: `-` marks old lines, `+` new ones. Every line is
 * harmless to print.
 */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from "diff";
import { MASK } from "../../analysis/secrets.ts";
import { memoizedBy } from "../../ground/collections.ts";
import { toldApart } from "../../ground/invisible-characters.ts";
import { type Json, jsonText } from "../../ground/json.ts";
import { pointerText } from "../../ground/pointer.ts";
import type { FieldChange } from "../../model/model.ts";
import type { FileToShow } from "../mask/results.ts";
import type { Difference, Inline, Words } from "./document.ts";
import * as doc from "./document.ts";
import { widthOf } from "./layout.ts";
import { isShownWhole, safeText } from "./safe-text.ts";

/** Most changes of a comparison, whose time grows with their square. */
const MOST_CHANGES = 4_000;
/** Longest value that is shown, in UTF-16 units. Services take no longer ones. */
const LONGEST = 20_000;
/** Columns of a change that is shown on one line. */
const SHORT_CHANGE = 80;

/**
 * Makes the difference of a field. `isResource`: the resource is created or deleted, so there is no
 * other side.
 */
export function fieldChange(
  field: FieldChange,
  {
    isResource = false,
    marks = [],
  }: { readonly isResource?: boolean; readonly marks?: readonly Inline[] } = {},
): Difference {
  const { path, before, after, not_shown } = field;
  const sides = isResource ? [after ?? before] : [before, after];
  const isLong = sides.some((value) => isMultiLine(value) || isTooLong(value));
  const absent = not_shown === true ? "(not shown)" : "(none)";
  const written = sides.map((value) => (value === undefined ? absent : valueText(value)));
  const [from = "", to = from] = isLong ? [] : written;
  const texts = isLong ? [] : toldApart(from, to).slice(0, sides.length).map(safeText);
  const short = isLong || widthOf(texts.join("")) > SHORT_CHANGE ? undefined : texts;
  const label = pointerText(path);
  const isWhole = (): boolean =>
    isShownWhole(label) && (short !== undefined || compareSides(field).isWhole);
  return { label, marks, short, lines: () => compareSides(field).lines, isWhole };
}

/**
 * Writes a cell of a page with a line for each change: `label: before → after`. Changes above
 * `most` are counted.
 */
export function cellLines(changes: readonly Difference[], most = changes.length): Words {
  const lines = changes.slice(0, most).map(({ label, short, isWhole }): Words => {
    // Two beginnings of long values would not say what changed.
    if (short === undefined) {
      return [
        doc.code(label),
        ": ",
        doc.paint(isWhole() ? "see the diff" : TOO_LONG, isWhole() ? "muted" : "warning"),
      ];
    }
    return [
      doc.code(label),
      ": ",
      short.map((value, index): Words => [index > 0 && " → ", doc.code(value)]),
    ];
  });
  const left = changes.length - lines.length;
  return [...lines, left > 0 && `and ${left} more`].map((line, index) => [
    index > 0 && line && doc.BREAK,
    line,
  ]);
}

/**
 * Makes the difference of a file. Its lines are a unified diff, in which hidden lines have a mask
 * in place of their text.
 */
export function fileChange(change: FileToShow): Difference {
  return { label: "", short: undefined, lines: () => diffLines(change), isWhole: () => true };
}

function diffLines(change: FileToShow): readonly string[] {
  const { file, before, after } = change;
  if (before === after) return [];
  const to = safeText(file);
  const from = before === undefined ? "/dev/null" : to;
  const patch = structuredPatch(from, to, before ?? "", after, "", "", {
    context: 3,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return [`--- ${from}`, `+++ ${to}`, ALL_DIFFERENT];
  const hunks = patch.hunks.map((hunk) => ({ ...hunk, lines: maskHunk(hunk, change) }));
  const all = formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY)
    .split(/\r?\n/)
    .slice(0, -1);
  // Tabs stay as they are in the file.
  return all.map((line) => line.split("\t").map(safeText).join("\t"));
}

type Hunk = Pick<StructuredPatchHunk, "oldStart" | "newStart" | "lines">;

/**
 * Masks the hidden lines of a hunk. A line that is hidden on one of its sides keeps its sign and
 * its indent.
 */
function maskHunk(
  { oldStart, newStart, lines }: Hunk,
  { hiddenBefore, hiddenAfter }: FileToShow,
): string[] {
  let oldLine = oldStart;
  let newLine = newStart;
  return lines.map((line) => {
    const sign = line.charAt(0);
    const isOld = sign === "-" || sign === " ";
    const isNew = sign === "+" || sign === " ";
    const isHidden = (isOld && hiddenBefore.has(oldLine)) || (isNew && hiddenAfter.has(newLine));
    if (isOld) oldLine += 1;
    if (isNew) newLine += 1;
    const indent = /^.\s*/.exec(line)?.[0] ?? "";
    return isHidden && line.trim() !== sign.trim() ? `${indent}${MASK}` : line;
  });
}

const ALL_DIFFERENT = "  almost every line differs";

/** The words for a value that is cut, so that its lines may not show the difference. */
const TOO_LONG = "too long to show";

/**
 * Compares both sides, with a few unchanged lines between changes. If no line differs, as with two
 * masks or at the end of a text, both are shown as JSON.
 */
function valueLines(before: Json | undefined, after: Json | undefined): ValueLines {
  if (isTooLong(before) || isTooLong(after)) return { lines: [`  (${TOO_LONG})`], isWhole: false };
  const values = [before, after];
  const isText = values.some(isMultiLine);
  const isOneSided = values.includes(undefined);
  const [from = "", to = ""] = values.map((value) => sideText(value, { isText, isOneSided }));
  const [shownFrom, shownTo] = toldApart(from, to);
  if (from === to) {
    const whole = (sign: string, value: Json | undefined): readonly string[] =>
      value === undefined ? [] : [sign + valueText(value)];
    return signLines([...whole("-", before), ...whole("+", after)]);
  }
  const patch = structuredPatch("", "", shownFrom, shownTo, "", "", {
    context: 2,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return { lines: [ALL_DIFFERENT], isWhole: false };
  return signLines(
    patch.hunks.flatMap(({ lines }, index) => [...(index === 0 ? [] : [GAP]), ...lines]),
  );
}

interface SidesOfValue {
  /** Whether a side is a text of several lines. */
  readonly isText: boolean;
  /** Whether only one side has a value. */
  readonly isOneSided: boolean;
}

/** Writes one side of a comparison, which ends with a line break; empty without a value. */
function sideText(value: Json | undefined, { isText, isOneSided }: SidesOfValue): string {
  if (value === undefined) return "";
  const isPlain = typeof value === "string" && (isText || value === MASK);
  const text = isPlain ? value : jsonSideText(value, isOneSided);
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Writes a value on one line, or on several lines if there is another value to compare. */
function jsonSideText(value: Json, isOneSided: boolean): string {
  return isOneSided ? valueText(value) : jsonText(value, 2);
}

const compareSides = memoizedBy(({ before, after }: FieldChange) => valueLines(before, after));

const GAP = "  ...";

/** The lines of a difference, and whether nothing of it was cut. */
interface ValueLines {
  readonly lines: readonly string[];
  readonly isWhole: boolean;
}

function signLines(lines: readonly string[]): ValueLines {
  return {
    lines: lines.map((line) => (line === GAP ? GAP : signLine(line))),
    isWhole: lines.every((line) => line.startsWith(" ") || isShownWhole(line)),
  };
}

/**
 * Signs of lines. Unchanged lines have one too: without it, they could look like lines of laurel's
 * own.
 */
const SIGNS: Readonly<Record<string, string>> = { "-": "- ", "+": "+ ", " ": "| " };

function signLine(line: string): string {
  return `${SIGNS[line.charAt(0)] ?? "  "}${safeText(line.slice(1))}`;
}

/**
 * Writes a value as JSON on one line, with a blank after commas and colons so that it can be
 * wrapped. The text is not harmless.
 */
export function valueText(value: Json): string {
  if (value === MASK) return MASK;
  const lines = jsonText(value, 1);
  return lines.replaceAll(/(?<=\[)\n *|\n *(?=\])/g, "").replaceAll(/\n */g, " ");
}

function isMultiLine(value: Json | undefined): value is string {
  return typeof value === "string" && value.includes("\n");
}

function isTooLong(value: Json | undefined): boolean {
  return value !== undefined && jsonText(value).length > LONGEST;
}
