/** The manifests of one game, read and checked. */
import { catalog } from "../catalog/index.ts";
import { findOverrides, readFiles, readManifests, rootOf } from "../files/manifests.ts";
import { isReachable } from "../files/paths.ts";
import { shownPath } from "../files/read.ts";
import { checkGame, type ValidGame } from "../manifest/desired-game.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import { type OverrideFile, strayOverrides } from "../manifest/overrides.ts";
import { type ManifestText, parseTexts } from "../manifest/parse.ts";
import type { SourceText } from "../manifest/parts.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { ManifestsChoice } from "./game.ts";
import type { Ports } from "./ports.ts";

/** A game as its manifests have it, and the environments whose overrides were read with them. */
export interface LoadedGame extends Checked<ValidGame> {
  readonly overridden?: readonly string[];
  /** The texts of the manifests, without those of overrides. */
  readonly texts?: readonly SourceText[];
  /** Files of the folder that were not read as manifests, each with the reason. */
  readonly skipped?: readonly string[];
}

/**
 * Reads and checks the manifests of one game, with the overrides of its environment if one is chosen, and otherwise with
 * those of each environment in turn. A folder that holds nothing is refused, never taken for "none".
 */
export async function loadGame(choice: ManifestsChoice, ports: Pick<Ports, "cwd">): Promise<LoadedGame> {
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
  const environments = choice.environment === undefined ? ["", ...overrides.value.keys()] : [choice.environment];
  const each = environments.map((name) => parseTexts(overrides.value.get(name) ?? []));
  const loaded = checkGame(files, catalog, each);
  const misnamed = manifestsInScenarios(parseTexts(manifests.scenarios), catalog);
  const reading = [...manifests.diagnostics, ...misnamed, ...overrides.diagnostics];
  const all = [...reading, ...loaded.diagnostics];
  if (loaded.value === undefined || hasErrors(reading)) return { diagnostics: all };
  if (loaded.value.isEmpty) {
    const found = files.length === 0 ? "holds no manifests" : "holds only empty manifests";
    return { diagnostics: [...all, noManifests(choice.game, `The folder "${shown}" ${found}.`)] };
  }
  const texts = files.map(({ source }) => source);
  const { skipped } = manifests;
  return { value: loaded.value, overridden: [...overrides.value.keys()], texts, skipped, diagnostics: all };
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

/** The texts by environment, and what is wrong with the files as such; texts may be missing only beside an error. */
interface OverrideTexts {
  readonly value: ReadonlyMap<string, readonly ManifestText[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the overrides of the chosen environment; without one, those of every environment that has some. */
async function readOverrides(choice: ManifestsChoice, ports: Pick<Ports, "cwd">): Promise<OverrideTexts> {
  const found = await findOverrides(choice, ports.cwd);
  const { environment } = choice;
  const diagnostics: Diagnostic[] = [...found.diagnostics];
  if (choice.environments !== undefined) pushAll(diagnostics, strayOverrides(found.value, choice.environments));
  else if (environment !== undefined) pushAll(diagnostics, leftOut(found.value, environment));
  const texts = new Map<string, readonly ManifestText[]>();
  for (const name of new Set(found.value.map((each) => each.environment))) {
    if (environment !== undefined && name !== environment) continue;
    const own = found.value.filter((each) => each.environment === name);
    const read = await readFiles(
      own.map(({ path }) => path),
      ports.cwd,
      found.root,
    );
    texts.set(name, read.value);
    pushAll(diagnostics, read.diagnostics);
  }
  return { value: texts, diagnostics };
}

/** Without a project file nobody says which environment a target is, so the overrides of the others are not used. */
function leftOut(files: readonly OverrideFile[], environment: string): readonly Diagnostic[] {
  const others = [...new Set(files.map((each) => each.environment))].filter((name) => name !== environment);
  if (others.length === 0) return [];
  const detail = `The overrides for ${both(others.map(quoted))} are not used: without a project file, the environment is ${quoted(environment)}.`;
  const help = ["if the target is one of these, name the project file with --project and the environment with --env"];
  return [diagnostic("left-out", detail, { help })];
}
