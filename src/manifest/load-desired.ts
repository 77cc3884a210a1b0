/** From the texts of a game's manifests to the desired game in one call, for those who cannot wait for a package. */
import type { Catalog } from "../catalog/types.ts";
import type { Checked } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { desiredEverywhere, desiredGame } from "./desired-game.ts";
import { parseText } from "./parse.ts";
import type { ParsedText } from "./parsed-text.ts";

/** A file's name as the user would give it, and its text. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

/** See `desiredGame`. */
export function loadDesired(
  files: readonly ManifestText[],
  catalog: Catalog,
  overrides: readonly ManifestText[] = [],
): Checked<DesiredGame> {
  return desiredGame(parsed(files), catalog, parsed(overrides));
}

/** See `desiredEverywhere`. */
export function checkEnvironments(
  files: readonly ManifestText[],
  catalog: Catalog,
  environments: Iterable<readonly ManifestText[]>,
): Checked<DesiredGame> {
  return desiredEverywhere(parsed(files), catalog, [...environments].map(parsed));
}

function parsed(files: readonly ManifestText[]): readonly ParsedText[] {
  return files.map(({ file, text }) => parseText(file, text));
}
