/** A game in a run: chosen, then planned, then applied; and the results for all games of a run. */
import type { Impact } from "../analysis/impact/impacts.ts";
import type { Secrets } from "../analysis/secrets.ts";
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

/** A project file that was read. */
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

/** What planning depends on, and how the game is played. */
export interface PlanGameOptions extends PlanOptions {
  readonly play: PlaySettings;
}

/** A plan, with what it was made on. */
export interface PlannedGame {
  readonly choice: GameChoice;
  readonly plan: Plan;
  /** What each step does, for sending it and reading it back. */
  readonly effects: Planned["effects"];
  /** What the plan was made on, as far as it touches it. */
  readonly live: LiveGame;
  /** When it was read: milliseconds since 1970. */
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
  /** What is kept from pages that many people see. */
  readonly secrets: Secrets;
  /** What it was planned with. */
  readonly options: PlanGameOptions;
}

/** How far one requested game came. An interruption before its turn is an error, too. */
export type GameResult<T> = GameFacts & Checked<T>;

interface GameFacts {
  readonly game: string;
  /** Absent where it is unknown. */
  readonly environment?: string;
  /** Its manifests, where these are known and there is no plan. */
  readonly desired?: DesiredGame;
  /** Its secrets, if they are known and there is a problem or no plan. */
  readonly secrets?: Secrets;
}

/** The games of a run, in the order of the project. */
export interface GameResults<T> extends ChangedPart {
  readonly byGame: readonly GameResult<T>[];
  /** Whether several were requested: problems then say which game they are about. */
  readonly isSeveral: boolean;
  /** Values to work on: none if `general` has an error. */
  readonly games: readonly T[];
  /** Problems of the run as a whole. */
  readonly general: readonly Diagnostic[];
  /** Those and the problems of all games. */
  readonly diagnostics: readonly Diagnostic[];
}

export function resultsOf<T>(
  general: readonly Diagnostic[],
  byGame: readonly GameResult<T>[] = [],
  { changed }: ChangedPart = {},
): GameResults<T> {
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

/** What the work on a game finds besides its value. It is kept also where the work is stopped. */
export interface GameProgress {
  readonly problems: Problems;
  desired?: DesiredGame;
  secrets?: Secrets | undefined;
}

/**
 * Games in work at once: enough to keep a service busy, and few enough to hold their lists in
 * memory.
 */
export const GAMES_AT_ONCE = 8;

/** Takes the games that have a value one step further, a few at a time. */
export async function eachGame<A, B>(
  from: GameResults<A>,
  work: (value: A, progress: GameProgress) => Promise<B>,
  atOnce = GAMES_AT_ONCE,
): Promise<GameResults<B>> {
  const workOne = async (result: GameResult<A>): Promise<GameResult<B>> => {
    const { game, environment, diagnostics } = result;
    const progress: GameProgress = {
      problems: problemsOf(from, game),
      ...defined({ secrets: result.secrets }),
    };
    const { problems } = progress;
    problems.add(diagnostics);
    const made = isFailure(result)
      ? { diagnostics: mapErrors(result.diagnostics, () => problems.all) }
      : await problems.collect(() => work(result.value, progress));
    const { desired, secrets } = progress;
    return { game, ...made, ...defined({ environment, desired, secrets }) };
  };
  return resultsOf(from.general, await inParallel(from.byGame, { limit: atOnce }, workOne), from);
}

/** For the problems of one game, with its name in a run over several. */
export function problemsOf(
  { isSeveral }: Pick<GameResults<unknown>, "isSeveral">,
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
export function outcomeOfUnbegun(diagnostics: readonly Diagnostic[]): FailureOutcome | undefined {
  return outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
}

/** A game of a run that plans, as far as its outcome is known by it. */
interface EndedPlan extends Pick<GameFacts, "game"> {
  readonly environment?: string | undefined;
  readonly value?: Pick<PlannedGame, "plan" | "refusals"> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What became of each game when it was planned, as documents list it. */
export function planEnds(byGame: readonly EndedPlan[]) {
  return byGame.map(({ game, environment, value, diagnostics }) => {
    const failure = outcomeOfUnbegun([...diagnostics, ...(value?.refusals ?? [])]);
    const planned =
      value === undefined
        ? "not-started"
        : value.plan.steps.length === 0
          ? "no-changes"
          : "changes";
    const outcome: PlanOutcome = failure ?? planned;
    return { game, environment, outcome };
  });
}

export function isBrokenOff(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "interrupted");
}
