/** Nothing is planned from a reading that was not complete: fail closed. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { inGame } from "../support/cli.ts";
import type { Fault, FaultEffect } from "../support/service/service.ts";

const live = {
  rewards: Array.from({ length: 11 }, (_, index) => ({ custom_id: `coin-${index}`, name: `Coin ${index}` })),
};
const manifests = { "game.yaml": "rewards:\n  - { custom_id: coin-0, name: Coin 0 }\n" };
const effects: readonly FaultEffect[] = [
  { effect: "error-before", status: 500 },
  { effect: "error-before", status: 404 },
  { effect: "error-before", status: 403 },
  { effect: "html", status: 200 },
  { effect: "html", status: 503 },
  { effect: "truncate" },
  { effect: "drop-before" },
  { effect: "rate-limit", retryAfter: { form: "none" } },
  { effect: "redirect", location: "https://elsewhere.example/" },
];

describe("Short pages, moving lists: laurel never plans from an incomplete read", () => {
  it.each(effects)("fails when page 2 ends with %j, under --prune", async (effect) => {
    const fault: Fault = { ...effect, when: { method: "GET", path: "/rewards$", from: 2 } };
    const game = await inGame({ manifests, live, service: { maxPageSize: 3, faults: [fault] } });
    const everything = ["--prune", "--allow", "mass-change"];
    const planned = await game.run(["plan", ...everything]);
    expect(planned.exit).toBe(1);
    expect(planned.stdout).toBe("");
    expect(planned.stderr).toMatch(/^error\[/m);
    const applied = await game.run(["apply", "--yes", ...everything]);
    expect(applied.exit).toBe(1);
    expect(game.writes()).toEqual([]);
  });

  it("does not apply other kinds when one cannot be read", async () => {
    const files = { "game.yaml": "actions:\n  - { custom_id: jump, name: Jump }\nrewards: []\n" };
    const fault: Fault = { effect: "error-before", status: 500, when: { path: "/rewards$" } };
    const game = await inGame({ manifests: files, service: { faults: [fault] } });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(game.writes()).toEqual([]);
  });

  it("rereads a list that moved while it was read", async () => {
    let isFirst = true;
    const game = await inGame({
      manifests,
      live,
      service: { maxPageSize: 3 },
      onRequest: ({ path, query }) => {
        if (!isFirst || !path.endsWith("/rewards") || !query.includes("=2")) return;
        isFirst = false;
        void game.service().seed("g", { rewards: [{ custom_id: "late", name: "Late" }] });
      },
    });
    const run = await game.run(["plan", "--prune", "--allow", "mass-change"]);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).toContain("11 to delete");
  });

  it("Links are not in the record: a failed read of links fails the plan", async () => {
    const files = {
      "game.yaml": "actions:\n  - { custom_id: a, name: A }\n  - { custom_id: b, name: B, reactions: [a] }\n",
    };
    const actions: readonly JsonObject[] = [
      { custom_id: "a", name: "A" },
      { custom_id: "b", name: "B", reactions: ["a"] },
    ];
    const fault: Fault = { effect: "error-before", status: 500, when: { path: "/reactions$" } };
    const game = await inGame({ manifests: files, live: { actions }, service: { includes: "known", faults: [fault] } });
    expect((await game.run(["plan"])).exit).toBe(1);
  });

  it.each(["known", "all"] as const)(
    "Links are read in full, whatever else is read for safety, with %s included",
    async (includes) => {
      const files = {
        "game.yaml": `rewards:
  - { custom_id: coin, name: Coin }
  - { custom_id: gem, name: Gem }
achievements:
  - { custom_id: rich, name: Rich, rewards: [gem] }
  - { custom_id: kind, name: Kind, rewards: [coin, gem] }
removed:
  - { kind: criteria_group, custom_id: old, reason: Unused }
`,
      };
      const rewards = [
        { custom_id: "coin", name: "Coin" },
        { custom_id: "gem", name: "Gem" },
      ];
      const achievements = [
        { custom_id: "rich", name: "Rich", rewards: ["coin"] },
        { custom_id: "kind", name: "Kind", rewards: ["coin"] },
        { custom_id: "panel", name: "Panel", rewards: ["coin"] },
      ];
      const criteria_groups = ["old", "other"].map((name) => ({ custom_id: name, name }));
      const game = await inGame({
        manifests: files,
        live: { rewards, achievements, criteria_groups },
        service: { includes },
      });
      const run = await game.run(["apply", "--yes"]);
      expect(run.exit, `${run.stdout}${run.stderr}`).toBe(0);
      expect(game.service().contents("g")).toMatchObject({
        criteria_groups: [{ custom_id: "other" }],
        achievements: [{ rewards: ["coin", "gem"] }, { rewards: ["coin"] }, { rewards: ["gem"] }],
      });
    },
  );
});
