import { describe, expect, it } from "vitest";
import { diagnostic } from "../../src/model/diagnostics.ts";
import { type PlanTextView, renderPlanText } from "../../src/view/plan/plan-text.ts";
import { widthOf } from "../../src/view/text/layout.ts";
import { markerStyle, plainStyle } from "../../src/view/text/style.ts";
import { emptyPlan, everyAction, hostilePlan, plan, refusals, step } from "./sample-plans.ts";

const wide: PlanTextView = { style: markerStyle, width: 100, verbose: false, showRequests: false };
const plain: PlanTextView = { ...wide, style: plainStyle };

describe("a plan as text", () => {
  it("shows every action with its fields, dangers, notes and what stays", async () => {
    await expect(renderPlanText({ plan: everyAction, refusals }, wide)).toMatchFileSnapshot(
      "expect/plan-every-action.txt",
    );
  });

  it("fits a narrow screen", async () => {
    const steps = everyAction.steps.filter(({ address }) => !address.startsWith("action/"));
    const wrapped = plan(steps.toSpliced(4, 1).toSpliced(1, 1), {
      kept: everyAction.kept.slice(-2),
      not_comparable: everyAction.not_comparable,
    });
    const text = renderPlanText({ plan: wrapped, refusals }, { ...plain, width: 60 });
    await expect(text).toMatchFileSnapshot("expect/plan-narrow.txt");
    const tooWide = text.split("\n").filter((line) => widthOf(line) > 60);
    // Only what has to be copied in one piece may be longer.
    expect(tooWide.filter((line) => !/^Digest |^ {4}--allow |^ {2}\+ create {3}criteria_group\//.test(line))).toEqual(
      [],
    );
  });

  it("shows requests, everything kept and unchanged members with --verbose and --show-requests", async () => {
    const text = renderPlanText({ plan: everyAction, refusals: [] }, { ...plain, verbose: true, showRequests: true });
    expect(text).toContain(
      '      unchanged:\n        custom_id  "gold-coin"\n        name       "Gold coin"\n      PUT rewards/',
    );
    expect(text).toContain('\n      POST things\n      {\n        "custom_id": "slay-dragon"\n      }\n');
    expect(text).toContain("\n      if that endpoint is missing: PUT achievements/dragon-slayer\n");
    expect(text.match(/^ {2}reward\/old-/gm)).toHaveLength(12);
    expect(text).not.toContain("--verbose");
  });

  it("says clearly that there is nothing to do", () => {
    expect(renderPlanText({ plan: emptyPlan, refusals: [] }, plain)).toBe(
      'Plan for game "dungeon" (local) at http://127.0.0.1:4010, game id dungeon\n\n' +
        "No changes. The live game matches the manifests (132 resources unchanged).\n",
    );
  });

  it("does not claim that the whole game is right when only targets were looked at", () => {
    const partial = plan([], { kept: [{ address: "action/jump", reason: "not-targeted" }] }, 3);
    const text = renderPlanText({ plan: partial, refusals: [] }, plain);
    expect(text).toContain("No changes. The targeted resources match the manifests (3 resources unchanged).");
    expect(text).toContain("1 resource differs but is not targeted:\n  action/jump\n");
  });

  it("names exactly the flags that a refused plan needs", () => {
    expect(renderPlanText({ plan: everyAction, refusals }, plain)).toContain(
      "Refused: 2 hazards are not allowed. To go ahead, add:\n    --allow deletes-player-data --allow empties-kind\n",
    );
  });

  it("names no flag for a refusal that no flag lifts", () => {
    const text = renderPlanText({ plan: everyAction, refusals: [diagnostic("taken-name", "Taken.")] }, plain);
    expect(text).toContain("Refused: taken-name; see the problems.");
    expect(text).not.toContain("To go ahead");
  });

  it("marks a danger that is allowed as such", () => {
    const text = renderPlanText({ plan: everyAction, refusals }, plain);
    expect(text).toContain("! mass-change (allowed): 4 of 12");
    expect(text).toContain("! deletes-player-data: Deleting");
  });

  it("keeps hostile text harmless, in every place", async () => {
    const text = renderPlanText({ plan: hostilePlan, refusals: [] }, { ...plain, verbose: true, showRequests: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not occur.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(text.match(/owned\\u0007\\r\\n\\u009b2J\\u202egnp\.exe\\u2066/g)?.length).toBeGreaterThanOrEqual(20);
  });

  it("shows a difference that is only in the last line's end", () => {
    const change = { path: "/custom_data", before: "a\nb", after: "a\nb\n" };
    const text = renderPlanText(
      { plan: plan([step("update", "reward/x", { fields: [change] })]), refusals: [] },
      plain,
    );
    expect(text).toContain('- "a\\nb"');
    expect(text).toContain('+ "a\\nb\\n"');
  });

  it("lines origins up by display width", () => {
    const at = (line: number) => ({ origin: { file: "a.yaml", line, column: 1 } });
    const steps = [step("delete", "reward/龍", at(1)), step("delete", "reward/abc", at(2))];
    const lines = renderPlanText({ plan: plan(steps), refusals: [] }, plain).split("\n");
    const columns = lines
      .filter((line) => line.includes("a.yaml"))
      .map((line) => widthOf(line.split("a.yaml")[0] ?? ""));
    expect(new Set(columns).size).toBe(1);
    expect(columns).toHaveLength(2);
  });

  it("is the same text for the same plan", () => {
    const copy = structuredClone(everyAction);
    expect(renderPlanText({ plan: copy, refusals }, wide)).toBe(renderPlanText({ plan: everyAction, refusals }, wide));
  });
});
