/**
 * Scheduled pipelines on GitLab: what was changed in the live game becomes a commit on
 * `laurel/drift`, pushed with a token of its own.
 */
import { existsSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { GAME_ID, writeFiles } from "../../support/cli.ts";
import { git } from "../../workflow/drift/repository.ts";
import { gitServer } from "../git-server.ts";
import { programs } from "../running.ts";
import { gitlabProject, HAS_RSYNC, type ProjectOptions } from "./gitlab.ts";

const DRIFT = "laurel:drift";
const SECRET = "glpat-that-nobody-may-see";

/** A project with its scheduled pipeline. */
async function scheduled(options: ProjectOptions = {}) {
  const project = await gitlabProject(options);
  const url = await gitServer(dirname(project.server), "games", SECRET);
  const variables = {
    CI_PIPELINE_SOURCE: "schedule",
    CI_PROJECT_URL: url,
    LAUREL_GITLAB_TOKEN: SECRET,
  };
  const branches = (): string => git(project.server, "branch", "--list", "laurel/*");
  return { ...project, schedule: () => project.pipeline({ variables }), branches };
}

describe.skipIf(!HAS_RSYNC)("on GitLab, a schedule", () => {
  it("pushes what was changed live, and nothing when nothing was", async () => {
    const { schedule, branches, edit, server, service } = await scheduled();
    const quiet = await schedule().run(DRIFT);
    expect([quiet.exit, branches()], quiet.log).toEqual([0, ""]);
    expect(quiet.log).toContain("Nothing differs.");
    await edit("nest", "Eyrie");
    await service.seed(GAME_ID, { actions: [{ custom_id: "dig", name: "Dig" }] });
    const pulling = schedule();
    expect(await pulling.jobs()).toEqual([DRIFT]);
    const pushed = await pulling.run(DRIFT);
    expect(pushed.exit, pushed.log).toBe(0);
    expect(pulling.artifact(DRIFT, "pull.md")).toContain("Eyrie");
    expect(git(server, "diff", "--name-only", "main", "laurel/drift")).toBe("manifests/game.yaml");
    expect(git(server, "show", "laurel/drift:manifests/game.yaml")).toContain("name: Eyrie");
    // Once more, over the branch that is there now.
    await edit("nest", "Roost");
    const again = await schedule().run(DRIFT);
    expect(again.exit, again.log).toBe(0);
    expect(git(server, "show", "laurel/drift:manifests/game.yaml")).toContain("name: Roost");
  });

  it("shows its token to no other process, and keeps it in no file", async () => {
    const { schedule, edit, root } = await scheduled();
    const seen = join(root, "seen");
    const real =
      (process.env.PATH ?? "").split(":").find((folder) => existsSync(join(folder, "git"))) ?? "";
    const tools = await programs({
      git: `printf '%s\\n' "$*" >>'${seen}'\nexec '${real}/git' "$@"`,
    });
    await edit("nest", "Eyrie");
    const PATH = `${tools}:${process.env.PATH}`;
    const { exit, log, clone } = await schedule().run(DRIFT, { variables: { PATH } });
    expect(exit, log).toBe(0);
    expect(readFileSync(seen, "utf8")).toContain("push");
    expect(readFileSync(seen, "utf8")).not.toContain(SECRET);
    expect(log).not.toContain(SECRET);
    expect(readFileSync(join(clone, ".git/config"), "utf8")).not.toContain(SECRET);
  });

  it("fails when it can't push, with the reason", async () => {
    const { schedule, branches, edit } = await scheduled();
    await edit("nest", "Eyrie");
    const without = await schedule().run(DRIFT, { variables: { LAUREL_GITLAB_TOKEN: "" } });
    expect(without.exit).toBe(1);
    expect(without.log).toContain(
      "LAUREL_GITLAB_TOKEN: is not set. It pushes the branch laurel/drift.",
    );
    const wrong = await schedule().run(DRIFT, { variables: { LAUREL_GITLAB_TOKEN: "other" } });
    expect(wrong.exit).toBe(128);
    expect(branches()).toBe("");
  });

  it("commits only what laurel has changed, and runs no hook", async () => {
    const { schedule, edit, server, root } = await scheduled({
      folder: "games",
      files: {
        "../pull.md": "Kept.\n",
        "../.gitattributes": "* text=auto\n",
        "notes.txt": "one\n",
        "manifests/[a]*.yaml": "actions: []\n",
        "manifests/a.yaml": "criteria: []\n",
      },
    });
    await edit("nest", "Eyrie");
    const hook = `#!/bin/sh\ntouch '${root}/ran'\n`;
    const hooks = [
      "pre-commit",
      "commit-msg",
      "post-commit",
      "pre-push",
      "reference-transaction",
      "post-index-change",
    ];
    const { exit, log } = await schedule().run(DRIFT, {
      before: async (clone) => {
        await writeFiles(clone, { "games/notes.txt": "two\n", "left-over.yaml": "actions: []\n" });
        for (const name of hooks) {
          await writeFiles(clone, { [`.git/hooks/${name}`]: hook });
          await chmod(join(clone, ".git/hooks", name), 0o755);
        }
      },
    });
    expect(exit, log).toBe(0);
    expect(git(server, "diff", "--name-only", "main", "laurel/drift")).toBe(
      "games/manifests/game.yaml",
    );
    expect(existsSync(join(root, "ran"))).toBe(false);
  });
});
