/** What `laurel fmt` did, or would do with `--check`, for people. */
import { counted } from "../manifest/wording.ts";
import type { TextView } from "./text/layout.ts";
import { safeText } from "./text/safe-text.ts";
import { unifiedDiff } from "./text/unified-diff.ts";

/** A file before and after. */
export interface FormattedFile {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface FormatSummary {
  readonly changed: readonly FormattedFile[];
  readonly unchanged: number;
}

const CONTEXT = 3;

/** A line for each file that was formatted, and how many were already. */
export function renderFormatted({ changed, unchanged }: FormatSummary, { style }: TextView): string {
  const lines = changed.map(({ file }) => `${style.update("~")} ${safeText(file)} formatted`);
  return [...lines, ...already(unchanged)].map((line) => `${line}\n`).join("");
}

/** A diff for each file that is not formatted. */
export function renderUnformatted({ changed, unchanged }: FormatSummary, view: TextView): string {
  const diffs = changed.flatMap(({ file, before, after }) => {
    const texts = [before, after] as const;
    const { heading, lines } = unifiedDiff(file, texts, "formatted", CONTEXT, view);
    const breaks = ["only the line ends differ"];
    const isSame = before.replaceAll("\r\n", "\n") === after.replaceAll("\r\n", "\n");
    return [...heading, ...(isSame ? breaks : (lines ?? ["almost every line differs"]))];
  });
  return [...diffs, ...already(unchanged)].map((line) => `${line}\n`).join("");
}

function already(unchanged: number): readonly string[] {
  return unchanged === 0 ? [] : [`${counted(unchanged, "file")} ${unchanged === 1 ? "is" : "are"} formatted already`];
}
