/** Where an override stands makes no difference to a plan. What commands say of overrides: `test/cases`. */
import { mkdir, rename, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inFolder, inProject, MANIFEST, TESTERS } from "./support.ts";

const WITH_OVERRIDES = { "game/overrides/testers.yaml": TESTERS };

describe("a plan", () => {
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
});
