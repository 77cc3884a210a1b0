/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { quoted } from "../../manifest/wording.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { isJsonObject } from "../../model/json.ts";
import { type RankingsAnswer, rankingsDocument } from "../../view/rankings.ts";
import { Stop, unwrap } from "../../workflow/problems.ts";
import type { RunContext } from "../../workflow/run.ts";
import { onlyGame, selectGames } from "../../workflow/selection.ts";
import { inSession } from "../../workflow/session.ts";
import type { Flags, OnlineContext, Result } from "../command/command.ts";
import { format, text, texts, whichGame } from "../command/options.ts";

export const options = {
  leaderboard: { type: "string", demandOption: true, describe: "The leaderboard's custom_id" },
  player: { ...text, describe: "Only this player, by the id that your game gave" },
  query: { ...texts, describe: "Parameter of the request, as KEY=VALUE; repeatable" },
  ...whichGame,
  format: format("text", "json"),
} as const;
export const examples = [
  ["laurel rankings renown --player lea", "Show one player's places"],
  ["laurel rankings renown --query time_span=daily", "Show today's places, if the service takes this parameter"],
] as const;

export const isOnline = true;

export async function run(flags: Flags<typeof options>, context: OnlineContext): Promise<Result> {
  const answer = await gameRankings(flags, context);
  return { diagnostics: [], document: () => rankingsDocument(answer), json: () => ["rankings", answer] };
}

async function gameRankings(flags: Flags<typeof options>, open: RunContext): Promise<RankingsAnswer> {
  const { leaderboard, player, query: pairs } = flags;
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  if (wrong !== undefined) {
    const help = ["--query time_span=daily"];
    throw new Stop(diagnostic("usage", `--query needs KEY=VALUE, found ${quoted(wrong)}.`, { help }));
  }
  const choice = onlyGame(await selectGames(flags, open.ports), "Rankings are of");
  const kind = catalog.find(({ rankings }) => rankings !== undefined);
  if (kind === undefined) throw new Error("no kind of the catalog has rankings");
  const query = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
  return inSession(choice, open, async ({ client, target: { game, environment, game_id } }) => {
    const read = unwrap(await readRankings(client, kind, { customId: leaderboard, query, player }));
    const { data: rankings = read, meta } = isJsonObject(read) ? read : {};
    return { game, environment, game_id, leaderboard, rankings, player, meta };
  });
}
