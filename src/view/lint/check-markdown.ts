/** The result of `validate` or `lint` as one page of Markdown: the problems, game by game where there are several. */
import { both, counted } from "../../manifest/wording.ts";
import type { FailureOutcome } from "../../model/codes.ts";
import { grouped } from "../../model/collections.ts";
import { compareText, type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";
import type { Secrets } from "../../plan/secrets.ts";
import { concealAll } from "../findings/problem-view.ts";
import { type MarkdownOptions, nameOf, problemSection, renderPage } from "../markdown/markdown-page.ts";
import type { Section } from "../text/size-budget.ts";
import type { ValidGame } from "./check-text.ts";

const SEVERITIES = ["error", "warning"] as const;

/** Problems say which game they are about where there are several. */
export function renderValidMarkdown(
  diagnostics: readonly Diagnostic[],
  valid: readonly ValidGame[],
  options: MarkdownOptions,
): string {
  const outcome = outcomeOf(diagnostics);
  return renderCheckMarkdown(
    concealAll(diagnostics, undefined, options),
    {
      title: (counts) =>
        `## The manifests ${VERDICTS[outcome ?? "done"]}${counts.length === 0 ? "" : `: ${both(counts)}`}`,
      games: outcome === undefined ? valid : undefined,
      command: "laurel validate",
    },
    options,
  );
}

/** A game that `lint` looked at. */
export interface LintedPage extends Pick<ValidGame, "game" | "resources"> {
  readonly findings: readonly Diagnostic[];
  readonly secrets: Secrets;
}

/** What `lint` found, as a page of the same form. `general`: problems that are no findings. */
export function renderLintMarkdown(
  general: readonly Diagnostic[],
  linted: readonly LintedPage[],
  options: MarkdownOptions,
): string {
  const problems = [
    ...concealAll(general, undefined, options),
    ...linted.flatMap(({ findings, secrets }) => concealAll(findings, secrets, options)),
  ];
  return renderCheckMarkdown(
    problems,
    {
      title: (counts) => `## Lint ${counts.length === 0 ? "found no problems" : `found ${both(counts)}`}`,
      games: linted.length === 0 ? undefined : linted,
      command: "laurel lint",
    },
    options,
  );
}

/** The words of a page. */
interface CheckWords {
  /** `counts`: how many problems of each severity, in words. */
  readonly title: (counts: readonly string[]) => string;
  /** Games to count; absent when nothing can be said of them. */
  readonly games: readonly Pick<ValidGame, "game" | "resources">[] | undefined;
  readonly command: string;
}

function renderCheckMarkdown(
  concealed: readonly Diagnostic[],
  { title, games, command }: CheckWords,
  options: MarkdownOptions,
): string {
  const problems = sortDiagnostics(concealed);
  const counts = SEVERITIES.flatMap((severity) => {
    const count = problems.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [counted(count, severity)];
  });
  // Those without a game come first.
  const byGame = [...grouped(problems, ({ game = "" }) => game)].sort(([a], [b]) => compareText(a, b));
  return renderPage(
    {
      title: title(counts),
      top: games === undefined ? [] : [gamesLine(games)],
      sections: SEVERITIES.flatMap((severity) => byGame.flatMap(([game, mine]) => gameSections(mine, game, severity))),
      command,
    },
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
function gamesLine(valid: readonly Pick<ValidGame, "game" | "resources">[]): string {
  const [only, ...others] = valid;
  const resources = valid.reduce((sum, game) => sum + game.resources, 0);
  const games = only === undefined || others.length > 0 ? counted(valid.length, "game") : `Game ${nameOf(only)}`;
  return `${games}, ${counted(resources, "resource")}.`;
}

function gameSections(
  problems: readonly Diagnostic[],
  name: string,
  severity: Diagnostic["severity"],
): readonly Section[] {
  const mine = problems.map(({ game: _, ...problem }) => problem);
  const sections = problemSection(mine, severity);
  if (name === "") return sections;
  const game = nameOf({ game: name });
  return sections.map((section) => ({ ...section, game, head: `### ${game}\n\n${section.head}` }));
}
