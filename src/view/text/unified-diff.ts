/** Two versions of a file as `diff -u` shows them. */
import { structuredPatch } from "diff";
import type { TextView } from "./layout.ts";
import { safeText } from "./safe-text.ts";

export interface UnifiedDiff {
  /** The lines with the names of both versions. */
  readonly heading: readonly string[];
  /** Undefined where almost every line differs. */
  readonly lines: readonly string[] | undefined;
}

/** `note`: what is said of the second version. `context`: lines that are shown around each change. */
export function unifiedDiff(
  file: string,
  [before, after]: readonly [before: string, after: string],
  note: string,
  context: number,
  { style }: Pick<TextView, "style">,
): UnifiedDiff {
  const name = safeText(file);
  // A file that has nothing in common with the other one is not worth hours of search.
  const patch = structuredPatch(name, name, before, after, "", "", { context, maxEditLength: 2_000 });
  const heading = [style.delete(`--- ${name}`), style.create(`+++ ${name} (${note})`)];
  if (patch === undefined) return { heading, lines: undefined };
  const paint: Readonly<Record<string, (text: string) => string>> = { "-": style.delete, "+": style.create };
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) => [
    style.muted(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...own.map((line) => (paint[line.charAt(0)] ?? style.muted)(line.charAt(0) + safeText(line.slice(1)))),
  ]);
  return { heading, lines };
}
