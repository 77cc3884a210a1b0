/** Takes what was changed live into the files of the manifests. The service is only read. */
import { basename, dirname, relative, resolve, sep } from "node:path";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { findOverrides, isManifest, readFiles, rootOf } from "../files/manifests.ts";
import { findSchemaFile } from "../files/package.ts";
import { shownPath } from "../files/read.ts";
import { type FileChange, replaceFiles } from "../files/write.ts";
import { OVERRIDES_FOLDER } from "../manifest/overrides.ts";
import { type ManifestText, parseTexts } from "../manifest/parse.ts";
import { both } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Target } from "../model/model.ts";
import { type Pull, pullGame } from "../plan/pull/pull.ts";
import { readsForPull } from "../plan/reads-needed.ts";
import { type Secrets, secretsWithoutPlan } from "../plan/secrets.ts";
import { unknownTargets } from "../plan/selected-steps.ts";
import { openBase, type ReadBase } from "./base.ts";
import { eachGame, type GameChoice, type GameResults, resultsOf } from "./game.ts";
import { loadGame } from "./load-games.ts";
import type { PullGamesOptions } from "./options.ts";
import type { Ports, RunContext } from "./run.ts";
import { partLines, selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

/** The new texts of one game's files. Nothing is written yet. */
export interface PulledGame extends Pull {
  readonly choice: GameChoice;
  readonly target: Target;
  readonly secrets: Secrets;
}

/** Reads every chosen game and makes the new texts. */
export async function pullGames(options: PullGamesOptions, run: RunContext): Promise<GameResults<PulledGame>> {
  const wrong = contradictions(options);
  if (wrong.length > 0) return resultsOf(wrong);
  const chosen = await selectGames(options, run.ports);
  const base: Checked<ReadBase> = hasErrors(chosen.general)
    ? { diagnostics: [] }
    : await openBase(chosen.games, options, run.ports);
  const general = [...chosen.general, ...base.diagnostics, ...misplacedFile(options, chosen.games, run.ports)];
  if (hasErrors(general)) return resultsOf(general);
  for (const line of partLines(chosen)) run.reporter.note(line);
  const pulled = await eachGame(resultsOf(general, chosen.each, chosen), (choice) =>
    pullOne(choice, base.value, options, run),
  );
  const twice = sharedFiles(pulled.games);
  return twice.length === 0 ? pulled : resultsOf([...pulled.diagnostics, ...twice]);
}

function contradictions({ theirs, ours, base }: PullGamesOptions): readonly Diagnostic[] {
  if (theirs === true && ours === true) {
    return [diagnostic("usage", "--theirs and --ours exclude each other.", { help: ["remove one of the two flags"] })];
  }
  if ((theirs ?? ours) !== true || base !== undefined) return [];
  const flag = theirs === true ? "--theirs" : "--ours";
  const detail = `${flag} decides between changes on both sides, which only --base can find.`;
  return [diagnostic("usage", detail, { help: ["add the commit that was applied last: --base origin/main"] })];
}

/** Why new resources cannot go into the file of `--into`. */
function misplacedFile(
  { into }: PullGamesOptions,
  choices: readonly GameChoice[],
  { cwd }: Ports,
): readonly Diagnostic[] {
  if (into === undefined) return [];
  const [choice, other] = choices;
  if (choice === undefined) return [];
  if (other !== undefined) {
    const detail = "--into is a file of one game, and several are chosen.";
    return [diagnostic("usage", detail, { help: ["name the game with --game"] })];
  }
  const way = relative(choice.manifests, resolve(cwd, into)).split(sep);
  const isInside = way[0] !== ".." && way[0] !== "" && way[0] !== OVERRIDES_FOLDER;
  if (isInside && isManifest(basename(into)) && !way.some((name) => name.startsWith(".") || name === "node_modules"))
    return [];
  const folder = shownPath(choice.manifests, cwd);
  const detail = `--into needs a manifest of the game, and ${into} would not be read as one.`;
  return [diagnostic("usage", detail, { help: [`name a .yaml or .json file below ${folder}`] })];
}

async function pullOne(
  choice: GameChoice,
  readBase: ReadBase | undefined,
  options: PullGamesOptions,
  run: RunContext,
): Promise<Checked<PulledGame>> {
  if (run.stop.aborted) return { diagnostics: [] };
  const loaded = await loadGame(choice, run.ports);
  const base = loaded.value === undefined ? undefined : await readBase?.(choice);
  const known = [...loaded.diagnostics, ...(base?.diagnostics ?? [])];
  const { value: game } = loaded;
  if (game === undefined || hasErrors(known)) return { diagnostics: known };
  const desired = game.desired();
  const unmanaged = notManaged(options, desired);
  if (unmanaged.length > 0) return { diagnostics: [...known, ...unmanaged] };
  const others = await overridesOfOthers(choice, run.ports);
  const { reference } = await findSchemaFile(
    schemaFolder(choice, options, run.ports),
    dirname(choice.projectFile ?? choice.manifests),
  );
  const made = await inSession(choice, run, async ({ client, target }): Promise<Checked<PulledGame>> => {
    const live = await readGame(client, catalog, readsForPull(desired, catalog));
    if (live.value === undefined) return { diagnostics: live.diagnostics };
    const addresses = [...desired.resources.keys(), ...live.value.resources.keys()];
    const unknown = unknownTargets(options.target as Address[], addresses);
    if (unknown.length > 0) return { diagnostics: unknown };
    const texts = {
      manifests: parseTexts(game.texts),
      overrides: parseTexts(game.overrides.get(choice.environment) ?? []),
      otherOverrides: parseTexts(others).filter(({ diagnostics }) => !hasErrors(diagnostics)),
    };
    const pull = pullGame(texts, desired, live.value, catalog, {
      targets: options.target as Address[],
      kinds: options.kind,
      schema: reference,
      ...defined({
        base: base?.value,
        prefer: options.theirs === true ? ("theirs" as const) : options.ours === true ? ("ours" as const) : undefined,
        into: options.into === undefined ? undefined : shownPath(resolve(run.ports.cwd, options.into), run.ports.cwd),
        keepMissing: options.keepMissing,
      }),
    });
    const diagnostics = [...live.diagnostics, ...pull.diagnostics];
    if (pull.value === undefined) return { diagnostics };
    const secrets = secretsWithoutPlan(desired, live.value, catalog);
    return { value: { ...pull.value, choice, target, secrets }, diagnostics };
  });
  return { ...made, diagnostics: [...known, ...made.diagnostics] };
}

/** What the other environments override. Their mistakes are for `validate` to report. */
async function overridesOfOthers(choice: GameChoice, ports: Ports): Promise<readonly ManifestText[]> {
  if ((choice.environments ?? []).length < 2) return [];
  const found = await findOverrides(choice, ports.cwd);
  const paths = found.value.filter(({ environment }) => environment !== choice.environment).map(({ path }) => path);
  return (await readFiles(paths, ports.cwd, found.root)).value;
}

function schemaFolder({ manifests }: GameChoice, { into }: PullGamesOptions, { cwd }: Ports): string {
  return into === undefined ? manifests : dirname(resolve(cwd, into));
}

function notManaged({ kind: kinds }: PullGamesOptions, desired: DesiredGame): readonly Diagnostic[] {
  const known = readsForPull(desired, catalog).kinds;
  const plurals = catalog
    .filter(({ name }) => kinds.includes(name) && !known.includes(name))
    .map(({ plural }) => plural);
  if (plurals.length === 0) return [];
  const detail = `The manifests do not manage ${both(plurals)}, so there is nothing to pull into.`;
  return [diagnostic("usage", detail, { help: [`to manage them, write ${plurals[0]}: [] into a manifest`] })];
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
  return replaceFiles(changes, cwd, root);
}
