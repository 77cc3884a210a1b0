/** `laurel changelog`: what players would notice of the changes since a commit. Needs no network. */
import { changelogOf, type GameChangelog } from "../../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../../analysis/impact/sides.ts";
import { changelogDocument } from "../../view/changelog.ts";
import { openBase } from "../../workflow/base.ts";
import { eachGame, type GameResults, resultsOf } from "../../workflow/game.ts";
import { loadDesigns } from "../../workflow/load-games.ts";
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
  const loaded = await loadDesigns(flags, context);
  const choices = loaded.games.map(({ choice }) => choice);
  const { value: readBase, diagnostics: problems } = await openBase(choices, flags, context.ports);
  if (readBase === undefined) return { games: [], diagnostics: [...loaded.diagnostics, ...problems] };
  const since = resultsOf([...loaded.general, ...problems], loaded.each, loaded);
  return eachGame(
    since,
    async ({ choice, desired }) => {
      const { value, diagnostics } = await readBase(choice);
      if (value === undefined) return { diagnostics };
      const { before, after } = sidesOfManifests(value.game, desired, choice);
      const commit = { ref: value.ref, commit: value.commit, has_game: value.game !== undefined };
      const changes = changelogOf(before, after, flags.revealSecrets ?? false);
      return { value: { game: choice.game, base: commit, ...changes }, diagnostics };
    },
    1,
  );
}
