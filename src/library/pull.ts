/** Live games taken into the texts of manifests. */
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { loadDesired } from "../manifest/desired-game.ts";
import { type ManifestText, parseTexts } from "../manifest/parse.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { type Pull, pullGame } from "../plan/pull/pull.ts";
import { readsForPull } from "../plan/reads-needed.ts";
import type { Connection } from "./connection.ts";
import { clientOf } from "./handles.ts";

export interface PullTextsOptions {
  /** Files of overrides of the environment. */
  readonly overrides?: readonly ManifestText[];
  /** Only these. Default: everything. */
  readonly targets?: readonly Address[];
}

/**
 * The texts that change when the live game is taken into manifests, as `laurel pull` writes them. Reads the game and writes no
 * files. Without a value, a file has an error, or no manifest can express what is live.
 */
export async function pull(
  connection: Connection,
  files: readonly ManifestText[],
  options: PullTextsOptions = {},
): Promise<Checked<Pull>> {
  const { overrides = [], targets = [] } = options;
  const desired = loadDesired(files, catalog, overrides);
  if (desired.value === undefined || hasErrors(desired.diagnostics)) return { diagnostics: desired.diagnostics };
  const live = await readGame(clientOf(connection), catalog, readsForPull(desired.value, catalog));
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const texts = { manifests: parseTexts(files), overrides: parseTexts(overrides) };
  return pullGame(texts, desired.value, live.value, catalog, { targets });
}
