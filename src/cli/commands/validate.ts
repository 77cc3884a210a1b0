/** `laurel validate`: checks the manifests of the chosen games and of the project file. Needs no network. */
import { defined } from "../../model/collections.ts";
import type { ValidGame } from "../../view/lint/check-text.ts";
import { fixGames, wrongFixFlags } from "../../workflow/fix-games.ts";
import type { ExitCode } from "../exit-codes.ts";
import { afterFixes } from "../output/fixes.ts";
import type { ValidateResult } from "../output/forms.ts";
import { validateForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function validateCommand(flags: FlagsOf<"validate">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("validate", flags, ports);
  const diagnostics = [...outputs.diagnostics, ...wrongFixFlags(flags)];
  const result = diagnostics.length > 0 ? { diagnostics, valid: [] } : await validate(flags, ports, reporter);
  const exit = await writeResult("validate", result, validateForms(flags, ports), { flags, ports, reporter, outputs });
  return afterFixes(exit, result, flags, reporter);
}

async function validate(
  flags: FlagsOf<"validate">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<ValidateResult> {
  const { all, fixes } = await fixGames(flags, { ports, reporter }, () => []);
  const { games, diagnostics } = all;
  const valid = games.map(({ choice, size, overridden, skipped }): ValidGame => {
    return { game: choice.game, resources: size, overridden, skipped };
  });
  return { diagnostics, valid, ...defined({ fixes }) };
}
