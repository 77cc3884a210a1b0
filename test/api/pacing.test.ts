import { describe, expect, it } from "vitest";
import { retryAfter } from "../../src/api/sender.ts";

describe("Retry-After", () => {
  it.each<[string | undefined, number | undefined]>([
    ["0", undefined],
    ["7", 7000],
    [" 90 ", 90_000],
    ["86400", 86_400_000],
    // Much longer than a day is ignored.
    ["100000", undefined],
    ["Tue, 01 Jan 2030 12:01:00 GMT", undefined],
    [undefined, undefined],
    ["-5", undefined],
    ["1.5", undefined],
  ])("%j is %j ms", (value, expected) => {
    expect(retryAfter(value)).toBe(expected);
  });
});
