/** `--target`: words from outside to addresses. */
import { catalog } from "../catalog/index.ts";
import type { FilePorts } from "../files/input-file.ts";
import { addressProblem, parseAddress } from "../model/addresses.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Address, ResourceName } from "../model/model.ts";
import { emptyChoice } from "../project/choose-games.ts";
import { type OpenCommit, selectWithBase } from "./base.ts";
import { eachGame, type GameChoice, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import { loadGame } from "./load-games.ts";
import type { TargetOptions } from "./options.ts";
import { Problems, Stop } from "./problems.ts";
import type { RunContext } from "./run.ts";

/** The chosen games, the commit of `--base`, and the resources of `--target`. */
interface Selection {
  readonly chosen: GameResults<GameChoice>;
  readonly commit?: OpenCommit | undefined;
  /** Undefined: all. */
  readonly targets?: readonly ResourceName[] | undefined;
}

/** Selects games and resources. A mistake in a target is an error of the run, found before a service is read. */
export async function selectForWork(
  { target, ...options }: TargetOptions & { readonly target?: readonly string[] | undefined },
  run: Pick<RunContext, "ports" | "reporter">,
): Promise<Selection> {
  const selection = await selectWithBase(options, run);
  if (target === undefined) return selection;
  const problems = new Problems();
  const { value: targets } = await problems.collect(() => readTargets(target, selection.chosen, run.ports));
  if (targets === undefined) return { chosen: resultsOf([...selection.chosen.general, ...problems.all]) };
  return { ...selection, targets };
}

/** Reads targets, before a service is read. */
async function readTargets(
  words: readonly string[],
  chosen: GameResults<ManifestsChoice>,
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
async function declaredAddresses(chosen: GameResults<ManifestsChoice>, ports: FilePorts): Promise<readonly Address[]> {
  const loaded = await eachGame(chosen, (choice, { problems }) => loadGame(choice, { ports, problems }), 1);
  return loaded.games.flatMap(({ desired }) => [...desired.resources.keys()]);
}
