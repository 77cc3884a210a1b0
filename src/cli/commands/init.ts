/** `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one, or writes a live game into one. */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { initDocument, liveManifestsDocument } from "../../view/init.ts";
import type { Document } from "../../view/render/document.ts";
import { renderText } from "../../view/render/text.ts";
import { writeLiveGame } from "../../workflow/from-live.ts";
import { type AskName, init } from "../../workflow/init.ts";
import { PIPELINES } from "../../workflow/options.ts";
import { type CommandContext, EXIT, type ExitCode, type Flags, shellLine } from "../command/command.ts";
import { online } from "../command/online.ts";
import { env, project, text, texts, toggle, yes } from "../command/options.ts";
import { askName } from "../terminal/prompts.ts";

export const options = {
  folder: { type: "string", default: ".", describe: "Folder of the project; created if missing" },
  game: { ...text, describe: "Name of the game (default: the folder's name)" },
  ci: {
    ...texts,
    choices: PIPELINES,
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
  const ask: AskName = (usual) => {
    reporter.note("Existing files are kept; Ctrl-C exits without writing anything.");
    return askName(ports, usual);
  };
  return online(context, async (open) => {
    const write = (document: Document): void => ports.stdout.write(renderText(document, reporter.result));
    if (flags.fromLive === true) {
      const { project: file, env: environment, game } = flags;
      const which = { folder, game: game === undefined ? [] : [game], project: file, env: environment };
      const written = await writeLiveGame(which, open);
      reporter.report(written?.diagnostics ?? []);
      const plan = shellLine(["laurel", "plan", "--env", written?.environment ?? ""]);
      if (written !== undefined) write(liveManifestsDocument(written, plan));
      return EXIT.done;
    }
    const made = await init({ ...flags, folder }, ports.canAsk && flags.yes !== true ? ask : undefined, open);
    if (made === undefined) {
      reporter.note("Nothing was written.");
      return EXIT.failed;
    }
    const cd = shown === "." ? undefined : shellLine(["cd", shown]);
    write(initDocument(made, shown, cd));
    return EXIT.done;
  });
}
