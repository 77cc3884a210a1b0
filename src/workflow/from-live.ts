/** `init --from-live`: writes a live game as manifests whose plan is empty, into the folder that the project file names. */
import { dirname, join, relative, sep } from "node:path";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { countedKind, exportFileName, exportGame, type ManifestFile } from "../edit/export.ts";
import { readSchema } from "../files/assets.ts";
import { readGameFolder } from "../files/manifests.ts";
import { findProjectFile, isReachable } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { alreadyThere, writeFiles } from "../files/write.ts";
import { both } from "../manifest/wording.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { GameChoice } from "./game.ts";
import type { FromLiveOptions } from "./options.ts";
import type { MadeFile, RunContext } from "./run.ts";
import { selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

/** What was written. */
export interface LiveManifests {
  readonly game: string;
  readonly environment: string;
  /** From the folder of the project file. */
  readonly files: readonly MadeFile[];
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
  const problems = [...wrong, ...(await inTheWay(choice, cwd))];
  if (hasErrors(problems)) return { diagnostics: problems };
  const home = dirname(choice.projectFile ?? choice.manifests);
  const schema = join(home, "schemas/manifest.schema.json");
  const { value: texts, diagnostics } = await readTexts(choice, referenceTo(schema, choice), run);
  if (texts === undefined || run.signal() !== undefined) return { diagnostics: [...problems, ...diagnostics] };
  if (texts.every(({ resources }) => resources === 0)) {
    run.reporter.note("the live game is empty; check game_id in the project file", "warn");
  }
  const files = [
    ...texts.map(({ kind, text, resources }) => ({
      path: pathOf(choice, kind),
      before: undefined,
      after: text,
      what: countedKind(resources, kindNamed(catalog, kind)),
    })),
    ...((await isReachable(schema))
      ? []
      : [{ path: schema, before: undefined, after: readSchema("manifest"), what: "for editors" }]),
  ];
  const problem = await writeFiles(files, { cwd });
  if (problem !== undefined) return { diagnostics: [...problems, ...diagnostics, problem] };
  const made = files.map(
    ({ path, what }): MadeFile => ({ file: relative(home, path).split(sep).join("/"), outcome: "made", what }),
  );
  const { game, environment } = choice;
  return { value: { game, environment, files: made }, diagnostics: [...problems, ...diagnostics] };
}

/** From the folder of manifests, as a comment names it for editors. */
function referenceTo(path: string, { manifests }: GameChoice): string {
  return relative(manifests, path).split(sep).join("/");
}

function pathOf({ manifests }: GameChoice, kind: ManifestFile["kind"]): string {
  return join(manifests, exportFileName(kindNamed(catalog, kind)));
}

/** With manifests that are there, resources would be declared twice. */
async function inTheWay(choice: GameChoice, cwd: string): Promise<readonly Diagnostic[]> {
  const { manifests, overrides, diagnostics } = await readGameFolder(choice, cwd);
  if (hasErrors(diagnostics)) return diagnostics;
  const paths = catalog.map(({ name }) => pathOf(choice, name));
  const taken = await alreadyThere(paths, cwd, (them) => [`move ${them} away`]);
  if (taken !== undefined) return [taken];
  const first = manifests[0] ?? overrides[0];
  if (first === undefined) return [];
  const detail = `The game "${choice.game}" has manifests already, such as ${first.file}. Nothing is written.`;
  const help = [
    "to take what is live into them: laurel pull",
    "or name an empty folder in the project file: manifests",
  ];
  return [diagnostic("file-exists", detail, { help })];
}

/** The manifests, checked against the game that was read. */
async function readTexts(
  choice: GameChoice,
  schema: string,
  run: RunContext,
): Promise<Checked<readonly ManifestFile[]>> {
  const fileOf = ({ name }: { readonly name: ManifestFile["kind"] }): string =>
    shownPath(pathOf(choice, name), run.ports.cwd);
  return inSession(choice, run, async ({ client }): Promise<Checked<readonly ManifestFile[]>> => {
    const kinds = catalog.map(({ name }) => name);
    const live = await readGame(client, catalog, { kinds, linksOf: () => true });
    if (live.value === undefined) return { diagnostics: live.diagnostics };
    const made = exportGame(live.value, catalog, { fileOf, schema });
    return { ...defined({ value: made.value?.files }), diagnostics: [...live.diagnostics, ...made.diagnostics] };
  });
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
  const lines = PROJECT_LINES.split("\n").map((line) => `  ${line}`);
  return diagnostic("usage", detail, { help: ["create laurel.yaml with these lines, and run this again:", ...lines] });
}
