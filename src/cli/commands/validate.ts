/** `laurel validate`: checks the manifests of the chosen games and of the project file. Needs no network. */

import { pushAll } from "../../model/collections.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { ValidGame } from "../../view/lint/check-text.ts";
import { askedFolders, namedIn } from "../../workflow/games.ts";
import { loadGame } from "../../workflow/load-game.ts";
import { shardLine } from "../../workflow/shard-flag.ts";
import type { Flags } from "../args/command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { VALIDATE_FORMATS } from "../output/formats.ts";
import { openOutputs } from "../output/outputs.ts";
import { tellResult } from "../output/told-result.ts";
import { validateForms } from "../output/validate-forms.ts";
import type { ValidateResult } from "../output/validated-games.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

export async function validateCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const outputs = await openOutputs(VALIDATE_FORMATS, flags, ports);
  const { diagnostics } = outputs;
  const result = diagnostics.length > 0 ? { diagnostics, valid: [] } : await validate(flags, ports, screen);
  const told = { formats: VALIDATE_FORMATS, forms: validateForms(flags, ports), bare: ["text"] } as const;
  return tellResult(result, told, { flags, ports, screen, outputs });
}

async function validate(flags: Flags, ports: Ports, screen: Screen): Promise<ValidateResult> {
  const asked = await askedFolders(flags, ports);
  if (asked.shard !== undefined) screen.note(shardLine(asked.shard, asked.games.length, asked.all));
  const diagnostics: Diagnostic[] = [...asked.diagnostics];
  const valid: ValidGame[] = [];
  for (const { game, choice, diagnostics: own } of asked.games) {
    const loaded = choice === undefined ? { diagnostics: [] } : await loadGame(choice, ports);
    pushAll(diagnostics, namedIn(asked, game, [...own, ...loaded.diagnostics]));
    if (loaded.value === undefined) continue;
    const { value, overridden = [], skipped = [] } = loaded;
    valid.push({ game, resources: value.resources.size, overridden, skipped });
  }
  return { diagnostics, valid };
}
