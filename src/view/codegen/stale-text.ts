/** What `laurel codegen --check` shows of a file that is not current: the lines that differ, up to a limit. */
import { structuredPatch } from "diff";
import { counted } from "../../manifest/wording.ts";
import type { TextView } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";

/** Enough to see what happened; the file itself has the rest. */
const LINES = 40;
const CONTEXT = 1;

/** A difference as `diff -u` shows it. Both are whole files. */
export function renderStale(file: string, before: string, after: string, view: TextView): string {
  const name = safeText(file);
  // A file that has nothing in common with the other one is not worth hours of search.
  const patch = structuredPatch(name, name, before, after, "", "", { context: CONTEXT, maxEditLength: 2_000 });
  const { style, verbose } = view;
  if (patch === undefined) return `${style.muted(`${name}: almost every line differs`)}\n`;
  const paint: Readonly<Record<string, (text: string) => string>> = { "-": style.delete, "+": style.create };
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) => [
    style.muted(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...own.map((line) => (paint[line.charAt(0)] ?? style.muted)(line.charAt(0) + safeText(line.slice(1)))),
  ]);
  const shown = verbose ? lines : lines.slice(0, LINES);
  const left = lines.length - shown.length;
  const heading = [style.delete(`--- ${name}`), style.create(`+++ ${name} (expected)`)];
  const rest = left === 0 ? [] : [style.muted(`… and ${counted(left, "more line")}; --verbose shows all`)];
  return [...heading, ...shown, ...rest].map((line) => `${line}\n`).join("");
}
