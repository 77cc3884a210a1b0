/** Compares games as they are live in two environments. Writes nothing. */
import { readGame } from "../api/reader.ts";
import { catalog } from "../catalog/index.ts";
import { both, counted, quoted } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import { type DiffOutcome, outcomeOfUnbegun } from "../model/events.ts";
import { shellLine } from "../model/shell-line.ts";
import {
  type GameInEnvironment,
  type LiveDifference,
  liveDifference,
  outcomeOfDifference,
} from "../plan/live-difference.ts";
import { eachGame, type GameChoice, type GameResult, type GameResults, resultsOf } from "./game.ts";
import { loadGame } from "./load-games.ts";
import type { DiffOptions } from "./options.ts";
import type { Ports, RunContext } from "./run.ts";
import { loadProject, selectGames } from "./selection.ts";
import { inSession } from "./session.ts";

/** Every chosen game in both environments, a few games side by side, within one budget for each service and token. */
export async function compareGames(options: DiffOptions, run: RunContext): Promise<GameResults<LiveDifference>> {
  const pairs = await requestedPairs(options, run.ports);
  return eachGame(pairs, (pair) =>
    run.stop.aborted ? Promise.resolve({ diagnostics: [] }) : compareLive(pair, options, run),
  );
}

/** What became of each game. One that was interrupted was not compared, like those whose turn did not come. */
export function diffOutcome({ value, diagnostics }: GameResult<LiveDifference>): DiffOutcome {
  return outcomeOfUnbegun(diagnostics) ?? (value === undefined ? "not-started" : outcomeOfDifference(value));
}

/** One game in both environments. */
interface Pair {
  readonly game: string;
  readonly from: GameChoice;
  readonly to: GameChoice;
}

async function requestedPairs(options: DiffOptions, ports: Ports): Promise<GameResults<Pair>> {
  const { from, to } = options;
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? "--from" : "--to";
    const help = ["laurel diff --from staging --to production"];
    return resultsOf([diagnostic("usage", `${missing} is required.`, { help })]);
  }
  if (from === to) {
    return resultsOf([diagnostic("usage", `--from and --to both name the environment ${quoted(from)}.`)]);
  }
  const project = loadProject(options, ports);
  const ones = await selectGames({ ...options, env: from }, ports, () => project);
  const others = await selectGames({ ...options, env: to }, ports, () => project);
  const twins = new Map(others.each.map((other) => [other.game, other]));
  const general = united(ones.general, others.general);
  if (hasErrors(general)) return resultsOf(general);
  const each = ones.each.map(({ game, value: one, diagnostics }): GameResult<Pair> => {
    const other = twins.get(game);
    const problems = united(diagnostics, other?.diagnostics ?? []);
    if (one === undefined || other?.value === undefined) return { game, diagnostics: problems };
    return { game, value: { game, from: one, to: other.value }, diagnostics: problems };
  });
  return resultsOf(general, each, ones);
}

/** Problems of the project do not depend on the environment, and are reported once. */
function united(ones: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set(ones.map((each) => JSON.stringify(each)));
  return [...ones, ...others.filter((each) => !known.has(JSON.stringify(each)))];
}

async function compareLive(
  { game, from, to }: Pair,
  options: DiffOptions,
  run: RunContext,
): Promise<Checked<LiveDifference>> {
  const [one, other] = await Promise.all([readPlace(from, run), readPlace(to, run)]);
  const diagnostics = [...one.diagnostics, ...other.diagnostics];
  if (one.value === undefined || other.value === undefined) return { diagnostics };
  const faulty = [one.value, other.value].filter(({ faults }) => faults > 0);
  const unexplained = faulty.length === 0 ? [] : [nothingExpected(game, faulty, options)];
  const difference = liveDifference(one.value.place, other.value.place, catalog);
  return { value: difference, diagnostics: [...diagnostics, ...unexplained] };
}

interface ReadPlace {
  readonly place: GameInEnvironment;
  /** Errors of the manifests, because of which they are not used. */
  readonly faults: number;
}

/** The game as it is live. Manifests only explain differences: without them, or with bad ones, none is explained. */
function readPlace(choice: GameChoice, run: RunContext): Promise<Checked<ReadPlace>> {
  return inSession(choice, run, async ({ client, target }): Promise<Checked<ReadPlace>> => {
    const kinds = catalog.map(({ name }) => name);
    const { value: live, diagnostics } = await readGame(client, catalog, { kinds, linksOf: () => true });
    if (live === undefined || hasErrors(diagnostics)) return { diagnostics };
    const { value: loaded, diagnostics: loading } = await loadGame(choice, run.ports);
    const faults = loading.filter(({ severity }) => severity === "error").length;
    const desired = faults === 0 ? loaded?.desired() : undefined;
    return { value: { place: { target, live, ...defined({ desired }) }, faults }, diagnostics };
  });
}

/** A difference is expected only if the manifests of both environments are valid, so one is enough. */
function nothingExpected(game: string, faulty: readonly ReadPlace[], { project }: DiffOptions): Diagnostic {
  const places = faulty.map(({ place, faults }) => `${place.target.environment} (${counted(faults, "error")})`);
  const detail = `The manifests of the game ${quoted(game)} cannot be used for ${both(places)}, so that no difference is expected: differences that overrides ask for count as changes.`;
  const words = ["laurel", "validate", ...(project === undefined ? [] : ["--project", project]), "--game", game];
  return diagnostic("nothing-expected", detail, { help: ["to see the errors:", `  ${shellLine(words)}`] });
}
