/** What changes in files, as `diff -u` prints it. */
import { type StructuredPatchHunk, structuredPatch } from "diff";
import { safeText } from "./safe-text.ts";
import { plainStyle, type Style } from "./style.ts";

/** A file with its text before and after. */
export interface FileTexts {
  readonly file: string;
  /** Undefined for a new file. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** Of files with more changes than this, no lines are shown: comparing takes time that grows with the square of them. */
const MOST_CHANGES = 4_000;

/** The lines of a unified diff, each safe to print. Empty where nothing changes. */
export function fileDiff({ file, before, after }: FileTexts, style: Style = plainStyle): readonly string[] {
  const name = safeText(file);
  const patch = structuredPatch(name, name, before ?? "", after, "", "", { context: 3, maxEditLength: MOST_CHANGES });
  if (patch === undefined) return [style.muted(`${name}: almost every line differs`)];
  if (patch.hunks.length === 0) return [];
  return [
    style.delete(`--- ${before === undefined ? "/dev/null" : name}`),
    style.create(`+++ ${name}`),
    ...hunkLines(patch.hunks, style),
  ];
}

/** The same as one text, for documents. */
export function fileDiffText(texts: FileTexts): string {
  return fileDiff(texts)
    .map((line) => `${line}\n`)
    .join("");
}

/** The lines of hunks, each safe to print. */
export function hunkLines(hunks: readonly StructuredPatchHunk[], style: Style): readonly string[] {
  const paint: Readonly<Record<string, (text: string) => string>> = { "-": style.delete, "+": style.create };
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    style.muted(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => {
      const words = line.slice(1).replace(/\r$/, "").split("\t");
      const shown = line.charAt(0) + words.map(safeText).join("\t");
      return (paint[line.charAt(0)] ?? style.muted)(shown);
    }),
  ]);
}
