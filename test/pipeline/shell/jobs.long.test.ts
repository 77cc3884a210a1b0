/** The shell script of `laurel init --ci shell`: its jobs, in every shell. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GIT_ENV, git } from "../../workflow/drift/repository.ts";
import { runScript } from "../running.ts";
import { hasProgram, manifest, SHELLS, withScript } from "./shell.ts";

const USAGE = "laurel-ci.sh: usage: laurel-ci.sh check|plan [FILE]|merged FILE|apply FILE|drift\n";

describe.each(SHELLS)("in $name, the script", ({ shell }) => {
  it("checks, plans, applies by the digest, and ends with 2 for drift", async () => {
    const { run, hand, folder, nameOf, edit } = await withScript(shell);
    expect((await run(["check"])).exit).toBe(0);
    const request = join(hand, "request.md");
    expect((await run(["plan", request], { BASE: "HEAD^" })).exit).toBe(0);
    expect(readFileSync(request, "utf8")).toContain("1 to update");
    const file = join(hand, "a b.env");
    const planned = await run(["merged", file]);
    expect(planned.exit, planned.stderr).toBe(0);
    expect(readFileSync(file, "utf8")).toMatch(/^expect=sha256:[0-9a-f]{64}\n$/);
    expect(readFileSync(join(hand, "plan.md"), "utf8")).toContain("Golden egg");
    const applied = await run(["apply", file]);
    expect([applied.exit, nameOf("egg")], applied.stderr).toEqual([0, "Golden egg"]);
    expect(readFileSync(join(hand, "apply.md"), "utf8")).toContain("1 step done");
    expect((await run(["drift"])).exit).toBe(0);
    await edit("egg", "Goose");
    expect([(await run(["apply", file])).exit, nameOf("egg"), (await run(["drift"])).exit]).toEqual(
      [4, "Goose", 2],
    );
    expect(await run(["other"])).toEqual({ exit: 64, stdout: "", stderr: USAGE });
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  it("compares a merge with the commit before it", async () => {
    const { run, hand, edit } = await withScript(shell);
    await edit("nest", "Eyrie");
    expect((await run(["merged", join(hand, "a.env")])).exit).toBe(0);
    expect(readFileSync(join(hand, "plan.md"), "utf8")).toContain("1 from this branch, 1 drift");
  });

  it("has nothing to apply after a plan without changes", async () => {
    const { run, hand, merge, writes } = await withScript(shell);
    await merge({ "manifests/game.yaml": manifest("Egg") });
    const file = join(hand, "laurel.env");
    expect((await run(["merged", file])).exit).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("expect=\n");
    expect(await run(["apply", file])).toMatchObject({ exit: 0, stdout: "Nothing to apply.\n" });
    expect(writes()).toEqual([]);
  });
});

describe("the script", () => {
  it("applies the newest commit only, in whatever order merges are planned", async () => {
    const { run, hand, merge, folder, server, nameOf } = await withScript();
    const first = join(hand, "1.env");
    const second = join(hand, "2.env");
    const older = git(folder, "rev-parse", "HEAD");
    expect((await run(["merged", first])).exit).toBe(0);
    const newest = await merge({ "manifests/game.yaml": manifest("Golden egg", "Eyrie") });
    git(folder, "checkout", "--quiet", older);
    for (const words of [
      ["apply", first],
      ["merged", second],
    ]) {
      const refused = await run(words);
      expect([refused.exit, refused.stderr]).toEqual([
        1,
        expect.stringContaining(`main is at ${newest}`),
      ]);
    }
    expect([nameOf("egg"), existsSync(second)]).toEqual(["Egg", false]);
    git(folder, "checkout", "--quiet", newest);
    expect([(await run(["merged", second])).exit, (await run(["apply", second])).exit]).toEqual([
      0, 0,
    ]);
    expect([nameOf("egg"), nameOf("nest")]).toEqual(["Golden egg", "Eyrie"]);
    // Another default branch, and one that can't be found out.
    git(server, "branch", "live", older);
    expect((await run(["apply", second], { DEFAULT_BRANCH: "live" })).exit).toBe(1);
    expect((await run(["apply", second], { DEFAULT_BRANCH: "missing" })).exit).toBe(128);
  });

  it.skipIf(!hasProgram("shellcheck"))("is clean for shellcheck", async () => {
    const file = join(import.meta.dirname, "../../../templates/shell/laurel-ci.sh");
    const { exit, stdout } = await runScript(["shellcheck", "--shell=sh", file], {
      cwd: "/",
      env: GIT_ENV,
    });
    expect([exit, stdout]).toEqual([0, ""]);
    expect(readFileSync(file, "utf8").split("\n").length).toBeLessThanOrEqual(71);
  });
});
