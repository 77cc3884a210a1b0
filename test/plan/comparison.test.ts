/**
 * Equality of canonical values and the text that digests use, against slow ones written for this
 * test.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { canonicalJson, ExactNumber, type Json, jsonText } from "../../src/ground/json.ts";
import { kindNamed } from "../../src/model/catalog-lookup.ts";
import { comparableText, isAlike } from "../../src/model/normalise.ts";
import { compare, fieldChanges, threeWay } from "../../src/plan/differences.ts";
import { parseJson } from "../support/parse-json.ts";
import { runs } from "../support/runs.ts";

const NAMES = [
  ..."valueOf .valueOf toString constructor __proto__ . toJSON hasOwnProperty 9 10 é 😀".split(" "),
  "",
  "\ud800",
];
const NUMBERS = "0 -0 1 1.0 10 1e1 1e400 10e399 9007199254740993 9007199254740992 0.1 1e-1".split(
  " ",
);
const TEXTS = ["", "1", "[]", "\ud800", "\udc00", "\\ud800", "😀", "12345678901234567890"];

/** JSON texts of a few names and values, so that two of them are often equal or nearly so. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      ...NUMBERS,
      "12345678901234567890",
      "12345678901234567891",
      "1234567890123456789e1",
    ),
    fc.constantFrom(
      "null",
      "true",
      "false",
      "{}",
      "[]",
      ...TEXTS.map((each) => JSON.stringify(each)),
    ),
    fc.array(tie("text"), { maxLength: 3 }).map((list) => `[${list.join(",")}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie("text")), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map(
        (members) =>
          `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`,
      ),
  ),
}));

/** A number as a fraction of whole numbers, which is exact. */
function fraction(number: string): readonly [bigint, bigint] {
  const [mantissa = "", exponent = "0"] = number.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const shift = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  return shift < 0 ? [digits, 10n ** BigInt(-shift)] : [digits * 10n ** BigInt(shift), 1n];
}

const isEmpty = (value: Json): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

function slowlyAlike(a: Json, b: Json): boolean {
  const isNumber = (value: Json): boolean =>
    typeof value === "number" || value instanceof ExactNumber;
  if (isNumber(a) || isNumber(b)) {
    if (!isNumber(a) || !isNumber(b)) return false;
    const [p, q] = fraction(String(a));
    const [r, s] = fraction(String(b));
    return p * s === r * q;
  }
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (isEmpty(a) && isEmpty(b)) return true;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  const isIn = ([name, value]: [string, Json]): boolean =>
    right.has(name) && slowlyAlike(value, right.get(name) as Json);
  return left.size === right.size && [...left].every(isIn);
}

describe("comparison, and the text of digests", () => {
  it("agree with a slow one on hostile JSON", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const a = parseJson(one);
        const b = parseJson(other);
        const isSame = slowlyAlike(a, b);
        expect(isAlike(a, b)).toBe(isSame);
        expect(isAlike(a, parseJson(one))).toBe(true);
        expect(fieldChanges("/x", a, b).length === 0).toBe(isSame);
        expect(comparableText(a) === comparableText(b)).toBe(isSame);
        expect(canonicalJson(a)).toBe(canonicalJson(parseJson(jsonText(a, 2))));
      }),
      runs(3000, 800),
    );
  });
});

describe("the differences of two resources", () => {
  it("are fields, then links, and nothing that either side does not show", () => {
    const before = {
      body: { points: 25, name: "A", custom_data: { a: 1, b: { c: 2 } } },
      links: { rewards: ["x"] },
    };
    const after = {
      body: { points: 30, is_secret: true, custom_data: { b: { c: 3 } } },
      links: { rewards: ["y"] },
    };
    expect(compare(kindNamed(catalog, "achievement"), before, after)).toEqual([
      { path: "/custom_data/a", before: 1 },
      { path: "/custom_data/b/c", before: 2, after: 3 },
      { path: "/points", before: 25, after: 30 },
      { path: "/rewards", before: ["x"], after: ["y"] },
    ]);
  });

  it.each([
    [1, 1, 1, "same"],
    [1, 2, 2, "same"],
    [1, 1, 2, "pending"],
    [1, 2, 1, "drift"],
    [1, 2, 3, "conflict"],
    [undefined, undefined, 1, "pending"],
    [undefined, 1, undefined, "drift"],
    [undefined, 1, 2, "conflict"],
  ] as const)("with base %s, live %s and desired %s are: %s", (base, live, desired, cause) => {
    expect(threeWay(base, live, desired)).toBe(cause);
    const mirror = { same: "same", pending: "drift", drift: "pending", conflict: "conflict" };
    expect(threeWay(base, desired, live)).toBe(mirror[cause]);
  });
});

it.each([
  ['{"10":1,"9":2,"1":3}', '{"1":3,"10":1,"9":2}'],
  ["1234567890123456789e1", "12345678901234567890"],
  ['{"9":1e2000,"10":-0.0}', '{"10":0,"9":1e2000}'],
  ['{"b":"\\ud800","a":1.0}', '{"a":1,"b":"\\ud800"}'],
])("the canonical text of %s is %s", (given, expected) =>
  expect(canonicalJson(parseJson(given))).toBe(expected),
);
