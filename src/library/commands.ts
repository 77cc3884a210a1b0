/**
 * The commands as functions, which return what the command would print, and the embedded service
 * for tests.
 */
import type { ImpactClass } from "../analysis/impact/impacts.ts";
import { catalog } from "../catalog/index.ts";
import { defined } from "../ground/collections.ts";
import { loadDesired } from "../manifest/game/desired-game.ts";
import type { FailureOutcome } from "../model/codes.ts";
import type { Checked } from "../model/diagnostics.ts";
import type { ApplyEvent, ApplyResult } from "../model/events.ts";
import type { DesiredGame, Digest, HazardName, Plan } from "../model/model.ts";
import { sourceFile } from "../model/source.ts";
import { applyPlanned as applyGames, findOutcome, listResults } from "../workflow/apply-games.ts";
import { changelogGames, gameGraphs, lintGames, reportGames } from "../workflow/checks.ts";
import { findWrongDigests, holdTo } from "../workflow/expected-plans.ts";
import { type Games, gatherGames, type PlannedGame } from "../workflow/game.ts";
import { type LoadedGame, loadGames } from "../workflow/load-games.ts";
import { planGames } from "../workflow/plan-games.ts";
import { type PulledGame, pullGames } from "../workflow/pull.ts";
import { testGames } from "../workflow/scenarios.ts";
import { locate, makeLocalRun, type RunOptions, runOnline } from "./run.ts";

/** A text of manifests, and the name that problems give its file. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

/**
 * Checks texts of manifests: syntax, shapes, references, limits. The value is the game that they
 * describe. Pure.
 */
export function validate(files: readonly ManifestText[]): Checked<DesiredGame> {
  const sources = files.map(({ file, text }) => sourceFile({ name: file, text }));
  return loadDesired(sources, catalog);
}

/** The games of a project, read and checked. Needs no network, like the next four. */
export function load(options: RunOptions): Promise<Games<LoadedGame>> {
  return loadGames(locate(options), makeLocalRun(options));
}

/** Design mistakes. */
export function lint(options: RunOptions): ReturnType<typeof lintGames> {
  return lintGames(locate(options), makeLocalRun(options));
}

/** Plays scenarios. `filter`: only those with one of these in their name or file; default: all. */
export function test(
  options: RunOptions & { readonly filter?: readonly string[] | undefined },
): ReturnType<typeof testGames> {
  return testGames(locate(options), makeLocalRun(options));
}

/** The points economy, and the cheapest way to earn each achievement. */
export function report(options: RunOptions): ReturnType<typeof reportGames> {
  return reportGames(locate(options), makeLocalRun(options));
}

/** Graphs of what leads to what. `achievement`: only these, with what leads to them; default: all. */
export function graph(
  options: RunOptions & { readonly achievement?: readonly string[] | undefined },
): ReturnType<typeof gameGraphs> {
  return gameGraphs(locate(options), makeLocalRun(options));
}

/**
 * Lists the changes since the commit `base` that players would notice. `revealSecrets`: names secret
 * achievements.
 */
export function changelog(
  options: RunOptions & { readonly base: string; readonly revealSecrets?: boolean | undefined },
): ReturnType<typeof changelogGames> {
  return changelogGames(locate(options), makeLocalRun(options));
}

export interface PlanRunOptions extends RunOptions {
  /** The commit to compare with. */
  readonly base?: string | undefined;
  /** Only games that differ from the commit. */
  readonly changed?: boolean | undefined;
  /** Delete live resources that no manifest declares. Default: as the project file has it. */
  readonly prune?: boolean | undefined;
  /** Plan only these addresses, with what they need. Default: all; an empty list is an error. */
  readonly target?: readonly string[] | undefined;
  /** Hazards to allow, in addition to the project file. */
  readonly allow?: readonly HazardName[] | undefined;
  /** Classes of impact to refuse. */
  readonly failOn?: readonly ImpactClass[] | undefined;
}

/** Reads live games and plans. */
export function plan(options: PlanRunOptions): Promise<Games<PlannedGame>> {
  return runOnline(options, (run) => planGames(locate(options), run));
}

/** How plans are applied. */
export interface ApplyPlannedOptions extends Omit<RunOptions, "game" | "env"> {
  readonly onEvent?: ((event: ApplyEvent, plan: Plan) => void) | undefined;
}

export interface ApplyOptions extends PlanRunOptions, ApplyPlannedOptions {
  /**
   * Digests of reviewed plans. Default: any plan is applied. An empty list refuses every plan that
   * has steps.
   */
  readonly expect?: readonly Digest[] | undefined;
}

/** The end of an apply over one or several games. */
export interface AppliedGames {
  /** The plans, and the problems that kept games from being applied. */
  readonly plans: Games<PlannedGame>;
  /** A result for every requested game, in the order of the project. */
  readonly results: readonly ApplyResult[];
  /** The most severe outcome of all games. */
  readonly outcome: "done" | FailureOutcome;
}

/** Plans, applies what may be applied, and verifies it. Never throws for what a service does. */
export async function apply(options: ApplyOptions): Promise<AppliedGames> {
  const { expect } = options;
  const wrong = findWrongDigests(expect);
  if (wrong.length > 0) return endApply(gatherGames<PlannedGame>(wrong), []);
  return runOnline(options, async (run) => {
    const plans = holdTo(await planGames(locate(options), run), expect);
    const on = forwardEvents(options);
    return endApply(plans, await applyGames(plans, run, { wasAsked: false, on }));
  });
}

/**
 * Applies plans that `plan` has made and the program has looked at. The live games are read again
 * first: a plan for a game that has changed is refused.
 */
export function applyPlanned(
  plans: Games<PlannedGame>,
  options: ApplyPlannedOptions,
): Promise<AppliedGames> {
  return runOnline(options, async (run) => {
    const on = forwardEvents(options);
    return endApply(plans, await applyGames(plans, run, { wasAsked: true, on }));
  });
}

function forwardEvents({ onEvent }: ApplyPlannedOptions) {
  return (game: PlannedGame, event: ApplyEvent): void => onEvent?.(event, game.plan);
}

function endApply(plans: Games<PlannedGame>, applied: readonly ApplyResult[]): AppliedGames {
  const results = listResults(plans, applied);
  return { plans, results, outcome: findOutcome(plans, results) };
}

export interface PullRunOptions extends Omit<PlanRunOptions, "allow" | "failOn" | "prune"> {
  /** Which side wins where both have changed since `base`. */
  readonly prefer?: "live" | "files" | undefined;
}

/**
 * Reads live games, and makes the texts of manifests that hold what was changed live. Writes no
 * file.
 */
export function pull(options: PullRunOptions): Promise<Games<PulledGame>> {
  return runOnline(options, (run) => pullGames(locate(options), run));
}

/** A small server on this machine that behaves like a live service. */
export interface EmbeddedService {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/**
 * Starts the embedded service on the loopback interface. Every game exists and is empty. `dataFile`
 * keeps the data.
 */
export async function startService(
  options: { readonly port?: number | undefined; readonly dataFile?: string | undefined } = {},
): Promise<EmbeddedService> {
  const server = await import("../emulator/server.ts");
  const { url, token, close } = await server.startService(defined(options));
  return { url, token, close };
}
