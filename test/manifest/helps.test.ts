/** A help that says what to write is right: with it written, the mistake is gone. */
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { loadDesired } from "../../src/manifest/desired-game.ts";
import type { Diagnostic } from "../../src/model/diagnostics.ts";
import { IN_JSON } from "./mistakes/json.ts";
import { LAYOUT } from "./mistakes/layout.ts";
import type { Mistake } from "./mistakes/mistake.ts";
import { SIGNS } from "./mistakes/signs.ts";
import { VALUES } from "./mistakes/values.ts";

/** Does what a help says with the place of the problem; undefined for a help in other words. */
type Fix = (text: string, from: number, to: number, said: string) => string;

const put: Fix = (text, from, to, said) => text.slice(0, from) + said + text.slice(to);

/** In place of the value of the line, which the problem may be a part of. */
const putValue: Fix = (text, from, _, said) => {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", from);
  return (
    text.slice(0, start) +
    text.slice(start, end).replace(/(: +).*$/, (_all, colon: string) => colon + said) +
    text.slice(end)
  );
};

const indent: Fix = (text, from, _, column) => {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const lines = text.slice(start).split("\n");
  const by = Number(column) - 1 - (/^ */.exec(lines[0] ?? "")?.[0].length ?? 0);
  // What belongs to the line goes with it.
  const own = lines.map((line, index) => (index === 0 || /^ +\S/.test(line) ? by : 0));
  const moved = lines.map((line, index) =>
    (own[index] ?? 0) >= 0 ? " ".repeat(own[index] ?? 0) + line : line.slice(-by),
  );
  return text.slice(0, start) + moved.join("\n");
};

const FIXES: readonly (readonly [RegExp, Fix])[] = [
  [/^write - (.*)$/, (text, from, to, said) => put(text, from, to, `- ${said}`)],
  [/^begin the element with "- ": (.*)$/, put],
  [
    /^(?:if this is one text, quote it|if it is a text, quote it|quote it|quote the whole text|templates .*; quote the text): (["'].*["'])$/,
    putValue,
  ],
  [/^write (\w+: [^,…]+)(?:, or indent it .*)?$/, put],
  [/^write (\w+:)$/, put],
  [/^write (true|false|\d+)(?:, without quotes)?$/, put],
  [/^write (".*")$/, put],
  [/^write (# .*)$/, put],
  [
    /^write a (comma|colon) after "?[^"]*"?$/,
    (text, from, _, sign) => put(text, from, from, sign === "comma" ? ", " : ": "),
  ],
  [/^did you mean "(.*)"\?$/, put],
  [
    /^remove the comma$|^remove one of the two commas$|^remove it(?:, or quote .*)?$/,
    (text, from, to) => text.slice(0, from) + text.slice(to),
  ],
  [
    /^add "(.)" at the end of this line$/,
    (text, from, _, sign) => put(text, text.indexOf("\n", from), text.indexOf("\n", from), sign),
  ],
  [/^add "(.)" at the end of the file$/, (text, _from, _to, sign) => text + sign],
  [/^begin it in column (\d+)/, indent],
];

function fixed({ text }: Mistake, { primary, help }: Diagnostic): string | undefined {
  for (const [words, fix] of FIXES) {
    const found = words.exec(help[0] ?? "");
    const span = primary?.span;
    if (found !== null && span !== undefined) return fix(text, span.start.offset, span.end.offset, found[1] ?? "");
  }
  return undefined;
}

const cases = [...LAYOUT, ...SIGNS, ...IN_JSON, ...VALUES].flatMap((mistake) => {
  const { file = "game.yaml", text } = mistake;
  const [problem] = loadDesired([{ file, text }], catalog).diagnostics;
  const better = problem === undefined ? undefined : fixed(mistake, problem);
  return problem === undefined || better === undefined ? [] : [{ ...mistake, file, better, problem }];
});

it("is tried for most mistakes", () => {
  expect(cases.length).toBeGreaterThan(80);
});

it.each(cases)("$name: $help", ({ file, text, better, problem }) => {
  expect(better).not.toBe(text);
  const place = ({ code, primary }: Diagnostic) => `${code} ${primary?.span.start.line} ${primary?.text}`;
  expect(loadDesired([{ file, text: better }], catalog).diagnostics.map(place), better).not.toContain(place(problem));
});
