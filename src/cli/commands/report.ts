/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { economyOf } from "../../analysis/report/economy.ts";
import { defined } from "../../model/collections.ts";
import { isPart } from "../../workflow/game.ts";
import { loadDesigns, unknownAchievements } from "../../workflow/load-games.ts";
import { wrongBase } from "../../workflow/selection.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type ReportResult, reportForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function reportCommand(flags: FlagsOf<"report">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("report", flags, ports);
  const diagnostics = [...wrongBase(flags), ...outputs.diagnostics];
  const result = diagnostics.length > 0 ? { diagnostics, games: [] } : await report(flags, ports, reporter);
  return writeResult("report", result, reportForms(flags, ports), { flags, ports, reporter, outputs });
}

async function report(
  flags: FlagsOf<"report">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<ReportResult> {
  const loaded = await loadDesigns(flags, { ports, reporter });
  const { games: designs, diagnostics, changed } = loaded;
  const requested = flags.achievement;
  const known = designs.map(({ choice, design }) => ({ game: choice.game, ids: [...design.achievements.keys()] }));
  const unknown = isPart(loaded) ? [] : unknownAchievements(requested, known, diagnostics);
  const part = defined({ changed });
  if (unknown.length > 0) return { games: [], ...part, diagnostics: [...diagnostics, ...unknown] };
  const chosenIds = requested.length === 0 ? undefined : new Set(requested);
  const chosen = designs.filter(
    ({ design }) => chosenIds === undefined || requested.some((id) => design.achievements.has(id)),
  );
  const games = chosen.map(({ choice, desired, design }) => ({
    game: choice.game,
    desired,
    economy: economyOf(design),
    ...(chosenIds === undefined ? {} : { chosen: chosenIds }),
  }));
  return { games, ...part, diagnostics };
}
