/** The folder of overrides: which environment a file in it belongs to, and whether there is such an environment. */
import type { Diagnostic } from "../model/diagnostics.ts";
import type { Position } from "../model/model.ts";
import { didYouMean } from "../model/nearest.ts";
import { problemAt } from "./problem.ts";
import { both, quoted } from "./wording.ts";

/** In the folder of a game's manifests; what lies in it is no manifest. */
export const OVERRIDES_FOLDER = "overrides";

/** A file below the folder of overrides. */
export interface OverrideFile {
  /** The file's name as the user would give it. */
  readonly file: string;
  readonly environment: string;
}

/** Whether a file of that name, below the folder of overrides, is read: every YAML and JSON file that is not hidden. */
export function isOverrideFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name) && !name.startsWith(".");
}

/** The environment of a file, by its path below the folder of overrides, with `/` between names. */
export function environmentOf(path: string): string {
  const [first = "", ...rest] = path.split("/");
  return rest.length > 0 ? first : first.replace(/\.(ya?ml|json)$/i, "");
}

const START: Position = { line: 1, column: 1, offset: 0 };

/** One problem for each file whose name or folder is that of no environment: what stands in it would count nowhere. */
export function strayOverrides(files: readonly OverrideFile[], environments: readonly string[]): readonly Diagnostic[] {
  return files
    .filter(({ environment }) => !environments.includes(environment))
    .map(({ file, environment }) => {
      const label = `the game has no environment ${quoted(environment)}`;
      const known = `its ${environments.length === 1 ? "environment is" : "environments are"} ${both(environments.map(quoted))}`;
      return problemAt("override-without-environment", { file, start: START, end: START }, label, {
        help: [...didYouMean(environment, environments), known],
      });
    });
}
