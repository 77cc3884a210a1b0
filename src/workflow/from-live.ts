/** `init --from-live`: a pull into the empty folder that the project file names. */

import { dirname } from "node:path";
import type { Secrets } from "../analysis/secrets.ts";
import { findProjectFile, pathBelow } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { inQuotes, nameText } from "../ground/words.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, NotVerified } from "../model/model.ts";
import { ManifestFolders } from "./manifest-folders.ts";
import { Stop } from "./problems.ts";
import { isWritable, pullChosen, writePulled } from "./pull.ts";
import type { MadeFile, RunContext } from "./run.ts";
import { type GameOptions, onlyGame, selectGames } from "./selection.ts";

interface FromLiveOptions extends GameOptions {
  /** Absolute path of a folder of the project. */
  readonly folder: string;
}

/** The manifests that were written. */
export interface LiveManifests {
  readonly game: string;
  readonly environment: string;
  /** From the folder of the project file. */
  readonly files: readonly MadeFile[];
  /** Fields and links that the service does not show. */
  readonly notVerified: readonly NotVerified[];
  /** Number of live records that are left out. Each has an error. */
  readonly leftOut: number;
  /** Resources that an interrupted apply has left under ids of its own. */
  readonly waiting: readonly Address[];
  readonly secrets: Secrets;
  /** Warnings, and live records that are left out. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes the live game as manifests. Checks everything before it reads the game, and checks the
 * manifests against the game before it writes one.
 */
export async function writeLiveGame(
  options: FromLiveOptions,
  run: RunContext,
): Promise<LiveManifests | undefined> {
  const { cwd } = run.ports;
  const project = options.project ?? (await findProjectFile(options.folder));
  if (project === undefined) throw new Stop(explainNoProject(shownPath(options.folder, cwd)));
  const folders = new ManifestFolders(run.ports);
  const chosen = await selectGames({ ...options, project }, folders.disk);
  const choice = onlyGame(chosen, "--from-live writes");
  const { manifests, overrides } = await folders.reader.read(choice);
  const first = manifests[0] ?? overrides[0]?.source;
  if (first !== undefined) {
    const detail = `The game ${inQuotes(choice.game)} has manifests already, such as ${nameText(first.name)}. Nothing is written.`;
    throw new Stop(
      diagnostic("file-exists", detail, { help: ["to take what is live into them: laurel pull"] }),
    );
  }
  const pulled = await pullChosen({ chosen, folders }, run);
  const { diagnostics } = pulled;
  if (!isWritable(pulled)) throw new Stop(...diagnostics);
  const [game] = pulled.games;
  if (game === undefined || run.signal.aborted) return undefined;
  const { notVerified, leftOut, waiting } = game;
  if (game.resources.length + leftOut + waiting.length === 0)
    run.reporter.note("the live game is empty; check game_id in the project file", "warn");
  const problem = await writePulled([game], run.ports);
  if (problem !== undefined) throw new Stop(problem);
  const files = game.files.map(({ path }): MadeFile => {
    return {
      file: pathBelow(dirname(choice.projectFile), path),
      outcome: "made",
      what: "manifests",
    };
  });
  return {
    game: choice.game,
    environment: choice.environment,
    files,
    notVerified,
    leftOut,
    waiting,
    secrets: game.secrets,
    diagnostics,
  };
}

/** A project file that names one live game. */
const PROJECT_LINES = `version: 1
service:
  base_url: https://api.example.com
  token_env: LAUREL_API_TOKEN
games:
  my-game:
    manifests: games/my-game
    environments: { production: { game_id: "7" } }`;

function explainNoProject(folder: string): Diagnostic {
  const where = folder === "." ? "here" : `in ${folder}`;
  const detail = `--from-live reads the game that laurel.yaml names, and there is none ${where} or in a folder above.`;
  const help = [
    { text: "create laurel.yaml with these lines, and run this again:", command: PROJECT_LINES },
  ];
  return diagnostic("usage", detail, { help });
}
