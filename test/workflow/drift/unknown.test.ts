/** What prune deletes although no manifest ever declared it: refused where the history is known, listed apart otherwise. */
import { describe, expect, it } from "vitest";
import { GAME_ID } from "../../support/cli.ts";
import { branchWith, GIT_ENV } from "./repository.ts";

const ONE = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const TWO = `${ONE}  - { custom_id: shell, name: Shell }\n`;
const LIVE = {
  rewards: ["egg", "shell", "by-hand"].map((custom_id) => ({
    custom_id,
    name: custom_id === "egg" ? "Egg" : custom_id,
  })),
};
const KEEP = "removed:\n  - { kind: reward, custom_id: by-hand, reason: The event team owns it, keep: true }\n";
const REMOVE = "removed:\n  - { kind: reward, custom_id: by-hand, reason: Unused }\n";

async function story(base: string, desired: string) {
  const game = await branchWith({ base, live: LIVE, desired });
  const env = { ...GIT_ENV, ...game.env };
  return { game, run: (...argv: readonly string[]) => game.run(argv, { env }) };
}

describe("with a base, deleting what no manifest ever declared", () => {
  it.each([
    ["made by hand beside a deletion of this branch", TWO, ["by-hand"]],
    ["never declared, and neither was the other", ONE, ["by-hand", "shell"]],
    ["of a kind that the base did not manage", "actions: []\n", ["by-hand", "shell"]],
  ])("is refused: %s", async (_, base, unknown) => {
    const { game, run } = await story(base, ONE);
    const plan = await run("plan", "--prune", "--base", "main", "--format", "json");
    expect(plan.exit, plan.stderr).toBe(4);
    const { plans, diagnostics } = JSON.parse(plan.stdout);
    const steps = plans[0].steps as { address: string; hazards: { name: string }[] }[];
    const found = steps.filter(({ hazards }) => hazards.some(({ name }) => name === "deletes-unknown"));
    expect(found.map(({ address }) => address).sort()).toEqual(unknown.map((id) => `reward/${id}`));
    expect(plans[0].unknown).toBeUndefined();
    expect(JSON.stringify(diagnostics)).toContain("--allow deletes-unknown");
    game.forget();
    const applied = await run("apply", "--yes", "--prune", "--base", "main");
    expect(applied.exit).toBe(4);
    expect(game.writes()).toEqual([]);
    const allowed = await run("apply", "--yes", "--prune", "--base", "main", "--allow", "deletes-unknown");
    expect(allowed.exit, allowed.stdout + allowed.stderr).toBe(0);
    expect(game.service().contents(GAME_ID).rewards).toMatchObject([{ custom_id: "egg" }]);
  });

  it.each([
    ["which the base declares", `${TWO}  - { custom_id: by-hand, name: Hand }\n`, ONE],
    ["which the base moved", `${TWO}moved:\n  - { kind: reward, from: by-hand, to: shell }\n`, ONE],
    ["which a removed entry names", TWO, ONE + REMOVE],
  ])("is no such hazard for one %s", async (_, base, desired) => {
    const { run } = await story(base, desired);
    const plan = await run("plan", "--prune", "--base", "main");
    expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
    expect(plan.stdout).not.toContain("deletes-unknown");
    expect(plan.stdout).toContain("reward/by-hand");
  });
});

describe("without a base, what prune deletes", () => {
  it("is listed apart, in every form, but for what a removed entry names", async () => {
    const { run } = await story(TWO, ONE + REMOVE);
    const text = await run("plan", "--prune");
    expect(text.exit, text.stderr).toBe(0);
    const flat = text.stdout.replaceAll(/\s+/g, " ");
    expect(flat).toContain("In no manifest; deleted. Add `--base COMMIT` to see which were created outside git:");
    expect(flat.split("reward/shell")).toHaveLength(3);
    expect(flat.split("reward/by-hand")).toHaveLength(2);
    const json = JSON.parse((await run("plan", "--prune", "--format", "json")).stdout);
    expect(json.plans[0].unknown).toEqual(["reward/shell"]);
    for (const format of ["markdown", "html"]) {
      expect((await run("plan", "--prune", "--format", format)).stdout).toContain("In no manifest; deleted");
    }
  });
});

describe("a removed entry with keep", () => {
  it("leaves the resource alone and says so in one line, with and without prune", async () => {
    const { game, run } = await story(TWO, TWO + KEEP);
    for (const prune of ["--prune", "--no-prune"]) {
      const plan = await run("plan", prune, "--base", "main", "--detailed-exitcode");
      expect(plan.stdout).toContain("Kept by `removed` with `keep: true`:\n  reward/by-hand\n");
      expect(plan.stdout).not.toContain("in no manifest");
      const { plans } = JSON.parse((await run("plan", prune, "--format", "json")).stdout);
      expect(plans[0].kept).toEqual([{ address: "reward/by-hand", reason: "forgotten" }]);
      expect(plans[0].steps.every(({ action }: { action: string }) => action === "update")).toBe(true);
    }
    expect((await run("plan", "--verbose")).stdout).toContain("reward/by-hand");
    const apply = await run("apply", "--yes", "--prune");
    expect(apply.exit, apply.stdout + apply.stderr).toBe(0);
    expect(JSON.stringify(game.service().contents(GAME_ID).rewards)).toContain("by-hand");
    expect((await run("plan", "--prune", "--detailed-exitcode")).exit).toBe(0);
  });

  it("contradicts a declaration of the same resource, and a removal of it", async () => {
    const keepEgg = KEEP.replace("by-hand", "egg");
    for (const text of [TWO + keepEgg, TWO + KEEP + REMOVE.replace("removed:\n", "")]) {
      const { game, run } = await story(TWO, text);
      const plan = await run("plan");
      expect(plan.exit).toBe(3);
      expect(plan.stderr).toContain("contradicting-entry");
      expect(game.requests()).toEqual([]);
    }
  });

  it("takes a flag only", async () => {
    const { run } = await story(TWO, TWO + KEEP.replace("true", "5"));
    const plan = await run("plan");
    expect(plan.exit).toBe(3);
    expect(plan.stderr).toContain("wrong-type");
  });
});
