/** `laurel changelog`: what players would notice of the changes since a commit. Needs no network. */
import { changelogOf, type GameChangelog } from "../../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../../analysis/impact/sides.ts";
import { changelogDocument } from "../../view/changelog.ts";
import { loadBase, openCommit } from "../../workflow/base.ts";
import { eachGame, type GameResults } from "../../workflow/game.ts";
import { loadGames } from "../../workflow/load-games.ts";
import { Problems } from "../../workflow/problems.ts";
import type { CommandContext, ExitCode, Flags } from "../command/command.ts";
import { output, revealSecrets, text, whichGame } from "../command/options.ts";
import { print } from "../command/print.ts";

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

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { games, diagnostics } = await changelogs(flags, context);
  // A changelog is for players, so it has no problems in it.
  const json = () => ["changelog", { games, diagnostics }] as const;
  return print({ diagnostics, json, document: () => changelogDocument(games) }, flags, context);
}

async function changelogs(
  flags: Flags<typeof options>,
  context: CommandContext,
): Promise<Pick<GameResults<GameChangelog>, "games" | "diagnostics">> {
  const loaded = await loadGames(flags, context);
  const [first] = loaded.games;
  if (first === undefined) return { games: [], diagnostics: loaded.diagnostics };
  const problems = new Problems();
  const commit = await problems.collect(() => openCommit(first.choice.projectFile, flags.base, context.ports));
  if (commit === undefined) return { games: [], diagnostics: [...loaded.diagnostics, ...problems.all] };
  return eachGame(
    loaded,
    async ({ choice, desired }, progress) => {
      const { game, ...base } = await loadBase(choice, commit, progress.problems);
      const { before, after } = sidesOfManifests(game, desired, choice);
      const changes = changelogOf(before, after, flags.revealSecrets ?? false);
      return { game: choice.game, base: { ...base, has_game: game !== undefined }, ...changes };
    },
    1,
  );
}
