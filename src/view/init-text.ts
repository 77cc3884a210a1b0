/** What `laurel init` shows before its questions and when the project is made. */
import { both } from "../manifest/wording.ts";
import type { NotVerified } from "../model/model.ts";
import type { PipelineSetting } from "../project/pipeline-settings.ts";
import { keptLines } from "./plan/plan-text.ts";
import { hanging, padTo, type TextView, widthOf, wrapText } from "./text/layout.ts";
import { notVerifiedGroups } from "./text/not-verified.ts";
import { safeText } from "./text/safe-text.ts";

/** Before the first question. */
export function renderBeginning(folder: string, { width }: TextView): string {
  const place = folder === "." ? "this folder" : safeText(folder);
  const words = `Creating a project in ${place}. Existing files are kept; Ctrl-C exits without writing anything.`;
  return `${wrapText(words, width).join("\n")}\n`;
}

/** One file of the new project. */
export interface InitFile {
  /** From the project's folder. */
  readonly file: string;
  readonly outcome: "made" | "changed" | "left";
  /** What it is, or what became of it. */
  readonly what: string;
}

export interface NextCommand {
  readonly command: string;
  readonly does: string;
}

export interface MadeProject {
  /** As the user would name it; `.` is the working directory. */
  readonly folder: string;
  readonly files: readonly InitFile[];
  /** Absent when only files of pipelines were added. */
  readonly game?: {
    readonly name: string;
    /** Command lines that make sense now, with what they do. */
    readonly next: readonly NextCommand[];
    /** With the variables to set before the live service can be used. */
    readonly production: NextCommand & { readonly variables: readonly string[] };
  };
  /** Absent without files of a pipeline. */
  readonly pipeline?: MadePipeline;
}

/** What is left to do until a pipeline runs. */
export interface MadePipeline {
  readonly environment: string;
  /** That changes are merged into. */
  readonly branch: string;
  readonly systems: readonly { readonly name: SystemName; readonly settings: readonly PipelineSetting[] }[];
  /** Whether the commit of laurel's action has to be filled in. */
  readonly needsCommit: boolean;
  /** Command lines; empty where that is done. */
  readonly repository: readonly string[];
  /** Command lines. */
  readonly commit: readonly string[];
}

/** A line for each file, what to type next, and what production needs. */
export function renderInitText(project: MadeProject, view: TextView): string {
  const { folder, game, pipeline } = project;
  const place = folder === "." ? "this folder" : safeText(folder);
  const title =
    game === undefined
      ? `Added a pipeline to the project in ${place}`
      : `Created the game "${safeText(game.name)}" in ${place}`;
  const blocks = [[view.style.strong(title)], fileLines(project, view)];
  if (game !== undefined) {
    blocks.push(["Next:", ...commandLines(game.next, view)]);
    const set = `For the live service, set ${both(game.production.variables)}, then:`;
    blocks.push([...wrapText(set, view.width), ...commandLines([game.production], view)]);
  }
  if (pipeline !== undefined) blocks.push(pipelineLines(pipeline, view));
  return blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** The manifests of a live game, with what to type next. */
export interface WrittenGame {
  readonly game: string;
  readonly environment: string;
  readonly files: readonly InitFile[];
  /** What the service does not show. */
  readonly notVerified: readonly NotVerified[];
  readonly next: readonly NextCommand[];
}

export function renderLiveManifests(written: WrittenGame, view: TextView): string {
  const { game, environment, files, next } = written;
  const title = `Wrote the live game "${safeText(game)}" (${safeText(environment)}) as manifests`;
  const unseen = notVerifiedGroups(written.notVerified, view.verbose).map((group) => keptLines(group, view));
  const commands = ["Next:", ...commandLines(next, view)];
  const blocks = [[view.style.strong(title)], fileLines({ files }, view), ...unseen, commands];
  return blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

interface System {
  /** Where secrets and variables are set. */
  readonly settings: string;
  /** Who can look at a plan before it is applied, and how. */
  readonly approval: (environment: string) => string;
  /** Command lines that the pipeline has to call; empty where the files do. */
  readonly calls: (branch: string) => readonly NextCommand[];
  /** What a pull request is called. */
  readonly request: string;
}

const SYSTEMS = {
  github: {
    settings: "On GitHub, set under Settings > Secrets and variables > Actions:",
    approval: (environment) =>
      `On GitHub, create the environment "${environment}" with required reviewers, under Settings > Environments. Without it, a merge is applied without an approval. To get pull requests for panel edits, allow GitHub Actions to create them, under Settings > Actions > General; if you want none, delete laurel-drift.yml.`,
    calls: () => [],
    request: "pull request",
  },
  gitlab: {
    settings: "On GitLab, set under Settings > CI/CD > Variables (masked if secret, not protected):",
    approval: (environment) =>
      `On GitLab, protect the environment "${environment}", under Settings > CI/CD > Protected environments: those who may deploy there start the apply. Add a daily schedule under Build > Pipeline schedules.`,
    calls: () => [],
    request: "merge request",
  },
  shell: {
    settings: "In your CI, set:",
    approval: () => "In your CI, put laurel on the PATH, outside of the checkout, then call the script:",
    calls: (branch) => [
      { command: "sh laurel-ci.sh check", does: "pull request, without the token" },
      { command: `BASE=origin/${branch} sh laurel-ci.sh plan`, does: "pull request" },
      { command: "sh laurel-ci.sh merged", does: "merge; keep laurel.env" },
      { command: "sh laurel-ci.sh apply", does: "behind the approval, one at a time" },
      { command: "sh laurel-ci.sh drift", does: "every morning" },
    ],
    request: "pull request",
  },
} as const satisfies Readonly<Record<string, System>>;
type SystemName = keyof typeof SYSTEMS;

/** Numbered steps until the pipelines run. */
function pipelineLines(
  { environment, branch, systems, needsCommit, repository, commit }: MadePipeline,
  view: TextView,
): string[] {
  const command = (line: string): string => `     ${safeText(line)}`;
  const steps: (readonly [title: string, lines: readonly string[]])[] = [];
  const [first] = systems;
  const request = first === undefined ? "" : SYSTEMS[first.name].request;
  if (repository.length > 0) {
    steps.push(["Make a repository; URL is that of an empty one on its server:", repository.map(command)]);
  }
  if (needsCommit) {
    steps.push(["In .github/workflows, replace COMMIT by the id of the commit with this release of laurel.", []]);
  }
  for (const { name, settings } of systems) {
    const { settings: title, approval, calls } = SYSTEMS[name];
    steps.push([title, settingLines(settings, view)]);
    const lines = commandLines(calls(branch), { ...view, width: view.width - INDENT.length });
    steps.push([approval(environment), lines.map((line) => INDENT + line)]);
  }
  steps.push([`Commit everything on a branch, and open a ${request}:`, commit.map(command)]);
  const numbered = steps.flatMap(([title, lines], index) => [
    ...hanging(`  ${index + 1}. `, title, view.width),
    ...lines,
  ]);
  return ["To start the pipeline:", ...numbered];
}

/** Of a numbered step. */
const INDENT = " ".repeat("1. ".length);

function settingLines(settings: readonly PipelineSetting[], view: TextView): readonly string[] {
  const column = Math.max(0, ...settings.map(({ name }) => widthOf(safeText(name))));
  return settings.flatMap(({ name, role, what }) => {
    const lead = `  ${INDENT}${padTo(role, "variable".length)}  `;
    const left = `${lead}${padTo(safeText(name), column)}  `;
    return view.width - widthOf(left) < NARROWEST
      ? besides(lead, safeText(name), column, "", safeText(what), view)
      : hanging(left, safeText(what), view.width);
  });
}

/** Columns that a text in the right column needs; with fewer, it is below. */
const NARROWEST = 30;

const MARKS = { made: ["+", "create"], changed: ["~", "update"], left: ["=", "keep"] } as const;

function fileLines({ files }: Pick<MadeProject, "files">, view: TextView): string[] {
  const column = Math.max(0, ...files.map(({ file }) => widthOf(safeText(file))));
  return files.flatMap(({ file, outcome, what }) => {
    const [mark, role] = MARKS[outcome];
    return besides(`  ${view.style[role](mark)} `, safeText(file), column, "", safeText(what), view);
  });
}

function commandLines(commands: readonly NextCommand[], view: TextView): string[] {
  const column = Math.max(0, ...commands.map(({ command }) => widthOf(safeText(command))));
  return commands.flatMap(({ command, does }) => {
    const words = safeText(command);
    return does === "" ? [`  ${words}`] : besides("  ", words, column, "# ", does, view);
  });
}

/** Two columns; where there is no space for both, the right one is below. */
function besides(
  lead: string,
  left: string,
  column: number,
  mark: string,
  right: string,
  { style, width }: TextView,
): readonly string[] {
  const whole = `${lead}${padTo(left, column)}  ${style.muted(mark + right)}`;
  return widthOf(whole) <= width
    ? [whole]
    : [lead + left, ...hanging(`      ${mark}`, right, width).map((line) => style.muted(line))];
}
