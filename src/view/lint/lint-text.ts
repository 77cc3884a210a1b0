/** What `lint` says at its end: for each game, how often each rule found something. */
import { counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { TextView } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";

/** A game that was linted. */
export interface LintedGameSummary {
  readonly game: string;
  readonly resources: number;
  readonly findings: readonly Diagnostic[];
}

/** One line for a clean game; otherwise a line that counts, and one for each rule. */
export function renderLinted(games: readonly LintedGameSummary[], { style }: TextView): string {
  return games
    .map(({ game, resources, findings }) => {
      const named = `game "${safeText(game)}", ${counted(resources, "resource")}`;
      if (findings.length === 0) return `${style.create("Clean:")} ${named}.\n`;
      const rows = countsOf(findings).map(([code, count]) => `  ${String(count).padStart(5)}  ${code}\n`);
      return `${style.warning("Found:")} ${named}, ${counted(findings.length, "finding")}:\n${rows.join("")}`;
    })
    .join("");
}

/** How often each rule found something, the most frequent first. */
export function countsOf(findings: readonly Diagnostic[]): readonly (readonly [code: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}
