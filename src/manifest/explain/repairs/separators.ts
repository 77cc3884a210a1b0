/** Signs between keys, values and elements that are missing, doubled or of another language. */
import { type BrokenLines, contentEnd, deletion, linesNear, type Piece, type Repair, replacement } from "./repair.ts";

/** Finds the right separator for keys and elements near the mistake. */
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

/** Finds commas near the mistake that are missing or too many. */
export function placeCommas(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 2, 0).flatMap((line) => {
    const { text = "", number = 0 } = broken.lines[line] ?? {};
    const end = contentEnd(text);
    const content = text.slice(0, end);
    const last = /\S+$/.exec(content);
    const repairs: Repair[] = [];
    for (const { 0: word, index } of content.matchAll(/[^\s,{[:]+(?=\s+[\w.~-]+:(?:\s|$))/g)) {
      if (word === "-") continue;
      const place = { line, start: index, end: index + word.length };
      repairs.push(replacement(place, `${word},`, `a comma is missing after ${word}`));
    }
    for (const { 0: words, index } of content.matchAll(/(?<=[[,]\s*)[\w.~-]+(?:\s+[\w.~-]+)+(?=\s*[\],])/g)) {
      const place = { line, start: index, end: index + words.length };
      repairs.push(replacement(place, words.split(/\s+/).join(", "), "commas are missing between these"));
    }
    for (const { index } of content.matchAll(/(?<=,\s*),/g)) {
      repairs.push(deletion({ line, start: index, end: index + 1 }, "nothing is written before this comma"));
    }
    if (content.endsWith(",")) {
      repairs.push(deletion({ line, start: end - 1, end }, "outside of brackets, no comma ends a value"));
    } else if (last !== null) {
      repairs.push({
        place: { line, start: last.index, end },
        label: "a comma is missing at the end of this line",
        help: `add , at the end of line ${number}`,
        edits: [{ line, start: end, end, text: "," }],
      });
    }
    return repairs;
  });
}

/** Finds a dash that is missing before a key that begins a new element. */
export function beginElement({ lines, at }: BrokenLines): readonly Repair[] {
  const { text = "" } = lines[at] ?? {};
  const [, indentation = "", content = ""] = /^( {2,})([\w.~-]+:.*)$/.exec(text) ?? [];
  if (content === "") return [];
  const line = `${indentation.slice(2)}- ${content.trimEnd()}`;
  const place = { line: at, start: indentation.length, end: indentation.length + content.search(/:/) };
  const edits = [{ line: at, start: 0, end: text.length, text: line }];
  return [{ place, label: "a dash is missing before this key", help: `begin a new element: "${line}"`, edits }];
}

function separated(piece: Piece, text: string): readonly Repair[] {
  const whole = (written: string, label: string): Repair => replacement(piece, written, label);
  const [, tight = "", value = ""] = /^([A-Za-z][\w.~-]*):([^\s:].*)$/.exec(text) ?? [];
  if (tight !== "") return [whole(`${tight}: ${value}`, "a space is missing after the colon")];
  const [, name = "", equal = ""] = /^([A-Za-z][\w.~-]*)\s*(?:=>?|:=)\s*(.+)$/.exec(text) ?? [];
  if (name !== "") return [whole(`${name}: ${equal}`, "a colon separates a key from its value, not an equals sign")];
  const [, joined = ""] = /^-([A-Za-z].*)$/.exec(text) ?? [];
  if (joined !== "") return [whole(`- ${joined}`, "a space is missing after the dash")];
  const [, sign = "", rest = ""] = /^([–—•*·])\s+(\S.*)$/.exec(text) ?? [];
  if (sign !== "") return [whole(`- ${rest}`, `"${sign}" does not begin an element of a list`)];
  const [, key = "", words = ""] = /^([A-Za-z][\w.~-]*)(\s+[^\s:].*)?$/.exec(text) ?? [];
  if (key === "" || /^\s*[:=]/.test(words)) return [];
  const place = { ...piece, end: piece.start + key.length };
  return [replacement(place, `${key}:`, `a colon is missing after "${key}"`)];
}

/** The same mistake in the lines that follow is one mistake. */
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

/** The pieces of a line between commas in brackets. */
function piecesInBrackets(text: string, line: number): readonly Piece[] {
  return [...text.slice(0, contentEnd(text)).matchAll(/(?<=[{[,]\s*)[^\s{}[\],][^{}[\],]*/g)].map(
    ({ 0: piece, index }) => ({
      line,
      start: index,
      end: index + piece.trimEnd().length,
    }),
  );
}
