/** The manifests of one game, read and checked. */
import { catalog } from "../catalog/index.ts";
import type { Ports } from "../cli/ports.ts";
import { readManifests, rootOf } from "../files/manifests.ts";
import { isReachable } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { desiredEverywhere, desiredGame } from "../manifest/desired-game.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import { parseTexts } from "../manifest/parse.ts";
import type { SourceText } from "../manifest/parts.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import type { ManifestsChoice } from "./games.ts";
import { readOverrides } from "./overrides.ts";

/** A game as its manifests have it, and the environments whose overrides were read with them. */
export interface LoadedGame extends Checked<DesiredGame> {
  readonly overridden?: readonly string[];
  /** The texts of the manifests, without those of overrides. */
  readonly texts?: readonly SourceText[];
  /** What lies in the folder and was not read as a manifest, each with the reason. */
  readonly skipped?: readonly string[];
}

/**
 * Reads and checks the manifests of one game, with the overrides of its environment if one is chosen, and otherwise with
 * those of each environment in turn. A folder that holds nothing is refused, never taken for "none".
 */
export async function loadGame(choice: ManifestsChoice, ports: Ports): Promise<LoadedGame> {
  const shown = shownPath(choice.manifests, ports.cwd);
  const root = await rootOf(choice, ports.cwd);
  if (root.value === undefined) return { diagnostics: root.diagnostics };
  if (!(await isReachable(choice.manifests))) {
    const slashes = shown.includes("\\") ? ["write / between folders: it works on every platform"] : [];
    return { diagnostics: [noManifests(choice.game, `The folder "${shown}" does not exist.`, slashes)] };
  }
  const rooted = { ...choice, root: root.value };
  const manifests = await readManifests(rooted, ports.cwd);
  const overrides = await readOverrides(rooted, ports);
  const files = parseTexts(manifests.value);
  const loaded =
    choice.environment === undefined
      ? desiredEverywhere(files, catalog, [...overrides.value.values()].map(parseTexts))
      : desiredGame(files, catalog, parseTexts(overrides.value.get(choice.environment) ?? []));
  const misnamed = manifestsInScenarios(parseTexts(manifests.scenarios), catalog);
  const reading = [...manifests.diagnostics, ...misnamed, ...overrides.diagnostics];
  const all = [...reading, ...loaded.diagnostics];
  if (loaded.value === undefined || hasErrors(reading)) return { diagnostics: all };
  if (saysNothing(loaded.value)) {
    const found = files.length === 0 ? "holds no manifests" : "holds only empty manifests";
    return { diagnostics: [...all, noManifests(choice.game, `The folder "${shown}" ${found}.`)] };
  }
  const texts = files.map(({ source }) => source);
  const { skipped } = manifests;
  return { value: loaded.value, overridden: [...overrides.value.keys()], texts, skipped, diagnostics: all };
}

/** Entries alone are something to do: a list of resources is not needed for them. */
function saysNothing({ managed, resources, moved, removed }: DesiredGame): boolean {
  return managed.size + resources.size + moved.length + removed.length === 0;
}

function noManifests(game: string, what: string, help: readonly string[] = []): Diagnostic {
  return diagnostic("no-manifests", `${what} That is never taken to mean that the game "${game}" should be empty.`, {
    help: [
      ...help,
      "check the branch and the folder",
      `to say that a kind has no resources, write its key with an empty list: ${catalog[0]?.plural}: []`,
    ],
  });
}
