/** Takes what was changed live into the files of the manifests. The service is only read. */

import { join } from "node:path";
import {
  findSecretsWithoutPlan,
  joinSecrets,
  type Secrets,
  secretsOf,
} from "../analysis/secrets.ts";
import type { Client } from "../api/client.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { type Pull, type PullInput, pullGame } from "../edit/pull.ts";
import { findRootOf } from "../files/disk.ts";
import type { GameFiles } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { type FileChange, writeFiles } from "../files/write.ts";
import { defined, repeatedIn } from "../ground/collections.ts";
import { inQuotes } from "../ground/words.ts";
import { checkGame } from "../manifest/game/desired-game.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, hasErrors, isFailure } from "../model/diagnostics.ts";
import type { Address, LiveGame, Target } from "../model/model.ts";
import { sourceFile } from "../model/source.ts";
import { readsForPull } from "../plan/reads-needed.ts";
import { unknownTargets } from "../plan/selected-steps.ts";
import { loadEarlier, type OpenCommit, selectWithCommit } from "./base.ts";
import {
  type GameChoice,
  type Games,
  type GameWork,
  gatherGames,
  knowManifests,
  stopIfInterrupted,
  type WorkResult,
  workOnGames,
} from "./game.ts";
import { checkFolder, collectTexts, type LoadedGame } from "./load-games.ts";
import { type FolderReading, ManifestFolders } from "./manifest-folders.ts";
import { type Problems, Stop } from "./problems.ts";
import type { Ports, RunContext } from "./run.ts";
import { findGamesWithFolder, type TargetOptions } from "./selection.ts";
import { inSession } from "./session.ts";
import { chooseTargets } from "./targets.ts";

export interface PullGamesOptions extends TargetOptions {
  /** Addresses. Default: all; an empty list is an error. */
  readonly target?: readonly string[] | undefined;
  /** Which side wins a conflict with the base. */
  readonly prefer?: "live" | "files" | undefined;
}

/** The new texts of one game's files, before they are written. */
export interface PulledGame extends Pull {
  readonly choice: GameChoice;
  readonly target: Target;
  readonly secrets: Secrets;
}

/** Reads every chosen game and makes the new texts. */
export async function pullGames(
  options: PullGamesOptions,
  run: RunContext,
): Promise<Games<PulledGame>> {
  const { target: words, prefer, ...selecting } = options;
  const folders = new ManifestFolders(run.ports);
  const { chosen: selected, commit } = await selectWithCommit(selecting, run, folders);
  const { chosen, targets } = await chooseTargets(selected, words, folders);
  const names = targets?.map(({ address }) => address);
  return pullChosen({ chosen, targets: names, commit, prefer, folders }, run);
}

/** Chosen games, and what to pull from them. @internal */
export interface Pulling {
  readonly chosen: Games<GameChoice>;
  /** Undefined: everything. */
  readonly targets?: readonly Address[] | undefined;
  /** The commit of `--base`. */
  readonly commit?: OpenCommit | undefined;
  readonly prefer?: PullGamesOptions["prefer"];
  readonly folders: ManifestFolders;
}

/** Reads games that were selected, and makes the new texts. @internal */
export async function pullChosen(pulling: Pulling, run: RunContext): Promise<Games<PulledGame>> {
  const pulled = await workOnGames(pulling.chosen, (choice, begun) =>
    pullOne(choice, begun, { pulling, run }),
  );
  const twice = findSharedFiles(pulled.games);
  return twice.length === 0 ? pulled : gatherGames([...pulled.diagnostics, ...twice]);
}

interface PullContext {
  readonly pulling: Pulling;
  readonly run: RunContext;
}

async function pullOne(
  choice: GameChoice,
  { problems, known }: GameWork,
  { pulling, run }: PullContext,
): Promise<WorkResult<PulledGame>> {
  const read = await problems.collect(() => {
    stopIfInterrupted(run.signal);
    return readManifests(choice, pulling.folders, problems);
  });
  if (isFailure(read)) return { ...read, known };
  const { game } = read.value;
  const manifests = knowManifests(game);
  const prepared = await problems.collect(() => makePullInput(read.value, pulling, problems));
  if (isFailure(prepared)) return { ...prepared, known: manifests };
  const input = prepared.value;
  const compared = await problems.collect(() =>
    inSession(choice, run, ({ client, target }) =>
      readLiveForPull({ input, client, target }, problems),
    ),
  );
  if (isFailure(compared)) return { ...compared, known: manifests };
  const { live, target } = compared.value;
  const { desired } = input;
  const before = findSecretsWithoutPlan(desired, live, catalog);
  const pulled = await problems.collect(async (): Promise<PulledGame> => {
    const pull = problems.take(pullGame({ ...input, live }, catalog));
    await refuseBrokenScenarios(game, pull);
    const { sources } = desired;
    const secrets = { ...joinSecrets(before, secretsOf(pull, catalog)), sources };
    return { ...pull, choice, target, secrets };
  });
  return { ...pulled, known: { reached: "manifests", desired, secrets: before } };
}

interface LiveReading {
  readonly input: Omit<PullInput, "live">;
  readonly client: Client;
  readonly target: Target;
}

/** Reads the live game of a pull, and refuses targets that neither side has. */
async function readLiveForPull(
  { input: { desired, targets = [] }, client, target }: LiveReading,
  problems: Problems,
): Promise<{ readonly live: LiveGame; readonly target: Target }> {
  const live = problems.take(await readGame(client, catalog, readsForPull(desired, catalog)));
  const unread = (live.unread ?? []).map(({ kind, custom_id = "" }) => addressOf(kind, custom_id));
  const known = [...desired.resources.keys(), ...live.resources.keys(), ...unread];
  problems.add(unknownTargets(targets, known, catalog));
  problems.stopOnErrors();
  return { live, target };
}

/** The manifests of a game. `isNew`: the files are still to be made. */
interface ManifestsToPull {
  readonly game: LoadedGame;
  readonly choice: GameChoice;
  readonly isNew: boolean;
}

/** Reads and checks the manifests of a game. Ends the work on errors. */
async function readManifests(
  choice: GameChoice,
  folders: ManifestFolders,
  problems: Problems,
): Promise<ManifestsToPull> {
  const read = await folders.read(choice);
  const isEmpty = read.manifests.length + read.overrides.size === 0;
  const isNew = isEmpty && !hasErrors(read.diagnostics);
  const { cwd } = folders.disk.ports;
  const reading = isNew ? folders.parseFolder(choice, makeEmptyLists(choice, read, cwd)) : read;
  return { game: checkFolder(choice, reading, { folders, problems }), choice, isNew };
}

/** Makes everything that a pull needs besides the live game. Ends the work on errors. */
async function makePullInput(
  { game, choice, isNew }: ManifestsToPull,
  { targets, commit, prefer }: Pulling,
  problems: Problems,
): Promise<Omit<PullInput, "live">> {
  const base = commit && (await loadEarlier(choice, commit, problems));
  problems.stopOnErrors();
  const { environment, manifests, project } = choice;
  // The project file names ids for every game with these manifests.
  const games = findGamesWithFolder(manifests, project).map((sharing) => sharing.game);
  const written = new Set(isNew ? game.sources.manifests : []);
  const texts = collectTexts(game, games).map((text) => ({
    ...text,
    isNew: written.has(text.parsed),
  }));
  const otherEnvironments = findValidEnvironments(game).filter((name) => name !== environment);
  const given = defined({ environment, targets, base, prefer });
  return { texts, otherEnvironments, desired: game.desired, ...given };
}

/** Ends the work if scenarios that are right now would be wrong after the pull. */
async function refuseBrokenScenarios(game: LoadedGame, pull: Pull): Promise<void> {
  if (game.sources.scenarios.length === 0 || pull.files.length === 0) return;
  const { findBrokenScenarios } = await import("./scenarios.ts");
  const broken = findBrokenScenarios({ before: game, after: pull.desired, files: pull.files });
  if (broken.length > 0) throw new Stop(...broken);
}

/**
 * Returns the environments for which the manifests are right with their overrides; `""` stands for
 * environments without overrides.
 */
function findValidEnvironments({ sources }: LoadedGame): readonly string[] {
  const { manifests, overrides } = sources;
  if (overrides.size === 0) return [];
  const withNone: readonly [string, readonly ParsedText[]] = ["", []];
  return [withNone, ...overrides].flatMap(([name, files]) =>
    checkGame(manifests, catalog, [files]).value === undefined ? [] : [name],
  );
}

/**
 * Whether a pull can be written: live records that are left out are errors, and do not stop the
 * rest.
 */
export function isWritable({ diagnostics }: Pick<Games<PulledGame>, "diagnostics">): boolean {
  return diagnostics.every(({ code, severity }) => severity !== "error" || code === "left-out");
}

/**
 * Returns the manifests of a game whose folder has none yet: a file for each kind, with an empty
 * list. They are texts, because edits need places in a text.
 */
function makeEmptyLists(
  { manifests: folder }: GameChoice,
  { scenarios }: FolderReading,
  cwd: string,
): GameFiles {
  const manifests = catalog.map(({ plural }) => {
    const path = join(folder, `${plural}.yaml`);
    return sourceFile({ path, name: shownPath(path, cwd), text: `${plural}: []\n` });
  });
  const sources = scenarios.map(({ source }) => source);
  return { isThere: true, manifests, overrides: [], scenarios: sources, diagnostics: [] };
}

/** Two games must not write the same file. */
function findSharedFiles(games: readonly PulledGame[]): readonly Diagnostic[] {
  const all = games.flatMap(({ choice: { game }, files }) =>
    files.map(({ path, file }) => ({ game, path, file })),
  );
  return repeatedIn(all, ({ path }) => path).map(([{ game, file }, first]) => {
    const help = ["pull one at a time: name the game with --game"];
    return diagnostic(
      "usage",
      `The games ${inQuotes(first.game)} and ${inQuotes(game)} would both change ${file}.`,
      {
        help,
      },
    );
  });
}

/** Writes the files of all games, or none of them. */
export async function writePulled(
  games: readonly PulledGame[],
  { cwd }: Ports,
): Promise<Diagnostic | undefined> {
  const changes: FileChange[] = [];
  for (const { files } of games) {
    for (const { path, before, after } of files) changes.push({ path, before, after });
  }
  const [only, other] = games;
  // Each file was read inside of its game's folder; a new one has to lie there as well.
  const root =
    only === undefined || other !== undefined ? undefined : await findRootOf(only.choice, cwd);
  return writeFiles(changes, { cwd, root });
}
