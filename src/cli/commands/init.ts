/** `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one, or writes a live game into one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { defined } from "../../model/collections.ts";
import { PRODUCTION_VARIABLES } from "../../project/new-project.ts";
import { DEFAULT_TOKEN } from "../../project/variables.ts";
import {
  beginningWords,
  initDocument,
  liveManifestsDocument,
  type MadeProject,
  type WrittenGame,
} from "../../view/init.ts";
import type { Document } from "../../view/render/document.ts";
import { renderText } from "../../view/render/text.ts";
import { writeLiveGame } from "../../workflow/from-live.ts";
import { type AskAnswers, init } from "../../workflow/init.ts";
import { PRODUCTION } from "../../workflow/init-pipelines.ts";
import { PIPELINES } from "../../workflow/options.ts";
import { type CommandContext, EXIT, type ExitCode, type Flags, shellLine } from "../command/command.ts";
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
  const shown = shownPath(folder, ports.cwd);
  const ask: AskAnswers = (...question) => {
    reporter.note(beginningWords(shown));
    return askAnswers(ports, ...question);
  };
  return online(context, async (open) => {
    const write = (document: Document): void => ports.stdout.write(renderText(document, reporter.result));
    if (flags.fromLive === true) {
      const { project: file, env: environment, game } = flags;
      const which = { folder, game: game === undefined ? [] : [game], project: file, env: environment };
      const written = await writeLiveGame(which, open);
      reporter.report(written?.diagnostics ?? []);
      if (written !== undefined) write(liveManifestsDocument({ ...written, next: afterLive(written.environment) }));
      return EXIT.done;
    }
    const made = await init({ ...flags, folder }, ports.canAsk && flags.yes !== true ? ask : undefined, open);
    if (made === undefined) {
      reporter.note("Nothing was written.");
      return EXIT.failed;
    }
    const game = made.answers && nextSteps(made.answers.game, shown);
    write(initDocument({ folder: shown, files: made.files, ...defined({ game, pipeline: made.pipeline }) }));
    return EXIT.done;
  });
}

function afterLive(environment: string): WrittenGame["next"] {
  return [
    { command: shellLine(["laurel", "plan", "--env", environment]), does: "finds nothing to do" },
    { command: "laurel lint", does: "do the manifests make sense?" },
  ];
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
