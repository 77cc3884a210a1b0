/** Runs jobs of pipelines as their systems would: on GitHub with its runner's files, conditions and expressions; on GitLab as lines of a shell. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { MAIN } from "../support/child.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly if?: string;
  readonly needs?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly concurrency?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
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
export function runScript([program, ...words]: readonly [string, ...string[]], place: Place): Promise<Ended> {
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

export interface JobRun {
  /** `undefined`: the job's condition is false. */
  readonly succeeded?: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
  /** What the job had GitHub do, as the arguments of GitHub's own command. */
  readonly asked: readonly string[];
}

/**
 * Runs a job in a clone. laurel's action puts the built program on the PATH; GitHub's own actions do nothing. `context`: the
 * names of GitHub's contexts with their values; what is not set is empty, as on GitHub.
 */
export async function runJob(
  job: Job,
  { cwd, env }: Place,
  context: Readonly<Record<string, string>>,
): Promise<JobRun> {
  const values = new Map(Object.entries(context));
  const filled = (texts: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
    const expression = /\$\{\{(.+?)\}\}/g;
    const fill = (text: string) => `${text}`.replaceAll(expression, (_, inner: string) => `${evaluate(inner, values)}`);
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]));
  };
  if (job.if !== undefined && !evaluate(job.if, values)) return { outputs: {}, log: "", summary: "", asked: [] };
  const temp = await scratchFolder();
  const tools = await programs({ gh: `printf '%s\\n' "gh $*" >>"${temp}/asked"` });
  const textOf = (name: string): string => (existsSync(join(temp, name)) ? readFileSync(join(temp, name), "utf8") : "");
  let [succeeded, log] = [true, ""];
  for (const [index, step] of job.steps.entries()) {
    const runs = step.if === undefined ? succeeded : Boolean(evaluate(step.if, values));
    if (step.id !== undefined) values.set(`steps.${step.id}.outcome`, runs ? "success" : "skipped");
    if (!runs || step.run === undefined) continue;
    const [script, output] = [`step-${index}.sh`, `output-${index}`];
    await writeFiles(temp, { [script]: step.run, [output]: "" });
    const runner = {
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: join(temp, output),
      GITHUB_STEP_SUMMARY: join(temp, "summary"),
      GITHUB_REPOSITORY: "studio/games",
      RUNNER_TEMP: temp,
      PATH: `${tools}:${env.PATH}`,
    };
    const ended = await runScript(["bash", "--noprofile", "--norc", "-eo", "pipefail", join(temp, script)], {
      cwd,
      env: { ...env, ...runner, ...filled(step.env) },
    });
    log += ended.stdout + ended.stderr;
    succeeded &&= ended.exit === 0;
    if (step.id === undefined) continue;
    values.set(`steps.${step.id}.outcome`, ended.exit === 0 ? "success" : "failure");
    for (const line of textOf(output).split("\n").slice(0, -1)) {
      const [, name = "", value = ""] = /^([a-z_-]+)=(.*)$/.exec(line) ?? [];
      const key = `steps.${step.id}.outputs.${name}`;
      // A name that is given twice would be a forged one.
      if (name === "" || values.has(key)) throw new Error(`no output: ${line}`);
      values.set(key, value);
    }
  }
  const asked = textOf("asked").split("\n").slice(0, -1);
  return { succeeded, outputs: filled(job.outputs), log, summary: textOf("summary"), asked };
}

/** The few forms of expressions that the workflows use; anything else is an error. */
function evaluate(expression: string, values: ReadonlyMap<string, string>): unknown {
  const tokens = expression.match(/'[^']*'|[\w-]+(?:\.[\w-]+)+|\w+\(|&&|\|\||==|!=|[()!]|\S/g) ?? [];
  const code = tokens.map((token) => {
    if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1));
    if (token.includes(".")) return JSON.stringify(values.get(token) ?? "");
    if (token === "==" || token === "!=") return `${token}=`;
    if (token === "cancelled(") return "(() => false)(";
    if (["(", ")", "!", "&&", "||"].includes(token)) return token;
    throw new Error(`not an expression that this test knows: ${expression}`);
  });
  return new Function(`return ${code.join(" ")}`)();
}

export interface GitLabJob {
  readonly image: { readonly name: string };
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly environment?: string;
}
