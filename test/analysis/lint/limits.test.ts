/** Findings about limits, totals of at most so much, and limits without a finding. */
import { describe, expect, it } from "vitest";
import { codesIn } from "./support.ts";

const ACTIONS = `actions:
  - { custom_id: slay, name: Slay a rat, reactions: [hit] }
  - { custom_id: hit, name: Take a hit }
  - { custom_id: level, name: Finish a level }
`;
const CRITERIA = `criteria:
  - { custom_id: few-hits, name: Few hits, custom_action_id: hit, rule: lte:30 }
  - { custom_id: hits, name: Some hits, custom_action_id: hit, rule: gte:2 }
  - { custom_id: rats, name: Rats, custom_action_id: slay, rule: gte:2 }
  - { custom_id: levels, name: Levels, custom_action_id: level, rule: gte:10 }
`;
const EARNED_BY = (id: string) =>
  `achievements:\n  - { custom_id: careful, name: Careful, description: Take care., custom_criteria_group_id: ${id} }\n`;

function limitsIn(...groups: readonly string[]): readonly string[] {
  const written = groups.map((each) => `  - { ${each} }\n`).join("");
  const manifests = `${ACTIONS}${CRITERIA}criteria_groups:\n${written}${EARNED_BY("outer")}`;
  return codesIn(manifests).filter((code) => code.startsWith("limit-"));
}

describe("limit-without-goal", () => {
  it("is found where a limit alone earns something, through groups inside, too", () => {
    expect(limitsIn("custom_id: outer, name: Outer, criteria: [few-hits]")).toEqual(["limit-without-goal"]);
    expect(
      limitsIn(
        "custom_id: outer, name: Outer, operator: or, criteria: [levels], criteria_groups: [inner]",
        "custom_id: inner, name: Inner, criteria: [few-hits]",
      ),
    ).toEqual(["limit-without-goal"]);
  });

  it("is not found where the goal is beside the group of the limit", () => {
    expect(
      limitsIn(
        "custom_id: outer, name: Outer, criteria: [levels], criteria_groups: [inner]",
        "custom_id: inner, name: Inner, criteria: [few-hits]",
      ),
    ).toEqual([]);
  });
});

describe("limit-without-activity", () => {
  it("is found where the goal can be reached without what is limited", () => {
    expect(limitsIn("custom_id: outer, name: Outer, criteria: [few-hits, levels]")).toEqual(["limit-without-activity"]);
  });

  it("is not found where reaching the goal records what is limited", () => {
    expect(limitsIn("custom_id: outer, name: Outer, criteria: [few-hits, rats]")).toEqual([]);
  });

  it("is not found where a group inside requires what is limited", () => {
    expect(
      limitsIn(
        "custom_id: outer, name: Outer, criteria: [few-hits, levels], criteria_groups: [inner]",
        "custom_id: inner, name: Inner, criteria: [hits]",
      ),
    ).toEqual([]);
  });
});
