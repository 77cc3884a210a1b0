/** Commits on GitLab whose files stand where the jobs write and read. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFiles } from "../../support/cli.ts";
import { commitAll, git } from "../../workflow/drift/repository.ts";
import { FLAGS, isTaken, OBSTACLES, obstruct } from "../hostile-paths.ts";
import { gitlabProject, HAS_RSYNC, manifestWith } from "./gitlab.ts";

const PLAN = "laurel:plan:merged";
const APPLY = "laurel:apply";
const DRIFT = "laurel:drift";
const GOLDEN = { "manifests/game.yaml": manifestWith({ egg: "Golden egg" }) };
const PATHS = ["plan.md", "apply.md", "pull.md", "laurel.env", "laurel-expect-7.env"];
const JOB = { CI_JOB_ID: "7" };

describe.skipIf(!HAS_RSYNC)("on GitLab, at each path that a job uses,", () => {
  it.each(Object.entries(OBSTACLES))("%s changes nothing", async (_, put) => {
    const { merge, pipeline, work, root, nameOf } = await gitlabProject();
    const outside = join(root, "outside");
    writeFileSync(outside, "Kept.\n");
    await merge(GOLDEN);
    obstruct(work, PATHS, (path) => put(path, outside));
    commitAll(work);
    git(work, "push", "--quiet", "origin", "main");
    // Git can't keep a pipe: an earlier job has left it.
    const before = (clone: string): void => obstruct(clone, PATHS, (path) => put(path, outside));
    const only = pipeline();
    const planned = await only.run(PLAN, { variables: JOB, before });
    expect(planned.exit, planned.log).toBe(0);
    expect(only.handedOver(PLAN)).toMatch(/^expect=sha256:[0-9a-f]{64}\n$/);
    expect(only.artifact(PLAN, "plan.md")).toContain("Golden egg");
    const applied = await only.run(APPLY, { variables: JOB, before });
    expect([applied.exit, nameOf("egg")], applied.log).toEqual([0, "Golden egg"]);
    expect(only.artifact(APPLY, "apply.md")).toContain("1 step done");
    const scheduled = pipeline({ variables: { CI_PIPELINE_SOURCE: "schedule" } });
    const drift = await scheduled.run(DRIFT, { variables: JOB, before });
    expect([drift.exit, drift.log], drift.log).toEqual([
      0,
      expect.stringContaining("Nothing differs."),
    ]);
    expect([readFileSync(outside, "utf8"), isTaken(`${outside}.new`)]).toEqual(["Kept.\n", false]);
  });
});

describe.skipIf(!HAS_RSYNC)("on GitLab, a commit", () => {
  it("sets no flags and runs no code", async () => {
    const { merge, pipeline, work, root, writes } = await gitlabProject({ folder: "games" });
    const evil = `#!/bin/sh\ntouch '${root}/ran'\n`;
    await writeFiles(work, {
      "laurel.env": FLAGS,
      "games/laurel.env": FLAGS,
      "docs/icon.png": `require("node:fs").writeFileSync(${JSON.stringify(join(root, "ran"))}, "");\n`,
      ".npmrc": "git=./evil.sh\nignore-scripts=false\nnode-options=--require=./docs/icon.png\n",
      "package.json":
        '{ "type": "module", "scripts": { "preinstall": "./evil.sh" }, "bin": { "laurel": "./evil.sh" } }',
      ".gitattributes": "*.yaml filter=evil diff=evil\n",
      ".gitmodules":
        '[submodule "evil"]\n\tpath = evil\n\turl = ext::sh -c ./evil.sh\n\tupdate = !./evil.sh\n',
      ".git-hooks/pre-push": evil,
      "evil.sh": evil,
      "games/evil.sh": evil,
      "games/laurel": evil,
      "games/node_modules/.bin/laurel": evil,
      // With these, the folder looks like a repository of its own.
      "games/HEAD": "ref: refs/heads/main\n",
      "games/config": "[core]\n\tbare = true\n\tfsmonitor = ./evil.sh\n\tsshCommand = ./evil.sh\n",
      "games/objects/x": "",
      "games/refs/x": "",
    });
    for (const name of [
      "evil.sh",
      "games/evil.sh",
      "games/laurel",
      "games/node_modules/.bin/laurel",
    ])
      await chmod(join(work, name), 0o755);
    await merge({});
    const only = pipeline();
    const planned = await only.run(PLAN);
    expect([planned.exit, only.handedOver(PLAN)], planned.log).toEqual([0, "expect=\n"]);
    const applied = await only.run(APPLY);
    expect(applied.exit, applied.log).toBe(0);
    const drift = await pipeline({ variables: { CI_PIPELINE_SOURCE: "schedule" } }).run(DRIFT);
    expect(drift.exit, drift.log).toBe(0);
    expect([existsSync(join(root, "ran")), writes()]).toEqual([false, []]);
  });
});
