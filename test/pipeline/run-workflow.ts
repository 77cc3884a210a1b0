/** Runs a job of a workflow file as GitHub would: shell steps with bash, the steps of laurel's action as `runAction` does. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { scratchFolder } from "../support/cli.ts";
import {
  type ActionRun,
  type ContextValue,
  evaluate,
  fillExpressions,
  type GitHubEvent,
  runAction,
} from "./run-action.ts";
import { INSTALLED, recorders, startScript } from "./support.ts";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      { readonly if?: string; readonly outputs?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }
    >
  >;
}

export interface JobOptions {
  /** A clone that is checked out. */
  readonly folder: string;
  /** What the runner's machine has, such as PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly event: GitHubEvent;
  /** As they are set for the repository. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  /** Outputs of earlier jobs, by the job's name. */
  readonly needs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What takes the place of GitHub's own command in the job's own steps, as the text of a shell script. Default: nothing. */
  readonly gh?: string;
}

export interface JobRun {
  /** `undefined`: the job's condition is false. */
  readonly succeeded: boolean | undefined;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: string;
  /** The uses of laurel's action. */
  readonly actions: readonly ActionRun[];
  /** What the job's own steps had GitHub do, as the arguments of GitHub's own command. */
  readonly asked: readonly string[];
}

/** Runs one job of a workflow file in the clone. Actions of GitHub's own do nothing: the clone and Node are there. */
export async function runWorkflowJob(file: string, name: string, options: JobOptions): Promise<JobRun> {
  const { env: workflowEnv = {}, jobs } = parse(readFileSync(join(options.folder, file), "utf8")) as Workflow;
  const job = jobs[name];
  if (job === undefined) throw new Error(`no job ${name} in ${file}`);
  const outputs = new Map<string, Readonly<Record<string, string>>>();
  const value: ContextValue = (path) => contextValue(path, options, outputs);
  const fillAll = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, text]) => [key, fillExpressions(String(text), value)]));
  if (job.if !== undefined && !evaluate(job.if, value)) {
    return { succeeded: undefined, outputs: {}, log: "", actions: [], asked: [] };
  }
  const temp = await scratchFolder();
  const gh = await recorders({ gh: options.gh ?? "" });
  const actions: ActionRun[] = [];
  let [succeeded, log] = [true, ""];
  for (const step of job.steps) {
    if (step.if === undefined ? !succeeded : !evaluate(step.if, value)) continue;
    const env = { ...options.env, ...workflowEnv, ...fillAll(step.env) };
    if (step.uses === `./${INSTALLED}`) {
      const path = join(options.folder, INSTALLED);
      const run = await runAction({ folder: options.folder, env }, fillAll(step.with), { event: options.event, path });
      actions.push(run);
      log += run.log;
      succeeded &&= run.succeeded;
      if (step.id !== undefined) outputs.set(step.id, run.outputs);
    } else if (step.run !== undefined) {
      const script = join(temp, "step.sh");
      await writeFile(script, step.run);
      const own = { ...env, PATH: `${gh.folder}:${env.PATH}`, GITHUB_OUTPUT: join(temp, "output"), RUNNER_TEMP: temp };
      const ended = await startScript(["bash", "-e", script], { cwd: options.folder, env: own }).ended;
      log += ended.stdout + ended.stderr;
      succeeded &&= ended.exit === 0;
    }
  }
  return { succeeded, outputs: fillAll(job.outputs), log, actions, asked: gh.calls().map(({ words }) => words) };
}

const DEFAULT_BRANCH = "main";

function contextValue(
  path: string,
  { event, secrets, vars, needs = {} }: JobOptions,
  outputs: ReadonlyMap<string, Readonly<Record<string, string>>>,
): unknown {
  if (path === "vars") return vars;
  const [context, name = "", ...rest] = path.split(".");
  // What is not set is empty, as on GitHub.
  if (context === "secrets") return secrets[name] ?? "";
  if (context === "vars") return vars[name] ?? "";
  if (context === "inputs") return "";
  if (context === "steps") return outputs.get(name)?.[rest[1] ?? ""] ?? "";
  if (context === "needs") return needs[name]?.[rest[1] ?? ""] ?? "";
  if (path === "github.event_name") return event.name;
  if (path === "github.ref_name") return DEFAULT_BRANCH;
  if (path === "github.ref") return `refs/heads/${DEFAULT_BRANCH}`;
  if (path === "github.event.repository.default_branch") return DEFAULT_BRANCH;
  if (["github.token", "github.repository", "github.server_url", "github.run_id"].includes(path)) return path;
  throw new Error(`this test does not know ${path}`);
}
