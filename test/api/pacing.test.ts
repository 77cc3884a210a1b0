import { describe, expect, it } from "vitest";
import { backoff, retryAfter } from "../../src/api/sender.ts";

describe("the delay without Retry-After", () => {
  it("doubles", () => {
    expect([1, 2, 3, 4, 5].map((repeat) => backoff(repeat, 0))).toEqual([500, 1000, 2000, 4000, 8000]);
  });
  it("is spread over its upper half by chance", () => {
    expect([0, 0.5, 1].map((random) => backoff(3, random))).toEqual([2000, 1500, 1000]);
  });
});

describe("Retry-After", () => {
  const noon = "Tue, 01 Jan 2030 12:00:00 GMT";
  it.each<[string | undefined, string | undefined, number | undefined]>([
    ["0", undefined, undefined],
    ["7", undefined, 7000],
    [" 90 ", undefined, 90_000],
    ["86400", undefined, 86_400_000],
    // Longer than a day is ignored.
    ["86401", undefined, undefined],
    ["99999999999999999999", undefined, undefined],
    ["Tue, 01 Jan 2036 12:00:00 GMT", noon, undefined],
    // A date counts from the service's own clock only.
    ["Tue, 01 Jan 2030 12:01:00 GMT", noon, 60_000],
    ["Tuesday, 01-Jan-30 12:02:00 GMT", noon, 120_000],
    ["Tue, 01 Jan 2030 11:00:00 GMT", noon, undefined],
    ["Tue, 01 Jan 2030 12:01:00 GMT", undefined, undefined],
    ["Tue, 01 Jan 2030 12:01:00 GMT", "rubbish", undefined],
    [undefined, noon, undefined],
    ["", noon, undefined],
    ["-5", noon, undefined],
    ["1.5", noon, undefined],
    ["soon", noon, undefined],
  ])("%j with Date %j is %j ms", (value, date, expected) => {
    const header = (name: string) => (name === "date" ? date : value);
    expect(retryAfter({ status: 503, header })).toBe(expected);
    expect(retryAfter({ status: 404, header })).toBeUndefined();
  });
});
