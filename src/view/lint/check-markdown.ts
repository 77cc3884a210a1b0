/** The result of `validate` or `lint` as one page of Markdown: the problems, game by game where there are several. */

import type { Secrets } from "../../analysis/secrets.ts";
import { both, counted } from "../../manifest/wording.ts";
import type { FailureOutcome } from "../../model/codes.ts";
import { grouped } from "../../model/collections.ts";
import { compareText, type Diagnostic } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";
import { concealAll } from "../findings/concealment.ts";
import { findingsView } from "../findings/findings-view.ts";
import { type MarkdownOptions, nameOf, problemSections, renderPage } from "../markdown/markdown-page.ts";
import type { Section } from "../text/size-budget.ts";
import type { CountedGame, LintedGameSummary, ValidGame } from "./check-text.ts";

/** Problems say which game they are about where there are several. */
export function renderValidMarkdown(
  diagnostics: readonly Diagnostic[],
  valid: readonly ValidGame[],
  options: MarkdownOptions,
): string {
  const outcome = outcomeOf(diagnostics);
  const problems = concealAll(diagnostics, undefined, options);
  const title = `The manifests ${VERDICTS[outcome ?? "done"]}`;
  const counts = countsOf(problems);
  const words = { title: counts === "" ? title : `${title}: ${counts}`, command: "laurel validate" };
  return renderCheckMarkdown(words, problems, outcome === undefined ? valid : undefined, options);
}

/** A game that `lint` looked at. */
export interface LintedGameWithSecrets extends LintedGameSummary {
  readonly secrets: Secrets;
}

/** `general`: problems that are no findings. */
export function renderLintMarkdown(
  general: readonly Diagnostic[],
  linted: readonly LintedGameWithSecrets[],
  options: MarkdownOptions,
): string {
  const problems = [
    ...concealAll(general, undefined, options),
    ...linted.flatMap(({ findings, secrets }) => concealAll(findings, secrets, options)),
  ];
  const words = { title: `Lint found ${countsOf(problems) || "no problems"}`, command: "laurel lint" };
  return renderCheckMarkdown(words, problems, linted.length === 0 ? undefined : linted, options);
}

/** `2 errors and 1 warning`; empty without any. */
function countsOf(problems: readonly Diagnostic[]): string {
  return both(findingsView(problems).map(({ title }) => title));
}

/** `games`: those to count; undefined when nothing can be said of them. */
function renderCheckMarkdown(
  { title, command }: { readonly title: string; readonly command: string },
  problems: readonly Diagnostic[],
  games: readonly CountedGame[] | undefined,
  options: MarkdownOptions,
): string {
  // Those without a game come first.
  const byGame = [...grouped(problems, ({ game = "" }) => game)].sort(([a], [b]) => compareText(a, b));
  const sections = byGame.flatMap(([game, mine]) => gameSections(mine, game));
  // Errors of all games come before warnings.
  const ranked = [...sections].sort((a, b) => a.rank - b.rank);
  return renderPage(
    { title: `## ${title}`, top: games === undefined ? [] : [gamesLine(games)], sections: ranked, command },
    options,
  );
}

const VERDICTS: Readonly<Record<FailureOutcome | "done", string>> = {
  done: "are valid",
  invalid: "are not valid",
  usage: "were not checked",
  failed: "were not checked",
  refused: "were not checked",
};

/** One line for all games: there may be hundreds. */
function gamesLine(games: readonly CountedGame[]): string {
  const [only, ...others] = games;
  const resources = games.reduce((sum, game) => sum + game.resources, 0);
  const named = only === undefined || others.length > 0 ? counted(games.length, "game") : `Game ${nameOf(only)}`;
  return `${named}, ${counted(resources, "resource")}.`;
}

function gameSections(problems: readonly Diagnostic[], name: string): readonly Section[] {
  const sections = problemSections(findingsView(problems.map(({ game: _, ...problem }) => problem)));
  if (name === "") return sections;
  const game = nameOf({ game: name });
  return sections.map((section) => ({ ...section, head: `### ${game}\n\n${section.head}` }));
}
