/**
 * laurel as a library: the stages of the command as functions, for programs of one's own.
 *
 *   readFolder ─ loadManifests ─┐
 *                               ├─ plan ─ refusals ─ apply ─ verify
 *   connect ─ readLive ─────────┘
 *
 * Nothing here prints, asks, reads the environment or ends the process. What a user can cause comes back as
 * diagnostics; what is thrown is a mistake of the calling program, or a bug. docs/library.md has an example.
 */
import { resolve } from "node:path";
import { findUnearnable } from "./analysis/impact/plan-impact.ts";
import { type Client, openClient } from "./api/client.ts";
import { systemClock } from "./api/clock.ts";
import { catalog } from "./catalog/index.ts";
import { sha256 } from "./files/hash.ts";
import { findOverrides, readFiles, readManifests } from "./files/manifests.ts";
import { loadDesired } from "./manifest/desired-game.ts";
import { manifestsInScenarios } from "./manifest/manifest-keys.ts";
import { type ManifestText, parseTexts } from "./manifest/parse.ts";
import { type Checked, type Diagnostic, hasErrors } from "./model/diagnostics.ts";
import type { ApplyEvent, StepResult, StepTotals } from "./model/events.ts";
import type { Address, DesiredGame, HazardName, LiveGame, Plan, Target, Variables } from "./model/model.ts";
import { refusals as refusalsOf } from "./plan/hazards.ts";
import { makePlan, type PlanOptions } from "./plan/plan.ts";
import type { ActionSettings } from "./project/action-settings.ts";
import { SERVICE_SETTINGS, type ServiceSettings } from "./project/project-settings.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "./project/rules-settings.ts";
import { renderDiagnosticsText } from "./view/findings/diagnostics-text.ts";
import { renderPlanText } from "./view/plan/plan-text.ts";
import { plainStyle } from "./view/text/style.ts";
import { executePlan } from "./workflow/apply-game.ts";
import { totalsOf } from "./workflow/execute.ts";
import {
  checkFreshness,
  type PlanGameOptions,
  readLive as readLiveGame,
  verifyByPlanning,
} from "./workflow/planning.ts";

export type { ManifestText } from "./manifest/parse.ts";
export type { DiagnosticCode, Severity } from "./model/codes.ts";
export type { Checked, Diagnostic, Label } from "./model/diagnostics.ts";
export type { ApplyEvent, StepResult, StepStatus, StepTotals } from "./model/events.ts";
export type { ExactNumber, Json, JsonObject } from "./model/json.ts";
export type {
  Action,
  Address,
  ApiRequest,
  Desired,
  DesiredGame,
  Digest,
  FieldChange,
  Hazard,
  HazardName,
  Kept,
  Live,
  LiveGame,
  Moved,
  Plan,
  Removed,
  Step,
  StepId,
  Summary,
  Target,
} from "./model/model.ts";
export type { ActionSettings } from "./project/action-settings.ts";
export type { Semantics } from "./project/rules-settings.ts";

/** One game of one service, and what opens it. */
export interface ConnectTarget {
  /** Address of the service, without `/v1`. */
  readonly base_url: string;
  readonly game_id: string;
  /** The API token. It is sent to that service and is neither kept nor shown anywhere else. */
  readonly token: string;
  /** What plans call the game. Default: its id. */
  readonly game?: string;
  /** What plans call the environment. Default: `default`. */
  readonly environment?: string;
}

/** How to talk to the service: the settings of `service:` in a project file, with the same defaults. */
export interface ConnectOptions extends Partial<Omit<ServiceSettings, "base_url" | "token_env" | "scalars">> {
  /** Send the token over plain http to another machine, too. Default: only to this one. */
  readonly allow_insecure_http?: boolean;
  /** For the proxy variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Default: no proxy. */
  readonly env?: Variables;
  /** Told when requests have to wait for so many milliseconds. */
  readonly onWait?: (why: string, ms: number) => void;
}

/** An open way to one game. */
export interface Connection {
  readonly target: Target;
  /** Ends it once nothing is in flight. */
  close(): Promise<void>;
}

/** How to plan. A plan and its verification need the same. */
export interface PlanningOptions extends Partial<Pick<PlanOptions, "prune" | "targets" | "scalars">> {
  /** What is assumed of the run-time rules, where it is not the default. */
  readonly semantics?: Partial<Semantics>;
  /** What manifests do not say about actions, by `custom_id`. */
  readonly actions?: Readonly<Record<string, ActionSettings>>;
}

export interface ApplyOptions {
  /** Hazards that are accepted. Any other one in the plan means that nothing is done. */
  readonly allow?: readonly HazardName[];
  /** What the plan was made for, so that problems can point at lines of the manifests. */
  readonly desired?: DesiredGame;
  /** How many steps may be under way at once. Default: 4. */
  readonly concurrency?: number;
  /** Start nothing more after the first failure. Default: go on with what does not need the failed step. */
  readonly failFast?: boolean;
  /** Aborted: send nothing more of steps that wait for their turn, and let what was sent end. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** What an apply came to. */
export interface Applied {
  /** How each step of the plan ended, in its order. */
  readonly steps: readonly StepResult[];
  readonly totals: StepTotals;
  /** Why nothing was done: hazards that are not allowed, or a live game that is not the planned one any more. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether the live game is as the manifests say. */
export interface Verified {
  readonly converged: boolean;
  /** What the service did not keep, and what could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

const clients = new WeakMap<Connection, Client>();

/** What a folder of manifests holds. */
export interface FolderTexts {
  readonly files: readonly ManifestText[];
  /** Of the environment that was asked for. */
  readonly overrides: readonly ManifestText[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Every manifest below a folder, and the overrides of one environment. Names in diagnostics are relative to the folder. */
export async function readFolder(folder: string, environment?: string): Promise<FolderTexts> {
  const absolute = resolve(folder);
  const given = { manifests: absolute };
  const manifests = await readManifests(given, absolute);
  const found = await findOverrides(given, absolute);
  const own = found.value.filter((each) => each.environment === environment);
  const overrides = await readFiles(
    own.map(({ path }) => path),
    absolute,
    found.root,
  );
  return {
    files: manifests.value,
    overrides: overrides.value,
    diagnostics: [
      ...manifests.diagnostics,
      ...manifestsInScenarios(parseTexts(manifests.scenarios), catalog),
      ...found.diagnostics,
      ...overrides.diagnostics,
    ],
  };
}

/**
 * The game that texts of manifests describe: syntax, shapes, references, limits. Pure. The value is absent when anything
 * is wrong. `overrides`: files of one environment.
 */
export function loadManifests(
  files: readonly ManifestText[],
  overrides: readonly ManifestText[] = [],
): Checked<DesiredGame> {
  return loadDesired(files, catalog, overrides);
}

/** Opens a way to a game; sends nothing yet. Problems: an address or token that cannot be used. */
export function connect(target: ConnectTarget, options: ConnectOptions = {}): Checked<Connection> {
  const defaults = Object.fromEntries(SERVICE_SETTINGS.map((setting) => [setting.name, setting.default]));
  const { env = {}, onWait, allow_insecure_http = false, ...given } = options;
  const settings = { ...(defaults as unknown as ServiceSettings), ...given, allow_insecure_http };
  const { base_url, game_id, game = game_id, environment = "default" } = target;
  const ports = { clock: systemClock, env, random: Math.random, ...(onWait === undefined ? {} : { onWait }) };
  const client = openClient(target, settings, ports);
  const opened = client.value;
  if (opened === undefined) return { diagnostics: client.diagnostics };
  const connection: Connection = {
    target: { game, environment, base_url, game_id },
    close: () => opened.close(),
  };
  clients.set(connection, opened);
  return { value: connection, diagnostics: client.diagnostics };
}

/** Reads the live game as far as these manifests ask for it. The value is absent unless every list was read to its end. */
export function readLive(
  connection: Connection,
  desired: DesiredGame,
  options: PlanningOptions = {},
): Promise<Checked<LiveGame>> {
  return readLiveGame(clientOf(connection), desired, options.prune ?? false);
}

/**
 * Everything that would be done, in order, with its requests. Pure; the result is plain JSON, and can be kept and applied
 * later. Problems: references to nothing, names that are taken, missing targets.
 */
export function plan(
  target: Target,
  desired: DesiredGame,
  live: LiveGame,
  options: PlanningOptions = {},
): Checked<Plan> {
  const planning = planOptions(options);
  const hazards = { findUnearnable: findUnearnable(desired, planning.play) };
  return makePlan(target, desired, live, catalog, { ...planning, ...hazards }, sha256);
}

/** The hazards of a plan that are not allowed, as one diagnostic for each name. Pure. Empty: it may go ahead. */
export function refusals(made: Plan, allow: readonly HazardName[] = []): readonly Diagnostic[] {
  return refusalsOf(made.steps, new Set(allow));
}

/**
 * Carries a plan out. Does nothing if a hazard is not allowed, or if the live game has moved since the plan. A failed step
 * skips what needs it. Never throws for what a service does.
 */
export async function apply(connection: Connection, made: Plan, options: ApplyOptions = {}): Promise<Applied> {
  const { base_url, game_id } = connection.target;
  if (made.base_url !== base_url || made.game_id !== game_id) throw new Error("the plan is for another game");
  const client = clientOf(connection);
  const refused = refusals(made, options.allow);
  const stale = hasErrors(refused) ? [] : (await checkFreshness(made, client)).diagnostics;
  const diagnostics = [...refused, ...stale];
  const { signal: stop = new AbortController().signal } = options;
  const steps = await executePlan(made, client, options.desired?.sources ?? new Map(), {
    concurrency: options.concurrency ?? client.concurrency,
    failFast: options.failFast ?? false,
    stop: hasErrors(diagnostics) ? AbortSignal.abort() : stop,
    onEvent: options.onEvent ?? (() => undefined),
  });
  return { steps, totals: totalsOf(steps), diagnostics };
}

/** Reads again and plans again: converged means that every step was done and the new plan is empty. */
export async function verify(
  connection: Connection,
  desired: DesiredGame,
  made: Plan,
  applied: Applied,
  options: PlanningOptions = {},
): Promise<Verified> {
  const planned = { plan: made, desired, target: connection.target };
  const verified = await verifyByPlanning(planned, planOptions(options), applied.steps, clientOf(connection));
  const { done, not_needed } = applied.totals;
  return { ...verified, converged: verified.converged && done + not_needed === made.steps.length };
}

/** A plan as `laurel plan` shows it, without colour. */
export function renderPlan(made: Plan, refused: readonly Diagnostic[] = [], width = 100): string {
  return renderPlanText(
    { plan: made, refusals: refused },
    { style: plainStyle, width, verbose: false, showRequests: false },
  );
}

/** Problems as `laurel` shows them, without colour; with the lines of the files, if their texts are given. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], files: readonly ManifestText[] = []): string {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  return renderDiagnosticsText(diagnostics, { style: plainStyle, textOf: (file) => texts.get(file) });
}

/** The embedded service: a small server on this machine that behaves like a live one, for trials and tests. */
export interface EmbeddedService {
  /** What to give to `connect`. */
  readonly base_url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Starts the embedded service on the loopback interface. Every game is there and empty. `dataFile` keeps the data. */
export async function startService(
  options: { readonly port?: number; readonly dataFile?: string } = {},
): Promise<EmbeddedService> {
  const server = await import("./emulator/server.ts");
  const { url, token, close } = await server.startService(options);
  return { base_url: url, token, close };
}

function clientOf(connection: Connection): Client {
  const client = clients.get(connection);
  if (client === undefined) throw new Error("a connection is made by connect()");
  return client;
}

function planOptions({
  prune = false,
  targets = [] as readonly Address[],
  scalars = "native",
  semantics = {},
  actions = {},
}: PlanningOptions): PlanGameOptions {
  const play = { semantics: { ...DEFAULT_SEMANTICS, ...semantics }, actions: new Map(Object.entries(actions)) };
  return { prune, targets, scalars, play };
}
