/** A rename in the files of a game, for people: a diff of each file, and what to do next. */
import { counted } from "../manifest/wording.ts";
import type { Address } from "../model/model.ts";
import { type FileTexts, fileDiff } from "./text/file-diff.ts";
import { blocksOf, type TextView, wrapText } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

/** A rename that was written, or would be. */
export interface ShownRename {
  readonly from: Address;
  readonly to: Address;
  readonly moved: boolean;
  readonly written: boolean;
  readonly files: readonly FileTexts[];
}

export function renderRenameText({ from, to, moved, written, files }: ShownRename, { style, width }: TextView): string {
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
