/** `laurel rankings LEADERBOARD`: reads the rankings of a leaderboard. */
import { readRankings } from "../../api/rankings.ts";
import { catalog } from "../../catalog/index.ts";
import { diagnostic } from "../../model/diagnostics.ts";
import { renderRankingsJson } from "../../view/json/render.ts";
import { type RankingsQuestion, renderRankingsText } from "../../view/rankings-text.ts";
import { selectTargets } from "../../workflow/selection.ts";
import type { RunContext } from "../../workflow/services.ts";
import { openSession } from "../../workflow/session.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import type { Ports } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

const DEFAULT_LIMIT = 100;

export async function rankingsCommand(flags: FlagsOf<"rankings">, ports: Ports): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  return withInterrupts(ports, reporter, (run) => show(flags, ports, reporter, run));
}

async function show(
  flags: FlagsOf<"rankings">,
  ports: Ports,
  reporter: TerminalReporter,
  run: RunContext,
): Promise<ExitCode> {
  const without = "laurel rankings LEADERBOARD --base-url URL --game-id ID";
  const chosen = await selectTargets(flags, ports, undefined, without);
  if (chosen.value === undefined) return fail(reporter, chosen.diagnostics);
  const [choice, ...others] = chosen.value;
  if (choice === undefined || others.length > 0) {
    return fail(reporter, [diagnostic("usage", "Rankings are of one game.", { help: ["name it with --game"] })]);
  }
  const session = await openSession(choice, run);
  if (session.value === undefined) return fail(reporter, session.diagnostics);
  const { client, target, close } = session.value;
  try {
    const kind = catalog.find(({ rankings }) => rankings !== undefined);
    if (kind === undefined) throw new Error("no kind of the catalog has rankings");
    const leaderboard = flags.leaderboard ?? "";
    const player = flags.player;
    const rows = await readRankings(client, kind, leaderboard, player, flags.limit ?? DEFAULT_LIMIT);
    if (rows.value === undefined) return fail(reporter, rows.diagnostics);
    reporter.report(rows.diagnostics);
    const { game, environment, game_id } = target;
    const question: RankingsQuestion = {
      game,
      environment,
      game_id,
      leaderboard,
      ...(player === undefined ? {} : { player }),
    };
    const asJson = flags.format === "json";
    ports.stdout.write(
      asJson ? renderRankingsJson(question, rows.value) : renderRankingsText(question, rows.value, reporter.result),
    );
    return EXIT.done;
  } finally {
    await close();
  }
}

function fail(reporter: TerminalReporter, diagnostics: Parameters<TerminalReporter["report"]>[0]): ExitCode {
  reporter.report(diagnostics);
  return exitCodeOf(diagnostics);
}
