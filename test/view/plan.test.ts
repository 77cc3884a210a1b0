/** Plans for a terminal and as pages of HTML. Hostile texts in them: hostile.test.ts. */
import { describe, expect, it } from "vitest";
import { plainStyle } from "../../src/view/render/document.ts";
import { everyAction, everythingBeside, plainPage, plan, planText, step } from "./sample-plans.ts";

const view = { style: plainStyle, width: 80, verbose: false };

describe("a plan as text", () => {
  it("shows what a narrow terminal has no room for on further lines; all else: test/cases", async () => {
    const origin = { file: "games/dungeon/groups/dragons.yaml", line: 3, column: 5 };
    const criteria = Array.from({ length: 12 }, (_, index) => `slay-${index}-dragons`);
    const long = step("create", "criteria_group/slayer-of-the-seven-mountains", {
      fields: [{ path: "/criteria", after: criteria }],
      origin,
    });
    const changed = everyAction.steps.filter(({ action }) => action === "update");
    const text = planText({ ...everyAction, steps: [long, ...changed] }, view, everythingBeside);
    await expect(text).toMatchFileSnapshot("expect/plan.txt");
  });

  it("shows everything kept and every impact with --verbose", () => {
    const text = planText(everyAction, { ...view, verbose: true }, everythingBeside);
    expect(text.match(/^ {2}reward\/old-/gm)).toHaveLength(12);
    expect(text).toContain("cosmetic: It is cosmetic.");
    expect(text).not.toContain("--verbose");
  });

  it("does not claim that the whole game is right when only targets were looked at", () => {
    const text = planText(
      plan([], { kept: [{ address: "action/jump", reason: "not-targeted" }] }, 3),
      view,
    );
    expect(text).toContain(
      "No changes. The targeted resources match the manifests: 3 unchanged, 1 kept.",
    );
  });

  it("shows a difference that is only in the last line's end", () => {
    const change = { path: "/custom_data", before: "a\nb", after: "a\nb\n" };
    const text = planText(plan([step("update", "reward/x", { fields: [change] })]), view);
    expect(text).toMatch(/- "a\\nb"\n +\+ "a\\nb\\n"/);
  });

  it.each([
    [40, 40, undefined],
    [41, 41, undefined],
    [200, 200, undefined],
    [201, 200, "  and 1 more creation (1 action); --verbose lists all"],
    [260, 200, "  and 60 more creations (60 actions); --verbose lists all"],
  ])("folds creations and their fields: of %i there are lines for %i", (count, shown, left) => {
    const steps = Array.from({ length: count }, (_, index) =>
      step("create", `action/step-${index}.`, { fields: [{ path: "/name", after: "a name" }] }),
    );
    const [first] = steps
      .slice(-1)
      .map(({ id }) => [id, { cause: "drift" as const, fields: [] }] as const);
    const causes = {
      ...everythingBeside.causes,
      steps: new Map(first === undefined ? [] : [first]),
    };
    const lines = planText(plan(steps), view, { causes }).split("\n");
    const creations = lines.filter((line) => line.startsWith("  + create"));
    expect(creations).toHaveLength(shown);
    for (const [index, line] of creations.entries())
      expect(line).toContain(`action/step-${index}.`);
    if (count === shown) expect(creations.at(-1)).toContain(" (drift)");
    expect(lines.find((line) => line.includes(" more creation"))).toBe(left);
    expect(lines.some((line) => line.includes('"a name"'))).toBe(count <= 40);
  });
});

it("a plan as a page of HTML begins with what it means for players, and ends with the digest", () => {
  const page = plainPage(everyAction, everythingBeside);
  const parts = [
    "What this means for players",
    "It is harder.",
    "1 to create",
    "Refused",
    "<table",
    "<details><summary>Kept, or not verified",
    '<p class="muted">Digest ',
  ];
  const places = parts.map((part) => page.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});
