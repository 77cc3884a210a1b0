/** What is new for players in the chosen games since a commit. Needs no network. */
import { changelogOf, type GameChangelog } from "../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../analysis/impact/sides.ts";
import { loadBase, type OpenCommit, openCommit } from "./base.ts";
import { eachGame, type GameProgress, type GameResults } from "./game.ts";
import { type LoadedGame, type LocalContext, loadGames } from "./load-games.ts";
import type { ChangelogOptions } from "./options.ts";

export async function changelogGames(
  { base: ref, revealSecrets = false, ...options }: ChangelogOptions,
  run: LocalContext,
): Promise<GameResults<GameChangelog>> {
  let commit: Promise<OpenCommit> | undefined;
  const compare = async ({ choice, desired }: LoadedGame, { problems }: GameProgress): Promise<GameChangelog> => {
    commit ??= openCommit(choice.projectFile, ref, run.ports);
    const { game, ...base } = await loadBase(choice, await commit, problems);
    const { before, after } = sidesOfManifests(game, desired, choice);
    const changes = changelogOf(before, after, revealSecrets);
    return { game: choice.game, base: { ...base, has_game: game !== undefined }, ...changes };
  };
  return eachGame(await loadGames(options, run), compare, 1);
}
