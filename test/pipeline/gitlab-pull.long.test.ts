/** GitLab's job `laurel:pull`: what was changed by hand on the embedded service becomes one merge request. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { GAME_ID } from "../support/cli.ts";
import { commitAll, git } from "../workflow/drift/repository.ts";
import { type FakeGitLab, fakeGitLab, GITLAB_TOKEN } from "./fake-gitlab.ts";
import { expanded, type Pipeline, runJob } from "./gitlab-jobs.ts";
import { APPLIED, type Scene, scene } from "./support.ts";

const BRANCH = "laurel/pull";
const FILE = "manifests/game.yaml";
const MANIFEST = `rewards:
  - { custom_id: egg, name: Egg } # laid by the dragon
  - { custom_id: nest, name: Nest }
`;

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await expanded("{ environment: production }");
});

interface Studio {
  readonly at: Scene;
  readonly gitlab: FakeGitLab;
  /** Changes the egg's name by hand. */
  rename(name: string): Promise<void>;
  /** Runs the job in a clean checkout, as a schedule does. */
  run(env?: Readonly<Record<string, string>>): ReturnType<typeof runJob>;
}

/** With the egg renamed to this name. */
async function studio(name: string): Promise<Studio> {
  const at = await scene({ live: APPLIED, manifests: { "game.yaml": MANIFEST } });
  const rename = (to: string): Promise<void> => at.game.service().edit(GAME_ID, "reward", "egg", { name: to });
  await rename(name);
  const gitlab = await fakeGitLab();
  return {
    at,
    gitlab,
    rename,
    run: async (more = {}) => {
      git(at.folder, "checkout", "--quiet", "--force", "main");
      return runJob(pipeline["laurel:pull"], at, {
        LAUREL_GITLAB_TOKEN: GITLAB_TOKEN,
        CI_API_V4_URL: gitlab.url,
        CI_PROJECT_ID: "8",
        CI_DEFAULT_BRANCH: "main",
        CI_COMMIT_SHA: git(at.folder, "rev-parse", "HEAD"),
        ...more,
      });
    },
  };
}

async function succeeds(running: ReturnType<typeof runJob>): ReturnType<typeof runJob> {
  const run = await running;
  expect(run.exit, run.stdout + run.stderr).toBe(0);
  return run;
}

describe("GitLab's pull job", () => {
  it("opens one merge request with what was changed live", async () => {
    const { at, gitlab, run } = await studio("Goose");
    await succeeds(run());
    expect(gitlab.requests).toMatchObject([
      {
        source_branch: BRANCH,
        target_branch: "main",
        state: "opened",
        title: "Pull what was changed in the live game",
      },
    ]);
    expect(gitlab.requests[0]?.description).toMatch(/reward\/egg[\s\S]*Goose/);
    expect([...gitlab.branches.values()]).toMatchObject([
      { name: BRANCH, start_sha: git(at.folder, "rev-parse", "main") },
    ]);
    expect(gitlab.branches.get(BRANCH)?.files).toEqual({ [FILE]: MANIFEST.replace("name: Egg", "name: Goose") });
    expect(at.game.writes()).toEqual([]);
    expect(git(at.folder, "for-each-ref", "--format=%(refname:short)").split("\n")).toEqual(["change", "main"]);
  });

  it("commits nothing a second time, and updates the merge request when more is changed or main moves on", async () => {
    const { at, gitlab, run } = await studio("Goose");
    for (const _ of ["opened", "unchanged"]) await succeeds(run());
    expect([gitlab.commits(), gitlab.requests.length]).toEqual([1, 1]);
    await at.game.service().seed(GAME_ID, { rewards: [{ custom_id: "shell", name: "Shell" }] });
    await succeeds(run());
    expect([gitlab.commits(), gitlab.requests.length]).toEqual([2, 1]);
    expect(gitlab.branches.get(BRANCH)?.files[FILE]).toMatch(/Goose[\s\S]*shell/);
    expect(gitlab.requests[0]?.description).toContain("reward/shell");
    git(at.folder, "checkout", "--quiet", "--force", "main");
    const moved = commitAll(at.folder);
    await succeeds(run());
    expect(gitlab.branches.get(BRANCH)?.start_sha).toBe(moved);
  });

  it("opens none when nothing differs, and closes the open one when nothing differs any more", async () => {
    const { gitlab, run, rename } = await studio("Egg");
    await succeeds(run());
    expect([gitlab.commits(), gitlab.requests]).toEqual([0, []]);
    await rename("Goose");
    await succeeds(run());
    await rename("Egg");
    await succeeds(run());
    expect(gitlab.requests).toMatchObject([{ state: "closed", notes: ["Nothing differs any more: https://job"] }]);
  });

  it("leaves a branch with a commit of somebody else, and its merge request, as they are", async () => {
    const { gitlab, run, rename } = await studio("Goose");
    await succeeds(run());
    const [own] = gitlab.branches.values();
    const theirs = { ...own, commit: { message: "Mine", committer_email: "a@example.com" } } as typeof own;
    if (theirs !== undefined) gitlab.branches.set(BRANCH, theirs);
    for (const name of ["Other", "Egg"]) {
      await rename(name);
      const { stdout } = await succeeds(run());
      expect(stdout).toContain(`the branch ${BRANCH} has commits of others`);
    }
    expect(gitlab.branches.get(BRANCH)).toBe(theirs);
    expect(gitlab.requests).toMatchObject([{ state: "opened", notes: [] }]);
  });

  it("leaves the merge request of a fork alone, whose branch has the same name", async () => {
    const { gitlab, run, rename } = await studio("Goose");
    const fork = { iid: 1, source_project_id: 10, source_branch: BRANCH, target_branch: "main", notes: [] };
    gitlab.requests.push({ ...fork, title: "Mine", description: "mine", state: "opened" });
    await succeeds(run());
    expect(gitlab.requests).toMatchObject([{ description: "mine" }, { iid: 2, state: "opened" }]);
    await rename("Egg");
    await succeeds(run());
    expect(gitlab.requests).toMatchObject([{ state: "opened" }, { state: "closed" }]);
  });

  it("takes no text of the live game for code or for a quick action", async () => {
    const name = "$(touch pwned)`touch pwned`'; touch pwned; \"\n/close\n/assign me\n``` <!--\n/merge\n";
    const { at, gitlab, run } = await studio("Egg");
    await at.game.service().seed(GAME_ID, { rewards: [{ custom_id: "r", name }] });
    await succeeds(run());
    expect(gitlab.requests[0]?.description).toContain("reward/r");
    expect(gitlab.requests[0]?.description).not.toMatch(/^\s*\//m);
    expect(readdirSync(at.folder)).not.toContain("pwned");
    expect(gitlab.branches.get(BRANCH)?.commit.message).toMatch(
      /^Pull what was changed in the live game\n\nChanges: sha256:[0-9a-f]{64}\n$/,
    );
    expect(readFileSync(join(at.folder, ".laurel/results/pull.files"), "utf8")).toBe(`${FILE}\0`);
  });
});
