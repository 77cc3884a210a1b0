/** A game in a run: chosen, then planned, then applied; and the results for all games of a run. */

import type { Impact } from "../analysis/impact/impacts.ts";
import type { Secrets } from "../analysis/secrets.ts";
import type { Client } from "../api/client.ts";
import type { ClientSettings } from "../api/line.ts";
import type { ManifestsFolder } from "../files/manifests.ts";
import type { Scalars } from "../model/codec.ts";
import type { FailureOutcome } from "../model/codes.ts";
import { defined, inParallel } from "../model/collections.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";
import type { StepResult } from "../model/events.ts";
import { outcomeOf } from "../model/events.ts";
import type { DesiredGame, HazardName, LiveGame, Plan } from "../model/model.ts";
import type { PlanCauses } from "../plan/cause.ts";
import type { Verification } from "../plan/verify.ts";
import type { ChangedGames, ChangedPart } from "../project/changed.ts";
import type { LintSettings, PlacedActionSettings } from "../project/game-settings.ts";
import type { LagPorts } from "./lag.ts";

/** A chosen folder of manifests. */
export interface ManifestsChoice extends ManifestsFolder {
  readonly game: string;
  /** The one whose overrides count. Absent where manifests are checked for every environment. */
  readonly environment?: string;
  /** Those of the project file. Absent without one. */
  readonly environments?: readonly string[];
  readonly lint: LintSettings;
  /** By the `custom_id` of the action. */
  readonly actions: ReadonlyMap<string, PlacedActionSettings>;
}

/** A chosen game in one environment, with everything that is needed to work on it. */
export interface GameChoice extends ManifestsChoice {
  readonly environment: string;
  readonly prune: boolean;
  readonly allow: readonly HazardName[];
  readonly scalars: Scalars;
  readonly settings: ClientSettings;
  readonly target:
    | { readonly type: "embedded"; readonly data: string }
    | {
        readonly type: "live";
        readonly base_url: string;
        readonly game_id: string;
        readonly token_env: string;
      };
}

/** A plan, with what it was made on. */
export interface PlannedGame {
  readonly choice: GameChoice;
  readonly plan: Plan;
  /** What the plan was made on, as far as it touches it. */
  readonly live: LiveGame;
  /** When it was read: milliseconds since 1970. */
  readonly readAt: number;
  readonly desired: DesiredGame;
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** The impact of the plan on players. */
  readonly impact: readonly Impact[];
  /** Hazards that flags and the project allow. */
  readonly allowed: ReadonlySet<HazardName>;
  /** What is kept from pages that many people see. */
  readonly secrets: Secrets;
  /** Reads again after the steps. */
  readonly verify: (results: readonly StepResult[], client: Client, ports: LagPorts) => Promise<Verification>;
}

/** How far one requested game came. Without a value: an error, or the run was interrupted before its turn. */
export interface GameResult<T> extends Checked<T> {
  readonly game: string;
  /** Absent where it is unknown. */
  readonly environment?: string;
  /** Its manifests, where these are known and there is no plan. */
  readonly desired?: DesiredGame;
  /** Its secrets, where these are known and there is no plan. */
  readonly secrets?: Secrets;
}

/** The games of a run, in the order of the project. */
export interface GameResults<T> extends ChangedPart {
  readonly each: readonly GameResult<T>[];
  /** How many were requested, changed or not. */
  readonly all: number;
  /** Whether several were requested: problems then say which game they are about. */
  readonly isSeveral: boolean;
  /** Those that have a value. */
  readonly games: readonly T[];
  /** Problems of the run as a whole. With an error among them, there are no games. */
  readonly general: readonly Diagnostic[];
  /** Those and the problems of all games. */
  readonly diagnostics: readonly Diagnostic[];
}

export function resultsOf<T>(
  general: readonly Diagnostic[],
  each: readonly GameResult<T>[] = [],
  { all = each.length, changed }: { readonly all?: number; readonly changed?: ChangedGames | undefined } = {},
): GameResults<T> {
  return {
    each,
    all,
    ...defined({ changed }),
    isSeveral: all > 1,
    games: each.flatMap(({ value }) => (value === undefined ? [] : [value])),
    general,
    diagnostics: [...general, ...each.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/** The problems of one game, with its name in a run over several. */
export function named(
  { isSeveral }: { readonly isSeveral: boolean },
  game: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return isSeveral ? diagnostics.map((problem) => ({ ...problem, game })) : diagnostics;
}

/** Games in work at once: enough to keep a service busy, and few enough to hold their lists in memory. */
export const GAMES_AT_ONCE = 8;

/** Takes the games that have a value one step further, a few at a time. */
export async function eachGame<A, B>(
  from: GameResults<A>,
  work: (value: A) => Promise<Omit<GameResult<B>, "game" | "environment">>,
  atOnce = GAMES_AT_ONCE,
): Promise<GameResults<B>> {
  const workOne = async ({ game, environment, value, diagnostics }: GameResult<A>): Promise<GameResult<B>> => {
    const result = value === undefined ? { diagnostics: [] } : await work(value);
    return {
      game,
      ...defined({ environment }),
      ...result,
      diagnostics: named(from, game, [...diagnostics, ...result.diagnostics]),
    };
  };
  return resultsOf(from.general, await inParallel(from.each, { limit: atOnce }, workOne), from);
}

/** What the errors come to for a game of which nothing was begun: one that was broken off is none that failed. */
export function outcomeOfUnbegun(diagnostics: readonly Diagnostic[]): FailureOutcome | undefined {
  return outcomeOf(diagnostics.filter(({ code }) => code !== "interrupted"));
}

export function isBrokenOff(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code }) => code === "interrupted");
}
