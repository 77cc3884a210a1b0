/** Overrides and `--base`: the commit's own overrides of the same environment are part of what it wants. */
import { describe, expect, it } from "vitest";
import { commitAll, GIT_ENV, git } from "../drift/repository.ts";
import { inProject, type TestProject } from "./support.ts";

const OVERRIDES = "game/overrides/testers.yaml";
const rule = (value: string): string => `criteria: [{ custom_id: ten, rule: "gte:${value}" }]\n`;

/** Applied to the testers' environment with `gte:2` and committed, on a branch. */
async function onBranch(): Promise<TestProject> {
  const project = await inProject({ [OVERRIDES]: rule("2"), ".gitignore": ".laurel\n" });
  const applied = await project.run(["apply", "--env", "testers", "--yes"]);
  expect(applied.exit, applied.stderr).toBe(0);
  commitAll(project.folder, "base");
  git(project.folder, "checkout", "-q", "-b", "feature");
  return project;
}

async function causes(project: TestProject, env = "testers"): Promise<readonly string[]> {
  const flags = ["plan", "--env", env, "--base", "main", "--format", "json"];
  const { stdout, stderr } = await project.run(flags, { env: GIT_ENV });
  const [plan] = JSON.parse(stdout).plans;
  expect(plan, stderr).toBeDefined();
  return plan.steps.flatMap((step: { address: string; fields: { path: string; cause: string }[] }) =>
    step.fields.map(({ path, cause }) => `${step.address}${path} ${cause}`),
  );
}

describe("a change of overrides", () => {
  it("on this branch is pending", async () => {
    const project = await onBranch();
    expect(await causes(project)).toEqual([]);
    await project.write({ [OVERRIDES]: rule("3") });
    expect(await causes(project)).toEqual(["criterion/ten/rule pending"]);
  });

  it("that drops them is pending, too", async () => {
    const project = await onBranch();
    await project.write({ [OVERRIDES]: "{}\n" });
    expect(await causes(project)).toEqual(["criterion/ten/rule pending"]);
  });

  it("is no matter to another environment", async () => {
    const project = await onBranch();
    await project.write({ [OVERRIDES]: rule("3") });
    const inProduction = await causes(project, "production");
    // Nothing was applied there: all of it is missing, and nothing of it is this branch's doing.
    expect(inProduction).toContain("criterion/ten/rule drift");
    expect(inProduction.filter((each) => each.endsWith(" pending"))).toEqual([]);
  });

  it("lets what was changed behind the repository's back be told as drift", async () => {
    const project = await onBranch();
    // The commit wanted 2 and so does the branch; somebody has made it 7.
    await project.write({ [OVERRIDES]: rule("7") });
    expect((await project.run(["apply", "--env", "testers", "--yes"])).exit).toBe(0);
    await project.write({ [OVERRIDES]: rule("2") });
    expect(await causes(project)).toEqual(["criterion/ten/rule drift"]);
  });

  it("is found below a folder of the commit, and a file of the commit is never taken for a manifest", async () => {
    const project = await onBranch();
    git(project.folder, "mv", OVERRIDES, "game/overrides/moving.yaml");
    git(project.folder, "mv", "game/overrides/moving.yaml", "game/overrides/x.yaml");
    await project.write({ "laurel.yaml": await withEnvironment(project) });
    commitAll(project.folder, "renamed");
    expect((await project.run(["validate"])).exit).toBe(0);
    const { exit, stderr } = await project.run(["plan", "--env", "x", "--base", "HEAD"], { env: GIT_ENV });
    expect(exit, stderr).toBe(0);
  });
});

async function withEnvironment(project: TestProject): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(`${project.folder}/laurel.yaml`, "utf8");
  return text.replace("      testers:", "      x: { embedded: true }\n      testers:");
}
