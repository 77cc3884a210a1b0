/** `laurel validate`: checks the manifests of the chosen games and of the project file. Needs no network. */
import type { ValidGame } from "../../view/lint/check-text.ts";
import { loadGames } from "../../workflow/load-games.ts";
import type { ExitCode } from "../exit-codes.ts";
import { VALIDATE_FORMATS } from "../output/formats.ts";
import { openOutputs } from "../output/outputs.ts";
import { tellResult } from "../output/told-result.ts";
import { validateForms } from "../output/validate-forms.ts";
import type { ValidateResult } from "../output/validated-games.ts";
import type { Ports } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function validateCommand(flags: FlagsOf<"validate">, ports: Ports): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs(VALIDATE_FORMATS, flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, valid: [] } : await validate(flags, ports, reporter);
  const told = { forms: validateForms(flags, ports), bare: ["text"] } as const;
  return tellResult(result, told, { flags, ports, reporter, outputs });
}

async function validate(flags: FlagsOf<"validate">, ports: Ports, reporter: TerminalReporter): Promise<ValidateResult> {
  const { games, diagnostics } = await loadGames(flags, { ports, reporter });
  const valid = games.map(({ choice, size, overridden, skipped }): ValidGame => {
    return { game: choice.game, resources: size, overridden, skipped };
  });
  return { diagnostics, valid };
}
