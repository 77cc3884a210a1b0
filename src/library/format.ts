/** The layout of `laurel fmt` for programs. */
import { catalog } from "../catalog/index.ts";
import { formatText } from "../edit/format.ts";
import type { Diagnostic } from "../model/diagnostics.ts";

/** A text in the layout of `laurel fmt`. */
export interface Formatted {
  /** The text as it was given, where it has errors of syntax. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Formats the text of a manifest, an override or a file of scenarios. Pure. `file`: its name, which diagnostics repeat, and
 * which decides the syntax: JSON for `.json`, otherwise YAML.
 */
export function format(text: string, file = "manifest.yaml"): Formatted {
  return formatText({ file, text }, catalog);
}
