/** The scenarios of the chosen games: found, read, checked and played. */

import { countParts, designOf } from "../analysis/design/design.ts";
import { readScenarios } from "../analysis/scenarios/read-scenarios.ts";
import { type TestedGame, testGame, totalsOf } from "../analysis/scenarios/test-game.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import type { TextChange } from "../edit/game-texts.ts";
import { PACKAGE } from "../files/assets.ts";
import { shownPath } from "../files/read.ts";
import { grouped, sum } from "../ground/collections.ts";
import { both, nameText, quoted } from "../ground/words.ts";
import { workFor } from "../ground/work.ts";
import { parseSource } from "../manifest/parse.ts";
import { type Diagnostic, diagnostic, tellingOf } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { sourceFile } from "../model/source.ts";
import { emptyChoice } from "../project/choose-games.ts";
import { eachGame, findKnownSecrets, type Games, problemsOf } from "./game.ts";
import {
  countDesigns,
  type LoadedGame,
  type LocalContext,
  loadGames,
  sharedWork,
} from "./load-games.ts";
import type { GameOptions } from "./selection.ts";

/** A game whose scenarios were played. */
interface TestedGameResult extends TestedGame {
  readonly secrets: Secrets;
}

/** The problems of a game, and its secrets if its manifests are valid. */
interface ProblemsOfTest {
  readonly game: string;
  /** Undefined if the manifests are invalid. */
  readonly secrets: Secrets | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

interface TestResult {
  readonly games: readonly TestedGameResult[];
  /** Whether the run is one over several games. */
  readonly isSeveral: boolean;
  /** Problems of the run as a whole. */
  readonly general: readonly Diagnostic[];
  /** In the order of the project. */
  readonly byGame: readonly ProblemsOfTest[];
  /** All of them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Plays the chosen scenarios. A scenario with a problem doesn't keep the others from it. */
export async function testGames(
  options: GameOptions & { readonly filter?: readonly string[] | undefined },
  run: LocalContext,
): Promise<TestResult> {
  const { filter } = options;
  if (filter?.length === 0) {
    const general = [emptyChoice("filters")];
    return { isSeveral: false, games: [], general, byGame: [], diagnostics: general };
  }
  const all = await loadGames(options, run);
  const { isSeveral } = all;
  const general = [...all.general];
  const byGame: ProblemsOfTest[] = [];
  const games: TestedGameResult[] = [];
  const designs = countDesigns(all.games);
  const play = sharedWork(({ design, sources: { scenarios } }: LoadedGame) => {
    const size = sum(scenarios.map(({ source }) => source.text.length));
    // A step is some 25 characters, and takes as much as ten members.
    const work = workFor(countParts(design) + Math.floor((2 * size) / 5), designs);
    return testGame(design, scenarios, { filters: filter, work });
  });
  for (const { game, value, diagnostics, known } of all.byGame) {
    if (value === undefined) {
      byGame.push({ game, secrets: findKnownSecrets(known), diagnostics });
      continue;
    }
    const { files, diagnostics: problems } = play(value);
    const secrets = secretsOf(value, catalog);
    games.push({ game, files, secrets });
    const found = problemsOf(all, game).named(problems);
    byGame.push({ game, secrets, diagnostics: [...diagnostics, ...found] });
  }
  const result = (): TestResult => {
    return {
      isSeveral,
      games,
      general,
      byGame,
      diagnostics: [...general, ...byGame.flatMap((game) => game.diagnostics)],
    };
  };
  // Where something else is wrong, that is why there is nothing to play.
  const isClear = result().diagnostics.every(({ severity }) => severity === "warning");
  if (!isClear || totalsOf(games).scenarios > 0) return result();
  const folders = all.games.map(({ choice }) => shownPath(choice.manifests, run.ports.cwd));
  general.push(filter === undefined ? explainNoScenarios(folders) : explainFilteredOut(filter));
  return result();
}

/** Checks the scenarios of loaded games, and plays none. */
export function checkScenarios(loaded: Games<LoadedGame>): Promise<Games<LoadedGame>> {
  const problemsIn = sharedWork(({ design, sources }: LoadedGame) =>
    sources.scenarios.flatMap((parsed) => readScenarios(parsed, design).diagnostics),
  );
  return eachGame(
    loaded,
    async (game, problems) => {
      problems.add(problemsIn(game));
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
 * Errors about scenarios that are right now and would be wrong after a pull, such as those that
 * name a resource which was deleted live. Their authors decide what they then expect.
 */
export function findBrokenScenarios({ before, after, files }: ChangedGame): readonly Diagnostic[] {
  const design = designOf(after.resources.values(), after.managed, before.choice);
  const problems = before.sources.scenarios.flatMap((parsed) => {
    const { source } = parsed;
    const known = new Set(
      readScenarios(parsed, before.design).diagnostics.map(describePlaceAndWords),
    );
    const text = files.find(({ path }) => path === source.path)?.after;
    const changed = text === undefined ? parsed : parseSource(sourceFile({ ...source, text }));
    const found = readScenarios(changed, design).diagnostics;
    return found.filter(
      (problem) => problem.severity === "error" && !known.has(describePlaceAndWords(problem)),
    );
  });
  return [...grouped(problems, ({ detail }) => detail).values()].flatMap(
    (alike): readonly Diagnostic[] => {
      const labels = alike.flatMap(({ primary }) => primary ?? []);
      const [first, ...rest] = labels;
      if (first === undefined) return alike;
      const where = both([
        ...new Set(labels.map(({ span }) => `${nameText(span.source.name)}:${span.start.line}`)),
      ]);
      const detail = `Scenarios would be wrong after the pull, at ${where}: ${first.text}.`;
      const others = rest.map(({ span }) => ({ span, text: "and here" }));
      const help = ["change these scenarios, and pull again"];
      const broken = diagnostic("breaks-scenarios", detail, { primary: first, others, help });
      return [
        tellingOf(
          broken,
          alike.flatMap(({ about = [] }) => about.flat()),
        ),
      ];
    },
  );
}

function describePlaceAndWords({ detail, primary }: Diagnostic): string {
  return `${primary?.span.start.line} ${detail}`;
}

function explainFilteredOut(filters: readonly string[]): Diagnostic {
  const help = ["--filter takes a piece of a name or of a path; case does not matter"];
  return diagnostic("usage", `No scenario has ${both(filters.map(quoted))} in its name or file.`, {
    help,
  });
}

function explainNoScenarios(folders: readonly string[]): Diagnostic {
  const detail = `There are no scenarios below ${both(folders)}: files whose names end in .test.yaml or .test.yml.`;
  const help = [`write a scenario: ${PACKAGE.homepage}/blob/main/docs/guides/test-a-design.md`];
  return diagnostic("no-scenarios", detail, { help });
}
