/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { isJsonObject } from "../../model/json.ts";
import { type RankingsAnswer, rankingsDocument } from "../../view/rankings.ts";
import type { RunContext } from "../../workflow/run.ts";
import { selectGames } from "../../workflow/selection.ts";
import { inSession } from "../../workflow/session.ts";
import { type CommandContext, type ExitCode, exitCodeOf, type Flags, Stop } from "../command/command.ts";
import { online } from "../command/online.ts";
import { format, text, texts, whichGame } from "../command/options.ts";
import { print } from "../command/print.ts";

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

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  return online(context, async (open) => {
    const { value, diagnostics } = await gameRankings(flags, open);
    context.reporter.report(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    const result = {
      document: () => rankingsDocument(value),
      json: () => ["rankings", value] as const,
    };
    return print({ ...result, diagnostics: [] }, flags, context);
  });
}

async function gameRankings(flags: Flags<typeof options>, open: RunContext): Promise<Checked<RankingsAnswer>> {
  const { leaderboard, player, query: pairs } = flags;
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  if (wrong !== undefined) {
    const help = ["--query time_span=daily"];
    throw new Stop(diagnostic("usage", `--query needs KEY=VALUE, found ${quoted(wrong)}.`, { help }));
  }
  const { games, diagnostics } = await selectGames(flags, open.ports);
  if (hasErrors(diagnostics)) throw new Stop(...diagnostics);
  const [choice, ...others] = games;
  if (choice === undefined || others.length > 0)
    throw new Stop(diagnostic("usage", "Rankings are of one game.", { help: ["name it with --game"] }));
  const kind = catalog.find(({ rankings }) => rankings !== undefined);
  if (kind === undefined) throw new Error("no kind of the catalog has rankings");
  const query = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
  return inSession(choice, open, async ({ client, target }): Promise<Checked<RankingsAnswer>> => {
    const read = await readRankings(client, kind, { customId: leaderboard, query, ...defined({ player }) });
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    const { game, environment, game_id } = target;
    const { data: rankings = read.value, meta } = isJsonObject(read.value) ? read.value : {};
    return {
      value: { game, environment, game_id, leaderboard, rankings, ...defined({ player, meta }) },
      diagnostics: [],
    };
  });
}
