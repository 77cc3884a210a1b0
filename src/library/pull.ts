/** Live games taken into the texts of manifests. */
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import type { KindName } from "../catalog/types.ts";
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
  /** Only these kinds. Default: all that the files manage. */
  readonly kinds?: readonly KindName[];
  /** The file for new resources. Default: the one with most of their kind. */
  readonly into?: string;
  /** Keep declarations of what is no longer live, with a comment. Default: false. */
  readonly keepMissing?: boolean;
  /** What the line for editors in a new file refers to. */
  readonly schema?: string;
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
  const { overrides = [], targets = [], kinds = [], schema = "schemas/manifest.schema.json", ...rest } = options;
  const desired = loadDesired(files, catalog, overrides);
  if (desired.value === undefined || hasErrors(desired.diagnostics)) return { diagnostics: desired.diagnostics };
  const live = await readGame(clientOf(connection), catalog, readsForPull(desired.value, catalog));
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const texts = { manifests: parseTexts(files), overrides: parseTexts(overrides) };
  return pullGame(texts, desired.value, live.value, catalog, { targets, kinds, schema, ...rest });
}
