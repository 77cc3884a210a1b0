/**
 * A studio on GitHub: games on a service, and a repository with their manifests and the workflows
 * of `laurel init`.
 */
import { join } from "node:path";
import { expect } from "vitest";
import { runCli, scratchFolder, TOKEN, testService, writeFiles } from "../support/cli.ts";
import { git } from "../workflow/drift/repository.ts";
import { type Event, fakeGitHub, REPOSITORY, type Run } from "./github.ts";
import { rewardName } from "./running.ts";

type Files = Readonly<Record<string, string>>;

export const egg = (name: string): string => `rewards:\n  - { custom_id: egg, name: ${name} }\n`;
export const nest = (name: string): string => `rewards:\n  - { custom_id: nest, name: ${name} }\n`;
const LIVE = {
  rewards: [
    { custom_id: "egg", name: "Egg" },
    { custom_id: "nest", name: "Nest" },
  ],
};
const SCENARIO = "scenarios: [{ name: Nothing, steps: [], expect: { points: 0 } }]\n";

function projectFile(games: readonly string[]): string {
  const entries = games.map(
    (game) =>
      `  ${game}: { manifests: ${game}, environments: { production: { game_id: ${game} } } }\n`,
  );
  return `version: 1\nservice: { base_url: "\${LAUREL_BASE_URL}" }\ngames:\n${entries.join("")}`;
}

interface StudioOptions {
  /** The folder of the project in the repository. */
  readonly folder?: string;
  readonly games?: readonly string[];
  /** More files of the first commit. */
  readonly files?: Files;
}

export async function studio({
  folder = ".",
  games = ["dungeon"],
  files = {},
}: StudioOptions = {}) {
  const service = await testService();
  for (const game of games) await service.seed(game, LIVE);
  const github = await fakeGitHub({
    secrets: { LAUREL_API_TOKEN: TOKEN },
    vars: { LAUREL_ALLOWED_ORIGINS: new URL(service.url).origin, LAUREL_BASE_URL: service.url },
  });
  const clone = await scratchFolder();
  git(clone, "init", "--quiet", "--initial-branch", "main");
  git(clone, "remote", "add", "origin", github.server);
  const project = join(clone, folder);
  const ofGame = (game: string): Files => ({
    [`${game}/egg.yaml`]: egg("Egg"),
    [`${game}/nest.yaml`]: nest("Nest"),
    [`${game}/nothing.test.yaml`]: SCENARIO,
  });
  const manifests = Object.assign({}, ...games.map(ofGame)) as Files;
  await writeFiles(project, { "laurel.yaml": projectFile(games), ...manifests, ...files });
  const made = await runCli(["init", "--ci", "github"], { cwd: project });
  expect([made.exit, made.stderr]).toEqual([0, ""]);

  /** Commits files of the project on the branch that is checked out. */
  const commit = async (changed: Files): Promise<string> => {
    await writeFiles(project, changed);
    git(clone, "add", "--all", "--force");
    git(clone, "commit", "--quiet", "--allow-empty", "--message", `Change ${Object.keys(changed)}`);
    return git(clone, "rev-parse", "HEAD");
  };
  const push = (target: string): void => {
    git(clone, "push", "--quiet", "--force", "origin", `HEAD:${target}`);
  };
  const onMain = (sha: string, more: Files = {}): Event => ({
    sha,
    ref: "refs/heads/main",
    values: more,
  });
  await commit({});
  push("refs/heads/main");

  /** Makes the merge of a pull request with `main`, as GitHub does whenever one of them moves. */
  const mergeOf = (number: number): string => {
    git(clone, "checkout", "--quiet", "--detach", "main");
    git(clone, "merge", "--quiet", "--no-ff", "--message", `Merge ${number}`, `pr-${number}`);
    push(`refs/pull/${number}/merge`);
    const sha = git(clone, "rev-parse", "HEAD");
    git(clone, "checkout", "--quiet", "main");
    return sha;
  };

  /**
   * Commits to a pull request, from `main` if it is new, and returns the event of its newest
   * commit.
   */
  const pull = async (
    number: number,
    changes: readonly Files[],
    more: Partial<Event> = {},
  ): Promise<Event> => {
    const branch = `pr-${number}`;
    const isNew = git(clone, "branch", "--list", branch) === "";
    git(clone, "checkout", "--quiet", ...(isNew ? ["-b", branch, "main"] : [branch]));
    for (const changed of changes) await commit(changed);
    const head = git(clone, "rev-parse", "HEAD");
    push(`refs/pull/${number}/head`);
    const sha = mergeOf(number);
    const values = {
      "github.event_name": "pull_request",
      "github.actor": "a-developer",
      "github.event.pull_request.head.repo.full_name": REPOSITORY,
      "github.event.pull_request.head.sha": head,
      "github.event.pull_request.number": `${number}`,
      ...more.values,
    };
    return { sha, ref: `refs/pull/${number}/merge`, ...more, values };
  };

  /** Commits to `main`, as a merge does, and returns the event of the push. */
  const merge = async (changed: Files): Promise<Event> => {
    git(clone, "checkout", "--quiet", "main");
    const sha = await commit(changed);
    push("refs/heads/main");
    return onMain(sha);
  };

  /**
   * Puts pull requests into a merge queue, each on the one before it, and returns the events of
   * their groups.
   */
  const queue = (method: "merge" | "rebase", numbers: readonly number[]): readonly Event[] => {
    git(clone, "checkout", "--quiet", "--detach", "main");
    return numbers.map((number) => {
      const base = git(clone, "rev-parse", "HEAD");
      const branch = `pr-${number}`;
      if (method === "merge")
        git(clone, "merge", "--quiet", "--no-ff", "--message", `Merge ${number}`, branch);
      else git(clone, "cherry-pick", "--allow-empty", `main..${branch}`);
      const ref = `refs/heads/gh-readonly-queue/main/pr-${number}-${base}`;
      push(ref);
      const values = {
        "github.event_name": "merge_group",
        "github.event.merge_group.base_sha": base,
      };
      return { sha: git(clone, "rev-parse", "HEAD"), ref, values };
    });
  };

  const nameOf = (id: string, game = games[0] ?? ""): unknown =>
    rewardName(service.contents(game), id);
  return {
    ...github,
    clone,
    commit,
    pull,
    mergeOf,
    merge,
    queue,
    onMain,
    head: (): string => git(clone, "rev-parse", "main"),
    names: (game?: string): readonly unknown[] => [nameOf("egg", game), nameOf("nest", game)],
    edit: (id: string, name: string) => service.edit(games[0] ?? "", "reward", id, { name }),
    comments: (): readonly string[] => github.state().comments.map(({ body }) => body),
    /** Marks a run as waiting for its reviewers. */
    waits: (...runs: readonly Run[]): void =>
      github.set({
        runs: runs.map(({ id }) => ({ id, run_number: id - 9000, status: "waiting" })),
      }),
  };
}
