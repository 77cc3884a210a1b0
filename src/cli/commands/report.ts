/**
 * `laurel report`: the points economy of the chosen games, and the cheapest way to earn each
 * achievement. Needs no network.
 */
import { maskLoaded } from "../../view/mask/mask.ts";
import { reportView } from "../../view/report/view.ts";
import { reportGames } from "../../workflow/checks.ts";
import { type CommandContext, defineCommand, type Flags, type Result } from "../command/command.ts";
import { ofGames } from "../command/options.ts";

const options = {
  ...ofGames("text", "json", "markdown", "html"),
} as const;
const examples = [
  ["laurel report", "Show points, and what each achievement takes"],
  ["laurel report --out economy.html", "Write a page with two plots, too"],
] as const;

export const definition = defineCommand({ options, examples, run });

async function run(flags: Flags<typeof options>, context: CommandContext): Promise<Result> {
  const reported = await reportGames(flags, context);
  return { view: reportView(reported, maskLoaded(reported, flags)) };
}
