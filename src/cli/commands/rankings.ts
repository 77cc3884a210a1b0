/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { isJsonObject } from "../../model/json.ts";
import { renderRankingsJson } from "../../view/json/render.ts";
import { type RankingsAnswer, rankingsDocument } from "../../view/rankings.ts";
import { renderText } from "../../view/render/text.ts";
import type { RunContext } from "../../workflow/run.ts";
import { selectGames } from "../../workflow/selection.ts";
import { inSession } from "../../workflow/session.ts";
import type { Flags } from "../command/command.ts";
import { type ExitCode, exitCodeOf } from "../command/exit-codes.ts";
import { withInterrupts } from "../command/interrupts.ts";
import { output, text, texts, whichGame } from "../command/options.ts";
import type { CommandContext } from "../terminal/reporter.ts";

const { format } = output(["text", "json"]);

export const options = {
  leaderboard: { type: "string", demandOption: true, describe: "The leaderboard's custom_id" },
  ...whichGame,
  player: { ...text, describe: "Only this player, by the id that your game gave" },
  query: { ...texts, describe: "Parameter of the request, as KEY=VALUE; repeatable" },
  format,
} as const;

export const examples = [
  ["laurel rankings renown", "Show the first places, as many as the service answers"],
  ["laurel rankings renown --player lea", "Show one player's places"],
  ["laurel rankings renown --query time_span=daily", "Show today's places, if the service takes this parameter"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const { ports, reporter } = context;
  return withInterrupts(context, async (online) => {
    const { value, diagnostics } = await gameRankings(flags, online);
    reporter.report(diagnostics);
    if (value !== undefined) {
      const isJson = flags.format === "json";
      ports.stdout.write(isJson ? renderRankingsJson(value) : renderText(rankingsDocument(value), reporter.result));
    }
    return exitCodeOf(diagnostics);
  });
}

async function gameRankings(flags: Flags<typeof options>, online: RunContext): Promise<Checked<RankingsAnswer>> {
  const { leaderboard, player, query: pairs } = flags;
  const wrong = pairs.find((each) => !/^[^=]+=/.test(each));
  if (wrong !== undefined)
    return refused(`--query needs KEY=VALUE, found ${quoted(wrong)}.`, "--query time_span=daily");
  const chosen = await selectGames(flags, online.ports);
  if (hasErrors(chosen.diagnostics)) return { diagnostics: chosen.diagnostics };
  const [choice, ...others] = chosen.games;
  if (choice === undefined || others.length > 0) return refused("Rankings are of one game.", "name it with --game");
  const kind = catalog.find(({ rankings }) => rankings !== undefined);
  if (kind === undefined) throw new Error("no kind of the catalog has rankings");
  const query = Object.fromEntries(pairs.map((each) => each.split(/=(.*)/s, 2)));
  return inSession(choice, online, async ({ client, target }): Promise<Checked<RankingsAnswer>> => {
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

function refused(detail: string, help: string): Checked<never> {
  return { diagnostics: [diagnostic("usage", detail, { help: [help] })] };
}
