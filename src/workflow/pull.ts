/** Takes what was changed live into the files of the manifests. The service is only read. */

import { join } from "node:path";
import {
  findSecretsWithoutPlan,
  joinSecrets,
  type Secrets,
  secretsOf,
} from "../analysis/secrets.ts";
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { type Pull, pullGame } from "../edit/pull.ts";
import { type GameFiles, rootOf } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { type FileChange, writeFiles } from "../files/write.ts";
import { defined, grouped, repeatedIn } from "../ground/collections.ts";
import { inQuotes } from "../ground/words.ts";
import { checkGame } from "../manifest/game/desired-game.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import { sourceFile } from "../model/source.ts";
import { readsForPull } from "../plan/reads-needed.ts";
import { unknownTargets } from "../plan/selected-steps.ts";
import { loadEarlier, selectWithCommit } from "./base.ts";
import {
  eachGame,
  type GameChoice,
  type GameResults,
  resultsOf,
  stopIfInterrupted,
} from "./game.ts";
import { checkFolder, type LoadedGame, projectText, textsOf } from "./load-games.ts";
import { type FolderReading, ManifestFolders } from "./manifest-folders.ts";
import type { PullGamesOptions } from "./options.ts";
import { Stop } from "./problems.ts";
import type { Ports, RunContext } from "./run.ts";
import { selectFolders } from "./selection.ts";
import { inSession } from "./session.ts";
import { chooseTargets } from "./targets.ts";

/** The new texts of one game's files. Nothing is written yet. */
export interface PulledGame extends Pull {
  readonly choice: GameChoice;
  readonly target: Target;
  readonly secrets: Secrets;
}

/** Reads every chosen game and makes the new texts. */
export async function pullGames(
  options: PullGamesOptions,
  run: RunContext,
): Promise<GameResults<PulledGame>> {
  const { target: words, ...selecting } = options;
  const { chosen: selected, commit } = await selectWithCommit(selecting, run);
  const { chosen, targets: names } = await chooseTargets(selected, words, run);
  const targets = names?.map(({ address }) => address);
  const { games: all } = await selectFolders({ project: options.project }, run.ports);
  const gamesOf = grouped(all, ({ manifests }) => manifests);
  const { cwd } = run.ports;
  const folders = new ManifestFolders(run.ports);
  let project: Promise<ParsedText> | undefined;
  const pulled = await eachGame(chosen, async (choice, progress): Promise<PulledGame> => {
    const { problems } = progress;
    stopIfInterrupted(run.stop);
    const read = await folders.read(choice);
    const isNew = !hasErrors(read.diagnostics) && read.texts.length + read.overrides.size === 0;
    const reading = isNew ? folders.parseFolder(choice, withEmptyLists(choice, read, cwd)) : read;
    const game = checkFolder(choice, reading, { folders, problems });
    const base = commit && (await loadEarlier(choice, commit, problems));
    problems.stopOnErrors();
    const { desired } = game;
    progress.secrets = secretsOf({ desired }, catalog);
    const { environment } = choice;
    // The project file names ids for every game with these manifests.
    const games = gamesOf.get(choice.manifests)?.map(({ game: name }) => name) ?? [];
    project ??= projectText(choice, run.ports);
    const written = textsOf(game, { games, project: await project, folders });
    const texts = written.map((text) => ({
      ...text,
      isNew: isNew && game.texts.includes(text.parsed),
    }));
    const otherEnvironments = validEnvironments(game, folders).filter(
      (name) => name !== environment,
    );
    const given = defined({ environment, targets, base, prefer: options.prefer });
    const taking = { texts, otherEnvironments, desired, ...given };
    return inSession(choice, run, async ({ client, target }) => {
      const live = problems.take(await readGame(client, catalog, readsForPull(desired, catalog)));
      const unread = (live.unread ?? []).map(({ kind, custom_id = "" }) =>
        addressOf(kind, custom_id),
      );
      const known = [...desired.resources.keys(), ...live.resources.keys(), ...unread];
      problems.add(unknownTargets(targets ?? [], known, catalog));
      problems.stopOnErrors();
      progress.secrets = findSecretsWithoutPlan(desired, live, catalog);
      const pull = problems.take(pullGame({ ...taking, live }, catalog));
      if (game.scenarios.length > 0 && pull.files.length > 0) {
        const { brokenScenarios } = await import("./scenarios.ts");
        const broken = brokenScenarios({ before: game, after: pull.desired, files: pull.files });
        if (broken.length > 0) throw new Stop(...broken);
      }
      const { sources } = desired;
      const secrets = { ...joinSecrets(progress.secrets, secretsOf(pull, catalog)), sources };
      return { ...pull, choice, target, secrets };
    });
  });
  const twice = sharedFiles(pulled.games);
  return twice.length === 0 ? pulled : resultsOf([...pulled.diagnostics, ...twice]);
}

/**
 * Environments for which the manifests are right with their overrides; `""` stands for those
 * without overrides.
 */
function validEnvironments(
  { choice, texts, overrides }: LoadedGame,
  folders: ManifestFolders,
): readonly string[] {
  const parsed = [...overrides].map(
    ([name, files]) => [name, folders.parseAll(files, choice)] as const,
  );
  const all = [["", []] as const, ...parsed];
  if (all.length === 1) return [];
  return all.flatMap(([name, files]) =>
    checkGame(texts, catalog, [files]).value === undefined ? [] : [name],
  );
}

/**
 * Whether a pull can be written: live records that are left out are errors, and do not stop the
 * rest.
 */
export function isWritable({ diagnostics }: Pick<GameResults<PulledGame>, "diagnostics">): boolean {
  return diagnostics.every(({ code, severity }) => severity !== "error" || code === "left-out");
}

/** The manifests of a game whose folder has none yet: a file for each kind, with an empty list. */
function withEmptyLists(
  { manifests: folder }: GameChoice,
  { scenarios }: FolderReading,
  cwd: string,
): GameFiles {
  const manifests = catalog.map(({ plural }) => {
    const path = join(folder, `${plural}.yaml`);
    return sourceFile({ path, name: shownPath(path, cwd), text: `${plural}: []\n` });
  });
  return { isThere: true, manifests, overrides: [], scenarios, diagnostics: [] };
}

/** Two games must not write the same file. */
function sharedFiles(games: readonly PulledGame[]): readonly Diagnostic[] {
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
    only === undefined || other !== undefined ? undefined : await rootOf(only.choice, cwd);
  return writeFiles(changes, { cwd, root });
}
