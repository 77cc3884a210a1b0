import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import { renderApplyText } from "../../src/view/apply/apply-text.ts";
import { markerStyle, plainStyle } from "../../src/view/text/style.ts";
import { hostileDiagnostic, mixedResult, result } from "./sample-plans.ts";

const view = { style: plainStyle, width: 100, verbose: false };
const done = { id: "create action/a", action: "create", address: "action/a", status: "done" } as const;

describe("the result of an apply as text", () => {
  it("shows what failed, and below it what was skipped because of it; the rest is counted", async () => {
    const text = renderApplyText(mixedResult, { ...view, style: markerStyle });
    await expect(text).toMatchFileSnapshot("expect/apply-mixed.txt");
  });

  it("is short when everything was done and a new plan is empty", () => {
    expect(renderApplyText(result([done], { converged: true }), view)).toBe(
      'Result for game "dungeon" (local)\n\n1 step done.\nConverged: a new plan has no changes.\n',
    );
  });

  it("says converged alone only where everything was seen", () => {
    const not_verified = [done.address, "reward/b" as const].map((address) => ({ address, fields: ["rewards"] }));
    const text = renderApplyText(
      result([{ ...done, status: "not-verified" }], { converged: true, not_verified }),
      view,
    );
    expect(text).toContain(
      "0 steps done, 1 not verified.\nConverged, except that 2 resources could not be fully verified: a new plan has no changes.\n",
    );
  });

  it("lists the steps that were done or not started with --verbose", () => {
    const text = renderApplyText(mixedResult, { ...view, verbose: true });
    expect(text).toContain(
      "  done          create action/slay-enemy\n  not verified  create action/jump\n  not started   create reward/egg\n\n  failed        create",
    );
  });

  it("only counts hundreds of steps that were not started, and names ten that were skipped", () => {
    const failed = { ...done, id: "create b", status: "failed", diagnostic: diagnostic("step-failed", "No.") } as const;
    const others = Array.from({ length: 186 }, (_, index) => [
      { ...done, id: `left ${index}`, status: "not-started" } as const,
      {
        ...done,
        id: `skipped ${index}`,
        status: "skipped",
        because: index === 0 ? "create b" : `skipped ${index - 1}`,
      } as const,
    ]);
    const text = renderApplyText(result([done, failed, ...others.flat()]), view);
    expect(text).toContain("      186 steps need it and were skipped:\n        skipped 0\n        skipped 1\n");
    expect(text).toContain("        skipped 9\n        and 176 more\n");
    expect(text).toContain("1 step done, 1 failed, 186 skipped, 186 not started.\n");
    expect(text.split("\n").length).toBeLessThan(25);
  });

  it("says what the service did not keep, and never converged then", () => {
    const dropped = diagnostic("not-kept", 'leaderboard/x: the service ignored "ordering".');
    const text = renderApplyText(result([done], { diagnostics: [dropped] }), view);
    expect(text).toContain('  not-kept: leaderboard/x: the service ignored "ordering".\n');
    expect(text).toContain("Not converged: a new plan still has changes");
    expect(text).not.toContain("Converged:");
  });

  it("keeps hostile text harmless", () => {
    const failed = { ...done, id: "create x\u001b[2J", status: "failed", diagnostic: hostileDiagnostic } as const;
    const text = renderApplyText(result([failed], { game: "\u009b1m", diagnostics: [hostileDiagnostic] }), view);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });
});
