/** Values that programs stumble over. */
import type { Json } from "../../src/ground/json.ts";
import type { Random } from "./random.ts";

/**
 * A placeholder that `rawText` replaces by text that `JSON.stringify` cannot write, such as
 * brackets 100,000 deep.
 */
function raw(what: string): string {
  return `@raw:${what}@`;
}

const WRITTEN: Readonly<Record<string, string>> = {
  "deep-lists-100000": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "deep-lists-200": `${"[".repeat(200)}${"]".repeat(200)}`,
  "deep-lists-5000": `${"[".repeat(5000)}${"]".repeat(5000)}`,
  "deep-objects-20000": `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`,
  "deep-objects-1000": `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`,
  "open-lists": "[".repeat(2000),
  "many-elements": `[${"1,".repeat(20_000)}1]`,
  "many-members": `{${Array.from({ length: 3000 }, (_, index) => `"m${index}":1`).join(",")}}`,
  proto: '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  thenable: '{"then":"a"}',
  twice: '{"a":1,"a":2}',
  "infinite-number": "1e999",
  "small-number": "1e-999",
  "long-number": "123456789012345678901234567890",
  "minus-zero": "-0",
  "half-character": '"\\ud800"',
  "escaped-nul": '"a\\u0000b"',
  empty: "",
};

/** Those that take long to read; one in a hundred is enough of them. */
const HEAVY = [
  "deep-lists-100000",
  "deep-lists-5000",
  "deep-objects-20000",
  "many-elements",
  "many-members",
];

/** The text with what stands for raw pieces replaced by them. */
export function rawText(text: string): string {
  return text.replaceAll(/"@raw:([\w-]+)@"/g, (whole, what: string) => WRITTEN[what] ?? whole);
}

export const NASTY_TEXTS: readonly string[] = [
  ...["", " ", "\n"],
  ...". .. - ~ null true no 0 1e3 0x1F NaN __proto__ constructor toString hasOwnProperty a/b a~1b a%2Fb".split(
    " ",
  ),
  ...[
    "a b",
    "ä",
    "龍🐉",
    "\u202eevil",
    "\u001b[31mred\u001b[0m",
    "\u0000",
    "\ufeff",
    "\u2028",
    "\ud800",
  ],
  "e\u0301".repeat(300),
  ...["::error file=a::b", "<script>alert(1)</script>", "| a | b |\n|---|---|"],
  "`code` *bold* [link](javascript:alert(1)) @everyone #1",
  ..."${HOME} ${constructor} %s%n%d gte:10 gte:-1 days:999999999999999999999 betweenHours:1,2,3,4,5".split(
    " ",
  ),
  ..."2030-01-01T00:00:00.000000Z sum and standard".split(" "),
  ...["A".repeat(255), "A".repeat(256), "A".repeat(5000), "x".repeat(200_000)],
];

const NASTY_VALUES = [
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    1e21,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ],
  ...[
    [],
    {},
    [[]],
    [null],
    [""],
    [0],
    { "": "" },
    { custom_id: "a" },
    { custom_id: null },
    { data: [] },
  ],
  ...[{ length: 5 }, { toString: null }, [[[[[[[[[["deep"]]]]]]]]]]],
  ...Object.keys(WRITTEN)
    .filter((what) => !HEAVY.includes(what))
    .map(raw),
] as readonly Json[];

/** One of its own each time: what comes out may be changed in turn. */
export function nastyValue(random: Random): Json {
  return structuredClone(chosenValue(random));
}

function chosenValue(random: Random): Json {
  if (random.chance(0.01)) return raw(random.pick(HEAVY));
  return random.chance(0.5) ? random.pick(NASTY_TEXTS) : random.pick(NASTY_VALUES);
}
