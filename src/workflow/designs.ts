/** The chosen games as designs, for every command that analyses manifests. Needs no network. */
import { type Design, designOf } from "../analysis/design/design.ts";
import type { ValidGame } from "../manifest/desired-game.ts";
import { quoted } from "../manifest/wording.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { eachGame, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import { type LoadedGame, loadGame } from "./load-game.ts";
import type { GameOptions } from "./options.ts";
import { selectFolders } from "./selection.ts";
import type { RunContext } from "./services.ts";
import { shardLine } from "./shard.ts";

/** What a command without a network needs. */
export type LocalContext = Pick<RunContext, "ports" | "reporter">;

/** The manifests of a game. */
export interface LoadedManifests extends Pick<LoadedGame, "overridden" | "skipped" | "texts"> {
  readonly choice: ManifestsChoice;
  readonly valid: ValidGame;
}

/** Reads and checks the manifests of the chosen games, one after the other. */
export async function loadGames(
  options: GameOptions,
  { ports, reporter }: LocalContext,
): Promise<GameResults<LoadedManifests>> {
  const chosen = await selectFolders(options, ports);
  if (chosen.shard !== undefined) reporter.note(shardLine(chosen.shard, chosen.each.length, chosen.all));
  const load = async (choice: ManifestsChoice) => {
    const { value: valid, diagnostics, ...more } = await loadGame(choice, ports);
    return valid === undefined ? { diagnostics } : { value: { choice, valid, ...more }, diagnostics };
  };
  return eachGame(chosen, load, 1);
}

/** A game without errors. */
export interface LoadedDesign extends LoadedManifests {
  readonly desired: DesiredGame;
  readonly design: Design;
}

/** The same as designs. Games with errors are left out. */
export async function loadDesigns(options: GameOptions, run: LocalContext): Promise<GameResults<LoadedDesign>> {
  const loaded = await loadGames(options, run);
  const each = loaded.each.map(({ game, value, diagnostics }) => {
    if (value === undefined || hasErrors(diagnostics)) return { game, diagnostics };
    const desired = value.valid.desired();
    const design = designOf(desired.resources.values(), desired.managed, value.choice.semantics);
    return { game, value: { ...value, desired, design }, diagnostics };
  });
  return resultsOf(loaded.general, each, loaded);
}

/** A game that could be read, with the ids of its achievements. */
interface GameWithIds {
  readonly game: string;
  readonly ids: readonly string[];
}

/** Requested ids that no game has. `problems`: where a game could not be read, an id may be one of its. */
export function unknownAchievements(
  requested: readonly string[],
  games: readonly GameWithIds[],
  problems: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (games.length === 0 || hasErrors(problems)) return [];
  const known = games.flatMap(({ ids }) => ids);
  const where = games.length === 1 ? `The game ${quoted(games[0]?.game ?? "")} has` : "The games have";
  return requested
    .filter((id) => !known.includes(id))
    .map((id) =>
      diagnostic("unknown-achievement", `${where} no achievement ${quoted(id)}.`, { help: didYouMean(id, known) }),
    );
}
