/** Real git repositories in folders of their own, and games whose manifests lie in them. */
import { execFileSync } from "node:child_process";
import type { BaseFacts } from "../../../src/model/base-facts.ts";
import type { PlanCauses } from "../../../src/plan/cause.ts";
import { type CliOptions, type CliRun, inGame, type TestGame } from "../../support/cli.ts";

/** Nothing of the machine's own settings plays a part. */
export const GIT_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

const PEOPLE = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "A"],
    [`GIT_${role}_EMAIL`, "a@example.com"],
    [`GIT_${role}_DATE`, "2030-01-01T00:00:00Z"],
  ]),
);

/** Runs git in a folder and returns what it printed. */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: folder,
    env: { ...GIT_ENV, ...PEOPLE },
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

export const egg = (name: string): string => `rewards:\n  - { custom_id: egg, name: ${name} }\n`;
export const LIVE = { rewards: [{ custom_id: "egg", name: "Egg" }] };

/**
 * A game in a repository, on a branch from `main` that renames its one reward; the base, unless it
 * is another, is live.
 */
export async function branch(base = egg("Egg")): Promise<TestGame> {
  const game = await inGame({ live: LIVE, manifests: { "game.yaml": base } });
  commitAll(game.folder, "base");
  git(game.folder, "checkout", "-q", "-b", "feature");
  await game.write({ "game.yaml": egg("Dragon egg") });
  return game;
}

export const PENDING = { pending: 1, behind: 0, drift: 0, conflict: 0 };
export const DRIFT = { pending: 0, behind: 0, drift: 1, conflict: 0 };

interface CausedPlan {
  readonly game: string;
  readonly digest: string;
  readonly base: BaseFacts;
  readonly summary: { readonly causes: PlanCauses["totals"] };
}

/** The plans of a run with `--format json`. */
export function plansIn({ stdout }: CliRun): readonly CausedPlan[] {
  return stdout.startsWith("{") ? (JSON.parse(stdout).plans ?? []) : [];
}

/** Runs `plan --base` of one game. Out: the end, and the plan where there is one. */
export async function planAgainst(game: TestGame, ref: string, options: Partial<CliOptions> = {}) {
  const env = { ...GIT_ENV, ...game.env, ...options.env };
  const run = await game.run(["plan", `--base=${ref}`, "--format", "json"], { ...options, env });
  const [plan] = plansIn(run);
  return { ...run, plan, causes: plan?.summary.causes };
}
