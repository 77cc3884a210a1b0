/** `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one, or writes a live game into one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { defined } from "../../model/collections.ts";
import { hasErrors } from "../../model/diagnostics.ts";
import { productionVariables } from "../../project/new-project.ts";
import { beginningWords, initDocument, liveManifestsDocument, type MadeProject } from "../../view/init.ts";
import { renderText } from "../../view/render/text.ts";
import { writeLiveGame } from "../../workflow/from-live.ts";
import { type AskAnswers, init, TOKEN } from "../../workflow/init.ts";
import { PRODUCTION } from "../../workflow/init-pipelines.ts";
import { PIPELINES } from "../../workflow/options.ts";
import { shellLine } from "../../workflow/shell-line.ts";
import type { Flags } from "../command/command.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { withInterrupts } from "../command/interrupts.ts";
import { env, project, text, texts, toggle, yes } from "../command/options.ts";
import { askAnswers } from "../terminal/prompts.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = {
  folder: { type: "string", default: ".", describe: "Folder of the project; created if missing" },
  game: { ...text, describe: "Name of the game (default: the folder's name, or the only game of the project file)" },
  ci: {
    ...texts,
    choices: [...PIPELINES, "none"],
    describe: "Write the files for this CI system; in an existing project, write nothing else; repeatable",
  },
  "from-live": {
    ...toggle,
    conflicts: "ci",
    describe: "Write the live game of an existing project file as manifests, into the game's empty folder",
  },
  project: { ...project, implies: "from-live" },
  env: { ...env, implies: "from-live" },
  yes: { ...yes, describe: "Don't prompt; use defaults" },
} as const;

export const examples = [
  ["laurel init", "Answer a few questions and create a project here"],
  ["laurel init my-game --ci github --yes", "Create a project without prompts"],
  ["laurel init --from-live --env production", "Write a live game as manifests, into the project here"],
  ["laurel init --ci gitlab", "In an existing project, add the files of the pipeline"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const folder = resolve(ports.cwd, flags.folder);
  if (flags.fromLive === true) return writeLive(flags, folder, context);
  const shown = shownPath(folder, ports.cwd);
  const ask: AskAnswers = (...question) => {
    reporter.note(beginningWords(shown));
    return askAnswers(context, ...question);
  };
  const isInteractive = ports.canAsk && flags.yes !== true;
  return withInterrupts(context, async (online) => {
    const { made, diagnostics } = await init({ ...flags, folder }, isInteractive ? ask : undefined, online);
    reporter.report(diagnostics);
    if (made !== undefined) {
      const { files, pipeline, answers } = made;
      const game = answers && nextSteps(answers.game, shown);
      ports.stdout.write(
        renderText(initDocument({ folder: shown, files, ...defined({ game, pipeline }) }), reporter.result),
      );
    }
    if (made !== undefined || hasErrors(diagnostics)) return exitCodeOf(diagnostics);
    reporter.note("Nothing was written.");
    return EXIT.failed;
  });
}

async function writeLive(flags: Flags<typeof options>, folder: string, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  const { project: file, env: environment, game } = flags;
  const which = { folder, game: game === undefined ? [] : [game], project: file, env: environment };
  return withInterrupts(context, async (online) => {
    const { value, diagnostics } = await writeLiveGame(which, online);
    reporter.report(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    const next = [
      { command: shellLine(["laurel", "plan", "--env", value.environment]), does: "finds nothing to do" },
      { command: "laurel lint", does: "do the manifests make sense?" },
    ];
    ports.stdout.write(renderText(liveManifestsDocument({ ...value, next }), reporter.result));
    return exitCodeOf(diagnostics);
  });
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
      variables: [...productionVariables(game), TOKEN],
      command: shellLine(["laurel", "plan", "--env", PRODUCTION]),
      does: "what would change there; writes nothing",
    },
  };
}
