/** Repairs brackets and braces without a partner, and quotes that are not closed. */
import { inQuotes } from "../../../ground/words.ts";
import {
  type BrokenLines,
  contentEnd,
  deletion,
  linesNear,
  type Repair,
  replacement,
} from "./repair.ts";

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** A bracket or brace of a line. */
interface Sign {
  readonly sign: string;
  readonly column: number;
}

/** Finds brackets near the mistake that have no partner in their line. */
export function closeBrackets(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 3, 0).flatMap((line) => [
    ...closeByPartner(broken, line),
    ...addClosing(broken, line),
  ]);
}

/**
 * Deletes a closing bracket that nothing opens, and replaces one that does not belong to the open
 * bracket.
 */
export function closeByPartner(broken: BrokenLines, line: number): readonly Repair[] {
  const { closing } = pairsIn(broken.lines[line]?.text ?? "");
  return closing.flatMap(({ sign, column, opening }): readonly Repair[] => {
    const place = { line, start: column, end: column + 1 };
    const partner = CLOSING[opening?.sign ?? ""];
    if (partner === undefined)
      return [deletion(place, `nothing is open that ${inQuotes(sign)} could close`)];
    return partner === sign
      ? []
      : [
          replacement(
            place,
            partner,
            `${inQuotes(opening?.sign ?? "")} is closed by ${inQuotes(sign)}`,
          ),
        ];
  });
}

/** Closes all open brackets at the end of the line, or only the outer ones. */
export function addClosing(broken: BrokenLines, line: number): readonly Repair[] {
  const { text = "", number = 0 } = broken.lines[line] ?? {};
  const { open } = pairsIn(text);
  const end = contentEnd(text);
  // A comma after a closing bracket belongs to the collection around it.
  const at = text.slice(0, end).endsWith(",") ? end - 1 : end;
  const innermostFirst = [...open].reverse();
  return open.map(({ sign, column }, outer): Repair => {
    const signs = innermostFirst
      .slice(0, open.length - outer)
      .map((each) => CLOSING[each.sign] ?? "");
    return {
      place: { line, start: column, end: column + 1 },
      label: `${inQuotes(sign)} is not closed`,
      help: `add ${signs.join("")} at the end of line ${number}`,
      edits: [
        {
          line,
          start: at,
          end: at,
          text: signs.map((each) => (each === "}" ? " }" : each)).join(""),
        },
      ],
    };
  });
}

/**
 * Returns the closing brackets of a line with their opening ones, and the brackets that stay open,
 * the outermost first.
 */
function pairsIn(text: string) {
  const open: Sign[] = [];
  const closing: (Sign & { readonly opening: Sign | undefined })[] = [];
  for (const each of signsIn(text)) {
    if (Object.hasOwn(CLOSING, each.sign)) open.push(each);
    else closing.push({ ...each, opening: open.pop() });
  }
  return { open, closing };
}

/** Finds quotes near the mistake that are not closed in their line. */
export function closeQuotes(broken: BrokenLines): readonly Repair[] {
  return linesNear(broken, 3, 0).flatMap((line) => {
    const { text = "" } = broken.lines[line] ?? {};
    const [before, quote] =
      /^(\s*(?:-\s+)*(?:[\w.~-]+\s*:\s+)?)(["'])[^"']*$/.exec(text.trimEnd())?.slice(1) ?? [];
    if (before === undefined || quote === undefined) return [];
    const end = text.trimEnd().length;
    const place = { line, start: before.length, end };
    const edits = [{ line, start: end, end, text: quote }];
    return [
      { place, label: "this quote is not closed", help: `add ${quote} where the text ends`, edits },
    ];
  });
}

/** Returns the brackets of a line that are not in quotes or in a comment. */
function signsIn(text: string): readonly Sign[] {
  const plain = text
    .slice(0, contentEnd(text))
    .replaceAll(/(?<=[\s[{,:])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/g, (quoted) =>
      " ".repeat(quoted.length),
    );
  return [...plain.matchAll(/[[\]{}]/g)].map(({ 0: sign, index }) => ({ sign, column: index }));
}
