/** One cause is one finding, with a count. */
import { describe, expect, it } from "vitest";
import { ignoresIn, lint } from "../../../src/analysis/lint/lint.ts";
import { STORES } from "../../../src/analysis/lint/stores.ts";
import { yamlComments } from "../../../src/manifest/parse-yaml.ts";
import { sourceText } from "../../../src/text/parts.ts";
import { found, gameOf } from "./support.ts";

const rewards = (count: number) =>
  Array.from({ length: count }, (_, index) => `  - { custom_id: r${index}, name: "Prize ${index}" }\n`).join("");
const ACHIEVEMENT = "achievements:\n  - { custom_id: a, name: A, description: All., custom_criteria_group_id: g";

describe("findings with one cause", () => {
  const details = (manifests: string, code: Parameters<typeof found>[2] = []) =>
    found(manifests, "", code).map(({ detail }) => detail);

  it("are one where nothing of a kind is used, and many where some are", () => {
    const none = `rewards:\n${rewards(24)}${ACHIEVEMENT} }\n`;
    expect(details(none, ["unused-reward"])).toEqual([
      '"r0" is not used: no achievement gives it; the same holds for 23 more: "r1", "r10", "r11" and 20 others.',
    ]);
    const one = `rewards:\n${rewards(24)}${ACHIEVEMENT}, rewards: [r0] }\n`;
    expect(details(one, ["unused-reward"])).toHaveLength(23);
  });

  it("are one for all achievements on one group", () => {
    const achievements = Array.from(
      { length: 13 },
      (_, index) =>
        `  - { custom_id: a${index}, name: "Badge ${index}", description: "D${index}", custom_criteria_group_id: g }\n`,
    ).join("");
    const manifests = `criteria: [{ custom_id: c, name: C, custom_action_id: do }]
criteria_groups: [{ custom_id: g, name: G, criteria: [c] }]
achievements:\n${achievements}`;
    expect(details(manifests, ["twin-achievements"])).toEqual([
      '"a0" and "a1" are always earned together; the same holds for 11 more: "a10", "a11", "a12" and 8 others.',
    ]);
  });

  it("are not one where they only look alike", () => {
    const pair = (id: string) =>
      ["x", "y"]
        .map(
          (each) =>
            `  - { custom_id: ${id}${each}, name: "${id}${each}", description: "${id}${each}", custom_criteria_group_id: ${id} }\n`,
        )
        .join("");
    const manifests = `criteria: [{ custom_id: c, name: C, custom_action_id: do }, { custom_id: d, name: D, custom_action_id: do, rule: gte:9 }]
criteria_groups: [{ custom_id: g, name: G, criteria: [c] }, { custom_id: h, name: H, criteria: [d] }]
achievements:\n${pair("g")}${pair("h")}`;
    expect(details(manifests, ["twin-achievements"])).toHaveLength(2);
  });

  it("can be switched off one by one", () => {
    const manifests = `rewards:\n${rewards(3).replace('Prize 0" }', 'Prize 0" } # laurel-ignore unused-reward')}${ACHIEVEMENT} }\n`;
    const source = sourceText("game.yaml", manifests);
    const ignores = ignoresIn(yamlComments(source), source);
    expect(lint(gameOf(manifests), ignores, ["unused-reward", "idle-ignore"]).map(({ detail }) => detail)).toEqual([
      '"r1" is not used: no achievement gives it; the same holds for 1 more: "r2".',
    ]);
  });
});

describe("limits of stores", () => {
  it("name the page that they are from, and the day on which it was read", () => {
    for (const limits of Object.values(STORES)) {
      const sources = Object.values(limits).flatMap((each) =>
        typeof each === "object" && "source" in each ? [each.source] : [],
      );
      expect(sources.length + limits.notes.length).toBeGreaterThan(0);
      for (const { page, read } of sources) {
        expect(page).toMatch(/^https:\/\//);
        if (read !== null) expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
      }
    }
  });
});
