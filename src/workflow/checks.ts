/**
 * Analyses of the chosen games that need no service: design mistakes, points, changes for players,
 * and graphs.
 */
import { countParts } from "../analysis/design/design.ts";
import { buildGraph, type Graph, selectAround } from "../analysis/graph/graph.ts";
import { buildChangelog, type GameChangelog } from "../analysis/impact/changelog.ts";
import { budgetWork } from "../analysis/impact/game-impact.ts";
import { buildManifestSides } from "../analysis/impact/sides.ts";
import { lint } from "../analysis/lint/lint.ts";
import { buildLintedGame } from "../analysis/lint/rule.ts";
import { analyseEconomy, warnNotAnalysed } from "../analysis/report/economy.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { jsonText } from "../ground/json.ts";
import { didYouMean } from "../ground/nearest.ts";
import { both, quoted } from "../ground/words.ts";
import { workFor } from "../ground/work.ts";
import { diagnostic, hasErrors } from "../model/diagnostics.ts";
import { emptyChoice } from "../project/choose-games.ts";
import { loadEarlier, type OpenCommit, openCommit } from "./base.ts";
import { eachGame, type Games, gatherGames, type ManifestsChoice, problemsOf } from "./game.ts";
import {
  countDesigns,
  type LoadedGame,
  type LocalContext,
  loadGames,
  sharedWork,
} from "./load-games.ts";
import type { Problems } from "./problems.ts";
import type { GameOptions } from "./selection.ts";

/**
 * `linted`: games without an error of their own. `diagnostics`: problems of the run and of
 * manifests, and all findings.
 */
export async function lintGames(options: GameOptions, run: LocalContext) {
  const all = await loadGames(options, run);
  const designs = countDesigns(all.games);
  const findingsOf = sharedWork(({ design, desired, choice }: LoadedGame) => {
    const work = workFor(countParts(design), designs);
    return lint({ ...buildLintedGame(design, desired, choice.lint), work });
  });
  const linted = all.games.map((loaded) => {
    const { choice, desired } = loaded;
    const { game } = choice;
    const findings = problemsOf(all, game).named(findingsOf(loaded, jsonText(choice.lint)));
    return { game, resources: desired.resources.size, findings, desired };
  });
  const findings = linted.flatMap((game) => game.findings);
  return { ...all, linted, diagnostics: [...all.diagnostics, ...findings] };
}

export async function reportGames(options: GameOptions, run: LocalContext) {
  const loaded = await loadGames(options, run);
  const designs = countDesigns(loaded.games);
  const limitOf = ({ choice }: LoadedGame): number | null =>
    choice.lint.budget.total_points?.value ?? null;
  const economyIn = sharedWork((game: LoadedGame) => {
    const work = workFor(countParts(game.design), designs);
    return analyseEconomy(game.design, { budget: limitOf(game), work });
  });
  const reports = loaded.games.map((game) => {
    return {
      game: game.choice.game,
      desired: game.desired,
      economy: economyIn(game, String(limitOf(game))),
    };
  });
  const cut = reports.flatMap(({ game, economy }) => warnNotAnalysed(game, economy));
  return {
    ...loaded,
    general: [...loaded.general, ...cut],
    diagnostics: [...loaded.diagnostics, ...cut],
    games: reports,
  };
}

interface ChangelogOptions extends GameOptions {
  /** The commit to compare with. */
  readonly base: string;
  /** Names secret achievements, which are only counted otherwise. */
  readonly revealSecrets?: boolean | undefined;
}

/** Compares the games with a commit, and lists the changes for players. */
export async function changelogGames(
  { base: ref, revealSecrets = false, ...options }: ChangelogOptions,
  run: LocalContext,
): Promise<Games<GameChangelog>> {
  let commit: Promise<OpenCommit> | undefined;
  const loaded = await loadGames({ ...options, isDefault: true }, run);
  const compare = async (
    { choice, desired }: LoadedGame,
    problems: Problems,
  ): Promise<GameChangelog> => {
    commit ??= openCommit(choice.projectFile, ref, run.ports);
    const { game, ...base } = await loadEarlier(choice, await commit, problems);
    const sides = buildManifestSides({ base: game, desired, prune: choice.prune, play: choice });
    const { before, after } = sides;
    return {
      game: choice.game,
      ...(choice.environments.length > 1 &&
        choice.environment !== undefined && { environment: choice.environment }),
      base: { ...base, has_game: game !== undefined },
      ...buildChangelog(before, after, {
        reveal: revealSecrets,
        work: budgetWork(before, after, loaded.games.length),
      }),
      notes: writeChangelogNotes(sides, ref, choice),
    };
  };
  return eachGame(loaded, compare, 1);
}

/**
 * Writes notes for the person who publishes the changelog, about changes that it omits because
 * players don't get them.
 */
function writeChangelogNotes(
  { staying, adopted }: ReturnType<typeof buildManifestSides>,
  ref: string,
  { environment, environments }: ManifestsChoice,
): readonly string[] {
  const forPlayers = new Map(
    catalog.flatMap(({ name, plural, playerData }) =>
      playerData === undefined ? [] : [[name, plural]],
    ),
  );
  const kept = staying.flatMap(({ kind, address }) => (forPlayers.has(kind) ? [address] : []));
  const many = new Set(adopted.flatMap(({ kind }) => forPlayers.get(kind) ?? []));
  return [
    ...(kept.length === 0
      ? []
      : [`Declared no more, but not deleted by an apply, and not listed: ${both(kept)}.`]),
    ...(many.size === 0
      ? []
      : [`Not listed, because ${ref} does not manage them: ${both([...many])}.`]),
    ...(environment !== undefined || environments.length < 2
      ? []
      : [
          `The changelog is that of the manifests without overrides. Name an environment with --env.`,
        ]),
  ];
}

/** The graph of one game. */
export interface GameGraph {
  readonly game: string;
  readonly graph: Graph;
  readonly secrets: Secrets;
}

/** The games without errors, in the order of the project. */
export async function gameGraphs(
  {
    achievement: ids,
    ...options
  }: GameOptions & { readonly achievement?: readonly string[] | undefined },
  run: LocalContext,
) {
  if (ids?.length === 0) {
    return gatherGames<GameGraph>([emptyChoice("resources")]);
  }
  const loaded = await loadGames(options, run);
  const { diagnostics } = loaded;
  const graphIn = sharedWork(({ design, desired }: LoadedGame) => {
    return { graph: buildGraph(design), secrets: secretsOf({ desired }, catalog) };
  });
  const whole = loaded.games.map(
    (game): GameGraph => ({ game: game.choice.game, ...graphIn(game) }),
  );
  if (ids === undefined) return { ...loaded, games: whole };
  const known = whole.flatMap(({ graph }) =>
    findAchievements(graph).map(({ custom_id }) => custom_id),
  );
  const unknown = ids.filter((id) => !known.includes(id));
  // Where a game could not be read, an id may be one of its.
  if (whole.length > 0 && !hasErrors(diagnostics) && unknown.length > 0) {
    const problems = unknown.map((id) =>
      diagnostic("unknown-achievement", `No achievement is ${quoted(id)}.`, {
        help: didYouMean(id, known),
      }),
    );
    return {
      ...loaded,
      games: [],
      general: [...loaded.general, ...problems],
      diagnostics: [...diagnostics, ...problems],
    };
  }
  // Games that have none of the achievements are left out.
  const games = whole.flatMap((game) => {
    const goals = findAchievements(game.graph).filter(({ custom_id }) => ids.includes(custom_id));
    const addresses = goals.map(({ address }) => address);
    return goals.length === 0 ? [] : [{ ...game, graph: selectAround(game.graph, addresses) }];
  });
  return { ...loaded, games };
}

function findAchievements({ nodes }: Graph): Graph["nodes"] {
  return nodes.filter(({ stage }) => stage === "earn");
}
