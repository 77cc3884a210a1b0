/**
 * Runs `action.yml` as GitHub's runner would: each `run` with bash and the files that the runner gives, conditions and
 * expressions evaluated. Steps that use another action are not run but listed, with what they would be given.
 */
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { scratchFolder } from "../support/cli.ts";
import { parseOutputs, ROOT, type RunningShell, recorders, type Scene, startScript } from "./support.ts";

export interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

export const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;

/** The event, as the runner describes it. */
export interface GitHubEvent {
  readonly name: string;
  /** Of the pull request's branch. */
  readonly headRepository?: string;
  readonly actor?: string;
}

export const REPOSITORY = "studio/games";
export const PUSH: GitHubEvent = { name: "push" };
export const PULL_REQUEST: GitHubEvent = { name: "pull_request", headRepository: REPOSITORY };
export const FORK: GitHubEvent = { name: "pull_request", headRepository: "stranger/games" };

export interface ActionRun {
  readonly succeeded: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  /** What the job's page shows. */
  readonly summary: string;
  /** Everything printed, of all steps. */
  readonly log: string;
  /** How the step that runs laurel ended. */
  readonly exit: number | null;
  /** Other actions that it called. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
  /** What it had GitHub do, as the arguments of GitHub's own command. */
  readonly asked: readonly string[];
  /** The text of the comment that it wrote. */
  readonly comment: string | undefined;
}

export interface ActionOptions {
  readonly event?: GitHubEvent;
  readonly env?: Readonly<Record<string, string>>;
  /** The comments that are there. */
  readonly comments?: readonly {
    readonly id: number;
    readonly body: string;
    readonly user: { readonly login: string };
  }[];
  /** Where the action lies. Default: the repository, built. */
  readonly path?: string;
  /** Called when the step that runs laurel has been started. */
  readonly onStart?: (shell: RunningShell) => void;
}

interface State {
  readonly inputs: Readonly<Record<string, string>>;
  readonly github: GitHubEvent;
  readonly outputs: Map<string, Readonly<Record<string, string>>>;
  readonly outcomes: Map<string, string>;
  hasFailed: boolean;
}

/** GitHub's own command, as far as the action needs it: lists comments, and keeps the text of the one that is written. */
const GH = (folder: string): string => `for word; do case "$word" in
  body=@*) cp "\${word#body=@}" "${folder}/body.md" ;;
  .\\[\\]*) [ "$(cat "${folder}/comments.json")" = "[]" ] || jq --raw-output "$word" "${folder}/comments.json" ;;
esac; done`;

/** Runs the action in a scene's repository with these inputs. */
export async function runAction(
  { folder, env: all }: Pick<Scene, "folder" | "env">,
  inputs: Readonly<Record<string, string>>,
  options: ActionOptions = {},
): Promise<ActionRun> {
  // The token is an input: what is given as `env` of a step that uses an action reaches all of the action's own steps.
  const { LAUREL_API_TOKEN = "", ...env } = { ...all, ...options.env };
  const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`no inputs: ${unknown}`);
  const defaults = Object.entries(action.inputs).map(([name, input]): [string, string] => [name, input.default]);
  const temp = await scratchFolder();
  await writeFile(join(temp, "comments.json"), JSON.stringify(options.comments ?? []));
  const gh = await recorders({ gh: GH(temp) });
  const summaryFile = join(temp, "summary.md");
  const { event: github = PUSH } = options;
  const state: State = {
    inputs: { ...Object.fromEntries(defaults), token: LAUREL_API_TOKEN, ...inputs },
    github,
    outputs: new Map(),
    outcomes: new Map(),
    hasFailed: false,
  };
  const used: { uses: string; with: Readonly<Record<string, string>> }[] = [];
  let [log, exit]: [string, number | null] = ["", null];
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.if === undefined ? state.hasFailed : !truth(step.if, state)) {
      if (step.id !== undefined) state.outcomes.set(step.id, "skipped");
      continue;
    }
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: filledIn(step.with ?? {}, state) });
      continue;
    }
    const outputFile = join(temp, `output-${index}`);
    await writeFile(outputFile, "");
    const script = join(temp, `step-${index}.sh`);
    await writeFile(script, step.run ?? "");
    const own = {
      ...env,
      PATH: `${gh.folder}:${env.PATH}`,
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
      GITHUB_ACTION_PATH: options.path ?? ROOT,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_WORKSPACE: folder,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_ACTOR: github.actor ?? "somebody",
      GITHUB_EVENT_NAME: github.name,
      RUNNER_TEMP: temp,
      ...filledIn(step.env ?? {}, state),
    };
    const cwd = join(folder, fill(step["working-directory"] ?? ".", state));
    const shell = startScript(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], { cwd, env: own });
    if (step.id === "run") options.onStart?.(shell);
    const ended = await shell.ended;
    if (step.id === "run") exit = ended.exit;
    log += ended.stdout + ended.stderr;
    if (ended.exit !== 0) state.hasFailed = true;
    if (step.id === undefined) continue;
    state.outcomes.set(step.id, ended.exit === 0 ? "success" : "failure");
    state.outputs.set(step.id, parseOutputs(readFileSync(outputFile, "utf8")));
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]): [string, string] => [
    name,
    fill(value, state),
  ]);
  return {
    succeeded: !state.hasFailed,
    outputs: Object.fromEntries(outputs),
    summary: existsSync(summaryFile) ? readFileSync(summaryFile, "utf8") : "",
    log,
    exit,
    used,
    asked: gh.calls().map(({ words }) => words),
    comment: existsSync(join(temp, "body.md")) ? readFileSync(join(temp, "body.md"), "utf8") : undefined,
  };
}

function filledIn(values: Readonly<Record<string, string>>, state: State): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(String(value), state)]));
}

/** Replaces the expressions in a text. */
function fill(text: string, state: State): string {
  return fillExpressions(text, (path) => contextValue(path, state));
}

function truth(condition: string, state: State): boolean {
  return Boolean(evaluate(condition, (path) => contextValue(path, state)));
}

/** The value of a name in GitHub's contexts, such as `inputs.token`. */
export type ContextValue = (path: string) => unknown;

export function fillExpressions(text: string, value: ContextValue): string {
  return text.replaceAll(/\$\{\{(.+?)\}\}/g, (_, expression: string) => String(evaluate(expression, value)));
}

/** The few forms of expressions that the action and the workflows use; anything else is an error. */
export function evaluate(expression: string, value: ContextValue): unknown {
  const tokens = expression.match(/'[^']*'|[\w-]+(?:\.[\w-]+)+|\w+\(|vars(?=\))|&&|\|\||==|!=|[()!,]|\S/g) ?? [];
  const code = tokens.map((token) => {
    if (token.startsWith("'")) return JSON.stringify(token.slice(1, -1));
    if (token.includes(".") || token === "vars") return JSON.stringify(value(token));
    if (token === "==" || token === "!=") return `${token}=`;
    if (token.length > 1 && token.endsWith("(")) return `functions.${token}`;
    if (["(", ")", "!", ",", "&&", "||"].includes(token)) return token;
    throw new Error(`not an expression of this action: ${expression}`);
  });
  const functions = {
    always: () => true,
    cancelled: () => false,
    startsWith: (text: string, start: string) => text.startsWith(start),
    format: (text: string, ...words: readonly string[]) => text.replaceAll(/\{(\d)\}/g, (_, at) => words[at] ?? ""),
    toJSON: (of: unknown) => JSON.stringify(of),
  };
  return new Function("functions", `return ${code.join(" ")}`)(functions);
}

function contextValue(path: string, { inputs, github, outputs, outcomes }: State): string {
  const [context, name = "", ...rest] = path.split(".");
  if (context === "inputs") return inputs[name] ?? missing(path);
  if (path === "github.token") return "the token of the run";
  if (path === "github.event.pull_request.number") return "7";
  if (path === "github.event_name") return github.name;
  if (path === "github.event.pull_request.head.repo.full_name") return github.headRepository ?? "";
  if (context === "steps" && rest[0] === "outcome") return outcomes.get(name) ?? "";
  if (context === "steps" && rest[0] === "outputs") return outputs.get(name)?.[rest[1] ?? ""] ?? "";
  return missing(path);
}

function missing(path: string): never {
  throw new Error(`this test does not know ${path}`);
}
