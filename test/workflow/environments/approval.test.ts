/** `require_approval`: what is applied to such an environment, and what is not. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { CliRun } from "../../support/cli.ts";
import { inFolder, inProject, MANIFEST, type TestProject } from "./support.ts";

const PRODUCTION = ["--env", "production"] as const;

async function digest(project: TestProject, env = "production"): Promise<string> {
  const { stdout } = await project.run(["plan", "--env", env, "--format", "json"]);
  return JSON.parse(stdout).plans[0].digest;
}

/** What the embedded service of the environment has, or nothing. */
async function stored(project: TestProject): Promise<string> {
  return readFile(inFolder(project, ".laurel/dungeon@production.json"), "utf8").catch(() => "");
}

function refused(run: CliRun): void {
  expect(run.exit).toBe(4);
  expect(run.stderr).toContain("error[needs-approval]");
}

describe("a plan for an environment that requires approval", () => {
  it("says so, and another one does not", async () => {
    const project = await inProject();
    const plan = await project.run(["plan", ...PRODUCTION]);
    expect(plan.exit).toBe(0);
    expect(plan.stdout.replaceAll(/\s+/g, " ")).toContain(
      "Needs approval: production requires a saved plan (--out FILE) or an expected digest (apply --expect).",
    );
    expect((await project.run(["plan", "--env", "testers"])).stdout).not.toContain("Needs approval");
  });

  it("is not applied as it is made, not with --yes and not by an answer", async () => {
    const project = await inProject();
    const before = await stored(project);
    for (const run of [
      await project.run(["apply", ...PRODUCTION]),
      await project.run(["apply", ...PRODUCTION, "--yes"]),
      await project.run(["apply", ...PRODUCTION], { answers: ["yes"] }),
      await project.run(["apply", ...PRODUCTION, "--yes", "--allow", "mass-change"]),
    ]) {
      refused(run);
      expect(run.stdout).toContain("Needs approval");
    }
    expect((await stored(project)).replaceAll(/\s/g, "")).toBe(before.replaceAll(/\s/g, ""));
  });

  it("is refused with the words to go on with, in which its digest is not a word to copy", async () => {
    const project = await inProject();
    const { stderr } = await project.run(["apply", ...PRODUCTION, "--yes"]);
    expect(stderr).toContain("laurel plan --game dungeon --env production --out plan.json");
    expect(stderr).toContain("laurel apply plan.json");
    expect(stderr).toContain("laurel apply --game dungeon --env production --expect DIGEST");
    expect(stderr).not.toContain((await digest(project)).slice("sha256:".length, "sha256:".length + 12));
  });

  it("is refused in every format", async () => {
    const project = await inProject();
    for (const format of ["json", "jsonl"]) {
      const run = await project.run(["apply", ...PRODUCTION, "--yes", "--format", format]);
      expect(run.exit).toBe(4);
      expect(run.stdout).toContain("needs-approval");
    }
  });

  it("is applied when it was saved", async () => {
    const project = await inProject();
    expect((await project.run(["plan", ...PRODUCTION, "--out", "plan.json"])).exit).toBe(0);
    const run = await project.run(["apply", "plan.json", "--yes"]);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).not.toContain("Needs approval");
    expect((await project.run(["plan", ...PRODUCTION, "--detailed-exitcode"])).exit).toBe(0);
  });

  it("is applied when it is the expected one, whole or by its beginning, and no other is", async () => {
    const project = await inProject();
    const approved = await digest(project);
    await project.write({ "game/game.yaml": MANIFEST.replace("name: Egg", "name: Golden egg") });
    const other = await project.run(["apply", ...PRODUCTION, "--yes", "--expect", approved]);
    expect(other.exit).toBe(4);
    expect(other.stderr).toContain("error[other-digest]");
    await project.write({ "game/game.yaml": MANIFEST });
    const run = await project.run(["apply", ...PRODUCTION, "--yes", "--expect", approved.slice(7, 19)]);
    expect(run.exit, run.stderr).toBe(0);
  });

  it("needs none when there is nothing to do", async () => {
    const project = await inProject();
    await project.run(["apply", ...PRODUCTION, "--yes", "--expect", await digest(project)]);
    const run = await project.run(["apply", ...PRODUCTION, "--yes"]);
    expect(run).toMatchObject({ exit: 0, stderr: "" });
    expect(run.stdout).toContain("No changes.");
  });

  it("is no matter to other environments", async () => {
    const project = await inProject();
    expect((await project.run(["apply", "--env", "testers", "--yes"])).exit).toBe(0);
  });
});

describe("the way back from such an environment", () => {
  async function applied(): Promise<TestProject> {
    const project = await inProject();
    await mkdir(inFolder(project, "reports"), { recursive: true });
    const flags = ["--yes", "--expect", await digest(project), "--report", "reports/a.jsonl"];
    const run = await project.run(["apply", ...PRODUCTION, ...flags]);
    expect(run.exit, run.stderr).toBe(0);
    return project;
  }
  const BACK = ["revert", "reports/a.jsonl", "--allow", "deletes-player-data", "--allow", "empties-kind"] as const;

  it("needs its digest where nobody is asked", async () => {
    const project = await applied();
    const run = await project.run([...BACK, "--yes"]);
    refused(run);
    expect(run.stderr).toContain("--expect DIGEST");
    const shown = /Digest (sha256:[0-9a-f]{64})/.exec(run.stdout)?.[1] ?? "";
    const other = await project.run([...BACK, "--yes", "--expect", "sha256:000000000000"]);
    expect(other.exit).toBe(4);
    const gone = await project.run([...BACK, "--yes", "--expect", shown]);
    expect(gone.exit, gone.stderr).toBe(0);
  });

  it("is approved by whoever answers its question", async () => {
    const project = await applied();
    const no = await project.run([...BACK], { answers: ["no"] });
    expect(no.exit).toBe(1);
    const yes = await project.run([...BACK], { answers: ["yes"] });
    expect(yes.exit, yes.stderr).toBe(0);
    expect(yes.stdout).not.toContain("Needs approval");
  });

  it("takes no digest that cannot be one", async () => {
    const project = await applied();
    const run = await project.run([...BACK, "--yes", "--expect", "abc"]);
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain("--expect needs a digest");
  });
});

describe("the setting", () => {
  it("is true or false", async () => {
    const project = await inProject();
    const text = await readFile(inFolder(project, "laurel.yaml"), "utf8");
    await writeFile(
      inFolder(project, "laurel.yaml"),
      text.replace("require_approval: true", "require_approval: maybe"),
    );
    const run = await project.run(["plan", ...PRODUCTION]);
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain('"require_approval": expected true or false, found a string');
  });
});
