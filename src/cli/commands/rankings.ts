/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { quoted } from "../../ground/words.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { rankingsView } from "../../view/rankings/view.ts";
import { Stop } from "../../workflow/problems.ts";
import { gameRankings } from "../../workflow/rankings.ts";
import { defineCommand, type Flags, type OnlineContext, type Result } from "../command/command.ts";
import { format, text, texts, whichGame } from "../command/options.ts";

const options = {
  leaderboard: { type: "string", demandOption: true, describe: "The leaderboard's custom_id" },
  player: { ...text, describe: "Only this player, by the id that your game gave" },
  query: { ...texts, describe: "Parameter of the request, as KEY=VALUE; repeatable" },
  ...whichGame,
  format: format("text", "json", "markdown"),
} as const;
const examples = [
  ["laurel rankings renown --player lea", "Show one player's places"],
  [
    "laurel rankings renown --query time_span=daily",
    "Show today's places, if the service takes this parameter",
  ],
] as const;

export const definition = defineCommand({ options, examples, isOnline: true, run });

async function run(
  { query: pairs = [], ...flags }: Flags<typeof options>,
  context: OnlineContext,
): Promise<Result> {
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  if (wrong !== undefined) {
    const help = ["--query time_span=daily"];
    throw new Stop(
      diagnostic("usage", `--query needs KEY=VALUE, found ${quoted(wrong)}.`, { help }),
    );
  }
  const query = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
  const answer = await gameRankings({ ...flags, query }, context);
  return { view: rankingsView(answer) };
}
