/** `laurel validate`: checks the manifests of the chosen games and of the project file. Needs no network. */
import { type Diagnostic, hasErrors } from "../../core/diagnostics.ts";
import { renderDiagnosticsGithub } from "../../render/diagnostics-github.ts";
import { renderDiagnosticsJson } from "../../render/diagnostics-json.ts";
import { renderValid } from "../../render/valid-text.ts";
import { type Flags, text } from "../command.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { chooseManifests, loadGame } from "../games.ts";
import type { Ports } from "../ports.ts";
import { openScreen } from "../screen.ts";

export async function validateCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const chosen = await chooseManifests(flags, ports);
  const diagnostics: Diagnostic[] = [...chosen.diagnostics];
  const valid: { game: string; resources: number }[] = [];
  for (const choice of chosen.value ?? []) {
    const game = await loadGame(choice, ports);
    diagnostics.push(...game.diagnostics);
    if (game.value !== undefined) valid.push({ game: choice.game, resources: game.value.resources.size });
  }
  const format = text(flags, "format");
  if (format === "json") ports.stdout.write(renderDiagnosticsJson(diagnostics));
  else if (format === "github") ports.stdout.write(renderDiagnosticsGithub(diagnostics));
  else {
    screen.report(diagnostics);
    if (!hasErrors(diagnostics)) ports.stdout.write(renderValid(valid, screen.result));
  }
  return exitCodeOf(diagnostics);
}
