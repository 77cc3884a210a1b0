/** Takes what was changed live into the files of the manifests. The service is only read. */
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Secrets, secretsWithoutPlan } from "../analysis/secrets.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { type Pull, pullGame } from "../edit/pull.ts";
import { takenFromLive } from "../edit/taken.ts";
import { readSchema } from "../files/assets.ts";
import { readGameFolder, rootOf } from "../files/manifests.ts";
import { isTaken } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { type FileChange, writeFiles } from "../files/write.ts";
import { parseTexts } from "../manifest/parse.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Address, Target } from "../model/model.ts";
import { readsForPull } from "../plan/reads-needed.ts";
import { unknownTargets } from "../plan/selected-steps.ts";
import { openBase, type ReadBase } from "./base.ts";
import { eachGame, type GameChoice, type GameResults, resultsOf } from "./game.ts";
import { checkGameFiles, type LoadedGame, loadGame } from "./load-games.ts";
import type { PullGamesOptions } from "./options.ts";
import type { Ports, RunContext } from "./run.ts";
import { partLines, selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

/** The new texts of one game's files. Nothing is written yet. */
export interface PulledGame extends Pull {
  readonly choice: GameChoice;
  readonly target: Target;
  readonly secrets: Secrets;
  /** What was changed live and in the manifests, where the files were preferred. */
  readonly kept: readonly Address[];
}

/** Reads every chosen game and makes the new texts. */
export async function pullGames(options: PullGamesOptions, run: RunContext): Promise<GameResults<PulledGame>> {
  const chosen = await selectGames(options, run.ports);
  const base: Checked<ReadBase> = hasErrors(chosen.general)
    ? { diagnostics: [] }
    : await openBase(chosen.games, options, run.ports);
  const general = [...chosen.general, ...base.diagnostics];
  if (hasErrors(general)) return resultsOf(general);
  for (const line of partLines(chosen)) run.reporter.note(line);
  const pulled = await eachGame(resultsOf(general, chosen.each, chosen), (choice) =>
    pullOne(choice, base.value, options, run),
  );
  const twice = sharedFiles(pulled.games);
  return twice.length === 0 ? pulled : resultsOf([...pulled.diagnostics, ...twice]);
}

async function pullOne(
  choice: GameChoice,
  readBase: ReadBase | undefined,
  options: PullGamesOptions,
  run: RunContext,
): Promise<Checked<PulledGame>> {
  if (run.stop.aborted) return { diagnostics: [] };
  const loaded = (await newGame(choice, run.ports)) ?? (await loadGame(choice, run.ports));
  const base = loaded.value === undefined ? undefined : await readBase?.(choice);
  const known = [...loaded.diagnostics, ...(base?.diagnostics ?? [])];
  const game: (LoadedGame & { readonly isNew?: boolean }) | undefined = loaded.value;
  if (game === undefined || hasErrors(known)) return { diagnostics: known };
  const desired = game.desired();
  const others = [...game.overrides].flatMap(([name, texts]) => (name === choice.environment ? [] : texts));
  const made = await inSession(choice, run, async ({ client, target }): Promise<Checked<PulledGame>> => {
    const live = await readGame(client, catalog, readsForPull(desired, catalog));
    if (live.value === undefined) return { diagnostics: live.diagnostics };
    const addresses = [...desired.resources.keys(), ...live.value.resources.keys()];
    const unknown = unknownTargets(options.target as Address[], addresses);
    if (unknown.length > 0) return { diagnostics: unknown };
    const texts = {
      manifests: game.texts,
      overrides: parseTexts(game.overrides.get(choice.environment) ?? []),
      otherOverrides: parseTexts(others).filter(({ diagnostics }) => !hasErrors(diagnostics)),
      isNew: game.isNew === true,
    };
    const undecided = { targets: options.target as Address[], ...defined({ base: base?.value }) };
    const { prefer } = options;
    const pull = pullGame(texts, { desired, live: live.value }, catalog, { ...undecided, ...defined({ prefer }) });
    const disputed = prefer === "files" ? takenFromLive(desired, live.value, catalog, undecided).conflicts : [];
    const kept = [...new Set(disputed.map(({ address }) => address))];
    const diagnostics = [...live.diagnostics, ...pull.diagnostics];
    if (pull.value === undefined) return { diagnostics };
    const secrets = secretsWithoutPlan(desired, live.value, catalog);
    const files = [...pull.value.files, ...(texts.isNew ? await schemaFile(choice, run.ports) : [])];
    return { value: { ...pull.value, files, choice, target, secrets, kept }, diagnostics };
  });
  return { ...made, diagnostics: [...known, ...made.diagnostics] };
}

/** The manifests of a game whose folder has none yet: a file for each kind, with an empty list. */
async function newGame(
  choice: GameChoice,
  { cwd }: Ports,
): Promise<Checked<LoadedGame & { readonly isNew: boolean }> | undefined> {
  const { manifests, overrides, scenarios, diagnostics } = await readGameFolder(choice, cwd);
  if (hasErrors(diagnostics) || manifests.length + overrides.length > 0) return undefined;
  const schema = relative(choice.manifests, schemaPath(choice)).split(sep).join("/");
  const texts = catalog.map(({ plural }) => ({
    file: shownPath(join(choice.manifests, `${plural}.yaml`), cwd),
    text: `# yaml-language-server: $schema=${schema}\n${plural}: []\n`,
  }));
  const read = { isThere: true, manifests: texts, overrides: [], scenarios, diagnostics: [] };
  const { value, diagnostics: problems } = checkGameFiles(choice, read, cwd);
  return { diagnostics: problems, ...defined({ value: value && { ...value, isNew: true } }) };
}

function schemaPath({ projectFile, manifests }: GameChoice): string {
  return join(dirname(projectFile ?? manifests), "schemas/manifest.schema.json");
}

/** The schema that new manifests name for editors, where it is missing. */
async function schemaFile(choice: GameChoice, { cwd }: Ports): Promise<Pull["files"]> {
  const path = schemaPath(choice);
  if (await isTaken(path)) return [];
  return [{ file: shownPath(path, cwd), before: undefined, after: readSchema("manifest") }];
}

/** Two games must not write the same file. */
function sharedFiles(games: readonly PulledGame[]): readonly Diagnostic[] {
  const first = new Map<string, string>();
  for (const { choice, files } of games) {
    for (const { file } of files) {
      const other = first.get(file);
      if (other !== undefined) {
        const detail = `The games "${other}" and "${choice.game}" would both change ${file}.`;
        return [diagnostic("usage", detail, { help: ["pull one at a time: name the game with --game"] })];
      }
      first.set(file, choice.game);
    }
  }
  return [];
}

/** Writes the files of all games, or none of them. */
export async function writePulled(games: readonly PulledGame[], { cwd }: Ports): Promise<Diagnostic | undefined> {
  const changes: FileChange[] = [];
  for (const { files } of games) {
    for (const { file, before, after } of files) changes.push({ path: resolve(cwd, file), before, after });
  }
  const [only, other] = games;
  // Each file was read inside of its game's folder; a new one has to lie there as well.
  const root = only === undefined || other !== undefined ? undefined : (await rootOf(only.choice, cwd)).value;
  return writeFiles(changes, { cwd, ...defined({ root }) });
}
