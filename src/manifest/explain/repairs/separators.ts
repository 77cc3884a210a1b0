/** Repairs missing, doubled or foreign separators between keys, values and elements. */
import { inQuotes } from "../../../ground/words.ts";
import {
  type BrokenLines,
  contentEnd,
  deletion,
  linesNear,
  type Piece,
  type Repair,
  replacement,
} from "./repair.ts";

/** Corrects the separators of keys and elements near the mistake. */
export function separateValues(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 2, 1).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    const [before = ""] = /^\s*(?:-\s+)*/.exec(text) ?? [];
    const start = before.length;
    const whole: Piece = { line, start, end: contentEnd(text) };
    const pieces = [whole, ...piecesInBrackets(text, line)];
    const single = pieces.flatMap((piece) => separated(piece, text.slice(piece.start, piece.end)));
    return [...single, ...inSeveralLines(broken, line)];
  });
}

/** Adds missing and deletes superfluous commas near the mistake. */
export function placeCommas(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 2, 0).flatMap((line) => {
    const { text = "", number = 0 } = broken.lines[line] ?? {};
    const content = { text: text.slice(0, contentEnd(text)), line, number };
    return [
      addCommasBeforeKeys,
      addCommasBetweenWords,
      deleteDoubleCommas,
      deleteLastComma,
      addLastComma,
    ].flatMap((find) => find(content));
  });
}

/** A line without its comment. */
interface LineContent {
  readonly text: string;
  /** The index of the line, and its number in the whole text. */
  readonly line: number;
  readonly number: number;
}

/** Adds the comma between a value and the key after it: `{ a: 1 b: 2 }`. */
export function addCommasBeforeKeys({ text, line }: LineContent): readonly Repair[] {
  return [...text.matchAll(/[^\s,{[:]+(?=\s+[\w.~-]+:(?:\s|$))/g)].flatMap(({ 0: word, index }) => {
    const place = { line, start: index, end: index + word.length };
    return word === "-" ? [] : [replacement(place, `${word},`, `a comma is missing after ${word}`)];
  });
}

/** Adds the commas between words in brackets: `[a b]`. */
export function addCommasBetweenWords({ text, line }: LineContent): readonly Repair[] {
  return [...text.matchAll(/(?<=[[,]\s*)[\w.~-]+(?:\s+[\w.~-]+)+(?=\s*[\],])/g)].map(
    ({ 0: words, index }) => {
      const place = { line, start: index, end: index + words.length };
      return replacement(place, words.split(/\s+/).join(", "), "commas are missing between these");
    },
  );
}

/** Deletes a comma after another one: `[a, , b]`. */
export function deleteDoubleCommas({ text, line }: LineContent): readonly Repair[] {
  return [...text.matchAll(/(?<=,\s*),/g)].map(({ index }) =>
    deletion({ line, start: index, end: index + 1 }, "nothing is written before this comma"),
  );
}

/** Deletes a comma at the end of a line, as JSON has it. */
export function deleteLastComma({ text, line }: LineContent): readonly Repair[] {
  const place = { line, start: text.length - 1, end: text.length };
  return text.endsWith(",") ? [deletion(place, "outside of brackets, no comma ends a value")] : [];
}

/** Adds a comma at the end of a line in brackets. */
export function addLastComma({ text, line, number }: LineContent): readonly Repair[] {
  const last = /\S+$/.exec(text);
  if (last === null || text.endsWith(",")) return [];
  const end = text.length;
  const place = { line, start: last.index, end };
  const help = `add , at the end of line ${number}`;
  return [
    {
      place,
      label: "a comma is missing at the end of this line",
      help,
      edits: [{ line, start: end, end, text: "," }],
    },
  ];
}

/** Adds the missing dash before the first key of an element. */
export function beginElement({ lines, at }: BrokenLines): readonly Repair[] {
  const { text = "" } = lines[at] ?? {};
  const [, indentation = "", content = ""] = /^( {2,})([\w.~-]+:.*)$/.exec(text) ?? [];
  if (content === "") return [];
  const line = `${indentation.slice(2)}- ${content.trimEnd()}`;
  const place = {
    line: at,
    start: indentation.length,
    end: indentation.length + content.search(/:/),
  };
  const edits = [{ line: at, start: 0, end: text.length, text: line }];
  return [
    {
      place,
      label: "a dash is missing before this key",
      help: `begin a new element: ${inQuotes(line)}`,
      edits,
    },
  ];
}

/** A key with its value, or an element of a list, where a separator may be wrong. */
interface Separable {
  readonly piece: Piece;
  readonly text: string;
}

function separated(piece: Piece, text: string): readonly Repair[] {
  for (const find of [
    addSpaceAfterColon,
    replaceEqualsSign,
    addSpaceAfterDash,
    replaceBullet,
    addColon,
  ]) {
    const repair = find({ piece, text });
    if (repair !== undefined) return [repair];
  }
  return [];
}

/** Adds the space in `name:value`. */
export function addSpaceAfterColon({ piece, text }: Separable): Repair | undefined {
  const [, name, value] = /^([A-Za-z][\w.~-]*):([^\s:].*)$/.exec(text) ?? [];
  return name === undefined
    ? undefined
    : replacement(piece, `${name}: ${value}`, "a space is missing after the colon");
}

/** Replaces the sign in `name = value`, `name => value` or `name := value`. */
export function replaceEqualsSign({ piece, text }: Separable): Repair | undefined {
  const [, name, value] = /^([A-Za-z][\w.~-]*)\s*(?:=>?|:=)\s*(.+)$/.exec(text) ?? [];
  const label = "a colon separates a key from its value, not an equals sign";
  return name === undefined ? undefined : replacement(piece, `${name}: ${value}`, label);
}

/** Adds the space in `-value`. */
export function addSpaceAfterDash({ piece, text }: Separable): Repair | undefined {
  const [, value] = /^-([A-Za-z].*)$/.exec(text) ?? [];
  return value === undefined
    ? undefined
    : replacement(piece, `- ${value}`, "a space is missing after the dash");
}

/** Replaces the bullet of a text processor by a dash. */
export function replaceBullet({ piece, text }: Separable): Repair | undefined {
  const [, sign, value] = /^([–—•*·])\s+(\S.*)$/.exec(text) ?? [];
  const label = `${inQuotes(sign ?? "")} does not begin an element of a list`;
  return sign === undefined ? undefined : replacement(piece, `- ${value}`, label);
}

/** Adds the colon in `name value`. */
export function addColon({ piece, text }: Separable): Repair | undefined {
  const [, name, rest = ""] = /^([A-Za-z][\w.~-]*)(\s+[^\s:].*)?$/.exec(text) ?? [];
  if (name === undefined || /^\s*[:=]/.test(rest)) return undefined;
  const place = { ...piece, end: piece.start + name.length };
  return replacement(place, `${name}:`, `a colon is missing after ${inQuotes(name)}`);
}

/** Makes one repair of the same mistake in consecutive lines. */
function inSeveralLines({ lines }: BrokenLines, line: number): readonly Repair[] {
  const repairs: Repair[] = [];
  for (let index = line; index < lines.length; index += 1) {
    const { text = "" } = lines[index] ?? {};
    const [before = ""] = /^\s*(?:-\s+)*/.exec(text) ?? [];
    const place = { line: index, start: before.length, end: contentEnd(text) };
    const [repair] = separated(place, text.slice(place.start, place.end));
    if (repair === undefined || repair.label !== (repairs[0] ?? repair).label) break;
    repairs.push(repair);
  }
  const [first, ...others] = repairs;
  if (first === undefined || others.length === 0) return [];
  const count = others.length === 1 ? "the next line has" : `the next ${others.length} lines have`;
  const help = `${first.help}; ${count} the same mistake`;
  return [{ ...first, help, edits: repairs.flatMap(({ edits }) => edits) }];
}

/** Returns the pieces of a line between commas in brackets. */
function piecesInBrackets(text: string, line: number): readonly Piece[] {
  return [...text.slice(0, contentEnd(text)).matchAll(/(?<=[{[,]\s*)[^\s{}[\],][^{}[\],]*/g)].map(
    ({ 0: piece, index }) => ({
      line,
      start: index,
      end: index + piece.trimEnd().length,
    }),
  );
}
