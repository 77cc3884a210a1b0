/**
 * What a check of manifests came to, as one page of Markdown. In: the problems, and the games without an error. Out: a
 * page with the problems and nothing else, game by game where there are several, those of all games first.
 */

import type { Outcome } from "../../core/codes.ts";
import { type Diagnostic, sortDiagnostics } from "../../core/diagnostics.ts";
import { outcomeOf } from "../../core/outcomes.ts";
import { both, counted } from "../../core/wording.ts";
import type { ValidGame } from "../valid-text.ts";
import { nameOf, renderPage } from "./markdown-page.ts";
import type { Pile } from "./markdown-room.ts";
import { concealAll, type MarkdownOptions } from "./plan-markdown.ts";
import { problemPile } from "./problem-markdown.ts";

const SEVERITIES = ["error", "warning"] as const;

/** Problems say which game they are about where there are several. */
export function renderValidMarkdown(
  diagnostics: readonly Diagnostic[],
  valid: readonly ValidGame[],
  options: MarkdownOptions,
): string {
  const problems = sortDiagnostics(concealAll(diagnostics, undefined, options));
  const counts = SEVERITIES.flatMap((severity) => {
    const count = problems.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  const outcome = outcomeOf(problems);
  // Those without a game come first.
  const games = [...new Set(problems.map(({ game = "" }) => game))].sort();
  return renderPage({
    title: `## The manifests ${VERDICTS[outcome ?? "done"]}${counts.length === 0 ? "" : `: ${both(counts)}`}`,
    top: outcome === undefined ? [validLine(valid)] : [],
    piles: SEVERITIES.flatMap((severity) => games.flatMap((game) => gamePile(problems, game, severity))),
    bottom: [],
    ...(options.runUrl === undefined ? {} : { runUrl: options.runUrl }),
    whole: "`laurel validate` prints everything as text, and with `--format json` for programs",
  });
}

const VERDICTS: Readonly<Record<Outcome | "done", string>> = {
  done: "are valid",
  invalid: "are not valid",
  usage: "were not checked",
  failed: "were not checked",
  refused: "were not checked",
};

/** One line for all games: there may be hundreds. */
function validLine(valid: readonly ValidGame[]): string {
  const [only, ...others] = valid;
  const resources = valid.reduce((sum, game) => sum + game.resources, 0);
  const games = only === undefined || others.length > 0 ? counted(valid.length, "game") : `Game ${nameOf(only)}`;
  return `${games}, ${counted(resources, "resource")}.`;
}

function gamePile(problems: readonly Diagnostic[], name: string, severity: Diagnostic["severity"]): readonly Pile[] {
  const mine = problems.filter(({ game = "" }) => game === name).map(({ game: _, ...problem }) => problem);
  const piles = problemPile(mine, severity);
  if (name === "") return piles;
  const game = nameOf({ game: name });
  return piles.map((pile) => ({ ...pile, game, head: `### ${game}\n\n${pile.head}` }));
}
