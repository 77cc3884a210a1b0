/**
 * `laurel changelog`: what players would notice of the changes since a commit. Needs no network.
 */
import { changelogView } from "../../view/changelog/view.ts";
import { maskLoaded } from "../../view/mask/mask.ts";
import { changelogGames } from "../../workflow/checks.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { ofGames, text } from "../command/options.ts";

const options = {
  base: {
    ...text,
    demandOption: true,
    describe: "Compare with this commit or tag itself, such as the last release",
  },
  ...ofGames("text", "json", "markdown"),
} as const;
const examples = [
  ["laurel changelog --base v1.4.0", "List what is new since a release"],
  ["laurel changelog --base v1.4.0 --format markdown > news.md", "Write a page of news"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const compared = await changelogGames(flags, context);
  const { games } = compared;
  for (const { game, notes } of games) {
    for (const note of notes) context.reporter.note(games.length > 1 ? `${game}: ${note}` : note);
  }
  return { view: changelogView(compared, maskLoaded(compared, flags)) };
}
