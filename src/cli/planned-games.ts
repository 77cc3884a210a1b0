/** What `plan` and `apply` have in common: every chosen game checked, opened and planned, before anything is shown. */
import { catalog } from "../catalog/index.ts";
import { type Diagnostic, hasErrors } from "../core/diagnostics.ts";
import { type Address, type DesiredGame, HAZARDS, type HazardName, type LiveGame, type Plan } from "../core/model.ts";
import { causesOf, type PlanCauses } from "../core/plan/cause.ts";
import { refusals } from "../core/plan/hazards.ts";
import type { PlanOptions } from "../core/plan/plan.ts";
import { renderPlanText } from "../render/plan-text.ts";
import { loadBases } from "./base-games.ts";
import { type Flags, flag, texts } from "./command.ts";
import { chooseGames, type GameChoice, loadGame } from "./games.ts";
import { planGame } from "./planning.ts";
import { withPlayerData } from "./player-data.ts";
import type { Ports } from "./ports.ts";
import type { Screen } from "./screen.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";

/** One game with its plan and what the safety rules say about it. Its session is open. */
export interface PlannedGame {
  readonly choice: GameChoice;
  readonly desired: DesiredGame;
  readonly session: Session;
  readonly options: PlanOptions;
  /** What the plan was made on. */
  readonly live: LiveGame;
  readonly plan: Plan;
  /** Hazards that flags and the project allow. */
  readonly allowed: ReadonlySet<HazardName>;
  readonly refusals: readonly Diagnostic[];
  /** With `--base`. */
  readonly causes?: PlanCauses;
}

export interface PlannedGames {
  readonly games: readonly PlannedGame[];
  /** Problems of all games; with an error among them, some game may have no plan. */
  readonly diagnostics: readonly Diagnostic[];
  close(): Promise<void>;
}

/** Checks all manifests of all games first; only when they are valid is any service asked. */
export async function planGames(
  flags: Flags,
  ports: Ports,
  screen: Screen,
  sessionOptions: SessionOptions,
): Promise<PlannedGames> {
  const chosen = await chooseGames(flags, ports);
  const diagnostics: Diagnostic[] = [...chosen.diagnostics];
  const loaded: { choice: GameChoice; desired: DesiredGame }[] = [];
  for (const choice of chosen.value ?? []) {
    const game = await loadGame(choice, ports);
    diagnostics.push(...game.diagnostics);
    if (game.value !== undefined) loaded.push({ choice, desired: game.value });
  }
  const games: PlannedGame[] = [];
  const sessions: Session[] = [];
  const close = async (): Promise<void> => {
    for (const session of sessions) await session.close();
  };
  const bases = hasErrors(diagnostics)
    ? { diagnostics: [] }
    : await loadBases(
        loaded.map(({ choice }) => choice),
        flags,
        ports,
      );
  diagnostics.push(...bases.diagnostics);
  if (hasErrors(diagnostics)) return { games, diagnostics, close };
  for (const [index, { choice, desired }] of loaded.entries()) {
    const session = await openSession(choice, ports, screen, sessionOptions);
    diagnostics.push(...session.diagnostics);
    if (session.value === undefined) continue;
    sessions.push(session.value);
    const options = planOptions(choice, flags);
    const plan = await planGame(session.value.client, session.value.target, desired, options);
    diagnostics.push(...plan.diagnostics);
    if (plan.value === undefined || plan.live === undefined) continue;
    const allowed = allowedHazards(choice, flags);
    const { steps } = plan.value;
    const refused = await withPlayerData(refusals(steps, allowed), steps, session.value.client, catalog);
    const base = bases.value?.[index];
    games.push({
      choice,
      desired,
      session: session.value,
      options,
      live: plan.live,
      plan: plan.value,
      allowed,
      refusals: refused,
      ...(base === undefined ? {} : { causes: causesOf(plan.value, desired, plan.live, base, catalog) }),
    });
  }
  return { games, diagnostics, close };
}

/** The plans as a person reads them, one after the other. */
export function renderPlans(
  games: readonly Pick<PlannedGame, "plan" | "refusals" | "causes">[],
  flags: Flags,
  screen: Screen,
): string {
  const view = { ...screen.result, showRequests: flag(flags, "show-requests") ?? false };
  return games
    .map(({ plan, refusals: refused, causes }) =>
      renderPlanText(plan, refused, causes === undefined ? view : { ...view, causes }),
    )
    .join("\n");
}

function planOptions(choice: GameChoice, flags: Flags): PlanOptions {
  return {
    prune: choice.prune,
    targets: texts(flags, "target") as Address[],
    scalars: choice.scalars,
  };
}

/** What the flags and the project allow. */
export function allowedHazards(choice: GameChoice, flags: Flags): ReadonlySet<HazardName> {
  const given = new Set<string>(texts(flags, "allow"));
  return new Set([...choice.allow, ...HAZARDS.filter((name) => given.has(name))]);
}
