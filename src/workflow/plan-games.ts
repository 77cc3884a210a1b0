/**
 * Every chosen game checked, opened and planned. A game that cannot be planned does not keep the
 * others from it.
 */
import { refuseImpacts } from "../analysis/impact/impacts.ts";
import { findSecretsWithoutPlan, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { defined } from "../ground/collections.ts";
import { type Checked, isFailure, mapErrors } from "../model/diagnostics.ts";
import { HAZARDS, type ResourceName } from "../model/model.ts";
import { causesOf } from "../plan/cause.ts";
import { findDeclaredChanges } from "../plan/declared-changes.ts";
import { type Base, knownResources } from "../plan/earlier.ts";
import { refusals } from "../plan/hazards.ts";
import { noLongerManaged } from "../plan/warnings.ts";
import { loadBase, type PlanBase, selectWithBase } from "./base.ts";
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
import { ManifestFolders } from "./manifest-folders.ts";
import type { PlanGamesOptions } from "./options.ts";
import { planFrom, planImpact, readForPlan, touchedOf } from "./planning.ts";
import type { RunContext } from "./run.ts";
import { inSession, type Session } from "./session.ts";
import { chooseTargets } from "./targets.ts";

/** Of each game, the manifests are checked first; only when they are valid is its service read. */
export async function planGames(
  options: PlanGamesOptions,
  run: RunContext,
): Promise<GameResults<PlannedGame>> {
  const { target, ...selecting } = options;
  const folders = new ManifestFolders(run.ports);
  const { chosen: all, base } = await selectWithBase(selecting, run, folders);
  const { chosen, targets } = await chooseTargets(all, target, folders);
  return eachGame(chosen, async (choice, progress) => {
    const targetWarnings = base?.targets.get(choice.game)?.warnings ?? [];
    try {
      const planned = await planOne(
        choice,
        { options, base, targets, folders, progress, games: chosen.games.length },
        run,
      );
      return { ...planned, targetWarnings: progress.problems.named(targetWarnings) };
    } catch (error) {
      progress.problems.add(targetWarnings);
      throw error;
    }
  });
}

/** What plans of several games have in common, and one game's progress. */
interface Planning {
  readonly options: PlanGamesOptions;
  readonly base?: PlanBase | undefined;
  readonly targets?: readonly ResourceName[] | undefined;
  readonly folders: ManifestFolders;
  /** How many games are planned. */
  readonly games: number;
  readonly progress: GameProgress;
}

async function planOne(
  choice: GameChoice,
  { options, base: opened, targets, folders, progress, games }: Planning,
  run: RunContext,
): Promise<Omit<PlannedGame, "targetWarnings">> {
  stopIfInterrupted(run.stop);
  const { problems } = progress;
  const { desired } = await loadGame(choice, { folders, problems });
  progress.secrets = secretsOf({ desired }, catalog);
  const base = opened && (await loadBase(choice, opened, problems));
  if (base !== undefined) problems.add(noLongerManaged(desired, base, catalog));
  problems.stopOnErrors();
  progress.desired = desired;
  const declaredChanges =
    base?.manifests && findDeclaredChanges(base.manifests.base, desired, catalog);
  const work = async ({
    client,
    target,
  }: Session): Promise<Omit<PlannedGame, "targetWarnings">> => {
    const settings = settingsOf(choice, targets, base);
    const readAt = run.ports.clock.now();
    const live = await readForPlan(
      client,
      { desired, prune: choice.prune, declaredChanges },
      problems,
    );
    const made = await planFrom(live, { target, desired, declaredChanges }, settings);
    if (made.value === undefined) progress.secrets = findSecretsWithoutPlan(desired, live, catalog);
    const allowed = new Set(
      HAZARDS.filter((name) => choice.allow.includes(name) || options.allow?.includes(name)),
    );
    const planned = problems.take(base === undefined ? made : withMergeHelp(made, base));
    const { plan, effects, identification } = planned;
    const impact = await planImpact(planned, { desired, play: choice, games });
    problems.add(refuseImpacts(impact, new Set(options.failOn)));
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

/**
 * Adds a hint to the errors of a plan: the branch may lack a change of the live game, such as a
 * rename.
 */
function withMergeHelp<T>(made: Checked<T>, { facts: { ref, tip } }: Base): Checked<T> {
  if (tip === undefined || !isFailure(made)) return made;
  const why = `this branch lacks commits of ${ref}; merge it first`;
  return {
    diagnostics: mapErrors(made.diagnostics, (all) =>
      all.map((each) => ({ ...each, help: [why, ...each.help] })),
    ),
  };
}

function settingsOf(
  choice: GameChoice,
  targets: readonly ResourceName[] | undefined,
  base: Base | undefined,
): PlanGameOptions {
  const known = base && knownResources(base);
  const { prune, service } = choice;
  const isEmbedded = choice.game_id === undefined;
  return { prune, dialect: service.wire, play: choice, targets, isEmbedded, ...defined({ known }) };
}
