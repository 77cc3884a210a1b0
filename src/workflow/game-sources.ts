/** The files of a game as parsed texts. The disk and a commit are parsed by the same code. */
import { catalog } from "../catalog/index.ts";
import type { GameFiles } from "../files/manifests.ts";
import { append } from "../ground/collections.ts";
import { MAXIMUM_PROBLEMS } from "../ground/limits.ts";
import { manifestsInScenarios } from "../manifest/manifest-keys.ts";
import type { ParsedText } from "../manifest/parse.ts";
import { beginningOf } from "../manifest/parts.ts";
import { moreProblems } from "../manifest/reading.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { SourceFile } from "../model/source.ts";

/** The parsed files of a folder of manifests. */
export interface FolderSources {
  readonly manifests: readonly ParsedText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  readonly scenarios: readonly ParsedText[];
}

/** Every file about a game, parsed once in a run. */
export interface GameSources extends FolderSources {
  readonly project: ParsedText;
}

/** Parses the files of a folder. `parse`: parses a file, unless the run has parsed it already. */
export function parseFolder(
  files: Omit<GameFiles, "isThere">,
  parse: (source: SourceFile) => ParsedText,
): { readonly sources: FolderSources; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics = [...files.diagnostics];
  const manifests: ParsedText[] = [];
  let problems = 0;
  for (const source of files.manifests) {
    if (problems >= MAXIMUM_PROBLEMS) {
      diagnostics.push(moreProblems(beginningOf(source), problems));
      break;
    }
    const parsed = parse(source);
    problems += parsed.diagnostics.length;
    manifests.push(parsed);
  }
  const scenarios = files.scenarios.map(parse);
  const overrides = new Map<string, ParsedText[]>();
  for (const { environment, source } of files.overrides)
    append(overrides, environment, parse(source));
  diagnostics.push(...manifestsInScenarios(scenarios, catalog));
  return { sources: { manifests, overrides, scenarios }, diagnostics };
}
