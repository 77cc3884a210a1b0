/** `--target`: words from outside to addresses. */
import { catalog } from "../catalog/index.ts";
import type { FilePorts } from "../files/input-file.ts";
import { addressProblem, parseAddress } from "../model/addresses.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address, ResourceName } from "../model/model.ts";
import { emptyChoice } from "../project/choose-games.ts";
import {
  eachGame,
  type GameChoice,
  type Games,
  gatherGames,
  type ManifestsChoice,
} from "./game.ts";
import { declaredIn, loadGame } from "./load-games.ts";
import { ManifestFolders } from "./manifest-folders.ts";
import { Problems, Stop } from "./problems.ts";
import type { RunContext } from "./run.ts";

/** The chosen games, and the resources of `--target`. */
interface TargetedGames {
  readonly chosen: Games<GameChoice>;
  /** Undefined: all. */
  readonly targets?: readonly ResourceName[];
}

/**
 * Reads the words of `--target`. A mistake in them is an error of the run, found before a service
 * is read.
 */
export async function chooseTargets(
  chosen: Games<GameChoice>,
  words: readonly string[] | undefined,
  { ports }: Pick<RunContext, "ports">,
): Promise<TargetedGames> {
  if (words === undefined) return { chosen };
  const problems = new Problems();
  const { value: targets } = await problems.collect(() => readTargets(words, chosen, ports));
  if (targets === undefined) return { chosen: gatherGames([...chosen.general, ...problems.all]) };
  return { chosen, targets };
}

/** Reads targets, before a service is read. */
async function readTargets(
  words: readonly string[],
  chosen: Games<ManifestsChoice>,
  ports: FilePorts,
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
  const known = await declaredAddresses(chosen, ports);
  throw new Stop(...wrong.map((word): Diagnostic => addressProblem(word, known, catalog)));
}

/** The addresses that the manifests of the chosen games declare, as far as they can be read. */
async function declaredAddresses(
  chosen: Games<ManifestsChoice>,
  ports: FilePorts,
): Promise<readonly Address[]> {
  const folders = new ManifestFolders(ports);
  const loaded = await eachGame(
    chosen,
    (choice, problems) => loadGame(choice, { folders, problems }),
    1,
  );
  return declaredIn(loaded.games);
}
