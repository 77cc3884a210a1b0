/** `laurel validate`: checks the project file, and the manifests and scenarios of the chosen games. Needs no network. */
import { loadGames } from "../../workflow/load-games.ts";
import type { Flags } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import { FORMATS } from "../command/formats.ts";
import { output, revealSecrets, whichGame } from "../command/options.ts";
import { type ValidateResult, validateForms } from "../output/forms.ts";
import { printResult } from "../output/outputs.ts";
import type { CommandContext } from "../terminal/reporter.ts";

export const options = { ...whichGame, ...output(FORMATS.validate), "reveal-secrets": revealSecrets } as const;

export const examples = [
  ["laurel validate", "Check all games of the project"],
  ["laurel validate --format github", "Annotate a pull request"],
  ["laurel validate --out laurel.sarif", "Write a file for code scanning, too"],
] as const;

export function run(flags: Flags<typeof options>, context: CommandContext): Promise<ExitCode> {
  const forms = validateForms(flags, context.ports);
  return printResult("validate", { flags, context, forms, make: () => validate(flags, context) });
}

async function validate(flags: Flags<typeof options>, context: CommandContext): Promise<ValidateResult> {
  const loaded = await loadGames(flags, context);
  const hasScenarios = loaded.games.some(({ scenarios }) => scenarios.length > 0);
  const checked = hasScenarios ? (await import("../../workflow/scenarios.ts")).checkScenarios(loaded) : loaded;
  const { games, diagnostics } = checked;
  const valid = games.map(({ choice, size, overridden }) => {
    return { game: choice.game, resources: size, overridden };
  });
  return { diagnostics, valid };
}
