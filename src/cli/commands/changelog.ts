/** `laurel changelog`: what players would notice of the changes since a commit. Needs no network. */

import type { GameChangelog } from "../../analysis/impact/changelog.ts";
import { changelogOf } from "../../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../../analysis/impact/sides.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { openBase, type ReadBase } from "../../workflow/base.ts";
import { eachGame, resultsOf } from "../../workflow/game.ts";
import { type LoadedDesign, loadDesigns } from "../../workflow/load-games.ts";
import type { ExitCode } from "../exit-codes.ts";
import { type ChangelogResult, changelogForms } from "../output/forms.ts";
import { openOutputs, writeResult } from "../output/outputs.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import { openReporter, type TerminalReporter } from "../terminal/reporter.ts";
import type { FlagsOf } from "./flags.ts";

export async function changelogCommand(flags: FlagsOf<"changelog">, ports: ProcessPorts): Promise<ExitCode> {
  const reporter = openReporter(flags, ports);
  const outputs = await openOutputs("changelog", flags, ports);
  const wrong = [...outputs.diagnostics, ...withoutBase(flags)];
  const result = hasErrors(wrong) ? { games: [], diagnostics: wrong } : await changelogs(flags, ports, reporter);
  return writeResult("changelog", result, changelogForms(), { flags, ports, reporter, outputs });
}

function withoutBase(flags: FlagsOf<"changelog">): readonly Diagnostic[] {
  if (flags.base !== undefined) return [];
  return [diagnostic("usage", "--base COMMIT is required.", { help: ["laurel changelog --base v1.4.0"] })];
}

async function changelogs(
  flags: FlagsOf<"changelog">,
  ports: ProcessPorts,
  reporter: TerminalReporter,
): Promise<ChangelogResult> {
  const loaded = await loadDesigns(flags, { ports, reporter });
  const choices = loaded.games.map(({ choice }) => choice);
  const { value: readBase, diagnostics: problems } = await openBase(choices, flags, ports);
  const general = [...loaded.general, ...problems];
  if (readBase === undefined) return { games: [], diagnostics: [...loaded.diagnostics, ...problems] };
  const reveal = flags.revealSecrets ?? false;
  return eachGame(resultsOf(general, loaded.each, loaded), (design) => changelogOfGame(design, readBase, reveal), 1);
}

async function changelogOfGame(
  { choice, desired }: LoadedDesign,
  readBase: ReadBase,
  reveal: boolean,
): Promise<Checked<GameChangelog>> {
  const read = await readBase(choice);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const { ref, commit, game } = read.value;
  const { before, after } = sidesOfManifests(game, desired, choice);
  const base = { ref, commit, has_game: game !== undefined };
  return { value: { game: choice.game, base, ...changelogOf(before, after, reveal) }, diagnostics: read.diagnostics };
}
