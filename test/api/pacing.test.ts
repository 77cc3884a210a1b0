import { describe, expect, it } from "vitest";
import { retryAfter } from "../../src/api/pacing.ts";

describe("Retry-After", () => {
  const now = Date.UTC(2030, 0, 1, 12, 0, 0);
  const noon = "Tue, 01 Jan 2030 12:00:00 GMT";
  it.each<[string | undefined, string | undefined, number | undefined]>([
    ["0", undefined, 0],
    ["7", undefined, 7000],
    [" 90 ", undefined, 90_000],
    ["86400", undefined, 86_400_000],
    // Longer than a day is ignored.
    ["86401", undefined, undefined],
    ["99999999999999999999", undefined, undefined],
    ["Tue, 01 Jan 2036 12:00:00 GMT", undefined, undefined],
    ["Tue, 01 Jan 2030 12:02:00 GMT", undefined, 120_000],
    ["Tuesday, 01-Jan-30 12:02:00 GMT", undefined, 120_000],
    ["Tue, 01 Jan 2030 11:00:00 GMT", undefined, 0],
    // Measured against the service's own clock.
    ["Tue, 01 Jan 2030 11:01:00 GMT", "Tue, 01 Jan 2030 11:00:00 GMT", 60_000],
    ["Tue, 01 Jan 2030 12:01:00 GMT", noon, 60_000],
    ["Tue, 01 Jan 2030 12:01:00 GMT", "rubbish", 60_000],
    [undefined, noon, undefined],
    ["", noon, undefined],
    ["-5", noon, undefined],
    ["1.5", noon, undefined],
    ["soon", noon, undefined],
  ])("%j with Date %j is %j ms", (value, date, expected) => {
    expect(retryAfter(value, date, now)).toBe(expected);
  });
});
