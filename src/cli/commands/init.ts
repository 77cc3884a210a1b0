/** `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one, or writes a live game into one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { defined } from "../../model/collections.ts";
import { PRODUCTION_VARIABLES } from "../../project/new-project.ts";
import { DEFAULT_TOKEN } from "../../project/variables.ts";
import { beginningWords, initDocument, liveManifestsDocument, type MadeProject } from "../../view/init.ts";
import { renderText } from "../../view/render/text.ts";
import { writeLiveGame } from "../../workflow/from-live.ts";
import { type AskAnswers, init } from "../../workflow/init.ts";
import { PRODUCTION } from "../../workflow/init-pipelines.ts";
import { PIPELINES } from "../../workflow/options.ts";
import { Problems } from "../../workflow/problems.ts";
import type { RunContext } from "../../workflow/run.ts";
import { type CommandContext, EXIT, type ExitCode, exitCodeOf, type Flags, shellLine } from "../command/command.ts";
import { online } from "../command/online.ts";
import { env, project, text, texts, toggle, yes } from "../command/options.ts";
import { askAnswers } from "../terminal/prompts.ts";

export const options = {
  folder: { type: "string", default: ".", describe: "Folder of the project; created if missing" },
  game: { ...text, describe: "Name of the game (default: the folder's name)" },
  ci: {
    ...texts,
    choices: [...PIPELINES, "none"],
    describe: "Write the files for this CI system, also into an existing project; repeatable",
  },
  "from-live": {
    ...toggle,
    conflicts: "ci",
    describe: "Write the live game of an existing project file as manifests",
  },
  project: { ...project, implies: "from-live" },
  env: { ...env, implies: "from-live" },
  yes: { ...yes, describe: "Don't prompt; use defaults" },
} as const;
export const examples = [
  ["laurel init my-game --ci github --yes", "Create a project without prompts"],
  ["laurel init --ci gitlab", "In an existing project, add the files of the pipeline"],
  ["laurel init --from-live --env production", "Write a live game as manifests, into the project here"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const folder = resolve(ports.cwd, flags.folder);
  if (flags.fromLive === true) return online(context, (open) => writeLive(flags, folder, { context, open }));
  const shown = shownPath(folder, ports.cwd);
  const ask: AskAnswers = (...question) => {
    reporter.note(beginningWords(shown));
    return askAnswers(ports, ...question);
  };
  return online(context, async (open) => {
    const problems = new Problems();
    const asks = ports.canAsk && flags.yes !== true ? ask : undefined;
    const made = await problems.collect(() => init({ ...flags, folder }, asks, open));
    reporter.report(problems.all);
    if (made !== undefined) {
      const { files, pipeline, answers } = made;
      const game = answers && nextSteps(answers.game, shown);
      const document = initDocument({ folder: shown, files, ...defined({ game, pipeline }) });
      ports.stdout.write(renderText(document, reporter.result));
    } else if (problems.all.length === 0) {
      reporter.note("Nothing was written.");
      return EXIT.failed;
    }
    return exitCodeOf(problems.all);
  });
}

interface InitRun {
  readonly context: CommandContext;
  readonly open: RunContext;
}

async function writeLive(
  { project: file, env: environment, game }: Flags<typeof options>,
  folder: string,
  { context: { ports, reporter }, open }: InitRun,
): Promise<ExitCode> {
  const which = { folder, game: game === undefined ? [] : [game], project: file, env: environment };
  const problems = new Problems();
  const value = await problems.collect(() => writeLiveGame(which, problems, open));
  reporter.report(problems.all);
  if (value !== undefined) {
    const next = [
      { command: shellLine(["laurel", "plan", "--env", value.environment]), does: "finds nothing to do" },
      { command: "laurel lint", does: "do the manifests make sense?" },
    ];
    ports.stdout.write(renderText(liveManifestsDocument({ ...value, next }), reporter.result));
  }
  return exitCodeOf(problems.all);
}

function nextSteps(game: string, shown: string): NonNullable<MadeProject["game"]> {
  const go = shown === "." ? [] : [{ command: shellLine(["cd", shown]), does: "" }];
  return {
    name: game,
    next: [
      ...go,
      { command: "laurel validate", does: "are the manifests right?" },
      { command: "laurel lint", does: "do the manifests make sense?" },
      { command: "laurel test", does: "do players earn what they should?" },
      { command: "laurel plan", does: "what would change on the embedded service; needs no network" },
      { command: "laurel apply", does: "apply it; prompts first" },
    ],
    production: {
      variables: [...Object.values(PRODUCTION_VARIABLES), DEFAULT_TOKEN],
      command: shellLine(["laurel", "plan", "--env", PRODUCTION]),
      does: "what would change there; writes nothing",
    },
  };
}
