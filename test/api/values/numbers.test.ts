/**
 * Numbers are what their text says: reading and printing changes none, and equal ones are equal
 * however they are written.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  canonicalJson,
  compareNumbers,
  ExactNumber,
  isJsonObject,
  type Json,
  jsonIn,
  jsonText,
  numberOf,
} from "../../../src/ground/json.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { isAlike } from "../../../src/model/normalise.ts";
import { parseJson } from "../../support/parse-json.ts";
import { runs } from "../../support/runs.ts";
import { jsonTexts } from "./arbitrary-json.ts";

/** As JavaScript orders members, which is by number where names are numbers. */
const ordered = (text: string): boolean => !/"\d+":/.test(text);

function withDoubles(value: Json): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(withDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withDoubles(member)]),
  );
}

describe("JSON text", () => {
  it("is printed as it was read", () => {
    fc.assert(
      fc.property(jsonTexts.filter(ordered), (text) => {
        expect(jsonText(parseJson(text))).toBe(text);
        expect(jsonText(parseJson(jsonText(parseJson(text), 2)))).toBe(text);
      }),
      runs(2000, 500),
    );
  });

  it("is read as by the platform, but for numbers", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(withDoubles(parseJson(text))).toEqual(JSON.parse(text));
      }),
      runs(500),
    );
  });

  it("keeps a member called __proto__, takes no mark for a number, and the last of two members with a name", () => {
    const text =
      '{"__proto__":{"id":12345678901234567890},"a":"\ue000\ue0017","b":"\\ue000\\ue001 1"}';
    expect(jsonText(parseJson(text))).toBe(text.replace("\\ue000\\ue001", "\ue000\ue001"));
    expect(jsonText(parseJson('{"a":{},"a":1e400}'))).toBe('{"a":1e400}');
  });

  const none = ["{12345678901234567890:1}", "[012345678901234567890]", "[1.]", "[-]", "1e", "+1"];
  it.each(none)("%s is none", (text) => expect(jsonIn(text)).toBeUndefined());
});

describe("equality", () => {
  it.each([
    ["1.0", "1", true],
    ["10", "1e1", true],
    ["-0", "0", true],
    ["1e400", "10E399", true],
    ["12345678901234567890", "1234567890123456789e1", true],
    ["0.10", "1e-1", true],
    ["12345678901234567890", "12345678901234567891", false],
  ])("%s is %s: %s", (a, b, isEqual) => {
    expect(isAlike(parseJson(`[${a}]`), parseJson(`[${b}]`))).toBe(isEqual);
    expect(canonicalJson(parseJson(a)) === canonicalJson(parseJson(b))).toBe(isEqual);
  });

  it("orders as whole numbers do, and as doubles do", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        expect(Math.sign(compareNumbers(numberOf(String(a)), numberOf(String(b))))).toBe(
          Number(a > b) - Number(a < b),
        );
      }),
      runs(300),
    );
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, double, (a, b) => {
        const exact = new ExactNumber(String(a));
        expect(Math.sign(compareNumbers(exact, new ExactNumber(String(b))))).toBe(
          Math.sign(a - b) || 0,
        );
      }),
      runs(300),
    );
  });
});

describe("numbers in manifests", () => {
  const readAll = (file: string, text: string): readonly Json[] =>
    parseText(file, text).documents.map(({ value }) => value);

  it.each([
    ["12345678901234567890", "12345678901234567890"],
    ["-9007199254740993", "-9007199254740993"],
    ["+007", "7"],
    ["0xFFFFFFFFFFFFFFFF", "18446744073709551615"],
    ["0o17", "15"],
    ["1e400", "1e400"],
    [".50", "0.50"],
    ["-1.", "-1"],
    ["-0", "-0"],
    ["1.0", "1.0"],
  ])("%s means %s", (written, meant) => {
    expect(readAll("game.yaml", `a: ${written}\n`)).toEqual([parseJson(`{"a":${meant}}`)]);
  });

  it("are read from JSON files as they are written", () => {
    const text = '{"a":[12345678901234567890,1e999]}';
    expect(readAll("game.json", text).map((value) => jsonText(value))).toEqual([text]);
  });
});
