/** Real git repositories in folders of their own, and games whose manifests lie in them. */
import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { StepId } from "../../../src/model/model.ts";
import type { ChangeCause } from "../../../src/plan/cause.ts";
import { type CliOptions, type CliRun, inGame, type TestGame, writeFiles } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";

/** Nothing of the machine's own settings plays a part. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

const AUTHOR = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com", GIT_AUTHOR_DATE: "2030-01-01T00:00:00Z" };
const COMMITTER = {
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.com",
  GIT_COMMITTER_DATE: "2030-01-01T00:00:00Z",
};

/** Runs git in a folder and returns what it printed. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: { ...GIT_ENV, ...AUTHOR, ...COMMITTER },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

/** Makes the folder a repository whose branch `main` holds all that lies in it. */
export function commitAll(folder: string, message = "change"): string {
  try {
    git(folder, "rev-parse", "--git-dir");
  } catch {
    git(folder, "init", "-q", "-b", "main");
  }
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "--allow-empty", "-m", message);
  return git(folder, "rev-parse", "HEAD");
}

/** The three sides of a story: the manifest at the commit `main`, what is live, and the manifest in the working tree. */
export interface Sides {
  readonly base: string;
  readonly live: Contents;
  readonly desired: string;
}

/** A game in a repository, on a branch that starts at `main`. */
export async function branchWith({ base, live, desired }: Sides): Promise<TestGame> {
  const game = await inGame({ live, manifests: { "game.yaml": base } });
  commitAll(game.folder, "base");
  git(game.folder, "checkout", "-q", "-b", "feature");
  await game.write({ "game.yaml": desired });
  return game;
}

/** Runs `plan --base` and checks what every such plan promises. */
export async function planAgainst(
  game: TestGame,
  ref: string,
  more: readonly string[] = [],
  options: Partial<CliOptions> = {},
): Promise<CliRun> {
  const env = { ...GIT_ENV, ...game.env, ...options.env };
  return game.run(["plan", "--base", ref, ...more], { ...options, env });
}

export interface CausedPlan {
  readonly digest: string;
  readonly base: { readonly ref: string; readonly commit: string; readonly has_game: boolean };
  readonly summary: { readonly causes: Readonly<Record<ChangeCause, number>> };
  readonly steps: readonly {
    readonly id: StepId;
    readonly cause: ChangeCause;
    readonly fields: readonly { readonly path: string; readonly cause: ChangeCause; readonly base?: unknown }[];
  }[];
}

/** The plan of one game as JSON, with its causes. */
export async function causedPlan(
  game: TestGame,
  ref: string,
  more: readonly string[] = [],
  options: Partial<CliOptions> = {},
): Promise<CausedPlan> {
  return onlyPlan(await planAgainst(game, ref, ["--format", "json", ...more], options));
}

export function onlyPlan(run: CliRun): CausedPlan {
  const document = JSON.parse(run.stdout) as { plans: readonly CausedPlan[] };
  expect(document.plans, run.stderr).toHaveLength(1);
  return document.plans[0] as CausedPlan;
}

/** Causes in a form that is easy to compare: by step, and by `step field`. */
export function causesIn(plan: CausedPlan): Readonly<Record<string, ChangeCause>> {
  return Object.fromEntries(
    plan.steps.flatMap(({ id, cause, fields }) => [
      [id, cause] as const,
      ...fields.map((field) => [`${id} ${field.path}`, field.cause] as const),
    ]),
  );
}

export { writeFiles };
