/**
 * The results of an apply for a terminal. What the service did not keep or does not return:
 * test/cases, test/workflow.
 */

import { expect, it } from "vitest";
import { applyDocument } from "../../src/view/apply/document.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";
import { shownResult } from "../support/shown.ts";
import { mixedResult, result } from "./sample-plans.ts";

const view = { style: plainStyle, width: 100, verbose: false };

it("an apply shows what failed and what was not done; the rest is counted, or listed with --verbose", async () => {
  await expect(renderText(applyDocument([shownResult(mixedResult)]), view)).toMatchFileSnapshot(
    "expect/apply-mixed.txt",
  );
  const verbose = renderText(applyDocument([shownResult(mixedResult)]), { ...view, verbose: true });
  expect(verbose).toContain("  done: create action/slay-enemy\n");
});

it("an apply is short when everything was done and a new plan is empty", () => {
  const done = {
    id: "create action/a",
    action: "create",
    address: "action/a",
    status: "done",
  } as const;
  expect(
    renderText(
      applyDocument([shownResult(result([done], { converged: true, outcome: "done" }))]),
      view,
    ),
  ).toBe("Applied: dungeon (local)\n\n1 step done.\nConverged: a new plan has no changes.\n");
});
