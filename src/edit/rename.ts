/**
 * Renames ids in everything that is written about a game: manifests, overrides, scenarios, and the project file. In: parsed
 * texts. Out: the texts that change, or why the id cannot be changed. `custom_id: egg # c` becomes `custom_id: ei # c`.
 */
import type { Catalog } from "../catalog/types.ts";
import { checkGame } from "../manifest/desired-game.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
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
  const broken = texts.scenarios.flatMap(({ diagnostics }) => diagnostics);
  if (hasErrors(broken)) return { diagnostics: broken };
  const refuse = (detail: string, help: Diagnostic["help"][number] = "choose another id"): Checked<never> => {
    const address = addressOf(rename.kind, rename.to);
    return { diagnostics: [diagnostic("cannot-rename", detail, { address, help: [help] })] };
  };
  try {
    const after = changedTexts(texts, { renames: [rename] }, catalog);
    const { diagnostics } = checkGame(after.manifests, catalog, [[], ...after.overrides.values()]);
    const problem = diagnostics.find((each) => hasErrors([each]));
    if (problem !== undefined) return refuse(`The manifests would be wrong: ${problem.detail}`, problem.help[0]);
    return { value: changedFiles(texts, after), diagnostics: [] };
  } catch (error) {
    if (error instanceof UnwritableText) return refuse(error.message, "change the id there by hand");
    throw error;
  }
}
