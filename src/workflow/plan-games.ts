/** Every chosen game checked, opened and planned. A game that cannot be planned does not keep the others from it. */
import { impactRefusals } from "../analysis/impact/impacts.ts";
import { secretsOf, secretsWithoutPlan } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { defined } from "../ground/collections.ts";
import { type Address, HAZARDS, type ResourceName } from "../model/model.ts";
import { causesOf } from "../plan/cause.ts";
import { findDeclaredChanges } from "../plan/declared-changes.ts";
import { addressesNamedBy, type Base } from "../plan/earlier.ts";
import { refusals } from "../plan/hazards.ts";
import { noLongerManaged } from "../plan/warnings.ts";
import { loadBase, type OpenCommit } from "./base.ts";
import {
  eachGame,
  type GameChoice,
  type GameProgress,
  type GameResults,
  type PlanGameOptions,
  type PlannedGame,
  stopIfInterrupted,
} from "./game.ts";
import { loadGame } from "./load-games.ts";
import type { PlanGamesOptions } from "./options.ts";
import { planFrom, planImpact, readForPlan, touchedOf } from "./planning.ts";
import type { RunContext } from "./run.ts";
import { inSession, type Session } from "./session.ts";
import { selectForWork } from "./targets.ts";

/** Of each game, the manifests are checked first; only when they are valid is its service read. */
export async function planGames(options: PlanGamesOptions, run: RunContext): Promise<GameResults<PlannedGame>> {
  const { chosen, ...selection } = await selectForWork(options, run);
  return eachGame(chosen, (choice, progress) => planOne(choice, { options, ...selection, progress }, run));
}

/** What plans of several games have in common, and one game's progress. */
interface Planning {
  readonly options: PlanGamesOptions;
  readonly commit?: OpenCommit | undefined;
  readonly targets?: readonly ResourceName[] | undefined;
  readonly progress: GameProgress;
}

async function planOne(
  choice: GameChoice,
  { options, commit, targets, progress }: Planning,
  run: RunContext,
): Promise<PlannedGame> {
  stopIfInterrupted(run.stop);
  const { problems } = progress;
  const { desired } = await loadGame(choice, { ports: run.ports, problems });
  const base = commit && (await loadBase(choice, commit, problems));
  if (base !== undefined) problems.add(noLongerManaged(desired, base, catalog));
  problems.stopOnErrors();
  progress.desired = desired;
  const declaredChanges = base?.game && findDeclaredChanges(base.game, desired, catalog);
  const work = async ({ client, target }: Session): Promise<PlannedGame> => {
    const settings = settingsOf(choice, targets, base);
    const readAt = run.ports.clock.now();
    const live = await readForPlan(client, { desired, prune: choice.prune, declaredChanges }, problems);
    const made = await planFrom(live, { target, desired, declaredChanges }, settings);
    if (made.value === undefined) progress.secrets = secretsWithoutPlan(desired, live, catalog);
    const allowed = new Set(HAZARDS.filter((name) => choice.allow.includes(name) || options.allow?.includes(name)));
    const planned = problems.take(made);
    const { plan, effects, identification } = planned;
    const impact = await planImpact(planned, { desired, play: choice });
    problems.add(impactRefusals(impact, new Set(options.failOn)));
    return {
      ...{ choice, plan, effects, desired, options: settings, readAt, allowed, impact },
      live: touchedOf(live, plan),
      refusals: problems.named(refusals(plan.steps, { allowed, effects })),
      ...(base && { causes: causesOf(plan, { desired, live, base, identification }, catalog) }),
      secrets: secretsOf({ planned, desired, live }, catalog),
    };
  };
  return inSession(choice, run, work);
}

/** A base without the game is known to declare nothing of it. */
function settingsOf(
  choice: GameChoice,
  targets: readonly ResourceName[] | undefined,
  base: Base | undefined,
): PlanGameOptions {
  const known = base && (base.game === undefined ? new Set<Address>() : addressesNamedBy(base.game));
  const { prune, service } = choice;
  const isEmbedded = choice.game_id === undefined;
  return { prune, dialect: service.wire, play: choice, targets, isEmbedded, ...defined({ known }) };
}
