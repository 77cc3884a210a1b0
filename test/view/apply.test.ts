/** The results of an apply for a terminal. */
import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import type { ApplyResult } from "../../src/model/events.ts";
import { applyDocument } from "../../src/view/apply.ts";
import { plainStyle } from "../../src/view/render/document.ts";
import { renderText } from "../../src/view/render/text.ts";
import { hostileDiagnostic, mixedResult, result } from "./sample-plans.ts";

const done = { id: "create action/a", action: "create", address: "action/a", status: "done" } as const;

function textOf(shown: ApplyResult, verbose = false): string {
  return renderText(applyDocument([shown]), { style: plainStyle, width: 100, verbose });
}

describe("the result of an apply as text", () => {
  it("shows what failed and what was not done; the rest is counted", async () => {
    await expect(textOf(mixedResult)).toMatchFileSnapshot("expect/apply-mixed.txt");
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

  it("lists the steps that were done with --verbose", () => {
    expect(textOf(mixedResult)).not.toContain("action/slay-enemy");
    expect(textOf(mixedResult, true)).toContain("  done: create action/slay-enemy\n");
  });

  it("says what the service did not keep, and never converged then", () => {
    const dropped = diagnostic("not-kept", 'leaderboard/x: the service ignored "ordering".');
    const text = textOf(result([done], { diagnostics: [dropped] }));
    expect(text).toContain('(not-kept): leaderboard/x: the service ignored "ordering".\n');
    expect(text).toContain("Not converged: a new plan still has changes");
    expect(text).not.toContain("Converged:");
  });

  it("keeps hostile text harmless", () => {
    const failed = { ...done, id: "create x\u001b[2J", status: "failed", diagnostic: hostileDiagnostic } as const;
    const text = textOf(result([failed], { game: "\u009b1m", diagnostics: [hostileDiagnostic] }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });
});
