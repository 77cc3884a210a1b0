/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { quoted } from "../../manifest/wording.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { isJsonObject } from "../../model/json.ts";
import { renderRankingsJson } from "../../view/json/render.ts";
import { type RankingsAnswer, renderRankingsText } from "../../view/rankings-text.ts";
import type { RunContext } from "../../workflow/run.ts";
import { selectGames } from "../../workflow/selection.ts";
import { inSession } from "../../workflow/session.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function rankingsCommand(flags: FlagsOf<"rankings">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { value, diagnostics } = await rankingsFor(flags, run);
    reporter.report(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    const isJson = flags.format === "json";
    ports.stdout.write(isJson ? renderRankingsJson(value) : renderRankingsText(value, reporter.result));
    return EXIT.done;
  });
}

async function rankingsFor(flags: FlagsOf<"rankings">, run: RunContext): Promise<Checked<RankingsAnswer>> {
  const { leaderboard = "", player, query: written = [] } = flags;
  const wrong = written.find((each) => !/^[^=]+=/.test(each));
  if (wrong !== undefined)
    return refused(`--query needs KEY=VALUE, found ${quoted(wrong)}.`, "--query time_span=daily");
  const chosen = await selectGames(flags, run.ports);
  if (hasErrors(chosen.diagnostics)) return { diagnostics: chosen.diagnostics };
  const [choice, ...others] = chosen.games;
  if (choice === undefined || others.length > 0) return refused("Rankings are of one game.", "name it with --game");
  return inSession(choice, run, async ({ client, target }): Promise<Checked<RankingsAnswer>> => {
    const kind = catalog.find(({ rankings }) => rankings !== undefined);
    if (kind === undefined) throw new Error("no kind of the catalog has rankings");
    const query = Object.fromEntries(written.map((each) => [each.split("=", 1)[0], each.slice(each.indexOf("=") + 1)]));
    const read = await readRankings(client, kind, { customId: leaderboard, query, ...defined({ player }) });
    const { game, environment, game_id } = target;
    if (read.value === undefined) return { diagnostics: read.diagnostics };
    const { data = read.value, meta } = isJsonObject(read.value) ? read.value : {};
    const answer = { rankings: data, ...defined({ meta }) };
    return { value: { game, environment, game_id, leaderboard, ...defined({ player }), ...answer }, diagnostics: [] };
  });
}

function refused(detail: string, help: string): Checked<never> {
  return { diagnostics: [diagnostic("usage", detail, { help: [help] })] };
}
