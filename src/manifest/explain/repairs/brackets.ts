/** Brackets and braces that are not closed, closed by another sign, or closed twice; and quotes that are not closed. */
import { type BrokenLines, contentEnd, deletion, linesNear, type Repair, replacement } from "./repair.ts";

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

interface Opening {
  readonly sign: string;
  readonly column: number;
}

/** Finds brackets near the mistake that have no partner in their line. */
export function closeBrackets(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 3, 0).flatMap((line) => {
    const { text = "", number = 0 } = broken.lines[line] ?? {};
    const repairs: Repair[] = [];
    const open: Opening[] = [];
    for (const { sign, column } of signsIn(text)) {
      const place = { line, start: column, end: column + 1 };
      if (Object.hasOwn(CLOSING, sign)) open.push({ sign, column });
      else {
        const opening = open.pop();
        const expected = CLOSING[opening?.sign ?? ""];
        if (expected === undefined) repairs.push(deletion(place, `nothing is open that "${sign}" could close`));
        else if (expected !== sign) {
          repairs.push(replacement(place, expected, `"${opening?.sign}" is closed by "${sign}"`));
        }
      }
    }
    const [outermost] = open;
    if (outermost === undefined) return repairs;
    const closing = open.reverse().map(({ sign }) => CLOSING[sign]);
    const start = outermost.column;
    const end = contentEnd(text);
    // A comma after a closing bracket belongs to what is around it.
    const before = text.slice(0, end).endsWith(",") ? end - 1 : end;
    const closed = (count: number): Repair => {
      const added = closing.slice(0, count).join("");
      const { column = start, sign } = { ...open[count - 1] };
      return {
        place: { line, start: column, end: column + 1 },
        label: `"${sign}" is not closed`,
        help: `add ${added} at the end of line ${number}`,
        edits: [
          {
            line,
            start: before,
            end: before,
            text: closing
              .slice(0, count)
              .map((each) => (each === "}" ? " }" : each))
              .join(""),
          },
        ],
      };
    };
    return [...repairs, ...closing.map((_, index) => closed(closing.length - index))];
  });
}

/** Finds quotes near the mistake that are not closed in their line. */
export function closeQuotes(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 3, 0).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    const [before, quote] = /^(\s*(?:-\s+)*(?:[\w.~-]+\s*:\s+)?)(["'])[^"']*$/.exec(text.trimEnd())?.slice(1) ?? [];
    if (before === undefined || quote === undefined) return [];
    const end = text.trimEnd().length;
    const place = { line, start: before.length, end };
    const edits = [{ line, start: end, end, text: quote }];
    return [{ place, label: "this quote is not closed", help: `add ${quote} where the text ends`, edits }];
  });
}

/** The brackets of a line that are not in quotes or in a comment. */
function signsIn(text: string): readonly Opening[] {
  const plain = text
    .slice(0, contentEnd(text))
    .replaceAll(/(?<=[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/g, (quoted) => " ".repeat(quoted.length));
  return [...plain.matchAll(/[[\]{}]/g)].map(({ 0: sign, index }) => ({ sign, column: index }));
}
