/** `laurel report`: the points economy of the chosen games, and the cheapest way to earn each achievement. Needs no network. */
import { type Diagnostic, diagnostic } from "../../core/diagnostics.ts";
import { didYouMean } from "../../core/nearest.ts";
import { quoted } from "../../core/wording.ts";
import { economyOf } from "../../meaning/economy/economy.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { type Flags, texts } from "../line/command.ts";
import { loadDesigns } from "../meaning/loaded-designs.ts";
import type { Ports } from "../ports.ts";
import { formatOf, REPORT_FORMATS } from "../results/formats.ts";
import { openOutputs } from "../results/outputs.ts";
import { type ReportResult, reportForms } from "../results/report-forms.ts";
import { openScreen, type Screen } from "../telling/screen.ts";

export async function reportCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const outputs = await openOutputs(REPORT_FORMATS, flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, games: [] } : await report(flags, ports, screen);
  const forms = reportForms(flags, ports);
  const format = formatOf(flags, REPORT_FORMATS);
  screen.report(format === "text" ? result.diagnostics : [], result.diagnostics);
  ports.stdout.write(await forms[format](result, { ...screen.result, alone: false }));
  const unwritten = await outputs.write(forms, result);
  screen.report(unwritten);
  return exitCodeOf([...result.diagnostics, ...unwritten]);
}

async function report(flags: Flags, ports: Ports, screen: Screen): Promise<ReportResult> {
  const { designs, diagnostics } = await loadDesigns(flags, ports, screen);
  const asked = texts(flags, "achievement");
  const known = designs.flatMap(({ design }) => [...design.achievements.keys()]);
  // Where some game could not be read, an id may be one of its.
  const isAllRead = designs.length > 0 && diagnostics.every(({ severity }) => severity !== "error");
  const unknown = isAllRead ? asked.filter((id) => !known.includes(id)) : [];
  if (unknown.length > 0)
    return { games: [], diagnostics: [...diagnostics, ...unknown.map((id) => missing(id, known))] };
  const wanted = asked.length === 0 ? undefined : new Set(asked);
  const chosen = designs.filter(
    ({ design }) => wanted === undefined || asked.some((id) => design.achievements.has(id)),
  );
  const games = chosen.map(({ choice, desired, design }) => ({
    game: choice.game,
    desired,
    economy: economyOf(design),
    ...(wanted === undefined ? {} : { asked: wanted }),
  }));
  return { games, diagnostics };
}

function missing(id: string, known: readonly string[]): Diagnostic {
  return diagnostic("usage", `--achievement ${quoted(id)}: no game has such an achievement.`, {
    help: didYouMean(id, known),
  });
}
