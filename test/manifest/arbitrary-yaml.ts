/** Random texts near the plain form of YAML: blocks as people write them, and what becomes of any text by a few slips. */
import fc from "fast-check";

type Tree =
  | { readonly form: "leaf"; readonly text: string; readonly tail: string }
  | { readonly form: "lines"; readonly header: string; readonly lines: readonly string[]; readonly deeper: number }
  | {
      readonly form: "map" | "list";
      readonly entries: readonly Entry[];
      readonly deeper: number;
      readonly isInline: boolean;
      readonly tail: string;
    };

interface Entry {
  readonly before: string;
  readonly key: string;
  readonly value: Tree;
}

const WORDS = [
  ...[
    "a",
    "b c",
    "x: y",
    "-x",
    "- x",
    "http://a.b/c",
    "a#b",
    "a #b",
    "a\\b",
    "a, b",
    "a]",
    "(x)",
    "gte:10",
    "${X}",
    "龍",
  ],
  ...["1", "-0", "+1", "1.50", "1e5", ".5", "5.", "0x1F", "0o7", "01", "1_0", ".inf", "-.INF", ".NaN", "-", "=", "yes"],
  ...["true", "True", "FALSE", "null", "~", "NULL", "", "'it''s'", '"q\\n\\u0041 \\x41"', '"a: b"', "'# no'", '"\\z"'],
  ...["? a", ":a", "<<", "&a b", "*a", "!t b", "@a", "`a", "%a", '"open', "'open", "''", '""', "a ", "|", "a\tb"],
  ...["[]", "{}", "[a, b]", "{ a: 1 }", "{ a: [1, {b: c}] }", "[a, 'b', \"c\", 1,]", '{"a":1,"b":[2]}', "{a: , b}"],
  ...[
    "[a: b]",
    "[a,,b]",
    "[a # b\n  , c]",
    "{a: b,\n   c: d}",
    "[\n  a\n]",
    "[a\n b]",
    "{ a: 'b",
    "[[[[1]]]] # c",
    "[a]b",
  ],
];
const KEYS = [
  "a",
  "b",
  "custom_id",
  "name",
  "a b",
  "'q'",
  '"d q"',
  "k-1",
  "a#",
  "1",
  "null",
  "<<",
  "a ",
  "?",
  "[a]",
  "-a",
];
const TAILS = ["", "", "", " ", " # c", "#c", "\r"];
const BEFORE = ["", "", "", "", "\n", "  \n", "# c\n", "#c\n", "  # c\n", "    # c\n", "      # c\n", "\r\n", "\t\n"];
const BLOCK_LINES = ["text", "a: b", "# no", "- x", "more  ", "\ttab", " deeper", "", "", "  "];

const from = (texts: readonly string[]) => fc.constantFrom(...texts);

const { tree } = fc.letrec<{ tree: Tree; entry: Entry }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ form: fc.constant("leaf" as const), text: from(WORDS), tail: from(TAILS) }),
    fc.record({
      form: fc.constant("lines" as const),
      header: from(["|", ">", "|-", ">-", "|+", ">+", "|2", "> # c", "|x"]),
      lines: fc.array(from(BLOCK_LINES), { maxLength: 5 }),
      deeper: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({
      form: fc.constantFrom("map" as const, "list" as const),
      entries: fc.array(tie("entry"), { minLength: 1, maxLength: 4 }),
      deeper: fc.integer({ min: 0, max: 3 }),
      isInline: fc.boolean(),
      tail: from(TAILS),
    }),
  ),
  entry: fc.record({ before: from(BEFORE), key: from(KEYS), value: tie("tree") }),
}));

/** The text of a value behind its key or dash; `column`: of the collection around it. */
function written(value: Tree, column: number, isInList: boolean): string {
  if (value.form === "leaf") return ` ${value.text}${value.tail}\n`;
  if (value.form === "lines") {
    const blanks = " ".repeat(column + value.deeper);
    return ` ${value.header}\n${value.lines.map((line) => (line === "" ? "\n" : `${blanks}${line}\n`)).join("")}`;
  }
  // A list in a mapping may stand in the column of its key, and what follows a dash on its line.
  if (isInList && value.isInline) return ` ${entriesOf(value, column + 2).trimStart()}`;
  return `${value.tail}\n${entriesOf(value, column + value.deeper)}`;
}

function entriesOf(value: Tree & { readonly form: "map" | "list" }, column: number): string {
  return value.entries
    .map(({ before, key, value: inner }) => {
      const mark = value.form === "map" ? `${key}:` : "-";
      return `${before}${" ".repeat(column)}${mark}${written(inner, column, value.form === "list")}`;
    })
    .join("");
}

/** One document, or two, of blocks with odd members here and there. */
export const blockText: fc.Arbitrary<string> = fc
  .array(tree, { minLength: 1, maxLength: 2 })
  .map((trees) => trees.map((each) => written(each, 0, true).replace(/^ /, "")).join("---\n"));

const SLIPS = [
  ...[":", ": ", "-", "- ", " ", "  ", "\n", "\r\n", "\r", "\t", "#", " # c", "'", '"', "\\", "[", "]", "{", "}", ", "],
  ...[
    "|",
    "|-\n",
    ">",
    "&a ",
    "*a",
    "!t ",
    "? ",
    "%",
    "@",
    "---\n",
    "...\n",
    "\uFEFF",
    "\0",
    "\u2028",
    "\x85",
    "~",
    "1",
  ],
  ...["<<: ", "a: b\n", "\n  ", "\n- ", "\n  - ", "\n# c\n", "\n    # c\n", "🐉", "\\u0041", "''"],
];

const slip = fc.record({
  how: fc.constantFrom("insert", "delete", "indent", "outdent", "swap", "drop"),
  at: fc.nat(),
  other: fc.nat(),
  piece: from(SLIPS),
});

/** A text with up to three slips in it. */
export function withSlips(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, fc.array(slip, { minLength: 1, maxLength: 3 })).map(([whole, slips]) =>
    slips.reduce((now, { how, at, other, piece }) => {
      const offset = at % (now.length + 1);
      if (how === "insert") return now.slice(0, offset) + piece + now.slice(offset);
      if (how === "delete") return now.slice(0, offset) + now.slice(offset + 1 + (other % 3));
      const lines = now.split("\n");
      const [one, two] = [at % lines.length, other % lines.length];
      const [first = "", second = ""] = [lines[one], lines[two]];
      if (how === "indent") lines[one] = ` ${first}`;
      if (how === "outdent") lines[one] = first.replace(/^ {1,2}/, "");
      if (how === "drop") lines.splice(one, 1);
      if (how === "swap") [lines[one], lines[two]] = [second, first];
      return lines.join("\n");
    }, whole),
  );
}
