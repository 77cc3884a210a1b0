/** The scenarios of the chosen games: found, read, checked and played. */
import { relevantAssumptions } from "../analysis/design/relevant-assumptions.ts";
import { playScenario } from "../analysis/scenarios/play-scenario.ts";
import { readScenarios } from "../analysis/scenarios/read-scenarios.ts";
import {
  percentReached,
  type TestedFile,
  type TestedGame,
  type TimedScenario,
  totalsOf,
  watchCoverage,
} from "../analysis/scenarios/results.ts";
import type { Scenario } from "../analysis/scenarios/scenario.ts";
import { readScenarioFiles } from "../files/manifests.ts";
import { shownPath } from "../files/read.ts";
import { parseTexts } from "../manifest/parse.ts";
import { both, quoted } from "../manifest/wording.ts";
import { defined, pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { assumptionsUnder } from "../rules/assumptions.ts";
import { compile } from "../rules/compiled.ts";
import { named } from "./game.ts";
import { type LoadedDesign, type LocalContext, loadDesigns } from "./load-games.ts";
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
    const own = await testGame(loaded, options.filter, run.ports);
    found += own.found;
    games.push(own.game);
    const wrong = [...own.diagnostics, ...lowCoverage(own.game, options.minCoverage)];
    pushAll(problems, named(all, loaded.choice.game, wrong));
  }
  // Where something else is wrong, that is why there is nothing to play.
  const isClear = problems.every(({ severity, code }) => severity === "warning" || code === "low-coverage");
  if (isClear && totalsOf(games).scenarios === 0)
    return { games, isSeveral, diagnostics: [...problems, nothingPlayed(found, designs, options, run.ports)] };
  return { games, isSeveral, diagnostics: problems };
}

interface TestedDesign {
  readonly game: TestedGame;
  /** Scenarios before the filter. */
  readonly found: number;
  readonly diagnostics: readonly Diagnostic[];
}

async function testGame(
  { choice, design }: LoadedDesign,
  filters: readonly string[],
  ports: Ports,
): Promise<TestedDesign> {
  const texts = await readScenarioFiles(choice, ports.cwd);
  const compiled = compile(design);
  const coverage = watchCoverage();
  const diagnostics: Diagnostic[] = [...texts.diagnostics];
  const unjudged = new Map<string, readonly string[]>();
  const files: TestedFile[] = [];
  let found = 0;
  const play = (scenario: Scenario): TimedScenario => {
    const begin = ports.clock.now();
    const played = playScenario(scenario, design, compiled, coverage.evaluated);
    for (const { achievement } of played.earned) coverage.earned(achievement);
    for (const { achievement, reasons } of played.unjudged) unjudged.set(achievement, reasons);
    return { ...played, milliseconds: ports.clock.now() - begin };
  };
  for (const parsed of parseTexts(texts.value)) {
    const { file } = parsed.source;
    const read = readScenarios(parsed, design);
    pushAll(diagnostics, read.diagnostics);
    const scenarios = read.value ?? [];
    found += scenarios.length;
    files.push({ file, scenarios: scenarios.filter(({ name }) => isChosen(name, file, filters)).map(play) });
  }
  for (const [achievement, reasons] of unjudged) diagnostics.push(cannotJudge(achievement, reasons, design));
  const relevant = new Set(relevantAssumptions(design).map(({ name }) => name));
  const known = assumptionsUnder(design.semantics);
  const assumptions = known.map((each) => ({ ...each, relevant: relevant.has(each.name) }));
  return { game: { game: choice.game, files, coverage: coverage.result(design), assumptions }, found, diagnostics };
}

function isChosen(name: string, file: string, filters: readonly string[]): boolean {
  const text = `${file}\n${name}`.toLowerCase();
  return filters.length === 0 || filters.some((filter) => text.includes(filter.toLowerCase()));
}

function cannotJudge(
  achievement: string,
  reasons: readonly string[],
  { achievements }: LoadedDesign["design"],
): Diagnostic {
  const address = achievements.get(achievement)?.address;
  const detail = `The achievement ${quoted(achievement)} cannot be judged: ${reasons.join("; ")}.`;
  return diagnostic("cannot-judge", detail, defined({ address }));
}

function lowCoverage({ game, coverage }: TestedGame, minimum: number | undefined): readonly Diagnostic[] {
  const reached = percentReached(coverage);
  if (minimum === undefined || reached >= minimum) return [];
  const detail = `The scenarios reach ${reached} % of the game ${quoted(game)}, and --min-coverage requires ${minimum} %.`;
  return [diagnostic("low-coverage", detail, { help: ["laurel test --coverage"] })];
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
  return diagnostic("no-scenarios", detail, { help: ["docs/guides/test-a-design.md shows how to write one"] });
}
