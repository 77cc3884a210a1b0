/**
 * `laurel init [folder]`: makes a project that validates and plans at once, adds a pipeline to one,
 * or writes a live game into one.
 */
import { resolve } from "node:path";
import { shownPath } from "../../files/read.ts";
import { initView, liveManifestsView } from "../../view/init/view.ts";
import { makeMask, NO_PROBLEMS } from "../../view/mask/mask.ts";
import { writeLiveGame } from "../../workflow/from-live.ts";
import { type AskName, init } from "../../workflow/init.ts";
import { PIPELINES } from "../../workflow/init-pipelines.ts";
import {
  defineCommand,
  EXIT,
  type Flags,
  type OnlineContext,
  type Result,
  shellLine,
} from "../command/command.ts";
import { env, project, revealSecrets, text, toggle, yes } from "../command/options.ts";
import { askName } from "../terminal/prompts.ts";

const options = {
  folder: { type: "string", default: ".", describe: "Folder of the project; created if missing" },
  game: { ...text, describe: "Name of the game (default: the folder's name)" },
  ci: {
    // Without a default, which would conflict with `--from-live`.
    ...text,
    array: true,
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
  "reveal-secrets": { ...revealSecrets, implies: "from-live" },
} as const;
const examples = [
  ["laurel init my-game --ci github --yes", "Create a project without prompts"],
  ["laurel init --ci gitlab", "In an existing project, add the files of the pipeline"],
  [
    "laurel init --from-live --env production",
    "Write a live game as manifests, into the project here",
  ],
] as const;

export const definition = defineCommand({ options, examples, isOnline: true, run });

type InitFlags = Flags<typeof options>;

async function run(flags: InitFlags, context: OnlineContext): Promise<Result> {
  const { ports, reporter } = context;
  const folder = resolve(ports.cwd, flags.folder);
  if (flags.fromLive === true) return writeLive({ ...flags, folder }, context);
  const name = shownPath(folder, ports.cwd);
  const ask: AskName = (usual) => {
    reporter.note("Existing files are kept; Ctrl-C exits without writing anything.");
    return askName(context, usual);
  };
  const made = await init(
    { ...flags, folder },
    ports.canAsk && flags.yes !== true ? ask : undefined,
    context,
  );
  if (made === undefined) {
    reporter.note("Nothing was written.");
    return { view: { problems: NO_PROBLEMS }, code: EXIT.failed };
  }
  const cd = name === "." ? undefined : shellLine(["cd", name]);
  return { view: initView(made, { folder: name, cd }) };
}

async function writeLive({ game, ...flags }: InitFlags, context: OnlineContext): Promise<Result> {
  const written = await writeLiveGame(
    { ...flags, game: game === undefined ? undefined : [game] },
    context,
  );
  if (written === undefined) return { view: { problems: NO_PROBLEMS } };
  const plan = shellLine(["laurel", "plan", "--env", written.environment]);
  return { view: liveManifestsView(written, plan, makeMask([written], flags)) };
}
