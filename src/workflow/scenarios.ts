/** The scenarios of the chosen games: found, read, checked and played. */

import { readScenarios } from "../analysis/scenarios/read-scenarios.ts";
import { type TestedGame, testGame, totalsOf } from "../analysis/scenarios/test-game.ts";
import { PACKAGE } from "../files/assets.ts";
import { shownPath } from "../files/read.ts";
import { parseTexts } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type GameResult, type GameResults, named, resultsOf } from "./game.ts";
import { type LoadedDesign, type LoadedGame, type LocalContext, loadDesigns, withDesign } from "./load-games.ts";
import type { TestOptions } from "./options.ts";
import type { Ports } from "./run.ts";

export interface TestResult {
  readonly games: readonly TestedGame[];
  /** Whether the run is one over several games. */
  readonly isSeveral: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plays the chosen scenarios. Those without problems are played, whatever is wrong with others. */
export async function testGames(options: TestOptions, run: LocalContext): Promise<TestResult> {
  const all = await loadDesigns(options, run);
  const { games: designs, isSeveral, diagnostics } = all;
  const games: TestedGame[] = [];
  const problems: Diagnostic[] = [...diagnostics];
  let found = 0;
  for (const loaded of designs) {
    const { choice, design, scenarios } = loaded;
    const own = testGame(choice.game, design, scenarios, options.filter);
    found += own.found;
    games.push(own.game);
    pushAll(problems, named(all, choice.game, own.diagnostics));
  }
  // Where something else is wrong, that is why there is nothing to play.
  const isClear = problems.every(({ severity }) => severity === "warning");
  if (!isClear || totalsOf(games).scenarios > 0) return { isSeveral, games, diagnostics: problems };
  problems.push(nothingPlayed(found, designs, options, run.ports));
  return { isSeveral, games, diagnostics: problems };
}

/** Loaded games with what is wrong with their scenarios, none of which is played. */
export function checkScenarios(loaded: GameResults<LoadedGame>): GameResults<LoadedGame> {
  const each = loaded.each.map((game): GameResult<LoadedGame> => {
    if (game.value === undefined || game.value.scenarios.length === 0 || hasErrors(game.diagnostics)) return game;
    const { design, scenarios } = withDesign(game.value);
    const found = parseTexts(scenarios).flatMap((parsed) => readScenarios(parsed, design).diagnostics);
    const diagnostics = [...game.diagnostics, ...found];
    return hasErrors(diagnostics) ? { game: game.game, diagnostics } : { ...game, diagnostics };
  });
  return resultsOf(loaded.general, each, loaded);
}

function nothingPlayed(
  found: number,
  designs: readonly LoadedDesign[],
  { filter: filters }: TestOptions,
  { cwd }: Ports,
): Diagnostic {
  if (found > 0) {
    const detail = `No scenario has ${both(filters.map(quoted))} in its name or file.`;
    const help = ["--filter takes a piece of a name or of a path; case does not matter"];
    return diagnostic("usage", detail, { help });
  }
  const folders = designs.map(({ choice }) => shownPath(choice.manifests, cwd));
  const detail = `There are no scenarios below ${both(folders)}: files whose names end in .test.yaml or .test.yml.`;
  return diagnostic("no-scenarios", detail, {
    help: [`write one: ${PACKAGE.homepage}/blob/main/docs/guides/test-a-design.md`],
  });
}
