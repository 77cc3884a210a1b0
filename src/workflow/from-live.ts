/** `init --from-live`: a pull into the empty folder that the project file names. */
import { dirname, relative, resolve, sep } from "node:path";
import { catalog } from "../catalog/index.ts";
import { readGameFolder } from "../files/manifests.ts";
import { findProjectFile } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { both, inDigits } from "../manifest/wording.ts";
import { partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { NotVerified } from "../model/model.ts";
import type { FromLiveOptions } from "./options.ts";
import { pullGames, writePulled } from "./pull.ts";
import type { MadeFile, RunContext } from "./run.ts";
import { selectGames } from "./selection.ts";

/** What was written. */
export interface LiveManifests {
  readonly game: string;
  readonly environment: string;
  /** From the folder of the project file. */
  readonly files: readonly MadeFile[];
  /** What the service does not show. */
  readonly notVerified: readonly NotVerified[];
}

/** Everything is checked before the game is read, and the manifests are checked against it before one is written. */
export async function writeLiveGame(options: FromLiveOptions, run: RunContext): Promise<Checked<LiveManifests>> {
  const { cwd } = run.ports;
  const project = options.project ?? (await findProjectFile(options.folder));
  if (project === undefined) return { diagnostics: [noProject(shownPath(options.folder, cwd))] };
  const { games, diagnostics: wrong } = await selectGames({ ...options, project }, run.ports);
  if (hasErrors(wrong)) return { diagnostics: wrong };
  const [choice, ...others] = games;
  if (choice === undefined || others.length > 0) {
    const detail = `--from-live writes one game, and the project has ${both(games.map(({ game }) => `"${game}"`))}.`;
    return { diagnostics: [diagnostic("usage", detail, { help: ["name the game with --game"] })] };
  }
  const { manifests, overrides } = await readGameFolder(choice, cwd);
  const first = manifests[0] ?? overrides[0];
  if (first !== undefined) {
    const detail = `The game "${choice.game}" has manifests already, such as ${first.file}. Nothing is written.`;
    return {
      diagnostics: [diagnostic("file-exists", detail, { help: ["to take what is live into them: laurel pull"] })],
    };
  }
  const pulled = await pullGames({ ...options, project, target: [] }, run);
  const [game] = pulled.games;
  const { diagnostics } = pulled;
  if (game === undefined || hasErrors(diagnostics) || run.signal() !== undefined) return { diagnostics };
  if (game.resources.length === 0)
    run.reporter.note("the live game is empty; check game_id in the project file", "warn");
  const problem = await writePulled([game], run.ports);
  if (problem !== undefined) return { diagnostics: [...diagnostics, problem] };
  const home = dirname(choice.projectFile ?? choice.manifests);
  const kinds = game.resources.map(({ address }) => partsOfAddress(address).kind);
  const files = game.files.map(({ file }): MadeFile => {
    const path = relative(home, resolve(cwd, file)).split(sep).join("/");
    const kind = catalog.find(({ plural }) => path.endsWith(`/${plural}.yaml`));
    const count = kinds.filter((name) => name === kind?.name).length;
    const noun = count === 1 ? kind?.label : kind?.plural.replaceAll("_", " ");
    return { file: path, outcome: "made", what: kind === undefined ? "for editors" : `${inDigits(count)} ${noun}` };
  });
  const { environment, notVerified } = { ...choice, ...game };
  return { value: { game: choice.game, environment, files, notVerified }, diagnostics };
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

function noProject(folder: string): Diagnostic {
  const place = folder === "." ? "here" : `in ${folder}`;
  const detail = `--from-live reads the game that laurel.yaml names, and there is none ${place} or in a folder above.`;
  const help = [{ text: "create laurel.yaml with these lines, and run this again:", command: PROJECT_LINES }];
  return diagnostic("usage", detail, { help });
}
