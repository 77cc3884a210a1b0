/** What `laurel fmt` did, or would do with `--check`, for people. */
import { counted } from "../manifest/wording.ts";
import { type FileTexts, fileDiff } from "./text/file-diff.ts";
import type { TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";

export interface FormatSummary {
  readonly changed: readonly FileTexts[];
  readonly unchanged: number;
}

/** A line for each file that was formatted, and how many were already. */
export function renderFormatted({ changed, unchanged }: FormatSummary, { style }: TextView): string {
  const lines = changed.map(({ file }) => `${style.update("~")} ${safeText(file)} formatted`);
  return [...lines, ...already(unchanged)].map((line) => `${line}\n`).join("");
}

/** A diff for each file that is not formatted. */
export function renderUnformatted({ changed, unchanged }: FormatSummary, { style }: TextView): string {
  const diffs = changed.flatMap((each) => {
    const isSame = each.before?.replaceAll("\r\n", "\n") === each.after.replaceAll("\r\n", "\n");
    return isSame ? [`${safeText(each.file)}: only line ends differ`] : fileDiff(each, style);
  });
  return [...diffs, ...already(unchanged)].map((line) => `${line}\n`).join("");
}

function already(unchanged: number): readonly string[] {
  return unchanged === 0 ? [] : [`${counted(unchanged, "file")} ${unchanged === 1 ? "is" : "are"} formatted already`];
}
