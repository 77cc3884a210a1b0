/** What pipelines consist of, and how their systems run scripts. */
import { spawn } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { MAIN } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import type { Panel } from "../support/service/panel.ts";

type Texts = Readonly<Record<string, string>>;

interface Defaults {
  readonly run: { readonly shell?: string; readonly "working-directory"?: string };
}

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly "working-directory"?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Texts;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly permissions?: Texts;
  readonly environment?: string;
  readonly concurrency?: string;
  readonly outputs?: Texts;
  readonly env?: Texts;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly permissions: Texts;
  readonly concurrency?: unknown;
  readonly defaults?: Defaults;
  readonly env?: Texts;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Where a script runs. The environment is exactly what is given. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program, such as a shell with a script, as CI systems do. */
export function runScript(
  [program, ...words]: readonly [string, ...string[]],
  place: Place,
): Promise<Ended> {
  const child = spawn(program, words, { ...place, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit) => resolve({ exit, ...said }));
  });
}

/** A folder of programs for PATH: these shell scripts, and the built laurel. */
export async function programs(texts: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await scratchFolder();
  for (const [name, text] of Object.entries({ laurel: `exec node "${MAIN}" "$@"`, ...texts })) {
    await writeFiles(folder, { [name]: `#!/bin/sh\n${text}\n` });
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

export interface GitLabJob {
  readonly image: { readonly name: string };
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly environment?: string;
}

/** The name of a reward in the contents of a live game; undefined if there is no such reward. */
export function rewardName({ rewards = [] }: ReturnType<Panel["contents"]>, id: string): unknown {
  return rewards.find(({ custom_id }) => custom_id === id)?.name;
}
