/** Renames of ids in the texts of a game. */

import { renameInTexts, type TextChange } from "../analysis/rename/rename.ts";
import { readRename } from "../analysis/rename/rename-problems.ts";
import { catalog } from "../catalog/index.ts";
import { type ManifestText, parseText, parseTexts } from "../manifest/parse.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import type { Address } from "../model/model.ts";
import { parseProject } from "../project/project.ts";
import { memberNamed } from "../text/parts.ts";

/** What else names the resource, beside the manifests. */
export interface RenameTextsOptions {
  /** Files of overrides by environment. */
  readonly overrides?: Readonly<Record<string, readonly ManifestText[]>>;
  readonly scenarios?: readonly ManifestText[];
  /** The project file, and the name of the game in it. */
  readonly project?: ManifestText & { readonly game: string };
  /** Whether to write a `moved` entry, so that players keep what they have. Default: true. */
  readonly moved?: boolean;
}

/**
 * The texts that change when a resource gets another `custom_id`, as `laurel mv` writes them. Pure: writes no files. Without a
 * value, a file or the new id has an error.
 */
export function rename(
  files: readonly ManifestText[],
  address: Address,
  newId: string,
  { overrides = {}, scenarios = [], project, moved = true }: RenameTextsOptions = {},
): Checked<readonly TextChange[]> {
  const { value, diagnostics } = readRename({ address, newId, moved }, catalog);
  if (value === undefined) return { diagnostics };
  const parsed = project === undefined ? undefined : parseText(project.file, project.text);
  const wrong = parsed === undefined ? [] : parseProject(parsed).diagnostics;
  if (hasErrors(wrong)) return { diagnostics: wrong };
  const games = memberNamed(parsed?.documents[0], "games")?.value;
  const isShared = games?.type === "map" && games.members.length > 1;
  const texts = {
    manifests: parseTexts(files),
    overrides: new Map(Object.entries(overrides).map(([name, each]) => [name, parseTexts(each)])),
    scenarios: parseTexts(scenarios),
    ...(parsed === undefined || project === undefined ? {} : { project: { parsed, games: [project.game], isShared } }),
  };
  return renameInTexts(value, texts, catalog);
}
