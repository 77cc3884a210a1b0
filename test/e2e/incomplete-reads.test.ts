/** Nothing is planned from a reading that was not complete: fail closed. */
import { describe, expect, it } from "vitest";
import { inGame } from "../support/cli.ts";
import type { Fault, FaultEffect } from "../support/service/service.ts";

const live = {
  rewards: Array.from({ length: 11 }, (_, index) => ({ custom_id: `coin-${index}`, name: `Coin ${index}` })),
};
const manifests = { "game.yaml": "rewards:\n  - { custom_id: coin-0, name: Coin 0 }\n" };
/** Of the other ways to fail: the tests of lists. */
const effects: readonly FaultEffect[] = [
  { effect: "error-before", status: 404 },
  { effect: "html", status: 200 },
  { effect: "truncate" },
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
});
