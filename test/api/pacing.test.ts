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
  it.each<[string | undefined, number | undefined]>([
    ["0", undefined],
    ["7", 7000],
    [" 90 ", 90_000],
    ["86400", 86_400_000],
    // Longer than a day is ignored.
    ["86401", undefined],
    ["99999999999999999999", undefined],
    ["Tue, 01 Jan 2030 12:01:00 GMT", undefined],
    [undefined, undefined],
    ["", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
  ])("%j is %j ms", (value, expected) => {
    expect(retryAfter(value)).toBe(expected);
  });
});
