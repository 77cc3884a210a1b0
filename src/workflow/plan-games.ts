/** Plans every chosen game. A game that cannot be planned does not stop the others. */
import { type ImpactClass, refuseImpacts } from "../analysis/impact/impacts.ts";
import { findSecretsWithoutPlan, type Secrets, secretsOf } from "../analysis/secrets.ts";
import { catalog } from "../catalog/index.ts";
import { defined } from "../ground/collections.ts";
import {
  type Checked,
  type Diagnostic,
  type Failure,
  isFailure,
  mapErrors,
} from "../model/diagnostics.ts";
import { type DesiredGame, HAZARDS, type HazardName, type ResourceName } from "../model/model.ts";
import { causesOf } from "../plan/cause.ts";
import { findDeclaredChanges } from "../plan/declared-changes.ts";
import { type Base, knownResources } from "../plan/earlier.ts";
import { refusals } from "../plan/hazards.ts";
import { noLongerManaged } from "../plan/warnings.ts";
import { loadBase, type PlanBase, selectWithBase } from "./base.ts";
import {
  type GameChoice,
  type Games,
  type GameWork,
  type KnownGame,
  knowManifests,
  type PlanGameOptions,
  type PlannedGame,
  stopIfInterrupted,
  type WorkResult,
  workOnGames,
} from "./game.ts";
import { loadGame } from "./load-games.ts";
import { ManifestFolders } from "./manifest-folders.ts";
import { planFrom, planImpact, readForPlan, selectTouched } from "./planning.ts";
import type { Problems } from "./problems.ts";
import type { RunContext } from "./run.ts";
import type { TargetOptions } from "./selection.ts";
import { inSession, type Session } from "./session.ts";
import { chooseTargets } from "./targets.ts";

/** Which games to plan, and what their plans may contain. */
export interface PlanGamesOptions extends TargetOptions {
  /** Addresses. Default: all; an empty list is an error. */
  readonly target?: readonly string[] | undefined;
  /** Hazards to allow, in addition to the project file. */
  readonly allow?: readonly HazardName[] | undefined;
  /** Classes of impact to refuse. */
  readonly failOn?: readonly ImpactClass[] | undefined;
}

/** Checks the manifests of each game, and reads its service only if they are valid. */
export async function planGames(
  options: PlanGamesOptions,
  run: RunContext,
): Promise<Games<PlannedGame>> {
  const { target, ...selecting } = options;
  const folders = new ManifestFolders(run.ports);
  const { chosen: all, base } = await selectWithBase(selecting, run, folders);
  const { chosen, targets } = await chooseTargets(all, target, folders);
  const planning = { options, base, targets, folders, games: chosen.games.length, run };
  return workOnGames(chosen, (choice, begun) => planGame(choice, planning, begun));
}

/** Shared by the plans of all games. */
interface Planning {
  readonly options: PlanGamesOptions;
  readonly base: PlanBase | undefined;
  readonly targets: readonly ResourceName[] | undefined;
  readonly folders: ManifestFolders;
  /** How many games are planned. */
  readonly games: number;
  readonly run: RunContext;
}

async function planGame(
  choice: GameChoice,
  planning: Planning,
  { problems, known }: GameWork,
): Promise<WorkResult<PlannedGame>> {
  const warnings = planning.base?.targets.get(choice.game)?.warnings ?? [];
  const loaded = await problems.collect(() => {
    stopIfInterrupted(planning.run.signal);
    return loadGame(choice, { folders: planning.folders, problems });
  });
  if (isFailure(loaded)) return addWarnings({ ...loaded, known }, warnings, problems);
  const { desired } = loaded.value;
  const manifests = knowManifests({ desired });
  const compared = await problems.collect(() =>
    loadPlanBase(choice, { desired, planning }, problems),
  );
  if (isFailure(compared))
    return addWarnings({ ...compared, known: manifests }, warnings, problems);
  const context = { choice, ...compared.value, planning, problems };
  const planned = await problems.collect(() =>
    inSession(choice, planning.run, (session) => planLive(session, context)),
  );
  if (isFailure(planned)) return addWarnings({ ...planned, known: manifests }, warnings, problems);
  const { made, secrets } = planned.value;
  const all: KnownGame = { reached: "manifests", desired, secrets };
  if (isFailure(made)) {
    problems.add(made.diagnostics);
    const diagnostics = mapErrors(made.diagnostics, () => problems.all);
    return addWarnings({ diagnostics, known: all }, warnings, problems);
  }
  const value = { ...made.value, targetWarnings: problems.named(warnings) };
  return { value, diagnostics: problems.all, known: all };
}

/** Adds the warnings about the target of a game that has no page to show them. */
function addWarnings(
  failure: Failure & { readonly known: KnownGame },
  warnings: readonly Diagnostic[],
  problems: Problems,
): WorkResult<PlannedGame> {
  const add = (all: readonly Diagnostic[]): readonly Diagnostic[] => [
    ...all,
    ...problems.named(warnings),
  ];
  return { ...failure, diagnostics: mapErrors(failure.diagnostics, add) };
}

/** The manifests that a plan is made of. */
interface ManifestsToPlan {
  readonly desired: DesiredGame;
  readonly base: Base | undefined;
}

async function loadPlanBase(
  choice: GameChoice,
  { desired, planning }: { readonly desired: DesiredGame; readonly planning: Planning },
  problems: Problems,
): Promise<ManifestsToPlan> {
  const { base: opened } = planning;
  const base = opened && (await loadBase(choice, opened, problems));
  if (base !== undefined) problems.add(noLongerManaged(desired, base, catalog));
  problems.stopOnErrors();
  return { desired, base };
}

interface PlanContext extends ManifestsToPlan {
  readonly choice: GameChoice;
  readonly planning: Planning;
  readonly problems: Problems;
}

/** The end of comparing a game with its service. Its secrets are known also without a plan. */
interface Compared {
  readonly made: Checked<Omit<PlannedGame, "targetWarnings">>;
  readonly secrets: Secrets;
}

async function planLive(
  { client, target }: Session,
  { choice, desired, base, planning, problems }: PlanContext,
): Promise<Compared> {
  const { options, targets, games, run } = planning;
  const declaredChanges =
    base?.manifests && findDeclaredChanges(base.manifests.base, desired, catalog);
  const settings = makeSettings(choice, targets, base);
  const readAt = run.ports.clock.now();
  const reads = { desired, prune: choice.prune, declaredChanges };
  const live = await readForPlan(client, reads, problems);
  const made = await planFrom(live, { target, desired, declaredChanges }, settings);
  if (isFailure(made)) {
    const failure = base === undefined ? made : addMergeHelp(made, base);
    return { made: failure, secrets: findSecretsWithoutPlan(desired, live, catalog) };
  }
  problems.add(made.diagnostics);
  const planned = made.value;
  const { plan, effects, identification } = planned;
  const allowed = new Set(
    HAZARDS.filter((name) => choice.allow.includes(name) || options.allow?.includes(name)),
  );
  const impact = await planImpact(planned, { desired, play: choice, games });
  problems.add(refuseImpacts(impact, new Set(options.failOn)));
  const secrets = secretsOf({ planned, desired, live }, catalog);
  const game = {
    choice,
    plan,
    effects,
    desired,
    options: settings,
    readAt,
    allowed,
    impact,
    secrets,
    live: selectTouched(live, plan),
    refusals: problems.named(refusals(plan.steps, { allowed, effects })),
    ...(base && { causes: causesOf(plan, { desired, live, base, identification }, catalog) }),
  };
  return { made: { value: game, diagnostics: [] }, secrets };
}

/**
 * Adds a hint to the errors of a plan: the branch may lack a change of the live game, such as a
 * rename.
 */
function addMergeHelp(made: Failure, { facts: { ref, tip } }: Base): Failure {
  if (tip === undefined) return made;
  const why = `this branch lacks commits of ${ref}; merge it first`;
  return {
    diagnostics: mapErrors(made.diagnostics, (all) =>
      all.map((each) => ({ ...each, help: [why, ...each.help] })),
    ),
  };
}

function makeSettings(
  choice: GameChoice,
  targets: readonly ResourceName[] | undefined,
  base: Base | undefined,
): PlanGameOptions {
  const known = base && knownResources(base);
  const { prune, service } = choice;
  const isEmbedded = choice.game_id === undefined;
  return { prune, dialect: service.wire, play: choice, targets, isEmbedded, ...defined({ known }) };
}
