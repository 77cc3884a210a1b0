/** A text that is written from a rule agrees with it in every way of writing numbers, and disagrees with any other rule. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Described, disagreementOf } from "../../../src/analysis/lint/disagreement.ts";
import type { Comparison } from "../../../src/model/condition-grammar.ts";
import type { Measure, Streak } from "../../../src/rules/rule.ts";
import { runs } from "../../support/runs.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number below a million in English words. */
function inWords(number: number): string {
  if (number < 20) return ONES[number] ?? "";
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 === 0 ? "" : `-${ONES[number % 10]}`}`;
  const [by, word] = number < 1000 ? [100, "hundred"] : [1000, "thousand"];
  const rest = number % by;
  return `${inWords(Math.floor(number / by))} ${word}${rest === 0 ? "" : `${rest < 100 ? " and" : ""} ${inWords(rest)}`}`;
}

/** The digits of another script, by the code of its zero. */
const inScript = (zero: number) => (number: number) =>
  String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const WRITINGS: readonly ((number: number) => string)[] = [
  String,
  (number) => number.toLocaleString("en-US"),
  (number) => number.toLocaleString("de-DE"),
  (number) => number.toLocaleString("fr-FR"),
  (number) => number.toLocaleString("en-IN"),
  inWords,
  inScript(0x0966),
  inScript(0x0660),
  inScript(0xff10),
];

function described(
  operator: Comparison,
  threshold: number,
  { measure = "sum", streak = null }: { readonly measure?: Measure; readonly streak?: Streak | null } = {},
): Described {
  const titled = { address: "criterion/c", custom_id: "c", name: "C", description: "" } as const;
  const rule = `${operator}:${threshold}`;
  return {
    criterion: { ...titled, custom_action_id: "win", type: measure, rule, streak: null, conditions: null },
    rule: { operator, threshold: BigInt(threshold), measure },
    streak,
    conditions: [],
    wordsOf: () => new Set(),
    action: { ...titled, address: "action/win", custom_id: "win", name: "Win", custom_data: null },
  };
}

const problem = (description: string, criterion: Described) =>
  disagreementOf({ name: "It", description, isExclusive: false }, [criterion])?.text;

const number = fc.integer({ min: 2, max: 999_999 });
const writing = fc.constantFrom(...WRITINGS);

describe("a text and a rule", () => {
  it("agree on a number, however it is written, and disagree on any other", () => {
    fc.assert(
      fc.property(number, number, writing, (stated, other, write) => {
        const text = `Win ${write(stated)} matches.`;
        expect(problem(text, described("gte", stated)), text).toBeUndefined();
        expect(problem(text, described("gt", stated - 1)), text).toBeUndefined();
        fc.pre(other !== stated);
        // "1,500" may be 1.5 in another country.
        fc.pre(![10, 100, 1000].some((by) => other * by === stated || stated * by === other));
        expect(problem(text, described("gte", other)), text).toContain(`gte:${other}`);
      }),
      runs(400),
    );
  });

  it.each([
    ["seconds", "minutes", 60],
    ["minutes", "hours", 60],
    ["seconds", "hours", 3600],
    ["metres", "km", 1000],
    ["grams", "kg", 1000],
    ["milliseconds", "seconds", 1000],
  ])("agree on %s that the text gives in %s", (_, unit, factor) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.constantFrom(String, inWords), (count, write) => {
        const text = `Play for ${write(count)} ${unit}.`;
        expect(problem(text, described("gte", count * factor)), text).toBeUndefined();
        expect(problem(text, described("gte", count)), text).toBeUndefined();
        expect(problem(text, described("gte", count * factor * 7 + 11)), text).toBeDefined();
      }),
      runs(60),
    );
  });

  it("agree on the end that is meant, and not on the other one", () => {
    const upper = ["under", "less than", "fewer than", "at most", "no more than", "within"];
    const lower = ["at least", "more than", "over", "no fewer than", "no less than"];
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 5000 }), writing, (count, write) => {
        for (const words of upper) {
          const text = `Finish with ${words} ${write(count)} points.`;
          expect(problem(text, described("lt", count, { measure: "amount" })), text).toBeUndefined();
          expect(problem(text, described("lte", count, { measure: "amount" })), text).toBeUndefined();
          expect(problem(text, described("gte", count, { measure: "amount" })), text).toContain("upper end");
        }
        for (const words of lower) {
          const text = `Finish with ${words} ${write(count)} points.`;
          expect(problem(text, described("gte", count, { measure: "amount" })), text).toBeUndefined();
          expect(problem(text, described("gt", count, { measure: "amount" })), text).toBeUndefined();
          expect(problem(text, described("lte", count, { measure: "amount" })), text).toContain("lower end");
        }
      }),
      runs(60),
    );
  });

  it("agree on days in a row with a streak, and not without one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 365 }), fc.constantFrom(String, inWords), (count, write) => {
        for (const phrase of ["days in a row", "consecutive days", "days straight"]) {
          const text = `Win on ${write(count)} ${phrase}.`;
          expect(problem(text, described("gte", 1, { streak: { interval: "days", count } })), text).toBeUndefined();
          expect(problem(text, described("gte", count)), text).toContain("without a streak");
          expect(
            problem(text, described("gte", 1, { streak: { interval: "days", count: count + 1 } })),
            text,
          ).toContain("days:");
        }
      }),
      runs(60),
    );
  });

  it("are compared in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 255 }), fc.integer(), (text, threshold) => {
        problem(text, described("gte", threshold));
      }),
      runs(300),
    );
  });
});
