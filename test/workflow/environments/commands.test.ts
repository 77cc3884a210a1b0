/** Overrides at the command line: which command reads whose, and what it says of them. */
import { mkdir, rename, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inGame } from "../../support/cli.ts";
import { inFolder, inProject, MANIFEST, TESTERS } from "./support.ts";

const WITH_OVERRIDES = { "game/overrides/testers.yaml": TESTERS };

describe("a plan", () => {
  it("has the overrides of its own environment and of no other", async () => {
    const project = await inProject(WITH_OVERRIDES);
    const testers = await project.run(["plan", "--env", "testers"]);
    expect(testers).toMatchObject({ exit: 0, stderr: "" });
    expect(testers.stdout).toContain('rule              "gte:2"  (from game/overrides/testers.yaml:3)');
    const production = await project.run(["plan", "--env", "production"]);
    expect(production.stdout).toContain('rule              "gte:10"\n');
    expect(production.stdout).not.toContain("overrides");
  });

  it("says in JSON where an override stands, and is the same plan wherever that is", async () => {
    const project = await inProject(WITH_OVERRIDES);
    const plan = async () => {
      const { stdout } = await project.run(["plan", "--env", "testers", "--format", "json"]);
      const [only] = JSON.parse(stdout).plans;
      const step = only.steps.find(({ address }: { address: string }) => address === "criterion/ten");
      return { ...only, rule: step.fields.find(({ path }: { path: string }) => path === "/rule") };
    };
    const before = await plan();
    expect(before.rule).toEqual({
      path: "/rule",
      after: "gte:2",
      origin: { file: "game/overrides/testers.yaml", line: 3, column: 5 },
    });
    await mkdir(inFolder(project, "game/overrides/testers"));
    await rename(
      inFolder(project, "game/overrides/testers.yaml"),
      inFolder(project, "game/overrides/testers/criteria.yaml"),
    );
    const after = await plan();
    expect(after.rule.origin.file).toBe("game/overrides/testers/criteria.yaml");
    expect(after.digest).toBe(before.digest);
    // To manifests that say the same themselves, an override makes no difference.
    await rm(inFolder(project, "game/overrides"), { recursive: true });
    await project.write({ "game/game.yaml": MANIFEST.replace("gte:10", "gte:2") });
    const edited = await plan();
    expect(edited.rule).toEqual({ path: "/rule", after: "gte:2" });
    expect(edited.digest).toBe(before.digest);
  });

  it("is not made while a file of overrides is for no environment", async () => {
    const project = await inProject({ "game/overrides/tester.yaml": TESTERS });
    for (const command of ["plan", "apply", "validate"]) {
      const env = command === "validate" ? [] : ["--env", "production"];
      const run = await project.run([command, ...env]);
      expect(run.exit).toBe(3);
      expect(run.stderr).toContain("override-without-environment");
      expect(run.stderr).toContain('did you mean "testers"?');
    }
  });
});

describe("an apply", () => {
  it("makes the game as its environment wants it", async () => {
    const project = await inProject(WITH_OVERRIDES);
    expect((await project.run(["apply", "--env", "testers", "--yes"])).exit).toBe(0);
    expect((await project.run(["plan", "--env", "testers", "--detailed-exitcode"])).exit).toBe(0);
    await project.write({ "game/overrides/testers.yaml": TESTERS.replace("gte:2", "gte:3") });
    const plan = await project.run(["plan", "--env", "testers"]);
    expect(plan.stdout).toContain('rule  "gte:2" -> "gte:3"  (from game/overrides/testers.yaml:3)');
    const applied = await project.run(["apply", "--env", "testers", "--yes"]);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(applied.stdout).toContain("(from game/overrides/testers.yaml:3)");
  });

  it("points at the override when the service does not keep its value", async () => {
    const game = await inGame({
      service: { dropFields: ["rule"] },
      manifests: { "game.yaml": MANIFEST, "overrides/default.yaml": TESTERS.replace("gte:2", "gte:5") },
    });
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain(" at manifests/overrides/default.yaml:3 ");
  });
});

describe("validate", () => {
  it("checks the overrides of every environment, and says whose they were", async () => {
    const project = await inProject(WITH_OVERRIDES);
    expect((await project.run(["validate"])).stdout).toBe(
      "Valid: game dungeon, 5 resources, and overrides for testers.\n",
    );
    await project.write({ "game/overrides/production.yaml": "criteria: [{ custom_id: ten, rule: lots }]" });
    const run = await project.run(["validate"]);
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("game/overrides/production.yaml:1:36");
    expect(run.stderr).toContain("1 error in 1 file.");
  });

  it("with --env, those of that environment only", async () => {
    const project = await inProject({ "game/overrides/production.yaml": "criteria: [{ custom_id: ten, rule: lots }]" });
    expect((await project.run(["validate", "--env", "testers"])).exit).toBe(0);
    expect((await project.run(["validate", "--env", "production"])).exit).toBe(3);
    expect((await project.run(["validate", "--env", "nowhere"])).exit).toBe(64);
  });

  it("does not count on a service, a token or a variable", async () => {
    const project = await inProject({
      ...WITH_OVERRIDES,
      "laurel.yaml":
        'version: 1\ngames: { dungeon: { manifests: game, environments: { testers: { game_id: "${LAUREL_NOT_SET}" } } } }\n',
    });
    expect((await project.run(["validate"])).exit).toBe(0);
  });
});
