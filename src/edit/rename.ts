/**
 * Renames ids in everything that is written about a game: manifests, overrides, scenarios, and the project file. In: parsed
 * texts. Out: the texts that change, or why the id cannot be changed. `custom_id: egg # c` becomes `custom_id: ei # c`.
 */
import type { Catalog } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, labelAt } from "../model/diagnostics.ts";
import type { Address, DesiredGame } from "../model/model.ts";
import { changedFiles, changedTexts, type GameTexts, type NewId, type TextChange } from "./game-texts.ts";
import { UnwritableText } from "./rewrite.ts";

/** A rename that was written, or would be. */
export interface RenamedResource {
  /** The games that have the manifests. */
  readonly games: readonly string[];
  readonly from: Address;
  readonly to: Address;
  /** Whether the files were changed. */
  readonly written: boolean;
  readonly files: readonly TextChange[];
}

/** The files that change. */
export function renameInTexts(rename: NewId, texts: GameTexts, catalog: Catalog): Checked<readonly TextChange[]> {
  const to = addressOf(rename.kind, rename.to);
  const { value: game, diagnostics } = checkTexts(texts, catalog);
  if (game === undefined) return { diagnostics };
  const primary = labelAt(game.sources.get(to), "/custom_id", "declared here");
  const refuse = (detail: string, help: Diagnostic["help"][number]): Checked<never> => ({
    diagnostics: [diagnostic("cannot-rename", detail, { address: to, primary, help: [help] })],
  });
  if (game.resources.has(to)) return refuse(`${to} is declared already.`, "choose another id");
  try {
    const after = changedTexts(texts, { renames: [rename] }, catalog);
    const [problem] = checkTexts(after, catalog).diagnostics.filter((each) => hasErrors([each]));
    if (problem !== undefined)
      return refuse(`The manifests would be wrong: ${problem.detail}`, problem.help[0] ?? "choose another id");
    return { value: changedFiles(texts, after), diagnostics: [] };
  } catch (error) {
    if (error instanceof UnwritableText) return refuse(error.message, `change the id in ${error.file} by hand`);
    throw error;
  }
}

/** The game without overrides, if nothing is wrong with any file. */
function checkTexts({ manifests, overrides, scenarios }: GameTexts, catalog: Catalog): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(manifests, catalog, [[], ...overrides.values()]);
  const problems = [...diagnostics, ...scenarios.flatMap((parsed) => parsed.diagnostics)];
  if (value === undefined || hasErrors(problems)) return { diagnostics: problems };
  return { value: value.desired(), diagnostics: [] };
}
