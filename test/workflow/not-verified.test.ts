/**
 * What cannot be read back is never called done, unchanged or converged: named, counted, and no
 * failure.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/ground/json.ts";
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
const manifest = (reactions: string, rewards: string): string =>
  `actions: [{ custom_id: jump, name: Jump }, { custom_id: run, name: Run, reactions: ${reactions} }]
rewards: [{ custom_id: egg, name: Egg }]
achievements: [{ custom_id: hop, name: Hop, rewards: ${rewards} }]
`;
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

it("creations with links are sent and not verified, and the last lines say so; what has none of them is done", async () => {
  const game = await inGame({ service: LITERAL, manifests: { "a.yaml": DECLARED } });
  const { exit, stdout } = await game.run(["apply", "--yes", "--out", "result.json"]);
  expect(exit).toBe(0);
  expect(stdout).toContain(
    "Not verified, because the service does not return it:\n  action.reactions of 2 resources",
  );
  expect(stdout).toMatch(
    /^3 steps done, 2 not verified\.\nConverged, as far as the service returns it: a new plan has no changes\.$/m,
  );
  const [result] = JSON.parse(await readFile(join(game.folder, "result.json"), "utf8")).results;
  const totals = { done: 3, not_verified: 2, failed: 0 };
  expect(result).toMatchObject({ outcome: "done", converged: true, totals, not_verified: UNSEEN });
  const unseen = result.steps.filter(({ status }: { status: string }) => status === "not-verified");
  expect(unseen.map(({ id }: { id: string }) => id)).toEqual([
    "create action/run",
    "attach achievement/hop rewards egg",
  ]);
  for (const line of [
    "plan --detailed-exitcode",
    "plan --format markdown",
    "apply --yes --format markdown",
  ]) {
    const again = await game.run(line.split(" "));
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

it("nothing is said of what ignore and create_only leave to the panel, nor of what a service returns", async () => {
  const text = `actions: [{ custom_id: jump, name: Jump, create_only: true }, { custom_id: run, name: Run, ignore: [reactions] }]\n`;
  const left = await inGame({ service: LITERAL, live: LIVE, manifests: { "a.yaml": text } });
  expect(await applied(left)).toMatchObject({ converged: true, not_verified: [] });
  const shown = await inGame({ manifests: { "a.yaml": DECLARED } });
  expect(await applied(shown)).toMatchObject({
    converged: true,
    totals: { not_verified: 0 },
    not_verified: [],
  });
});
