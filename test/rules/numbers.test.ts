/**
 * Conditions compare numbers exactly, whatever their size and form, from the text of a file or a
 * request to the verdict.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPARISONS, type Comparison } from "../../src/catalog/conditions.ts";
import { canonicalNumbers, type Json, jsonText, scalarText } from "../../src/ground/json.ts";
import { acceptsActivity, parseConditions, resolveConditions } from "../../src/rules/conditions.ts";
import { parseJson } from "../support/parse-json.ts";
import { runs } from "../support/runs.ts";

/** A number as digits times a power of ten: what its text says, without a double. */
interface Exact {
  readonly digits: bigint;
  readonly exponent: bigint;
}

function exactly(text: string): Exact {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(text) ?? [];
  return {
    digits: BigInt(`${sign}${BigInt(whole + fraction)}`),
    exponent: BigInt(exponent.replace("+", "")) - BigInt(fraction.length),
  };
}

function holds(left: string, operator: Comparison, right: string): boolean {
  const a = exactly(left);
  const b = exactly(right);
  const least = a.exponent < b.exponent ? a.exponent : b.exponent;
  const x = a.digits * 10n ** (a.exponent - least);
  const y = b.digits * 10n ** (b.exponent - least);
  return { eq: x === y, gt: x > y, gte: x >= y, lt: x < y, lte: x <= y }[operator];
}

const bases = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    -1n,
    10n,
    9_007_199_254_740_992n,
    76_561_198_000_000_001n,
    2n ** 63n,
    2n ** 64n,
  ),
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
  fc.bigInt({ min: -20n, max: 20n }),
);

/** Texts of JSON numbers whose value is near the base, or is the base. */
const near = (base: bigint): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.constantFrom(0n, 0n, 1n, -1n).map((step) => String(base + step)),
      fc
        .constantFrom(".0", ".000", ".5", ".00000000000000000001")
        .map((fraction) => `${base}${fraction}`),
      fc.constantFrom("e0", "E+0", ".0e00").map((exponent) => `${base}${exponent}`),
      fc.nat(30).map((zeros) => `${base}${"0".repeat(zeros)}e-${zeros}`),
      fc
        .nat(30)
        .map(
          (places) =>
            `${base < 0n ? "-" : ""}0.${"0".repeat(places)}${base < 0n ? -base : base}e${places}`,
        ),
      fc.constantFrom(
        "-0",
        "-0.0",
        "0e9",
        "1e21",
        "1e400",
        "1e-400",
        "1e-7",
        "-1E2000",
        "0.1",
        "0.30000000000000004",
      ),
    )
    .filter((text) => /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/.test(text));

/** Leading zeros, which only texts have. */
const zeros = fc.constantFrom("", "", "0", "000");
const prefixed = (text: string, more: string): string => text.replace(/^-?/, (sign) => sign + more);

const isWritten = (text: string): boolean => /^-?[0-9]+$/.test(text);
const isTextNumber = (text: string): boolean => !/e/i.test(text);

interface Pair {
  /** JSON texts. */
  readonly field: string;
  readonly player: string;
  /** What stands in the condition. */
  readonly operand: string;
  readonly operator: Comparison;
  readonly isMet: boolean;
}

/**
 * A field and an operand, each as a number or as a text, the operand written in the condition or
 * referred to.
 */
const pairs: fc.Arbitrary<Pair> = bases
  .chain((base) =>
    fc.record({
      left: near(base),
      right: near(base),
      operator: fc.constantFrom(...COMPARISONS),
      isText: fc.tuple(fc.boolean(), fc.boolean()),
      more: fc.tuple(zeros, zeros),
      isReference: fc.boolean(),
    }),
  )
  .map(({ left, right, operator, isText: [isLeftText, isRightText], more, isReference }) => {
    const shown = (text: string, isText: boolean, zerosBefore: string): string =>
      isText && isTextNumber(text) ? JSON.stringify(prefixed(text, zerosBefore)) : text;
    const isInside = !isReference && isWritten(right);
    return {
      field: shown(left, isLeftText, more[0]),
      player: isInside ? "0" : shown(right, isRightText, more[1]),
      operand: isInside ? prefixed(right, more[1]) : "{player.id}",
      operator,
      isMet: holds(left, operator, right),
    };
  });

/** Whether an activity with that `id` counts. `player`: the id that `{player.id}` refers to. */
function passes(id: Json, operator: Comparison, operand: string, player: Json = null): boolean {
  const written = parseConditions({
    groups: [{ conditions: [`activityData:id,${operator},${operand}`] }],
  });
  if (!written.ok) throw new Error(written.reason);
  const resolved = resolveConditions(written.value, {
    player: { id: player },
    activity: null,
    action: null,
  });
  if (!resolved.ok) throw new Error(resolved.reason);
  const activity = {
    custom_action_id: "a",
    amount: 1,
    at: 0,
    custom_session_id: null,
    custom_data: { id },
  };
  return acceptsActivity(resolved.value, activity, {
    year: 2026,
    month: 1,
    day: 1,
    hour: 0,
    offset: 0,
  });
}

describe("conditions on numbers", () => {
  it("agree with exact decimal arithmetic", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(pairs, fc.boolean(), (pair, isCanonical) => {
        const read = isCanonical ? (text: string) => canonicalNumbers(parseJson(text)) : parseJson;
        const { field, operator, operand, player } = pair;
        expect(passes(read(field), operator, operand, read(player))).toBe(pair.isMet);
        seen.add(`${pair.operator} ${pair.isMet}`);
      }),
      runs(3000, 1000),
    );
    expect(seen.size).toBe(2 * COMPARISONS.length);
  });

  it("take a text with an exponent, a sign or blanks for a word", () => {
    for (const word of ["1e3", "+1000", " 1000", "1_000", "１０００", ""]) {
      expect([word, passes(word, "gte", "0"), passes(word, "eq", "1000")]).toEqual([
        word,
        false,
        false,
      ]);
    }
    expect(passes("1e3", "eq", "1e3")).toBe(true);
  });
});

it("the text of a number has all its digits and one form", () => {
  const texts = [
    "76561198000000001",
    "7.6561198000000001e16",
    "76561198000000001.0",
    "765611980000000010e-1",
  ];
  expect(new Set(texts.map((text) => scalarText(parseJson(text))))).toEqual(
    new Set(["76561198000000001"]),
  );
  expect(
    ["1e21", "1e-7", "-0", "0.50", "-1.5e1"].map((text) => scalarText(parseJson(text))),
  ).toEqual([...["1000000000000000000000", "0.0000001", "0", "0.5", "-15"]]);
  expect(scalarText(parseJson("1e999999999"))).toBe("1e999999999");
  fc.assert(
    fc.property(bases.chain(near), (text) => {
      const shown = scalarText(parseJson(text)) ?? "";
      expect(holds(shown, "eq", text)).toBe(true);
      expect(jsonText(canonicalNumbers(parseJson(shown)))).toBe(
        jsonText(canonicalNumbers(parseJson(text))),
      );
    }),
    runs(500),
  );
});
