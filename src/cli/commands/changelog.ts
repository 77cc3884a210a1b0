/**
 * `laurel changelog`: what players would notice of the changes since a commit. Needs no network.
 */
import { changelogDocument } from "../../view/changelog/document.ts";
import { changelogJson } from "../../view/changelog/json.ts";
import { concealRun } from "../../view/concealment.ts";
import { changelogGames } from "../../workflow/checks.ts";
import type { CommandContext, Flags, Result } from "../command/command.ts";
import { ofGames, text } from "../command/options.ts";

export const options = {
  base: {
    ...text,
    demandOption: true,
    describe: "Compare with this commit or tag itself, such as the last release",
  },
  ...ofGames("text", "json", "markdown"),
} as const;
export const examples = [
  ["laurel changelog --base v1.4.0", "List what is new since a release"],
  ["laurel changelog --base v1.4.0 --format markdown > news.md", "Write a page of news"],
] as const;

export async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const compared = await changelogGames(flags, context);
  const { games } = compared;
  const diagnostics = flags.revealSecrets === true ? compared.diagnostics : concealRun(compared);
  for (const { game, notes } of games) {
    for (const note of notes) context.reporter.note(games.length > 1 ? `${game}: ${note}` : note);
  }
  return {
    diagnostics,
    // A changelog is for players.
    problemsForPages: () => [],
    json: () => changelogJson(games, diagnostics),
    document: () => changelogDocument(games),
  };
}
