/** `laurel validate`: checks the manifests of the chosen games and of the project file. Needs no network. */
import type { ValidGame } from "../../view/lint/check-text.ts";
import { loadGames } from "../../workflow/designs.ts";
import type { Flags } from "../args/command.ts";
import { gameOptions } from "../args/options.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type ValidateResult, validateForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { Ports } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";

export async function validateCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("validate", flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, valid: [] } : await validate(flags, ports, reporter);
  return writeResult("validate", result, validateForms(flags, ports), { flags, ports, reporter, outputs });
}

async function validate(flags: Flags, ports: Ports, reporter: TerminalReporter): Promise<ValidateResult> {
  const { games, diagnostics } = await loadGames(gameOptions(flags), { ports, reporter: reporter });
  const valid = games.map(({ choice, desired, overridden = [], skipped = [] }): ValidGame => {
    return { game: choice.game, resources: desired.resources.size, overridden, skipped };
  });
  return { diagnostics, valid };
}
