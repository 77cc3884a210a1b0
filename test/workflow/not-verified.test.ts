/** What cannot be read back is never called done, unchanged or converged: named, counted, and no failure. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { inGame, type TestGame } from "../support/cli.ts";
import type { ServiceOptions } from "../support/service/service.ts";

const LIVE: Record<string, readonly JsonObject[]> = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run", reactions: ["jump"] },
  ],
  rewards: [{ custom_id: "egg", name: "Egg" }],
  achievements: [{ custom_id: "hop", name: "Hop", rewards: ["egg"] }],
};
const ACTIONS = "actions: [{ custom_id: jump, name: Jump }, { custom_id: run, name: Run";
const REWARDS = "rewards: [{ custom_id: egg, name: Egg }]\n";
const manifest = (reactions: string, rewards: string): string =>
  `${ACTIONS}, reactions: ${reactions} }]\n${REWARDS}achievements: [{ custom_id: hop, name: Hop, rewards: ${rewards} }]\n`;
const DECLARED = manifest("[jump]", "[egg]");

const UNSEEN = [
  { address: "action/jump", fields: ["reactions"] },
  { address: "action/run", fields: ["reactions"] },
  { address: "achievement/hop", fields: ["rewards"] },
];

/** The documented interface alone: neither reactions nor rewards are ever returned. */
const LITERAL: ServiceOptions = { profile: "documented" };

async function applied(game: TestGame): Promise<JsonObject> {
  const { exit, stdout, stderr } = await game.run(["apply", "--yes", "--format", "json"]);
  expect(exit, stdout + stderr).toBe(0);
  return JSON.parse(stdout).results[0];
}

describe("a service that returns neither reactions nor rewards", () => {
  it("creations with links are sent and not verified; what has none of them is done", async () => {
    const game = await inGame({ service: LITERAL, manifests: { "a.yaml": DECLARED } });
    const result = (await applied(game)) as { steps: readonly { id: string; status: string }[] } & JsonObject;
    expect(result).toMatchObject({
      outcome: "done",
      converged: true,
      totals: { done: 3, not_verified: 2, failed: 0 },
      not_verified: UNSEEN,
    });
    expect(result.steps.filter(({ status }) => status === "not-verified").map(({ id }) => id)).toEqual([
      "create action/run",
      "attach achievement/hop rewards egg",
    ]);
  });

  it("text, Markdown and the summary of a plan say so in their last lines", async () => {
    const game = await inGame({ service: LITERAL, manifests: { "a.yaml": DECLARED } });
    const { stdout } = await game.run(["apply", "--yes"]);
    expect(stdout).toContain(
      "Not verified, because the service does not return it:\n  action.reactions of 2 resources",
    );
    expect(stdout).toMatch(
      /^3 steps done, 2 not verified\.\nConverged, as far as the service returns it: a new plan has no changes\.$/m,
    );
    for (const argv of [["plan"], ["plan", "--format", "markdown"], ["apply", "--yes", "--format", "markdown"]]) {
      const again = await game.run([...argv, ...(argv[0] === "plan" ? ["--detailed-exitcode"] : [])]);
      expect(again.exit, again.stderr).toBe(0);
      expect(again.stdout.replaceAll(/\s+/g, " ")).toMatch(
        /The live game matches the manifests as far as the service returns it: (1 unchanged, )?3 not verified\./,
      );
    }
  });

  it.each([
    ["the same", DECLARED],
    ["other ones", manifest("[]", "[egg]")],
    ["none", manifest("[]", "[]")],
  ])("links that are live and declared as %s give no step, and are named", async (_, text) => {
    const game = await inGame({ service: LITERAL, live: LIVE, manifests: { "a.yaml": text } });
    const { exit, stdout } = await game.run(["plan", "--format", "json", "--detailed-exitcode"]);
    const [plan] = JSON.parse(stdout).plans;
    expect([exit, plan.steps, plan.not_verified]).toEqual([0, [], UNSEEN]);
    expect(plan.summary).toMatchObject({ unchanged: 1, not_verified: 3 });
    expect(await applied(game)).toMatchObject({ converged: true, not_verified: UNSEEN });
    expect(game.writes()).toEqual([]);
  });

  it("nothing is said of what ignore and create_only leave to the panel", async () => {
    const text = `actions: [{ custom_id: jump, name: Jump, create_only: true }, { custom_id: run, name: Run, ignore: [reactions] }]\n`;
    const game = await inGame({ service: LITERAL, live: LIVE, manifests: { "a.yaml": text } });
    expect(await applied(game)).toMatchObject({ converged: true, not_verified: [] });
  });
});

it("a service that returns everything verifies everything", async () => {
  const game = await inGame({ manifests: { "a.yaml": DECLARED } });
  expect(await applied(game)).toMatchObject({ converged: true, totals: { not_verified: 0 }, not_verified: [] });
});
