/** `laurel changelog`: what players would notice of the changes since a commit. Needs no network. */
import { changelogOf, type GameChangelog } from "../../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../../analysis/impact/sides.ts";
import { changelogDocument } from "../../view/changelog.ts";
import { loadBase, type OpenCommit, openCommit } from "../../workflow/base.ts";
import { eachGame, type GameProgress } from "../../workflow/game.ts";
import { type LoadedGame, loadGames } from "../../workflow/load-games.ts";
import type { CommandContext, Flags, Result } from "../command/command.ts";
import { output, revealSecrets, text, whichGame } from "../command/options.ts";

export const options = {
  base: { ...text, demandOption: true, describe: "Compare with this commit or tag, such as the last release" },
  ...whichGame,
  ...output("text", "json", "markdown"),
  "reveal-secrets": revealSecrets,
} as const;
export const examples = [
  ["laurel changelog --base v1.4.0", "List what is new since a release"],
  ["laurel changelog --base v1.4.0 --format markdown > news.md", "Write a page of news"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  let commit: Promise<OpenCommit> | undefined;
  const compare = async ({ choice, desired }: LoadedGame, { problems }: GameProgress): Promise<GameChangelog> => {
    commit ??= openCommit(choice.projectFile, flags.base, context.ports);
    const { game, ...base } = await loadBase(choice, await commit, problems);
    const { before, after } = sidesOfManifests(game, desired, choice);
    const changes = changelogOf(before, after, flags.revealSecrets ?? false);
    return { game: choice.game, base: { ...base, has_game: game !== undefined }, ...changes };
  };
  const { games, diagnostics } = await eachGame(await loadGames(flags, context), compare, 1);
  return {
    diagnostics,
    // A changelog is for players.
    problemsForPages: () => [],
    json: () => ["changelog", { games, diagnostics }],
    document: () => changelogDocument(games),
  };
}
