import { describe, expect, it } from "vitest";
import type { Step } from "../../src/model/model.ts";
import { freezeRefusals } from "../../src/plan/freeze.ts";
import type { Impact, ImpactClass } from "../../src/plan/impact.ts";
import { IMPACT_CLASS_NAMES } from "../../src/plan/impact.ts";
import { endOfFreeze } from "../../src/project/freeze.ts";

const step: Step = {
  id: "update action/jump",
  action: "update",
  address: "action/jump",
  fields: [],
  needs: [],
  hazards: [],
  notes: [],
  request: { method: "PUT", path: "actions/jump" },
};
const plan = { environment: "production", steps: [step] };
const impactOf = (name: ImpactClass, address: Impact["address"] = "achievement/jumper"): Impact => ({
  class: name,
  address,
  sentence: "It changes.",
  because: [],
  steps: [],
});
const at = (text: string): number => Date.parse(text);
const codesAt = (until: string, now: string): readonly string[] =>
  freezeRefusals({ until, except: [] }, at(now), plan, [impactOf("harder")]).map(({ code }) => code);

describe("a freeze", () => {
  it.each([
    ["2026-12-27", "2026-12-27T23:59:59.999Z", ["freeze"]],
    ["2026-12-27", "2026-12-28T00:00:00Z", []],
    ["2026-12-27T18:00:00Z", "2026-12-27T17:59:59.999Z", ["freeze"]],
    ["2026-12-27T18:00:00Z", "2026-12-27T18:00:00Z", []],
    ["2026-12-27T18:00+02:00", "2026-12-27T15:59:59Z", ["freeze"]],
    ["2026-12-27T18:00+02:00", "2026-12-27T16:00:00Z", []],
  ])("until %s at %s", (until, now, codes) => {
    expect(codesAt(until, now)).toEqual(codes);
  });

  it.each(["2026-02-30", "2026-13-01", "2026-02-30T00:00:00Z", "2026-02-28T25:00:00Z"])("has no end at %s", (until) => {
    expect(endOfFreeze({ until })).toBeNaN();
    expect(codesAt(until, "2999-01-01T00:00:00Z")).toEqual(["freeze"]);
  });

  it("refuses each class that is not excepted, and no other", () => {
    for (const name of IMPACT_CLASS_NAMES) {
      const refused = (except: readonly ImpactClass[]): number =>
        freezeRefusals({ until: "2999-01-01", except }, 0, plan, [impactOf(name)]).length;
      expect(refused([name])).toBe(0);
      expect(refused(IMPACT_CLASS_NAMES.filter((other) => other !== name))).toBe(1);
    }
  });

  it("names the date, the classes with the gravest first, each resource once, and the flag", () => {
    const impact = [
      impactOf("easier", "achievement/a"),
      impactOf("destructive", "leaderboard/b"),
      impactOf("easier", "achievement/a"),
      impactOf("easier", "achievement/c"),
      impactOf("cosmetic", "achievement/d"),
    ];
    const [refusal, ...others] = freezeRefusals({ until: "2026-12-27", except: ["cosmetic"] }, 0, plan, impact);
    expect(others).toEqual([]);
    expect(refusal?.detail.split("\n")).toEqual([
      'The environment "production" is frozen until 2026-12-27 (UTC, that day included).',
      "destructive: leaderboard/b",
      "easier: achievement/a and achievement/c",
    ]);
    expect(refusal?.help.join("\n")).toContain("--allow freeze");
  });

  it("names some of many resources", () => {
    const impact = Array.from({ length: 25 }, (_, index) => impactOf("harder", `achievement/a${index}`));
    const [refusal] = freezeRefusals({ until: "2026-12-27", except: [] }, 0, plan, impact);
    expect(refusal?.detail).toContain("achievement/a19 and 5 more");
  });

  it("refuses none without steps or without impact on players", () => {
    const freeze = { until: "2999-01-01", except: [] };
    expect(freezeRefusals(freeze, 0, { ...plan, steps: [] }, [impactOf("harder")])).toEqual([]);
    expect(freezeRefusals(freeze, 0, plan, [])).toEqual([]);
    expect(freezeRefusals(undefined, 0, plan, [impactOf("harder")])).toEqual([]);
  });
});
