/** `--target`: words from outside to addresses. */
import { catalog } from "../catalog/index.ts";
import { addressProblem, parseAddress } from "../model/addresses.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address, ResourceName } from "../model/model.ts";
import { emptyChoice } from "../project/choose-games.ts";
import {
  eachGame,
  type GameChoice,
  type GameResults,
  type ManifestsChoice,
  resultsOf,
} from "./game.ts";
import { listDeclared, loadGame } from "./load-games.ts";
import type { ManifestFolders } from "./manifest-folders.ts";
import { Problems, Stop } from "./problems.ts";

/** The chosen games, and the resources of `--target`. */
interface TargetedGames {
  readonly chosen: GameResults<GameChoice>;
  /** Undefined: all. */
  readonly targets?: readonly ResourceName[];
}

/**
 * Reads the words of `--target`. A mistake in them is an error of the run, found before a service
 * is read.
 */
export async function chooseTargets(
  chosen: GameResults<GameChoice>,
  words: readonly string[] | undefined,
  folders: ManifestFolders,
): Promise<TargetedGames> {
  if (words === undefined) return { chosen };
  const problems = new Problems();
  const { value: targets } = await problems.collect(() => readTargets(words, chosen, folders));
  if (targets === undefined) return { chosen: resultsOf([...chosen.general, ...problems.all]) };
  return { chosen, targets };
}

/** Reads targets, before a service is read. */
async function readTargets(
  words: readonly string[],
  chosen: GameResults<ManifestsChoice>,
  folders: ManifestFolders,
): Promise<readonly ResourceName[]> {
  if (words.length === 0) throw new Stop(emptyChoice("targets"));
  const names: ResourceName[] = [];
  const wrong: string[] = [];
  for (const word of words) {
    const name = parseAddress(word, catalog);
    if (name === undefined) wrong.push(word);
    else names.push(name);
  }
  if (wrong.length === 0) return names;
  const known = await findDeclaredAddresses(chosen, folders);
  throw new Stop(...wrong.map((word): Diagnostic => addressProblem(word, known, catalog)));
}

/** The addresses that the manifests of the chosen games declare, as far as they can be read. */
async function findDeclaredAddresses(
  chosen: GameResults<ManifestsChoice>,
  folders: ManifestFolders,
): Promise<readonly Address[]> {
  const loaded = await eachGame(
    chosen,
    (choice, { problems }) => loadGame(choice, { folders, problems }),
    1,
  );
  return listDeclared(loaded.games);
}
