/** `laurel changelog`: what players would notice of the changes since a commit. Needs no network. */
import { changelogOf } from "../../analysis/impact/changelog.ts";
import { sidesOfManifests } from "../../analysis/impact/sides.ts";
import { pushAll } from "../../model/collections.ts";
import { type Checked, diagnostic, type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { GameChangelog } from "../../plan/impact.ts";
import { openBase, type ReadBase } from "../../workflow/base-games.ts";
import { foundIn, loadDesigns, type LoadedDesign } from "../../workflow/loaded-designs.ts";
import { flag, type Flags, text } from "../args/command.ts";
import type { ExitCode } from "../exit-codes.ts";
import { changelogForms, type ChangelogResult } from "../output/changelog-forms.ts";
import { CHANGELOG_FORMATS } from "../output/formats.ts";
import { openOutputs } from "../output/outputs.ts";
import { tellResult } from "../output/told-result.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

export async function changelogCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const outputs = await openOutputs(CHANGELOG_FORMATS, flags, ports);
  const wrong = [...outputs.diagnostics, ...withoutBase(flags)];
  const result = hasErrors(wrong) ? { games: [], diagnostics: wrong } : await changelogs(flags, ports, screen);
  const told = { formats: CHANGELOG_FORMATS, forms: changelogForms(ports), bare: ["text", "markdown"] } as const;
  return tellResult(result, told, { flags, ports, screen, outputs });
}

function withoutBase(flags: Flags): readonly Diagnostic[] {
  if (text(flags, "base") !== undefined) return [];
  const detail = "`laurel changelog` tells what is new since a commit, and --base does not name one.";
  return [diagnostic("usage", detail, { help: ["laurel changelog --base v1.4.0"] })];
}

async function changelogs(flags: Flags, ports: Ports, screen: Screen): Promise<ChangelogResult> {
  const loaded = await loadDesigns(flags, ports, screen);
  const choices = loaded.designs.map(({ choice }) => choice);
  const base: Checked<ReadBase> = await openBase(choices, flags, ports);
  const diagnostics: Diagnostic[] = [...loaded.diagnostics, ...base.diagnostics];
  const games: GameChangelog[] = [];
  for (const design of base.value === undefined ? [] : loaded.designs) {
    const told = await changelogOfGame(design, base.value as ReadBase, flag(flags, "reveal-secrets") ?? false);
    pushAll(diagnostics, foundIn(loaded, design.choice.game, told.diagnostics));
    if (told.value !== undefined) games.push(told.value);
  }
  return { games, diagnostics };
}

async function changelogOfGame(
  { choice, desired }: LoadedDesign,
  readBase: ReadBase,
  reveal: boolean,
): Promise<Checked<GameChangelog>> {
  const read = await readBase(choice);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  const { ref, commit, game } = read.value;
  const { before, after } = sidesOfManifests(game, desired, choice.semantics);
  return {
    value: {
      game: choice.game,
      base: { ref, commit, has_game: game !== undefined },
      ...changelogOf(before, after, reveal),
    },
    diagnostics: read.diagnostics,
  };
}
