/** The scenarios of the chosen games: found, read, checked and played. */
import { designOf } from "../analysis/design/design.ts";
import { readScenarios } from "../analysis/scenarios/read-scenarios.ts";
import { type TestedGame, testGame, totalsOf } from "../analysis/scenarios/test-game.ts";
import type { TextChange } from "../edit/game-texts.ts";
import { PACKAGE } from "../files/assets.ts";
import { shownPath } from "../files/read.ts";
import { parseText, parseTexts } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { eachGame, type GameResults, problemsOf } from "./game.ts";
import { type LoadedGame, type LocalContext, loadGames } from "./load-games.ts";
import type { GameOptions } from "./options.ts";

export interface TestResult {
  readonly games: readonly TestedGame[];
  /** Whether the run is one over several games. */
  readonly isSeveral: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plays the chosen scenarios. Those without problems are played, whatever is wrong with others. */
export async function testGames(
  options: GameOptions & { readonly filter: readonly string[] },
  run: LocalContext,
): Promise<TestResult> {
  const all = await loadGames(options, run);
  const { isSeveral } = all;
  const tested = all.games.map(({ choice: { game }, design, scenarios }) => {
    const played = testGame(design, scenarios, options.filter);
    return { ...played, game, diagnostics: problemsOf(all, game).named(played.diagnostics) };
  });
  const games = tested.map(({ game, files }) => ({ game, files }));
  const diagnostics = [...all.diagnostics, ...tested.flatMap((test) => test.diagnostics)];
  // Where something else is wrong, that is why there is nothing to play.
  const isClear = diagnostics.every(({ severity }) => severity === "warning");
  if (!isClear || totalsOf(games).scenarios > 0) return { isSeveral, games, diagnostics };
  const folders = all.games.map(({ choice }) => shownPath(choice.manifests, run.ports.cwd));
  const isFiltered = tested.some(({ found }) => found > 0);
  const problem = isFiltered ? filteredOut(options.filter) : noScenarios(folders);
  return { isSeveral, games, diagnostics: [...diagnostics, problem] };
}

/** Loaded games with what is wrong with their scenarios, none of which is played. */
export function checkScenarios(loaded: GameResults<LoadedGame>): Promise<GameResults<LoadedGame>> {
  return eachGame(
    loaded,
    async (game, { problems }) => {
      for (const parsed of parseTexts(game.scenarios)) problems.add(readScenarios(parsed, game.design).diagnostics);
      problems.stopOnErrors();
      return game;
    },
    1,
  );
}

/** A game before and after its files are changed. */
interface ChangedGame {
  readonly before: LoadedGame;
  readonly after: DesiredGame;
  readonly files: readonly TextChange[];
}

/**
 * Errors about scenarios that are right now and would be wrong after a pull, such as those that name a resource which was deleted
 * live. Their authors decide what they then expect.
 */
export function brokenScenarios({ before, after, files }: ChangedGame): readonly Diagnostic[] {
  const design = designOf(after.resources.values(), after.managed, before.choice);
  const problems = before.scenarios.flatMap(({ file, text }) => {
    const known = new Set(readScenarios(parseText(file, text), before.design).diagnostics.map(placeAndWords));
    const changed = files.find((change) => change.file === file)?.after ?? text;
    const found = readScenarios(parseText(file, changed), design).diagnostics;
    return found.filter((problem) => problem.severity === "error" && !known.has(placeAndWords(problem)));
  });
  return [...grouped(problems, ({ detail }) => detail).values()].flatMap((alike): readonly Diagnostic[] => {
    const labels = alike.flatMap(({ primary }) => primary ?? []);
    const [first, ...rest] = labels;
    if (first === undefined) return alike;
    const where = both([...new Set(labels.map(({ span }) => `${span.file}:${span.start.line}`))]);
    const detail = `Scenarios would be wrong after the pull, at ${where}: ${first.text}.`;
    const others = rest.map(({ span }) => ({ span, text: "and here" }));
    const help = ["change these scenarios, and pull again"];
    return [diagnostic("breaks-scenarios", detail, { primary: first, others, help })];
  });
}

function placeAndWords({ detail, primary }: Diagnostic): string {
  return `${primary?.span.start.line} ${detail}`;
}

function filteredOut(filters: readonly string[]): Diagnostic {
  const help = ["--filter takes a piece of a name or of a path; case does not matter"];
  return diagnostic("usage", `No scenario has ${both(filters.map(quoted))} in its name or file.`, { help });
}

function noScenarios(folders: readonly string[]): Diagnostic {
  const detail = `There are no scenarios below ${both(folders)}: files whose names end in .test.yaml or .test.yml.`;
  const help = [`write one: ${PACKAGE.homepage}/blob/main/docs/guides/test-a-design.md`];
  return diagnostic("no-scenarios", detail, { help });
}
