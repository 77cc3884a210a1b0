/** A game in a run: chosen, then planned, then applied; and the results for all games of a run. */
import type { Impact } from "../analysis/impact/impacts.ts";
import { type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { defined, inParallel } from "../ground/collections.ts";
import type { ParsedText } from "../manifest/parse.ts";
import type { FailureOutcome } from "../model/codes.ts";
import {
  type Checked,
  type Diagnostic,
  diagnostic,
  hasErrors,
  isFailure,
  mapErrors,
} from "../model/diagnostics.ts";
import { outcomeOf, type PlanOutcome } from "../model/events.ts";
import type { DesiredGame, HazardName, LiveGame, Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import type { Planned, PlanOptions } from "../plan/plan.ts";
import type { ChangedPart } from "../project/changed.ts";
import type { ChosenFolder, ChosenGame } from "../project/choose-games.ts";
import type { PlaySettings } from "../project/game-settings.ts";
import type { Project } from "../project/project.ts";
import { Problems, Stop } from "./problems.ts";

/** A project file that was read. @internal */
export interface LoadedProject {
  /** Absolute path. */
  readonly path: string;
  readonly text: ParsedText;
  readonly content: Project;
}

/** The project file of a choice. */
interface OfProject {
  /** Absolute path, like the folder of manifests. */
  readonly projectFile: string;
  /** @internal */
  readonly project: LoadedProject;
}

/** A chosen folder of manifests. */
export interface ManifestsChoice extends ChosenFolder, OfProject {}

/** A chosen game in one environment, with everything that is needed to work on it. */
export interface GameChoice extends ChosenGame, OfProject {}

/** Settings that a plan depends on, and how the game is played. */
export interface PlanGameOptions extends PlanOptions {
  readonly play: PlaySettings;
}

/** A plan, with what it was made on. */
export interface PlannedGame {
  readonly choice: GameChoice;
  readonly plan: Plan;
  /** The effect of each step, for sending it and reading it back. @internal */
  readonly effects: Planned["effects"];
  /** The resources that the plan touches. */
  readonly live: LiveGame;
  /** When it was read: milliseconds since 1970. @internal */
  readonly readAt: number;
  readonly desired: DesiredGame;
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** Warnings that a page says at its beginning, for other forms of a plan. */
  readonly targetWarnings: readonly Diagnostic[];
  /** The impact of the plan on players. */
  readonly impact: readonly Impact[];
  /** Hazards that flags and the project allow. */
  readonly allowed: ReadonlySet<HazardName>;
  /** Resources whose texts are masked on pages that many people see. */
  readonly secrets: Secrets;
  /** Settings of the planning. @internal */
  readonly options: PlanGameOptions;
}

/** Knowledge of a game that places its problems, and hides its secrets in them. */
export type KnownGame =
  | { readonly reached: "nothing" }
  | {
      readonly reached: "manifests";
      readonly desired: DesiredGame;
      /** Secrets of the manifests, and of the live game once it was read. */
      readonly secrets: Secrets;
    };

export const NOTHING_KNOWN: KnownGame = { reached: "nothing" };

/** Returns the secrets of a game as far as they are known. */
export function findKnownSecrets(known: KnownGame): Secrets | undefined {
  return known.reached === "manifests" ? known.secrets : undefined;
}

/** Knows a game by its manifests. Costly values are computed on first use. */
export function knowManifests(game: { readonly desired: DesiredGame }): KnownGame {
  let secrets: Secrets | undefined;
  return {
    reached: "manifests",
    get desired() {
      return game.desired;
    },
    get secrets() {
      secrets ??= secretsOf(game, catalog);
      return secrets;
    },
  };
}

/** The end of the work on one game: its value, or the errors that ended the work. */
export type WorkResult<T> = Checked<T> & { readonly known: KnownGame };

/** How far one requested game came. An interruption before its turn is an error, too. */
export type GameResult<T> = WorkResult<T> & {
  readonly game: string;
  /** Absent if the manifests are read without one, or if the choice failed. */
  readonly environment?: string;
};

/** The games of a run, in the order of the project. */
export interface Games<T> extends ChangedPart {
  readonly byGame: readonly GameResult<T>[];
  /** Whether several were requested: problems then say which game they are about. */
  readonly isSeveral: boolean;
  /** Values to work on: none if `general` has an error. */
  readonly games: readonly T[];
  /** Problems of the run as a whole. */
  readonly general: readonly Diagnostic[];
  /** All problems: of the run, and of each game. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Puts together the games of a run. */
export function gatherGames<T>(
  general: readonly Diagnostic[],
  byGame: readonly GameResult<T>[] = [],
  { changed }: ChangedPart = {},
): Games<T> {
  const values = byGame.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return {
    byGame,
    ...defined({ changed }),
    isSeveral: (changed?.of ?? byGame.length) > 1,
    games: hasErrors(general) ? [] : values,
    general,
    diagnostics: [...general, ...byGame.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/** Adds problems of the run as a whole. An error among them leaves no game to work on. */
export function addProblems<T>(games: Games<T>, problems: readonly Diagnostic[]): Games<T> {
  if (problems.length === 0) return games;
  return gatherGames([...games.general, ...problems], games.byGame, games);
}

/**
 * Games in work at once: enough to keep a service busy, and few enough to hold their lists in
 * memory.
 */
export const GAMES_AT_ONCE = 8;

/** Takes the games that have a value one step further, a few at a time. */
export function eachGame<A, B>(
  from: Games<A>,
  work: (value: A, problems: Problems) => Promise<B>,
  atOnce = GAMES_AT_ONCE,
): Promise<Games<B>> {
  const workOne = async (value: A, { problems, known }: GameWork): Promise<WorkResult<B>> => {
    const made = await problems.collect(() => work(value, problems));
    return { ...made, known };
  };
  return workOnGames(from, workOne, atOnce);
}

/** The state of a game before the next work on it. */
export interface GameWork {
  /** The problems of the game so far. */
  readonly problems: Problems;
  readonly known: KnownGame;
}

/** Takes each game a step further by work that also returns what it found out about the game. */
export async function workOnGames<A, B>(
  from: Games<A>,
  work: (value: A, begun: GameWork) => Promise<WorkResult<B>>,
  atOnce = GAMES_AT_ONCE,
): Promise<Games<B>> {
  const workOne = async (result: GameResult<A>): Promise<GameResult<B>> => {
    const { game, environment, known } = result;
    const problems = problemsOf(from, game);
    problems.add(result.diagnostics);
    const made = isFailure(result)
      ? { diagnostics: mapErrors(result.diagnostics, () => problems.all), known }
      : await work(result.value, { problems, known });
    return { game, ...defined({ environment }), ...made };
  };
  const byGame = await inParallel(from.byGame, { limit: atOnce }, workOne);
  return gatherGames(from.general, byGame, from);
}

/** For the problems of one game, with its name in a run over several. */
export function problemsOf(
  { isSeveral }: Pick<Games<unknown>, "isSeveral">,
  game: string,
): Problems {
  return new Problems(isSeveral ? game : undefined);
}

/** Stops the work on a game whose turn has not come when the run is interrupted. */
export function stopIfInterrupted({ aborted }: AbortSignal): void {
  if (!aborted) return;
  throw new Stop(diagnostic("interrupted", "The run was interrupted before this game was read."));
}

/** Outcome of a game for which nothing was sent. An interruption is not a failure. */
export function findOutcomeOfUnbegun(
  diagnostics: readonly Diagnostic[],
): FailureOutcome | undefined {
  return outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
}

type PlanResult = Pick<GameResult<unknown>, "game" | "diagnostics"> & {
  readonly environment?: string | undefined;
  readonly value?: Pick<PlannedGame, "plan" | "refusals"> | undefined;
};

/** Says what became of each game when it was planned, as documents list it. */
export function planEnds(byGame: readonly PlanResult[]) {
  return byGame.map(({ game, environment, value, diagnostics }) => {
    const failure = findOutcomeOfUnbegun([...diagnostics, ...(value?.refusals ?? [])]);
    return { game, environment, outcome: failure ?? findOutcomeOfPlan(value?.plan) };
  });
}

function findOutcomeOfPlan(plan: Plan | undefined): PlanOutcome {
  if (plan === undefined) return "not-started";
  return plan.steps.length === 0 ? "no-changes" : "changes";
}

export function isBrokenOff(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "interrupted");
}
