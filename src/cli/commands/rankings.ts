/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { defined } from "../../model/collections.ts";
import { type Checked, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { RankingRow } from "../../model/model.ts";
import { renderRankingsJson } from "../../view/json/render.ts";
import { type RankingsQuestion, renderRankingsText } from "../../view/rankings-text.ts";
import type { RunContext } from "../../workflow/run.ts";
import { selectGames } from "../../workflow/selection.ts";
import { inSession } from "../../workflow/session.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

const DEFAULT_LIMIT = 100;

export async function rankingsCommand(flags: FlagsOf<"rankings">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, async (run) => {
    const { value, diagnostics } = await rankingsFor(flags, run);
    reporter.report(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    const { question, rows } = value;
    const isJson = flags.format === "json";
    ports.stdout.write(
      isJson ? renderRankingsJson(question, rows) : renderRankingsText(question, rows, reporter.result),
    );
    return EXIT.done;
  });
}

interface Rankings {
  readonly question: RankingsQuestion;
  readonly rows: readonly RankingRow[];
}

async function rankingsFor(flags: FlagsOf<"rankings">, run: RunContext): Promise<Checked<Rankings>> {
  const chosen = await selectGames(flags, run.ports);
  if (hasErrors(chosen.diagnostics)) return { diagnostics: chosen.diagnostics };
  const [choice, ...others] = chosen.games;
  if (choice === undefined || others.length > 0) {
    return { diagnostics: [diagnostic("usage", "Rankings are of one game.", { help: ["name it with --game"] })] };
  }
  return inSession(choice, run, async ({ client, target }): Promise<Checked<Rankings>> => {
    const kind = catalog.find(({ rankings }) => rankings !== undefined);
    if (kind === undefined) throw new Error("no kind of the catalog has rankings");
    const { leaderboard = "", player, limit = DEFAULT_LIMIT } = flags;
    const { value: rows, diagnostics } = await readRankings(client, kind, leaderboard, player, limit);
    const { game, environment, game_id } = target;
    const question = { game, environment, game_id, leaderboard, ...defined({ player }) };
    return rows === undefined ? { diagnostics } : { value: { question, rows }, diagnostics };
  });
}
