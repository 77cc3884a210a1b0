/** The chosen games as designs: what every command works on that tells what manifests mean. Needs no network. */
import { type Design, designOf } from "../analysis/design/design.ts";
import type { Flags } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import type { SourceText } from "../manifest/parts.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, hasErrors, ofGame } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { askedFolders, isSeveral, type ManifestsChoice, namedIn } from "./games.ts";
import { loadGame } from "./load-game.ts";
import { shardLine } from "./shard-flag.ts";

/** A game without errors. */
export interface LoadedDesign {
  readonly choice: ManifestsChoice;
  readonly desired: DesiredGame;
  readonly design: Design;
  /** The manifests as they are written. */
  readonly texts: readonly SourceText[];
}

export interface LoadedDesigns {
  /** In the order of the project. */
  readonly designs: readonly LoadedDesign[];
  /** Whether the run is one over several games. */
  readonly isSeveral: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and checks the chosen games. Those with errors are left out, and the errors told. */
export async function loadDesigns(flags: Flags, ports: Ports, screen: Screen): Promise<LoadedDesigns> {
  const asked = await askedFolders(flags, ports);
  if (asked.shard !== undefined) screen.note(shardLine(asked.shard, asked.games.length, asked.all));
  const diagnostics: Diagnostic[] = [...asked.diagnostics];
  const designs: LoadedDesign[] = [];
  for (const { game, choice, diagnostics: own } of asked.games) {
    const loaded = choice === undefined ? { diagnostics: [] } : await loadGame(choice, ports);
    const found = [...own, ...loaded.diagnostics];
    pushAll(diagnostics, namedIn(asked, game, found));
    if (choice === undefined || loaded.value === undefined || hasErrors(found)) continue;
    const { value: desired, texts = [] } = loaded;
    const design = designOf(desired.resources.values(), desired.managed, choice.semantics);
    designs.push({ choice, desired, design, texts });
  }
  return { designs, isSeveral: isSeveral(asked), diagnostics };
}

/** What is found about one of them, with its name in a run over several. */
export function foundIn(
  { isSeveral }: Pick<LoadedDesigns, "isSeveral">,
  game: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return isSeveral ? ofGame(game, diagnostics) : diagnostics;
}
