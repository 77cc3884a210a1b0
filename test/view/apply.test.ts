/** The results of an apply for a terminal. */
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyResult } from "../../src/model/events.ts";
import { applyDocument } from "../../src/view/apply.ts";
import { plainStyle } from "../../src/view/render/style.ts";
import { renderText } from "../../src/view/render/text.ts";
import { mixedResult, result } from "./sample-plans.ts";

const done = { id: "create action/a", action: "create", address: "action/a", status: "done" } as const;

function textOf(applied: ApplyResult, verbose = false): string {
  return renderText(applyDocument([applied]), { style: plainStyle, width: 100, verbose });
}

describe("the result of an apply as text", () => {
  it("shows what failed and what was not done; the rest is counted, or listed with --verbose", async () => {
    await expect(textOf(mixedResult)).toMatchFileSnapshot("expect/apply-mixed.txt");
    expect(textOf(mixedResult, true)).toContain("  done: create action/slay-enemy\n");
  });

  it("is short when everything was done and a new plan is empty", () => {
    expect(textOf(result([done], { converged: true, outcome: "done" }))).toBe(
      "Applied: dungeon (local)\n\n1 step done.\nConverged: a new plan has no changes.\n",
    );
  });

  it("says converged alone only where everything was seen", () => {
    const not_verified = [done.address, "reward/b" as const].map((address) => ({ address, fields: ["rewards"] }));
    expect(textOf(result([{ ...done, status: "not-verified" }], { converged: true, not_verified }))).toContain(
      "0 steps done, 1 not verified.\nConverged, as far as the service returns it: a new plan has no changes.\n",
    );
  });

  it("says what the service did not keep, and never converged then", () => {
    const dropped = diagnostic("not-kept", 'leaderboard/x: the service ignored "ordering".');
    const text = textOf(result([done], { diagnostics: [dropped] }));
    expect(text).toContain('(not-kept): leaderboard/x: the service ignored "ordering".\n');
    expect(text).toContain("Not converged: a new plan still has changes");
    expect(text).not.toContain("Converged:");
  });
});
