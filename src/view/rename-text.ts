/** A rename in the files of a game, for people: a diff of each file, and what to do next. */
import type { RenamedResource } from "../edit/rename.ts";
import { counted } from "../manifest/wording.ts";
import { fileDiff } from "./text/file-diff.ts";
import { blocksOf, type TextView, wrapText } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export function renderRenameText(
  { from, to, moved, written, files }: RenamedResource,
  { style, width }: TextView,
): string {
  const lead = written ? "Renamed" : "Would rename";
  const title = `${lead} ${from} to ${to} in ${counted(files.length, "file")}.`;
  const after = written ? "run `laurel plan`" : "run again without --check to write the files";
  const advice = moved || !written ? after : `${after}: without a \`moved\` entry, a live ${from} is not renamed`;
  return blocksOf([
    ...files.map((file) => fileDiff(file, style)),
    [
      ...wrapText(safeText(title), width).map(style.strong),
      ...wrapText(`Next: ${safeText(advice)}.`, width).map(style.muted),
    ],
  ]);
}
