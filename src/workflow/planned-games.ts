/**
 * What `plan` and `apply` have in common: every chosen game checked, opened and planned, a few of them side by side. A
 * game that cannot be planned does not keep the others from it.
 */
import { inParallel } from "../api/parallel.ts";
import { catalog } from "../catalog/index.ts";
import { type Flags, texts } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { tellPlan } from "../cli/terminal/session-log.ts";
import { type Checked, type Diagnostic, hasErrors } from "../model/diagnostics.ts";
import { outcomeOfUnbegun, type PlanOutcome } from "../model/events.ts";
import { type Address, type DesiredGame, HAZARDS, type HazardName, type LiveGame, type Plan } from "../model/model.ts";
import { addressesNamedBy, type Base, causesOf, type PlanCauses } from "../plan/cause.ts";
import { refusals } from "../plan/hazards.ts";
import type { Impact } from "../plan/impact.ts";
import { isEmpty, type PlanOptions } from "../plan/plan.ts";
import { type Secrets, secretsOf, secretsWithoutPlan } from "../plan/secrets.ts";
import type { Shard } from "../project/shard.ts";
import type { PlannedGameEnd } from "../view/plan/plan-json.ts";
import { openBase, type ReadBase } from "./base-games.ts";
import { type Asked, askedGames, type GameChoice, isSeveral, namedIn } from "./games.ts";
import { loadGame } from "./load-game.ts";
import { planImpact, refusedImpact } from "./plan-impact.ts";
import { planGame } from "./planning.ts";
import { withPlayerData } from "./player-data.ts";
import { secretsFor } from "./secrets.ts";
import type { Services } from "./services.ts";
import { openSession } from "./session.ts";
import { shardLine } from "./shard-flag.ts";

/**
 * Games in work at the same time: enough to keep a service busy within its budget of requests, and few enough that the
 * lists of all others are not in memory. Each embedded service runs only while its game is in work.
 */
export const GAMES_AT_ONCE = 8;

/** One game with its plan and what the safety rules say about it. */
export interface PlannedGame {
  /** Whether the plan is a way back from an apply. */
  readonly reverts?: true;
  readonly choice: GameChoice;
  readonly desired: DesiredGame;
  readonly options: PlanOptions;
  /** What the plan was made on, as far as it touches it. */
  readonly live: LiveGame;
  readonly plan: Plan;
  /** When it was read: milliseconds since 1970. */
  readonly readAt: number;
  /** Hazards that flags and the project allow. */
  readonly allowed: ReadonlySet<HazardName>;
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
  /** What the plan means to players. */
  readonly impact: readonly Impact[];
  /** What is kept from pages that many people see. */
  readonly secrets: Secrets;
}

/** How far one of the chosen games came. */
export interface Attempt<Game> {
  readonly game: string;
  /** Absent where it could not be told. */
  readonly environment?: string;
  /** Absent when an error was in the way, or the run was interrupted before its turn. */
  readonly planned?: Game;
  /** What its manifests say, where that is known and there is no plan. */
  readonly desired?: DesiredGame;
  /** What is secret about it, where that is known and there is no plan. */
  readonly secrets?: Secrets;
  /** Its problems, without what the safety rules refuse. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The games of a run, in the order of the project. `Game`: what is known of one that has a plan. */
export interface Attempts<Game> {
  readonly each: readonly Attempt<Game>[];
  /** Whether more than one was asked for, or a part of several: problems say then which game they are about. */
  readonly isSeveral: boolean;
  /** The part of the games that these are, if they are split. */
  readonly shard?: Shard;
  /** Those that have a plan. */
  readonly games: readonly Game[];
  /** Problems of the run as a whole. With an error among them, nothing was planned. */
  readonly general: readonly Diagnostic[];
  /** Those and the problems of all games. */
  readonly diagnostics: readonly Diagnostic[];
}

export type PlannedGames = Attempts<PlannedGame>;

/** `run`: what is known of it before any of its games is. */
export function attemptsOf<Game>(
  general: readonly Diagnostic[],
  each: readonly Attempt<Game>[],
  { isSeveral = each.length > 1, shard }: { readonly isSeveral?: boolean; readonly shard?: Shard | undefined } = {},
): Attempts<Game> {
  return {
    each,
    isSeveral,
    ...(shard === undefined ? {} : { shard }),
    games: each.flatMap(({ planned }) => (planned === undefined ? [] : [planned])),
    general,
    diagnostics: [...general, ...each.flatMap(({ diagnostics }) => diagnostics)],
  };
}

/** Of each game, the manifests are checked first; only when they are valid is its service asked. */
export async function planGames(flags: Flags, ports: Ports, screen: Screen, services: Services): Promise<PlannedGames> {
  const asked = await askedGames(flags, ports);
  const choices = asked.games.flatMap(({ choice }) => (choice === undefined ? [] : [choice]));
  const base: Checked<ReadBase> = hasErrors(asked.diagnostics)
    ? { diagnostics: [] }
    : await openBase(choices, flags, ports);
  const general = [...asked.diagnostics, ...base.diagnostics];
  if (hasErrors(general)) return attemptsOf<PlannedGame>(general, []);
  if (asked.shard !== undefined) screen.note(shardLine(asked.shard, asked.games.length, asked.all));
  const planOne = async (each: Asked<GameChoice>): Promise<Attempt<PlannedGame>> => {
    const { value, desired, secrets, diagnostics } = await planAsked(each, base.value, flags, ports, screen, services);
    const named = (problems: readonly Diagnostic[]): readonly Diagnostic[] => namedIn(asked, each.game, problems);
    return {
      game: each.game,
      ...(each.choice === undefined ? {} : { environment: each.choice.environment }),
      ...(desired === undefined ? {} : { desired }),
      ...(secrets === undefined ? {} : { secrets }),
      ...(value === undefined ? {} : { planned: { ...value, refusals: named(value.refusals) } }),
      diagnostics: named(diagnostics),
    };
  };
  const each = await inParallel(asked.games, GAMES_AT_ONCE, planOne, () => false);
  return attemptsOf(general, each, { isSeveral: isSeveral(asked), shard: asked.shard });
}

async function planAsked(
  { choice, diagnostics: asking }: Asked<GameChoice>,
  readBase: ReadBase | undefined,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Checked<PlannedGame> & Pick<Attempt<PlannedGame>, "desired" | "secrets">> {
  if (choice === undefined || services.stop.aborted) return { diagnostics: asking };
  const loaded = await loadGame(choice, ports);
  const base = loaded.value === undefined ? undefined : await readBase?.(choice);
  const known = [...asking, ...loaded.diagnostics, ...(base?.diagnostics ?? [])];
  const desired = loaded.value;
  if (desired === undefined || hasErrors(known)) return { diagnostics: known };
  const session = await openSession(choice, ports, screen, services);
  if (session.value === undefined) return { diagnostics: [...known, ...session.diagnostics] };
  const { client, target, close } = session.value;
  try {
    const options = planOptions(choice, flags, base?.value);
    const readAt = ports.clock.now();
    const planned = await planGame(client, target, desired, options);
    const diagnostics = [...known, ...session.diagnostics, ...planned.diagnostics];
    const { value: plan, live } = planned;
    if (live === undefined) return { desired, diagnostics };
    if (plan === undefined)
      return { desired, secrets: secretsFor(flags, () => secretsWithoutPlan(desired, live, catalog)), diagnostics };
    tellPlan(screen, plan);
    const allowed = allowedHazards(choice, flags);
    const refused = await withPlayerData(refusals(plan.steps, allowed), plan.steps, client, catalog);
    const causes = base?.value === undefined ? {} : { causes: causesOf(plan, desired, live, base.value, catalog) };
    const secrets = secretsFor(flags, () => secretsOf({ plan, desired, live }, catalog));
    const impact = await planImpact(plan, desired, live, choice.semantics);
    const value = { choice, desired, options, live: touchedOf(live, plan), plan, readAt, allowed, impact, secrets };
    return {
      value: { ...value, refusals: refused, ...causes },
      diagnostics: [...diagnostics, ...refusedImpact(impact, flags)],
    };
  } finally {
    await close();
  }
}

/** The rest of what was read is let go: with many games, it would be much. */
export function touchedOf(live: LiveGame, { basis }: Plan): LiveGame {
  const resources = basis.touched.flatMap(({ address }) => {
    const found = live.resources.get(address);
    return found === undefined ? [] : [[address, found] as const];
  });
  return { ...live, resources: new Map(resources) };
}

/** What became of a game when it was planned. */
export function planOutcome({ planned, diagnostics }: Attempt<Pick<PlannedGame, "plan" | "refusals">>): PlanOutcome {
  const failure = outcomeOfUnbegun([...diagnostics, ...(planned?.refusals ?? [])]);
  if (failure !== undefined) return failure;
  if (planned === undefined) return "not-started";
  return isEmpty(planned.plan) ? "no-changes" : "changes";
}

/** The games as they stand in documents. */
export function planEnds(each: PlannedGames["each"]): readonly PlannedGameEnd[] {
  return each.map((attempt) => {
    const { game, environment } = attempt;
    const outcome = planOutcome(attempt);
    return environment === undefined ? { game, outcome } : { game, environment, outcome };
  });
}

/** A base without the game is known to declare nothing of it. */
function planOptions(choice: GameChoice, flags: Flags, base: Base | undefined): PlanOptions {
  const known = base?.game === undefined ? new Set<Address>() : addressesNamedBy(base.game);
  return {
    prune: choice.prune,
    targets: texts(flags, "target") as Address[],
    scalars: choice.scalars,
    ...(base === undefined ? {} : { known }),
  };
}

/** What the flags and the project allow. */
export function allowedHazards(choice: GameChoice, flags: Flags): ReadonlySet<HazardName> {
  const given = new Set<string>(texts(flags, "allow"));
  return new Set([...choice.allow, ...HAZARDS.filter((name) => given.has(name))]);
}
