/** `laurel diff`: compares games as they are live in two environments, and writes nothing. */
import { inParallel } from "../../api/parallel.ts";
import { readGame } from "../../api/reader.ts";
import { catalog } from "../../catalog/index.ts";
import { both, counted, quoted } from "../../manifest/wording.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";
import {
  type GameInEnvironment,
  type LiveDifference,
  liveDifference,
  outcomeOfDifference,
} from "../../plan/live-difference.ts";
import { type ComparedGameEnd, renderLiveDifferencesJson } from "../../view/live-difference-json.ts";
import { renderLiveDifferences } from "../../view/live-difference-text.ts";
import {
  type Asked,
  type AskedGames,
  askedGames,
  type GameChoice,
  isSeveral,
  loadProject,
  namedIn,
} from "../../workflow/games.ts";
import { loadGame } from "../../workflow/load-game.ts";
import { type Attempt, type Attempts, attemptsOf, GAMES_AT_ONCE } from "../../workflow/planned-games.ts";
import { type Services, withServices } from "../../workflow/services.ts";
import { openSession } from "../../workflow/session.ts";
import { type Flags, flag, text } from "../args/command.ts";
import { shellLine } from "../args/shell-line.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";

export async function diffCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withServices(ports, async (services) => {
    const { each, games, diagnostics, isSeveral: isOneOfMany } = await compareGames(flags, ports, screen, services);
    const ends = each.map(endOf);
    screen.report(diagnostics);
    ports.stdout.write(
      text(flags, "format") === "json"
        ? renderLiveDifferencesJson(games, ends, diagnostics)
        : renderLiveDifferences(games, ends, isOneOfMany, screen.result),
    );
    const failure = exitCodeOf(diagnostics);
    if (failure !== EXIT.done) return failure;
    const isNews = ends.some(({ outcome }) => outcome === "different");
    return flag(flags, "detailed-exitcode") === true && isNews ? EXIT.changes : EXIT.done;
  });
}

/** What was broken off is no failure of the game: it was not compared, like those whose turn did not come. */
function endOf({ game, planned, diagnostics }: Attempt<LiveDifference>): ComparedGameEnd {
  const failure = outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
  return { game, outcome: failure ?? (planned === undefined ? "not-started" : outcomeOfDifference(planned)) };
}

/** Every chosen game in both environments, a few games side by side, within one budget for each service and token. */
async function compareGames(
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Attempts<LiveDifference>> {
  const asked = await askedPairs(flags, ports);
  if (hasErrors(asked.diagnostics)) return attemptsOf<LiveDifference>(asked.diagnostics, []);
  const compareOne = async (pair: Pair): Promise<Attempt<LiveDifference>> => {
    const { value, diagnostics } = await compareLive(pair, flags, ports, screen, services);
    const named = namedIn(asked, pair.game, diagnostics);
    return { game: pair.game, ...(value === undefined ? {} : { planned: value }), diagnostics: named };
  };
  const each = await inParallel(asked.pairs, GAMES_AT_ONCE, compareOne, () => false);
  return attemptsOf(asked.diagnostics, each, { isSeveral: isSeveral(asked) });
}

/** One game in both environments, as far as it has them. */
interface Pair {
  readonly game: string;
  readonly from?: GameChoice;
  readonly to?: GameChoice;
  readonly diagnostics: readonly Diagnostic[];
}

type AskedPairs = Pick<AskedGames<GameChoice>, "all" | "diagnostics"> & { readonly pairs: readonly Pair[] };

async function askedPairs(flags: Flags, ports: Ports): Promise<AskedPairs> {
  const [from, to] = [text(flags, "from"), text(flags, "to")];
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? "--from" : "--to";
    const detail = `\`laurel diff\` compares two environments, and ${missing} is not given.`;
    const help = ["laurel diff --from staging --to production"];
    return { pairs: [], all: 0, diagnostics: [diagnostic("usage", detail, { help })] };
  }
  if (from === to) {
    const problem = diagnostic("usage", `--from and --to both name the environment ${quoted(from)}.`);
    return { pairs: [], all: 0, diagnostics: [problem] };
  }
  const project = loadProject(flags, ports);
  const asked = (env: string): Promise<AskedGames<GameChoice>> => askedGames({ ...flags, env }, ports, () => project);
  const [ones, others] = [await asked(from), await asked(to)];
  const twins = new Map(others.games.map((other) => [other.game, other]));
  return {
    pairs: ones.games.map((one) => pairOf(one, twins.get(one.game))),
    all: ones.all,
    diagnostics: united(ones.diagnostics, others.diagnostics),
  };
}

function pairOf(one: Asked<GameChoice>, other: Asked<GameChoice> | undefined): Pair {
  return {
    game: one.game,
    ...(one.choice === undefined ? {} : { from: one.choice }),
    ...(other?.choice === undefined ? {} : { to: other.choice }),
    diagnostics: united(one.diagnostics, other?.diagnostics ?? []),
  };
}

/** What is wrong with the project has nothing to do with the environment, and is said once. */
function united(ones: readonly Diagnostic[], others: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set(ones.map((each) => JSON.stringify(each)));
  return [...ones, ...others.filter((each) => !known.has(JSON.stringify(each)))];
}

async function compareLive(
  { game, from, to, diagnostics: asking }: Pair,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Checked<LiveDifference>> {
  if (from === undefined || to === undefined || services.stop.aborted) return { diagnostics: asking };
  const [one, other] = await Promise.all([
    readPlace(from, ports, screen, services),
    readPlace(to, ports, screen, services),
  ]);
  const diagnostics = [...asking, ...one.diagnostics, ...other.diagnostics];
  if (one.value === undefined || other.value === undefined) return { diagnostics };
  const faulty = [one.value, other.value].filter(({ faults }) => faults > 0);
  const unexplained = faulty.length === 0 ? [] : [nothingExpected(game, faulty, flags)];
  const difference = liveDifference(one.value.place, other.value.place, catalog);
  return { value: difference, diagnostics: [...diagnostics, ...unexplained] };
}

interface ReadPlace {
  readonly place: GameInEnvironment;
  /** Errors of the manifests, because of which they are not used. */
  readonly faults: number;
}

/** The game as it is live. Manifests only explain differences: without them, or with bad ones, none is explained. */
async function readPlace(
  choice: GameChoice,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Checked<ReadPlace>> {
  const session = await openSession(choice, ports, screen, services);
  if (session.value === undefined) return { diagnostics: session.diagnostics };
  const { client, target, close } = session.value;
  try {
    const kinds = catalog.map(({ name }) => name);
    const live = await readGame(client, catalog, { kinds, linksOf: () => true });
    const diagnostics = [...session.diagnostics, ...live.diagnostics];
    if (live.value === undefined || hasErrors(diagnostics)) return { diagnostics };
    const loaded = await loadGame(choice, ports);
    const faults = loaded.diagnostics.filter(({ severity }) => severity === "error").length;
    const place = { target, live: live.value };
    const isUsable = loaded.value !== undefined && faults === 0;
    return { value: { place: isUsable ? { ...place, desired: loaded.value } : place, faults }, diagnostics };
  } finally {
    await close();
  }
}

/** Both environments have to be as the manifests want them for a difference to be expected, so one is enough. */
function nothingExpected(game: string, faulty: readonly ReadPlace[], flags: Flags): Diagnostic {
  const places = faulty.map(({ place, faults }) => `${place.target.environment} (${counted(faults, "error")})`);
  const detail = `The manifests of the game ${quoted(game)} cannot be used for ${both(places)}, so that no difference is expected: what overrides ask for counts as news.`;
  const project = text(flags, "project");
  const words = ["laurel", "validate", ...(project === undefined ? [] : ["--project", project]), "--game", game];
  return diagnostic("nothing-expected", detail, { help: ["to see the errors:", `  ${shellLine(words)}`] });
}
