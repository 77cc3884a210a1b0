/** What is said of criteria and groups in a graph is what the run-time rules do. */
import { describe, expect, it } from "vitest";
import { graphOf } from "../../../src/analysis/graph/graph.ts";
import { designFrom } from "../../support/designs.ts";

function said(parts: Parameters<typeof designFrom>[0], semantics: Parameters<typeof designFrom>[1] = {}): string {
  const { nodes } = graphOf(designFrom({ actions: { a: {} }, ...parts }, semantics));
  const node = nodes.find(({ custom_id }) => custom_id === "it");
  return [node?.note, ...(node?.facts ?? []).map(({ label, text }) => `${label}: ${text}`)].join(" | ");
}

describe("a group under xor", () => {
  const groups = { it: { operator: "xor" } };

  it("holds with one of its members, or with an odd number of them, as the project says", () => {
    expect(said({ groups })).toBe("one of | Holds when: exactly one of its members does");
    expect(said({ groups }, { xor: "parity" })).toBe("odd number of | Holds when: an odd number of its members does");
  });
});

describe("conditions", () => {
  const counted = (conditions: unknown): string | undefined =>
    said({ criteria: { it: { custom_action_id: "a", conditions } } }).split(" | ")[2];

  it("of no hour and of all hours are no window of time", () => {
    expect(counted({ groups: [{ conditions: ["betweenHours:9,0"] }] })).toBe("Counts only: at no hour");
    expect(counted({ groups: [{ conditions: ["betweenHours:9,24"] }] })).toBe("Counts only: at any hour");
  });

  it("are none where one of several lets everything count", () => {
    expect(counted({ operator: "or", groups: [{ conditions: [] }, { conditions: ["month:5"] }] })).toBeUndefined();
  });
});
