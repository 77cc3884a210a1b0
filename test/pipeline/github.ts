/**
 * GitHub for tests: a repository with its pull requests, and a runner that executes jobs as GitHub
 * does, in clones of their own.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { GIT_ENV, git } from "../workflow/drift/repository.ts";
import { type Job, programs, runScript, type Step, type Workflow } from "./running.ts";

const ROOT = join(import.meta.dirname, "../..");
const GITHUB_TOKEN = "the token of the job";
export const REPOSITORY = "studio/games";

type Values = Readonly<Record<string, string>>;

/** What started a run: its commit, and the values of GitHub's contexts. */
export interface Event {
  readonly sha: string;
  readonly ref: string;
  readonly values: Values;
  /** Whether the run gets no secrets, and a token that only reads. */
  readonly isForeign?: boolean;
}

interface Comment {
  readonly issue: number;
  readonly user: { readonly login: string };
  readonly body: string;
}

interface Pull {
  readonly number: number;
  readonly state: string;
  readonly title: string;
  readonly head: string;
  readonly body: string;
}

/** What GitHub keeps, in a file outside of all clones. */
interface State {
  readonly server: string;
  readonly repository: string;
  readonly token: string;
  readonly comments: readonly Comment[];
  readonly pulls: readonly Pull[];
  readonly runs: readonly {
    readonly id: number;
    readonly run_number: number;
    readonly status: string;
  }[];
  /** Beginnings of the paths below the repository that answer with an error. */
  readonly failing: readonly string[];
  /** The calls of GitHub's command. */
  readonly asked: readonly string[];
}

interface JobRun {
  /** `undefined`: the job was skipped. */
  readonly succeeded: boolean | undefined;
  readonly outputs: Values;
  readonly log: string;
  readonly summary: string;
  /** The folder of the checkout. */
  readonly workspace: string;
}

/** A run of a workflow, whose jobs are executed one by one. */
export interface Run {
  readonly id: number;
  /** Executes a job; again: a rerun. */
  readonly job: (name: string) => Promise<JobRun>;
  /** Executes all jobs in order. Out: the last one that was not skipped. */
  readonly all: () => Promise<JobRun>;
}

/** The secrets and variables of the repository. */
interface Settings {
  readonly secrets: Values;
  readonly vars: Values;
}

export async function fakeGitHub(settings: Settings) {
  const server = await scratchFolder();
  git(server, "init", "--quiet", "--bare", "--initial-branch", "main");
  git(server, "config", "uploadpack.allowAnySHA1InWant", "true");
  const stateFile = join(await scratchFolder(), "state.json");
  const state = (): State => JSON.parse(readFileSync(stateFile, "utf8"));
  const set = (changes: Partial<State>): void =>
    writeFileSync(
      stateFile,
      JSON.stringify({ ...(existsSync(stateFile) ? state() : {}), ...changes }),
    );
  const none = { comments: [], pulls: [], runs: [], failing: [], asked: [] };
  set({ server, repository: REPOSITORY, token: GITHUB_TOKEN, ...none });
  let runs = 0;
  return {
    server,
    state,
    set,
    /** Starts a run of the workflow that the commit of the event has. */
    start: (file: string, event: Event, more: Partial<Settings> = {}): Run => {
      runs += 1;
      const workflow = parse(
        git(server, "show", `${event.sha}:.github/workflows/${file}.yml`),
      ) as Workflow;
      const given = { ...settings, ...more };
      const number = runs;
      return runOf(workflow, {
        event,
        settings: given,
        server,
        stateFile,
        id: 9000 + number,
        number,
      });
    },
  };
}

interface RunContext {
  readonly event: Event;
  readonly settings: Settings;
  readonly server: string;
  readonly stateFile: string;
  readonly id: number;
  readonly number: number;
}

function runOf(workflow: Workflow, context: RunContext): Run {
  const ended = new Map<string, JobRun>();
  const run = async (name: string): Promise<JobRun> => {
    const job = workflow.jobs[name];
    if (job === undefined) throw new Error(`no job ${name}`);
    const needed = job.needs === undefined ? undefined : ended.get(job.needs);
    const result = await runJob({ workflow, job, needed }, context);
    ended.set(name, result);
    return result;
  };
  const all = async (): Promise<JobRun> => {
    let last: JobRun | undefined;
    for (const name of Object.keys(workflow.jobs)) {
      const result = await run(name);
      if (result.succeeded !== undefined) last = result;
    }
    return last ?? skipped("");
  };
  return { id: context.id, job: run, all };
}

function skipped(workspace: string): JobRun {
  return { succeeded: undefined, outputs: {}, log: "", summary: "", workspace };
}

interface JobToRun {
  readonly workflow: Workflow;
  readonly job: Job;
  /** The job that it needs, if it needs one. */
  readonly needed: JobRun | undefined;
}

/** Where the steps of a job run. */
interface Machine {
  readonly workflow: Workflow;
  readonly context: RunContext;
  readonly temp: string;
  readonly workspace: string;
  readonly home: string;
  /** The values of expressions, to which steps add their outputs. */
  readonly values: Map<string, string>;
  readonly jobEnv: Values;
  /** Folders of programs, to which steps add more. */
  path: string;
  log: string;
}

async function runJob(toRun: JobToRun, context: RunContext): Promise<JobRun> {
  const { workflow, job, needed } = toRun;
  const temp = await scratchFolder();
  const workspace = await scratchFolder();
  const home = await scratchFolder();
  const values = valuesFor(toRun, context, temp);
  if (job.needs !== undefined && needed?.succeeded !== true) return skipped(workspace);
  if (job.if !== undefined && !evaluate(job.if, values)) return skipped(workspace);
  const jobEnv = { ...filled(workflow.env, values), ...filled(job.env, values) };
  for (const [name, value] of Object.entries(jobEnv)) values.set(`env.${name}`, value);
  const path = `${await toolsFor(toRun, context)}:${process.env.PATH}`;
  const places = { temp, workspace, home };
  const machine: Machine = { workflow, context, ...places, values, jobEnv, path, log: "" };
  const succeeded = await runSteps(job.steps, machine);
  const summary = textAt(temp, "_summary");
  return { succeeded, outputs: filled(job.outputs, values), log: machine.log, summary, workspace };
}

/** The values of GitHub's contexts when a job starts. */
function valuesFor(
  { job, needed }: JobToRun,
  { event, settings, id }: RunContext,
  temp: string,
): Map<string, string> {
  const secrets = event.isForeign === true ? {} : settings.secrets;
  const outputs =
    job.needs === undefined ? {} : prefixed(`needs.${job.needs}.outputs.`, needed?.outputs ?? {});
  return new Map(
    Object.entries({
      "github.ref": event.ref,
      "github.repository": REPOSITORY,
      "github.event.repository.default_branch": "main",
      "github.server_url": "https://github.com",
      "github.run_id": `${id}`,
      "github.token": GITHUB_TOKEN,
      "runner.temp": temp,
      ...event.values,
      ...prefixed("secrets.", secrets),
      ...prefixed("vars.", settings.vars),
      ...outputs,
    }),
  );
}

function filledText(text: unknown, values: ReadonlyMap<string, string>): string {
  return `${text}`.replaceAll(
    /\$\{\{(.+?)\}\}/g,
    (_, inner: string) => `${evaluate(inner, values)}`,
  );
}

function filled(
  texts: Readonly<Record<string, unknown>> = {},
  values: ReadonlyMap<string, string>,
): Values {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, filledText(text, values)]),
  );
}

/** A folder of programs, with GitHub's command as the permissions of the job allow it. */
async function toolsFor(
  { workflow, job }: JobToRun,
  { event, stateFile }: RunContext,
): Promise<string> {
  const given = job.permissions ?? workflow.permissions;
  const permissions =
    event.isForeign === true ? { contents: "read", "pull-requests": "read" } : given;
  const gh = `exec node "${join(import.meta.dirname, "gh.mjs")}" '${stateFile}' '${JSON.stringify(permissions)}' "$@"`;
  return programs({ gh });
}

/** Runs the steps whose conditions hold, and returns whether all of them succeeded. */
async function runSteps(steps: readonly Step[], machine: Machine): Promise<boolean> {
  const { values } = machine;
  let succeeded = true;
  for (const [index, step] of steps.entries()) {
    const isDue = isStepDue(step, succeeded, values);
    if (step.id !== undefined) values.set(`steps.${step.id}.outcome`, "skipped");
    if (!isDue) continue;
    const passed = await runStep(step, index, machine);
    succeeded &&= passed;
    if (step.id !== undefined)
      values.set(`steps.${step.id}.outcome`, passed ? "success" : "failure");
  }
  return succeeded;
}

function isStepDue(
  { if: condition }: Step,
  succeeded: boolean,
  values: ReadonlyMap<string, string>,
): boolean {
  if (condition === undefined) return succeeded;
  const isAlways = /\b(?:cancelled|always|failure)\(/.test(condition);
  return (succeeded || isAlways) && Boolean(evaluate(condition, values));
}

async function runStep(step: Step, index: number, machine: Machine): Promise<boolean> {
  if (step.uses === undefined) return runCommands(step, index, machine);
  if (step.uses.startsWith("laurel-progression/laurel@")) return runAction(index, machine);
  if (!step.uses.startsWith("actions/checkout@")) throw new Error(`unknown action: ${step.uses}`);
  const { workspace, context, values } = machine;
  checkout(workspace, context.server, context.event, filled(step.with, values));
  return true;
}

/** Runs the steps of laurel's own action until one fails. */
async function runAction(index: number, machine: Machine): Promise<boolean> {
  const { steps } = parse(readFileSync(join(ROOT, "action.yml"), "utf8")).runs as {
    steps: readonly Step[];
  };
  for (const own of steps.filter(({ run }) => run !== undefined)) {
    const inRoot = { ...own, "working-directory": "." };
    const passed = await runCommands(inRoot, index, machine, { GITHUB_ACTION_PATH: ROOT });
    if (!passed) return false;
  }
  return true;
}

async function runCommands(
  step: Step,
  index: number,
  machine: Machine,
  more: Values = {},
): Promise<boolean> {
  const { workflow, temp, workspace, values, jobEnv } = machine;
  const script = `_script-${index}.sh`;
  const output = `_output-${index}`;
  await writeFiles(temp, { [script]: step.run ?? "", [output]: "", _path: "" });
  const shell = step.shell ?? workflow.defaults?.run.shell;
  const flags = shell === "bash" ? ["--noprofile", "--norc", "-eo", "pipefail"] : ["-e"];
  const named = step["working-directory"] ?? workflow.defaults?.run["working-directory"] ?? ".";
  const folder = filledText(named, values);
  const cwd = folder.startsWith("/") ? folder : join(workspace, folder);
  const runner = runnerEnv(machine, output);
  const env = { ...GIT_ENV, ...runner, ...jobEnv, ...filled(step.env, values), ...more };
  const ended = await runScript(["bash", ...flags, join(temp, script)], { cwd, env });
  machine.log += ended.stdout + ended.stderr;
  for (const added of textAt(temp, "_path").split("\n").slice(0, -1))
    machine.path = `${added}:${machine.path}`;
  if (step.id !== undefined) addOutputs(textAt(temp, output), step.id, values);
  return ended.exit === 0;
}

/** The variables that a runner sets. */
function runnerEnv({ context, temp, workspace, home, path }: Machine, output: string): Values {
  const { event, number } = context;
  const [owner = ""] = REPOSITORY.split("/");
  return {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_OUTPUT: join(temp, output),
    GITHUB_PATH: join(temp, "_path"),
    GITHUB_REF: event.ref,
    GITHUB_REF_NAME: event.ref.replace(/^refs\/heads\//, ""),
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_REPOSITORY_OWNER: owner,
    GITHUB_RUN_NUMBER: `${number}`,
    GITHUB_SHA: event.sha,
    GITHUB_STEP_SUMMARY: join(temp, "_summary"),
    GITHUB_WORKSPACE: workspace,
    HOME: home,
    PATH: path,
    RUNNER_TEMP: temp,
  };
}

/** Adds the outputs that a step has written. */
function addOutputs(text: string, id: string, values: Map<string, string>): void {
  for (const line of text.split("\n").slice(0, -1)) {
    const [, name = "", value = ""] = /^([a-z_-]+)=(.*)$/.exec(line) ?? [];
    const key = `steps.${id}.outputs.${name}`;
    // A name that is given twice would be a forged one.
    if (name === "" || values.has(key)) throw new Error(`no output: ${line}`);
    values.set(key, value);
  }
}

function textAt(folder: string, name: string): string {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function prefixed(prefix: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
}

/**
 * Does what GitHub's action does: fetches the commit of the event, with as many before it as
 * requested.
 */
function checkout(workspace: string, server: string, { sha, ref }: Event, options: Values): void {
  const { "fetch-depth": depth = "1", "persist-credentials": persisted, ref: named } = options;
  if (persisted !== "false") throw new Error("the credentials stay in the clone");
  git(workspace, "init", "--quiet", "--initial-branch", "main");
  git(workspace, "remote", "add", "origin", `file://${server}`);
  // With a name of its own, it fetches what that ref is now, else the commit of the event.
  const target = `+${named ?? sha}:refs/remotes/${ref.replace(/^refs\/(heads\/)?/, "")}`;
  if (depth === "0")
    git(
      workspace,
      "fetch",
      "--quiet",
      "--no-tags",
      "origin",
      "+refs/heads/*:refs/remotes/origin/*",
      target,
    );
  else git(workspace, "fetch", "--quiet", "--no-tags", `--depth=${depth}`, "origin", target);
  git(
    workspace,
    "checkout",
    "--quiet",
    "--detach",
    `refs/remotes/${ref.replace(/^refs\/(heads\/)?/, "")}`,
  );
}

/** The few forms of expressions that the workflows use; anything else is an error. */
function evaluate(expression: string, values: ReadonlyMap<string, string>): unknown {
  const tokens =
    expression.match(/'[^']*'|[\w-]+(?:\.[\w-]+)+|\w+\(|&&|\|\||==|!=|[()!,]|\S/g) ?? [];
  const code = tokens.map((token) => {
    if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1));
    if (token.includes(".")) return JSON.stringify(values.get(token) ?? "");
    if (token === "==" || token === "!=") return `${token}=`;
    if (token === "cancelled(") return "(() => false)(";
    if (token === "format(") return "((text, value) => text.replace('{0}', value))(";
    if (["(", ")", "!", ",", "&&", "||"].includes(token)) return token;
    throw new Error(`not an expression that this test knows: ${expression}`);
  });
  return new Function(`return ${code.join(" ")}`)();
}
