/** One event as a line: whatever texts are in it, it stays one line of valid JSON that harms no terminal. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskFor } from "../../../src/api/masking.ts";
import { diagnostic } from "../../../src/model/diagnostics.ts";
import type { LogEvent } from "../../../src/model/events.ts";
import { logSchema } from "../../../src/view/json/log-line.ts";
import { renderLogLine } from "../../../src/view/log-lines.ts";
import { bytesInWords, duration, elapsed } from "../../../src/view/text/phrases.ts";
import { runs } from "../../support/runs.ts";
import { hostileDiagnostic } from "../../view/sample-plans.ts";
import { logLines } from "./log-lines.ts";

const time = Date.UTC(2030, 0, 1, 12, 30, 15, 7);
const keep = (text: string): string => text;
const address = "reward/egg";
const digest = `sha256:${"0".repeat(64)}`;
const summary = { create: 1, update: 2, rename: 0, replace: 0, delete: 0, attach: 0, detach: 0, unchanged: 3, kept: 0 };
const totals = { done: 1, failed: 0, skipped: 2, not_started: 3, not_needed: 4 };

/** Every event there is, with one text in every place that can have any. */
function everyEvent(text: string): readonly LogEvent[] {
  const problem = { ...hostileDiagnostic, detail: text, help: [text], address } as const;
  return [
    { event: "start", command: text, version: text },
    { event: "end", exit_code: 0, duration_ms: 12 },
    { event: "game-start", base_url: text, game_id: text },
    { event: "game-end", requests: 3, retries: 1, duration_ms: 1400 },
    {
      event: "request",
      method: text,
      path: text,
      query: text,
      status: 503,
      duration_ms: 3,
      attempt: 2,
      bytes: 1500,
      failure: text,
      retry_reason: text,
      retry_in_ms: 7000,
      request_id: text,
    },
    { event: "request", method: "GET", path: "/", duration_ms: 3, attempt: 1, failure: text },
    { event: "wait", reason: text, wait_ms: 7000 },
    { event: "plan", digest, summary },
    { event: "step", id: text, action: "create", address, status: "started" },
    { event: "step", id: text, action: "create", address, status: "failed", duration_ms: 12, diagnostic: problem },
    { event: "step", id: text, action: "create", address, status: "skipped", because: text },
    { event: "step", id: text, action: "create", address, status: "not-needed" },
    { event: "verify" },
    { event: "result", outcome: "failed", converged: false, totals, duration_ms: 12 },
    { event: "result", outcome: "not-started", converged: false, totals },
    { event: "diagnostic", diagnostic: problem },
    { event: "note", level: "warn", text },
    { event: "served", method: text, path: text, query: text, status: null },
    { event: "bug", version: text, command_line: text, stack: text },
  ];
}

describe("a line", () => {
  it("is of the schema for every event that there is", () => {
    const lines = everyEvent("some text").flatMap((event) =>
      logLines(renderLogLine(event, { time, mask: keep, scope: { game: "dungeon", environment: "production" } })),
    );
    expect(new Set(lines.map(({ event }) => event))).toEqual(
      new Set((logSchema as unknown as { properties: { event: { enum: string[] } } }).properties.event.enum),
    );
    for (const line of lines) expect(line).toMatchObject({ format: 1, game: "dungeon", environment: "production" });
  });

  it("begins with the same members in the same order, so that a person can read it, too", () => {
    const scope = { game: "dungeon", environment: "production" };
    const line = renderLogLine({ event: "wait", reason: "why", wait_ms: 7 }, { time, mask: keep, scope });
    expect(line).toBe(
      '{"format":1,"time":"2030-01-01T12:30:15.007Z","level":"warn","event":"wait","message":"waiting 7 ms: why","game":"dungeon","environment":"production","reason":"why","wait_ms":7}\n',
    );
  });

  it("stays one line of valid JSON without control characters, whatever the texts are", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({
        unit: fc.constantFrom("\n", "\r", "\u001b[2J", "\u2028", "\u202e", '"', "\\", "\ud800", "\u0085", "}"),
      }),
    );
    fc.assert(
      fc.property(anything, (text) => {
        for (const event of everyEvent(text)) {
          const line = renderLogLine(event, { time, mask: keep, scope: { game: text, environment: text } });
          expect(logLines(line)).toHaveLength(1);
        }
      }),
      runs(300),
    );
  });

  it("keeps the value of what it escapes", () => {
    const text = "a\u001b[31m\u2028\n\u202eb";
    const [line] = logLines(renderLogLine({ event: "wait", reason: text, wait_ms: 1 }, { time, mask: keep }));
    expect(line?.reason).toBe(text);
    expect(line?.message).toBe("waiting 1 ms: a\\u001b[31m\\u2028\\n\\u202eb");
  });

  it("never holds a secret, in whatever member it came", () => {
    const token = "17|sEcReT/sEcReT+sEcReT42";
    for (const event of everyEvent(`before ${token} after`)) {
      const line = renderLogLine(event, { time, mask: maskFor(token), scope: { game: token, environment: token } });
      expect(line).not.toContain("sEcReT");
      expect(line).toContain("***");
    }
  });

  it.each<[LogEvent, string]>([
    [{ event: "request", method: "GET", path: "/", status: 200, duration_ms: 1, attempt: 1 }, "info"],
    [{ event: "request", method: "GET", path: "/", status: 404, duration_ms: 1, attempt: 1 }, "warn"],
    [{ event: "request", method: "GET", path: "/", duration_ms: 1, attempt: 1, failure: "refused" }, "warn"],
    [{ event: "end", exit_code: 2, duration_ms: 1 }, "info"],
    [{ event: "end", exit_code: 4, duration_ms: 1 }, "error"],
    [{ event: "diagnostic", diagnostic: diagnostic("similar-names", "Two names.") }, "warn"],
    [{ event: "diagnostic", diagnostic: diagnostic("syntax-error", "No YAML.") }, "error"],
    [{ event: "result", outcome: "done", converged: true, totals, duration_ms: 1 }, "info"],
  ])("says how much it matters: %j", (event, level) => {
    expect(logLines(renderLogLine(event, { time, mask: keep }))[0]?.level).toBe(level);
  });
});

describe("quantities in words", () => {
  it.each([
    [0, "0 ms", "0 ms"],
    [999.4, "999 ms", "1000 ms"],
    [1400, "1.4 s", "2 s"],
    [59_949, "59.9 s", "1 min"],
    [125_000, "2 min 5 s", "2 min 5 s"],
  ])("%f ms", (ms, passed, toCome) => {
    expect([elapsed(ms), duration(ms)]).toEqual([passed, toCome]);
  });

  it.each([
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [999_949, "999.9 kB"],
    [999_950, "1.0 MB"],
  ])("%i bytes", (bytes, words) => {
    expect(bytesInWords(bytes)).toBe(words);
  });
});
