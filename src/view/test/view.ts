/** The view of `laurel test`. */
import type { TestedGame } from "../../analysis/scenarios/test-game.ts";
import { type Mask, maskProblems, type ProblemsOfRun } from "../mask/mask.ts";
import { maskTests } from "../mask/results.ts";
import type { View } from "../view.ts";
import { testDocument } from "./document.ts";
import { testJson } from "./json.ts";
import { renderTestJunit } from "./junit.ts";

interface TestsOfRun extends ProblemsOfRun {
  readonly games: readonly TestedGame[];
}

export function testView(run: TestsOfRun, mask: Mask): View {
  const games = run.games.map((game) => maskTests(game, mask));
  const problems = maskProblems(run, mask);
  return {
    problems,
    document: () => testDocument(games),
    json: () => testJson(games, problems.all),
    verbatim: (form) => (form === "junit" ? renderTestJunit(games, problems.all) : undefined),
  };
}
