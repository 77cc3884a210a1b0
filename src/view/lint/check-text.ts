/** The results of `validate` and `lint` as text, and the rules of `lint`. */
import type { NamedRule } from "../../analysis/lint/rule.ts";
import { both, counted } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type TextView, wrapText } from "../text/layout.ts";
import { safeText } from "../text/safe-text.ts";

export interface CountedGame {
  readonly game: string;
  readonly resources: number;
}

export interface ValidGame extends CountedGame {
  /** Environments whose overrides were checked too. */
  readonly overridden: readonly string[];
  /** Files of the folder that were not read as manifests. */
  readonly skipped: readonly string[];
}

/** One line for each game; with `verbose`, also what was not read. */
export function renderValid(games: readonly ValidGame[], { style, verbose }: TextView): string {
  return games
    .map(({ game, resources, overridden, skipped }) => {
      const overrides = overridden.length === 0 ? "" : `, and overrides for ${both(overridden.map(safeText))}`;
      const lines = skipped.map((each) => `  not read as a manifest: ${style.muted(safeText(each))}\n`);
      const notRead = verbose ? lines.join("") : "";
      return `${style.create("Valid:")} game "${safeText(game)}", ${counted(resources, "resource")}${overrides}.\n${notRead}`;
    })
    .join("");
}

export interface LintedGameSummary extends CountedGame {
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
function countsOf(findings: readonly Diagnostic[]): readonly (readonly [code: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { code } of findings) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

/** What the rule is about, and both examples. */
export function renderRule(rule: NamedRule, { style, width }: TextView): string {
  const { code, severity, summary, explanation, bad, good, project } = rule;
  const sections = [
    ...(project === undefined ? [] : [["With this in the project file", project] as const]),
    ["Found", bad] as const,
    ["Not found", good] as const,
  ];
  return [
    `${style[severity](`${severity}[${code}]`)}: ${style.strong(summary)}\n`,
    `${wrapText(explanation, width).join("\n")}\n`,
    ...sections.map(([title, text]) => `${style.muted(`${title}:`)}\n\n${indented(text)}\n`),
    `To disable it: ${style.muted(`lint: { rules: { ${code}: off } }`)} in the project file\n`,
  ].join("\n");
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd())
    .join("\n");
}
