/** `laurel-pull.yml`: what was changed by hand on the embedded service becomes one pull request of a real repository. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GAME_ID, scratchFolder, writeFiles } from "../support/cli.ts";
import { commitAll, git } from "../workflow/drift/repository.ts";
import { type FakeGitHub, fakeGitHub, type PullRequest } from "./fake-github.ts";
import { type JobRun, runWorkflowJob } from "./run-workflow.ts";
import { APPLIED, fakePrograms, INSTALL, PINNED, ROOT, runShellScript, type Scene, scene } from "./support.ts";

const WORKFLOW = ".github/workflows/laurel-pull.yml";
const BRANCH = "laurel/pull";
const FILE = "manifests/game.yaml";
const BOT = "41898282+github-actions[bot]@users.noreply.github.com";
const hasJq = spawnSync("jq", ["--version"]).error === undefined;

const WRITTEN = `# Rewards of the dungeon.
rewards:
  - { custom_id: egg, name: Egg } # laid by the dragon
  - { custom_id: nest, name: Nest }
`;
const PULLED = WRITTEN.replace("name: Egg", "name: Goose");

interface Studio {
  readonly at: Scene;
  readonly github: FakeGitHub;
  /** The bare repository that jobs clone and push to. */
  readonly server: string;
  /** Runs the job in a fresh clone, as a schedule does. */
  run(env?: Readonly<Record<string, string>>): Promise<JobRun>;
  /** Changes the egg's name by hand. */
  rename(name: string): Promise<void>;
  /** The commit of the branch, or "". */
  tip(): string;
}

/** With the egg renamed to this name. */
async function studio(name: string, pullRequests: readonly PullRequest[] = []): Promise<Studio> {
  const at = await scene({ live: APPLIED, manifests: { "game.yaml": WRITTEN } });
  const rename = (to: string): Promise<void> => at.game.service().edit(GAME_ID, "reward", "egg", { name: to });
  await rename(name);
  await mkdir(join(at.folder, ".github/workflows"), { recursive: true });
  copyFileSync(join(ROOT, "templates/github/laurel-pull.yml"), join(at.folder, WORKFLOW));
  await writeFiles(at.folder, { "package-lock.json": PINNED, ".gitignore": ".laurel/\nnode_modules\n" });
  commitAll(at.folder);
  const server = join(await scratchFolder(), "server.git");
  git(at.folder, "clone", "--quiet", "--bare", at.folder, server);
  git(at.folder, "remote", "add", "origin", server);
  const github = await fakeGitHub(pullRequests);
  const npm = await fakePrograms({ npm: INSTALL });
  const { LAUREL_API_TOKEN = "", ...env } = at.env;
  return {
    at,
    github,
    server,
    rename,
    tip: () => git(server, "for-each-ref", "--format=%(objectname)", `refs/heads/${BRANCH}`),
    run: async (more = {}) => {
      const folder = join(await scratchFolder(), "clone");
      // As GitHub checks out: one commit.
      git(ROOT, "clone", "--quiet", "--depth=1", "--branch", "main", `file://${server}`, folder);
      return runWorkflowJob(WORKFLOW, "pull", {
        folder,
        env: { ...env, PATH: `${npm}:${env.PATH}` },
        event: { name: "schedule" },
        secrets: { LAUREL_API_TOKEN, ...more },
        vars: { LAUREL_ALLOWED_ORIGINS: at.game.service().url },
        gh: github.gh,
      });
    },
  };
}

async function succeeds(running: Promise<JobRun>): Promise<JobRun> {
  const run = await running;
  expect(run.succeeded, run.log).toBe(true);
  return run;
}

const contentAt = ({ server }: Studio, commit: string): string => `${git(server, "show", `${commit}:${FILE}`)}\n`;

describe.runIf(hasJq)("laurel-pull.yml", () => {
  it("opens one pull request with what was changed live, and changes nothing else", async () => {
    const at = await studio("Goose");
    const main = git(at.server, "rev-parse", "main");
    const run = await succeeds(at.run());
    expect(run.actions[0]?.outputs).toMatchObject({ has_changes: "true" });
    expect(at.github.pullRequests()).toMatchObject([
      { number: 1, head: BRANCH, base: "main", state: "open", title: "Pull what was changed in the live game" },
    ]);
    const [{ body = "" } = {}] = at.github.pullRequests();
    expect(body).toContain("reward/egg");
    expect(body).toContain("Goose");
    expect(body).toContain("close and reopen it");
    // GitHub takes 65,536 characters, of which a pull takes 65,000 at most.
    expect(body.length - (run.actions[0]?.summary.length ?? 0)).toBeLessThan(536);
    expect(run.log + run.asked.join()).not.toContain("github.token");
    expect(git(at.server, "diff", "--name-only", "main", BRANCH)).toBe(FILE);
    expect(contentAt(at, BRANCH)).toBe(PULLED);
    expect(git(at.server, "log", "-1", "--format=%P %ae %ce %s", BRANCH)).toBe(
      `${main} ${BOT} ${BOT} Pull what was changed in the live game`,
    );
    expect(git(at.server, "for-each-ref", "--format=%(refname:short)").split("\n")).toEqual(["change", BRANCH, "main"]);
    expect(git(at.server, "rev-parse", "main")).toBe(main);
    expect(at.at.game.writes()).toEqual([]);

    git(at.at.folder, "fetch", "--quiet", "origin", BRANCH);
    git(at.at.folder, "checkout", "--quiet", "FETCH_HEAD");
    const drift = await runShellScript(["drift"], at.at);
    expect(drift.exit, drift.stdout + drift.stderr).toBe(0);
  });

  it("updates it when more is changed live, or the main branch moves on: one commit on the newest", async () => {
    const at = await studio("Goose");
    await succeeds(at.run());
    await at.at.game.service().seed(GAME_ID, { rewards: [{ custom_id: "shell", name: "Shell" }] });
    await succeeds(at.run());
    expect(contentAt(at, BRANCH)).toMatch(/Goose[\s\S]*shell/);
    expect(at.github.pullRequests()).toMatchObject([{ body: expect.stringContaining("reward/shell") }]);

    await writeFiles(at.at.folder, { "notes.txt": "" });
    commitAll(at.at.folder);
    git(at.at.folder, "push", "--quiet", "origin", "main");
    await succeeds(at.run());
    expect(git(at.server, "rev-list", "--count", `main..${BRANCH}`)).toBe("1");
    expect(git(at.server, "diff", "--name-only", "main", BRANCH)).toBe(FILE);
    expect(at.github.pullRequests()).toHaveLength(1);
  });

  it("opens none when nothing differs, and closes the open one when nothing differs any more", async () => {
    const at = await studio("Egg");
    const none = await succeeds(at.run());
    expect(none.actions[0]?.outputs).toMatchObject({ has_changes: "false" });
    expect([at.tip(), at.github.pullRequests()]).toEqual(["", []]);

    await at.rename("Goose");
    await succeeds(at.run());
    await at.rename("Egg");
    await succeeds(at.run());
    const comments = [expect.stringMatching(/^Nothing differs any more: /)];
    expect(at.github.pullRequests()).toMatchObject([{ state: "closed", comments }]);
  });

  it("leaves a branch with a commit of somebody else, and its pull request, as they are", async () => {
    const at = await studio("Goose");
    await succeeds(at.run());
    git(at.at.folder, "fetch", "--quiet", "origin", BRANCH);
    git(at.at.folder, "checkout", "--quiet", "-B", "mine", "FETCH_HEAD");
    await at.at.game.write({ "game.yaml": `${PULLED}# by hand\n` });
    commitAll(at.at.folder);
    git(at.at.folder, "push", "--quiet", "origin", `HEAD:${BRANCH}`);
    const [theirs, requests] = [at.tip(), at.github.pullRequests()];
    for (const name of ["Other", "Egg"]) {
      await at.rename(name);
      const run = await succeeds(at.run());
      expect(run.log).toContain(`::warning title=laurel::The branch ${BRANCH} has commits of others`);
      expect([at.tip(), at.github.pullRequests()]).toEqual([theirs, requests]);
    }
  });

  it("leaves the pull request of a fork alone, whose branch has the same name", async () => {
    const fork: PullRequest = {
      number: 1,
      head: BRANCH,
      base: "main",
      title: "Mine",
      body: "mine",
      state: "open",
      isCrossRepository: true,
      comments: [],
    };
    const at = await studio("Goose", [fork]);
    await succeeds(at.run());
    expect(at.github.pullRequests()).toMatchObject([fork, { number: 2, state: "open" }]);
    await at.rename("Egg");
    await succeeds(at.run());
    expect(at.github.pullRequests()).toMatchObject([fork, { number: 2, state: "closed" }]);
  });

  it("takes no text of the live game for code, for a command of the runner, or for Markdown", async () => {
    const texts = [
      "$(touch pwned)`touch pwned`'; touch pwned; \"",
      "::set-output name=has_changes::false",
      "x\n::error::forged\n##[error]forged\n/close\n@everyone <!-- <details> ```\n",
      "${{ secrets.LAUREL_API_TOKEN }}",
    ];
    const rewards = texts.map((name, index) => ({ custom_id: `r${index}`, name }));
    const at = await studio("Egg");
    await at.at.game.service().seed(GAME_ID, { rewards });
    const run = await succeeds(at.run());
    expect(run.actions[0]?.outputs.has_changes).toBe("true");
    const [stop = ""] = /::stop-commands::(laurel-\d+)/.exec(run.log)?.slice(1) ?? [];
    const outside = run.log.replace(new RegExp(`::stop-commands::${stop}\\n[\\s\\S]*?\\n::${stop}::`), "");
    expect(stop).not.toBe("");
    expect(outside).not.toMatch(/forged|set-output|pwned/);
    const [{ body = "" } = {}] = at.github.pullRequests();
    expect(body).not.toMatch(/^\s*(?:\/close|@everyone|::|##\[|<)/m);
    expect(body).toContain("reward/r3");
    for (const folder of [at.at.folder, ROOT]) expect(readdirSync(folder)).not.toContain("pwned");
    expect(git(at.server, "diff", "--name-only", "main", BRANCH)).toBe(FILE);
    expect(git(at.server, "log", "-1", "--format=%B", BRANCH)).toBe("Pull what was changed in the live game");
  });
});
