/**
 * Renames ids in everything that is written about a game: manifests, overrides, scenarios, and the project file. In: parsed
 * texts. Out: the texts that change, or why the id cannot be changed. `custom_id: egg # c` becomes `custom_id: ei # c`.
 */
import type { Catalog } from "../catalog/types.ts";
import { addressOf } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { changedFiles, changedTexts, type GameText, gameIn, type NewId, type TextChange } from "./game-texts.ts";

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
export function renameInTexts(
  rename: NewId,
  texts: readonly GameText[],
  catalog: Catalog,
): Checked<readonly TextChange[]> {
  const broken = texts.filter(({ kindAt }) => kindAt !== undefined).flatMap(({ parsed }) => parsed.diagnostics);
  if (hasErrors(broken)) return { diagnostics: broken };
  const refuse = (detail: string, help: Diagnostic["help"][number] = "choose another id"): Checked<never> => {
    const address = addressOf(rename.kind, rename.to);
    return { diagnostics: [diagnostic("cannot-rename", detail, { address, help: [help] })] };
  };
  const after = changedTexts(texts, { renames: [rename] }, catalog);
  const files = changedFiles(texts, after);
  const [unwritten] = files.diagnostics;
  if (unwritten !== undefined) return refuse(unwritten.detail, "change the id there by hand");
  const environments = texts.flatMap(({ environment }) => environment ?? []);
  const { diagnostics } = gameIn(after, ["", ...new Set(environments)], catalog);
  const problem = diagnostics.find(({ severity }) => severity === "error");
  return problem === undefined ? files : refuse(`The manifests would be wrong: ${problem.detail}`, problem.help[0]);
}
