/** The files of overrides that a choice of manifests comes with: those of its environment, or those of all of them. */
import type { Ports } from "../cli/ports.ts";
import { findOverrides, readFiles } from "../files/manifests.ts";
import { type OverrideFile, strayOverrides } from "../manifest/overrides.ts";
import type { ManifestText } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { ManifestsChoice } from "./games.ts";

/** The texts by environment, and what is wrong with the files as such; texts may be missing only beside an error. */
export interface OverrideTexts {
  readonly value: ReadonlyMap<string, readonly ManifestText[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the overrides of the chosen environment; without one, those of every environment that has some. */
export async function readOverrides(choice: ManifestsChoice, ports: Ports): Promise<OverrideTexts> {
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
