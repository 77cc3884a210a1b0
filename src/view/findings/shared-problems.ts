/** In a run over many games, one cause (a token that is not set, say) is a problem of each of them: it is told once. */
import { both } from "../../manifest/wording.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { safeText } from "../text/safe-text.ts";

export interface SharedProblem {
  readonly problem: Diagnostic;
  /** The games that have it, in their order; none where the run is about one game only. */
  readonly games: readonly string[];
}

/** Games named before the others are only counted. */
const NAMED = 3;

/** Problems that differ in nothing but their game become one, which stands where the first of them stood. */
export function sharedProblems(diagnostics: readonly Diagnostic[]): readonly SharedProblem[] {
  const found: { problem: Diagnostic; games: string[] }[] = [];
  const byWords = new Map<string, { games: string[] }>();
  for (const problem of diagnostics) {
    const { game, ...rest } = problem;
    const key = game === undefined ? "" : JSON.stringify(rest);
    const same = byWords.get(key);
    if (game !== undefined && same !== undefined) {
      if (!same.games.includes(game)) same.games.push(game);
      continue;
    }
    const shared = { problem, games: game === undefined ? [] : [game] };
    if (game !== undefined) byWords.set(key, shared);
    found.push(shared);
  }
  return found;
}

/** `game "a"`, `games "a", "b" and "c"`, `games "a", "b", "c" and 17 more`; empty for none. */
export function namedGames(games: readonly string[]): string {
  if (games.length === 0) return "";
  const names = games.map((game) => `"${safeText(game)}"`);
  const shown = names.length <= NAMED + 1 ? names : [...names.slice(0, NAMED), `${names.length - NAMED} more`];
  return `${games.length === 1 ? "game" : "games"} ${both(shown)}`;
}
