import { describe, expect, it } from "vitest";
import { type AttemptOutcome, backoff, mayRepeat, retryAfter } from "../../src/api/pacing.ts";
import type { Method } from "../../src/api/transport.ts";

const answered = (status: number): AttemptOutcome => ({ end: "answered", status });

describe("what may be sent again", () => {
  const always: readonly Method[] = ["GET", "PUT", "DELETE", "POST"];
  const notPost: readonly Method[] = ["GET", "PUT", "DELETE"];
  it.each<readonly [string, AttemptOutcome, readonly Method[]]>([
    ["no connection", { end: "not-sent" }, always],
    ["429", answered(429), always],
    ["a broken connection", { end: "broken" }, notPost],
    ...[500, 502, 503, 599].map((status) => [String(status), answered(status), notPost] as const),
    ["a certificate that is not trusted", { end: "hopeless" }, []],
    ...[200, 204, 302, 400, 401, 404, 408, 409, 422].map((status) => [String(status), answered(status), []] as const),
  ])("after %s", (_, end, methods) => {
    expect(always.filter((method) => mayRepeat(method, end))).toEqual(methods);
  });
});

describe("the delay without Retry-After", () => {
  it("doubles up to half a minute", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map((repeat) => backoff(repeat, 0))).toEqual([
      500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000,
    ]);
  });
  it("is spread over its upper half by chance", () => {
    expect([0, 0.5, 1].map((random) => backoff(3, random))).toEqual([2000, 1500, 1000]);
  });
});

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
