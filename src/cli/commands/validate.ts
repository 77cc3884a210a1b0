/** `laurel validate`: checks the project file, and the manifests and scenarios of the chosen games. Needs no network. */
import type { ValidGame } from "../../view/lint/check-text.ts";
import { loadGames } from "../../workflow/load-games.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { ValidateResult } from "../output/forms.ts";
import { validateForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function validateCommand(flags: FlagsOf<"validate">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("validate", flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, valid: [] } : await validate(flags, ports, reporter);
  return writeResult("validate", result, validateForms(flags, ports), { flags, ports, reporter, outputs });
}

async function validate(
  flags: FlagsOf<"validate">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<ValidateResult> {
  const loaded = await loadGames(flags, { ports, reporter });
  const hasScenarios = loaded.games.some(({ scenarios }) => scenarios.length > 0);
  const checked = hasScenarios ? (await import("../../workflow/scenarios.ts")).checkScenarios(loaded) : loaded;
  const { games, diagnostics } = checked;
  const valid = games.map(({ choice, size, overridden, skipped }): ValidGame => {
    return { game: choice.game, resources: size, overridden, skipped };
  });
  return { diagnostics, valid };
}
