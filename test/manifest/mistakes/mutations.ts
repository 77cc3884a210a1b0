/**
 * One change of a text, as a slip of the hand makes it. Each gives the same text again where it
 * cannot be made.
 */
import type { Random } from "../../fuzz/random.ts";

export type Mutation = (text: string, random: Random) => string;

/** Changes a line that is neither blank nor a comment; undefined where it cannot. */
function inLine(
  change: (line: string, random: Random) => string | readonly string[] | undefined,
): Mutation {
  return (text, random) => {
    const lines = text.split("\n");
    const places = lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : [index]));
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const index = random.pick(places);
      const line = lines[index] ?? "";
      const changed = change(line, random);
      if (changed !== undefined && changed !== line)
        return lines.toSpliced(index, 1, ...[changed].flat()).join("\n");
    }
    return text;
  };
}

function atPlace(change: (text: string, at: number, random: Random) => string): Mutation {
  return (text, random) => change(text, random.below(text.length - 1), random);
}

const SIGNS = [..."[]{}\"':,-#&*!|>%@` ", "\t", "\n", ": "];
const VALUES = ["5", "true", "[a]", "{ a: 1 }", "x y", "~", "@a", "a: b"];

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "delete a character": atPlace((text, at) => text.slice(0, at) + text.slice(at + 1)),
  "swap two characters": atPlace(
    (text, at) => `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`,
  ),
  "double a character": atPlace((text, at) => `${text.slice(0, at)}${text[at]}${text.slice(at)}`),
  "insert a sign": atPlace(
    (text, at, random) => text.slice(0, at) + random.pick(SIGNS) + text.slice(at),
  ),
  "replace a character": atPlace(
    (text, at, random) => text.slice(0, at) + random.pick([..."abcxyz019_"]) + text.slice(at + 1),
  ),
  "delete a line": inLine(() => []),
  "double a line": inLine((line) => [line, line]),
  "indent by one": inLine((line) => ` ${line}`),
  "indent by two": inLine((line) => `  ${line}`),
  "dedent by one": inLine((line) => line.replace(/^ /, "")),
  "dedent by two": inLine((line) => line.replace(/^ {2}/, "")),
  "indent by a tab": inLine((line) => line.replace(/^ +/, "\t")),
  "leave out the colon": inLine((line) => line.replace(/^(\s*(?:- )?\w+):/, "$1")),
  "leave out the space after the colon": inLine((line) =>
    line.replace(/^(\s*(?:- )?\w+): /, "$1:"),
  ),
  "put a space in place of the dash": inLine((line) => line.replace(/^(\s*)- /, "$1  ")),
  "leave out the dash": inLine((line) => line.replace(/^(\s*)- /, "$1")),
  "leave out the space after the dash": inLine((line) => line.replace(/^(\s*)- /, "$1-")),
  "leave out a closing sign": inLine((line) =>
    without(line, Math.max(...["]", "}", '"'].map((sign) => line.lastIndexOf(sign)))),
  ),
  "leave out an opening sign": inLine((line) => without(line, line.search(/[[{"]/))),
  "leave out a comma": inLine((line) => (/[[{].*,/.test(line) ? line.replace(",", "") : undefined)),
  "misspell a key": inLine((line) => line.replace(/^(\s*(?:- )?)(\w)(\w+):/, "$1$2$2$3:")),
  "delete a value": inLine((line) => line.replace(/^(\s*(?:- )?\w+: ).+$/, "$1")),
  "replace a value": inLine((line, random) =>
    line.replace(/^(\s*(?:- )?\w+: ).+$/, (_, key: string) => key + random.pick(VALUES)),
  ),
};

function without(line: string, at: number): string | undefined {
  return at < 0 ? undefined : line.slice(0, at) + line.slice(at + 1);
}
