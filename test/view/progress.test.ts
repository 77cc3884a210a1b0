/** The progress of an apply. Hostile texts in it: hostile.test.ts. */

import { expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyEvent } from "../../src/model/events.ts";
import { progressOf } from "../../src/view/apply/progress.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { widthOf } from "../../src/view/render/layout.ts";
import { shownEvent } from "../support/shown.ts";
import { step } from "./sample-plans.ts";

const steps = [
  step("create", "action/a"),
  step("create", "action/b"),
  step("attach", "achievement/c", { id: "attach c", link: { name: "rewards", member: "egg" } }),
  ...Array.from({ length: 7 }, (_, index) => step("delete", `reward/r${index}`)),
];

const failed = diagnostic("step-failed", "Answered with 422.\nTaken.");
/** Each with the line that is written over, and the line that stays. */
const events: readonly (readonly [ApplyEvent, string, string?])[] = [
  [{ type: "started", step: "create action/a" }, "[ 0/10] create action/a"],
  [{ type: "started", step: "create action/b" }, "[ 0/10] create action/b and 1 more"],
  [{ type: "waiting", why: "a pause", ms: 11_200 }, "[ 0/10] waiting 11.2 s: a pause"],
  [{ type: "done", step: "create action/a" }, "[ 1/10] create action/b"],
  [
    { type: "failed", step: "create action/b", diagnostic: failed },
    "[ 2/10] ",
    "[ 2/10] failed create action/b: Answered with 422.",
  ],
  // The result groups what was skipped.
  [{ type: "skipped", step: "attach c", because: "create action/b" }, "[ 3/10] "],
  [{ type: "verifying" }, "[ 3/10] verifying: reading the live game again"],
  [
    {
      type: "finished",
      totals: { done: 1, not_verified: 0, failed: 1, skipped: 1, not_started: 7 },
    },
    "",
  ],
];

it("progress on a terminal is one line with the count, the current step and what else is in flight; failures stay", () => {
  const progress = progressOf(steps, { style: plainStyle, width: 70, isLive: true });
  for (const [event, line, permanent] of events)
    expect(progress(shownEvent(event), 0)).toEqual({ line, permanent });
});

it("progress never fills the last column, whatever the width", () => {
  for (const width of [10, 20, 30, 40, 60]) {
    const progress = progressOf(steps, { style: plainStyle, width, isLive: true });
    for (const [event] of events)
      expect(widthOf(progress(shownEvent(event), 0).line)).toBeLessThan(width);
  }
});

it("progress elsewhere is a line every half minute", () => {
  const many = Array.from({ length: 100 }, (_, index) => step("create", `reward/r${index}`));
  const progress = progressOf(many, { style: plainStyle, width: 70, isLive: false });
  const lines = many.flatMap(({ id }, index) => {
    const { line, permanent } = progress(shownEvent({ type: "done", step: id }), index * 1_000);
    expect(line).toBe("");
    return permanent ?? [];
  });
  expect(lines).toEqual(["[ 31/100]", "[ 61/100]", "[ 91/100]"]);
});
