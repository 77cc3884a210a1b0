import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyEvent } from "../../src/model/events.ts";
import { progressOf } from "../../src/view/progress.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { widthOf } from "../../src/view/render/layout.ts";
import { hostileDiagnostic, step } from "./sample-plans.ts";

const steps = [
  step("create", "action/a"),
  step("create", "action/b"),
  step("attach", "achievement/c", { id: "attach c", link: { name: "rewards", member: "egg" } }),
  ...Array.from({ length: 7 }, (_, index) => step("delete", `reward/r${index}`)),
];

const events: readonly ApplyEvent[] = [
  { type: "started", step: "create action/a" },
  { type: "started", step: "create action/b" },
  { type: "waiting", why: "the service requires a pause", ms: 11_200 },
  { type: "done", step: "create action/a" },
  { type: "failed", step: "create action/b", diagnostic: diagnostic("step-failed", "Answered with 422.\nTaken.") },
  { type: "skipped", step: "attach c", because: "create action/b" },
  { type: "verifying" },
  { type: "finished", totals: { done: 1, not_verified: 0, failed: 1, skipped: 1, not_started: 7 } },
];

/** Live line and line that stays, for each event. */
function run(
  view: Parameters<typeof progressOf>[1],
  elapsed = 0,
): { lines: string[]; permanent: (string | undefined)[] } {
  const progress = progressOf(steps, view);
  const outputs = events.map((event) => progress(event, elapsed));
  return { lines: outputs.map(({ line }) => line), permanent: outputs.map(({ permanent }) => permanent) };
}

describe("progress on a terminal", () => {
  const view = { style: plainStyle, width: 70, isLive: true };

  it("keeps one line with the count, the current step and what else is in flight", () => {
    expect(run(view).lines).toEqual([
      "[ 0/10] create action/a",
      "[ 0/10] create action/b and 1 more",
      "[ 0/10] waiting 11.2 s: the service requires a pause",
      "[ 1/10] create action/b",
      "[ 2/10] ",
      "[ 3/10] ",
      "[ 3/10] verifying: reading the live game again",
      "",
    ]);
  });

  it("lets only failures stay: the result groups what was skipped", () => {
    expect(run(view).permanent.filter((line) => line !== undefined)).toEqual([
      "[ 2/10] failed create action/b: Answered with 422.",
    ]);
  });

  it("never fills the last column, whatever the width", () => {
    for (const width of [10, 20, 30, 40, 60]) {
      for (const elapsed of [0, 10_000, 36_000_000]) {
        for (const line of run({ ...view, width }, elapsed).lines) expect(widthOf(line)).toBeLessThan(width);
      }
    }
  });

  it("keeps hostile text harmless", () => {
    const progress = progressOf(steps, view);
    const failed = progress({ type: "failed", step: "x\u001b[2J", diagnostic: hostileDiagnostic }, 0);
    const waiting = progress({ type: "waiting", why: "\u001b]0;x\u0007\n", ms: 5 }, 0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(`${failed.permanent}${failed.line}${waiting.line}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

it("elsewhere is a line every half minute", () => {
  const many = Array.from({ length: 100 }, (_, index) => step("create", `reward/r${index}`));
  const progress = progressOf(many, { style: plainStyle, width: 70, isLive: false });
  const lines = many.flatMap(({ id }, index) => {
    const { line, permanent } = progress({ type: "done", step: id }, index * 1_000);
    expect(line).toBe("");
    return permanent ?? [];
  });
  expect(lines).toEqual(["[ 31/100]", "[ 61/100]", "[ 91/100]"]);
});
