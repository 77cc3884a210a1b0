/** Runs jobs of pipelines as their systems would: on GitHub with its runner's files, conditions and expressions; on GitLab as lines of a shell. */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Ended } from "../support/child.ts";
import { scratchFolder } from "../support/cli.ts";
import { parseOutputs, programs, ROOT, type Scene, startScript } from "./support.ts";

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

/** The names of GitHub's contexts with their values; what is not set is empty, as on GitHub. */
export type Context = Readonly<Record<string, string>>;

export interface JobRun {
  /** `undefined`: the job's condition is false. */
  readonly succeeded: boolean | undefined;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  readonly summary: string;
  /** What the job had GitHub do, as the arguments of GitHub's own command. */
  readonly asked: readonly string[];
}

/** Runs a job in a clone. laurel's action puts the built program on the PATH; GitHub's own actions do nothing. */
export async function runJob(
  job: Job,
  { folder, env }: Pick<Scene, "folder" | "env">,
  context: Context,
): Promise<JobRun> {
  const values = new Map(Object.entries(context));
  if (job.if !== undefined && !evaluate(job.if, values)) {
    return { succeeded: undefined, outputs: {}, log: "", summary: "", asked: [] };
  }
  const temp = await scratchFolder();
  const tools = await programs({ gh: `printf '%s\\n' "gh $*" >>"${temp}/asked"` });
  const summary = join(temp, "summary.md");
  let [succeeded, log] = [true, ""];
  for (const [index, step] of job.steps.entries()) {
    const runs = step.if === undefined ? succeeded : Boolean(evaluate(step.if, values));
    if (step.id !== undefined) values.set(`steps.${step.id}.outcome`, runs ? "success" : "skipped");
    if (!runs || step.run === undefined) continue;
    const [script, output] = [join(temp, `step-${index}.sh`), join(temp, `output-${index}`)];
    await writeFile(script, step.run);
    await writeFile(output, "");
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, values)]);
    const runner = {
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_REPOSITORY: "studio/games",
      RUNNER_TEMP: temp,
    };
    const ended = await startScript(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: folder,
      env: { ...env, ...runner, PATH: `${tools}:${env.PATH}`, ...Object.fromEntries(own) },
    }).ended;
    log += ended.stdout + ended.stderr;
    succeeded &&= ended.exit === 0;
    if (step.id === undefined) continue;
    values.set(`steps.${step.id}.outcome`, ended.exit === 0 ? "success" : "failure");
    for (const [name, value] of Object.entries(parseOutputs(readFileSync(output, "utf8"))))
      values.set(`steps.${step.id}.outputs.${name}`, value);
  }
  const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, filled(text, values)]);
  const asked = join(temp, "asked");
  return {
    succeeded,
    outputs: Object.fromEntries(outputs),
    log,
    summary: existsSync(summary) ? readFileSync(summary, "utf8") : "",
    asked: existsSync(asked) ? readFileSync(asked, "utf8").split("\n").slice(0, -1) : [],
  };
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  return String(text).replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(evaluate(expression, values)));
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
  readonly when?: string;
}

/** The lines of a job in one shell. `base`: the hidden job that it extends. */
export function runGitLabJob(
  { script }: GitLabJob,
  base: GitLabJob,
  { folder, env }: Pick<Scene, "folder" | "env">,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const lines = [...base.before_script, ...script].join("\n");
  const own = { ...env, CI_PROJECT_DIR: folder, ...more };
  return startScript(["sh", "-e", "-c", lines], { cwd: folder, env: own }).ended;
}

/** A file of the repository as YAML. */
export function yamlFile<Content>(path: string): Content {
  return parse(readFileSync(join(ROOT, path), "utf8")) as Content;
}
