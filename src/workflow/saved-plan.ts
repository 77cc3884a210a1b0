/**
 * `apply PLAN`: a saved plan is applied as it is, or not at all. It needs only the token: manifests are not read. A
 * project file gives settings, and must not contradict it; only the embedded service needs one.
 */
import { resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { sha256 } from "../files/hash.ts";
import { readPlanText } from "../files/plan-file.ts";
import { shownPath } from "../files/read.ts";
import { both, quoted } from "../manifest/wording.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { LiveGame } from "../model/model.ts";
import { refusals } from "../plan/hazards.ts";
import { parsePlanFile, type ReadPlans, type SavedPlan } from "../plan/plan-file.ts";
import { secretsOf } from "../plan/secrets.ts";
import { carriedOut } from "../plan/stale.ts";
import { freezeAt } from "../project/choose-games.ts";
import { shardOf } from "../project/shard.ts";
import { writtenPlace } from "../project/targets.ts";
import { type AddressConsent, type ApplyContext, addressConsent, chooseAll } from "./consent.ts";
import {
  eachGame,
  type GameChoice,
  type GameResult,
  type GameResults,
  type GameToApply,
  named,
  resultsOf,
} from "./game.ts";
import type { ApplyRunOptions } from "./options.ts";
import { allowedHazards, refusedByFreeze, secretsFor } from "./plan-games.ts";
import { checkFreshness, refusedImpact, touchedOf, verifyByReading, withPlayerData } from "./planning.ts";
import type { ApplyReporter } from "./run.ts";
import {
  choiceOfTarget,
  EMBEDDED,
  inShard,
  isSameTarget,
  type LoadProject,
  loadProject,
  requestedShard,
  selectAll,
  shardLine,
  shardOfPlan,
  wrongTarget,
} from "./selection.ts";
import { inSession } from "./session.ts";

/** Checks the whole file before any service is read. Games that should have a plan and have none come last. */
export async function openSavedPlans(
  path: string,
  options: ApplyRunOptions,
  run: ApplyContext,
  show: ApplyReporter,
): Promise<GameResults<GameToApply>> {
  const { ports, reporter } = run;
  const requested = requestedShard({ shard: options.shard }, ports);
  if (hasErrors(requested.diagnostics)) return resultsOf(requested.diagnostics);
  const wrong = wrongTarget(options);
  if (wrong.length > 0) return resultsOf(wrong);
  const read = await readPlans(path, options, ports.cwd);
  if (read.value === undefined) return resultsOf(read.diagnostics);
  const shard = shardOfPlan(shownPath(resolve(ports.cwd, path), ports.cwd), read.shard, requested.value);
  if (hasErrors(shard.diagnostics)) return resultsOf(shard.diagnostics);
  const missing = read.diagnostics.flatMap((each) => (each.game === undefined ? [] : [{ ...each, game: each.game }]));
  const all = [...read.value, ...missing].map(({ game }) => game);
  const isWhole = shard.value === undefined || read.shard !== undefined;
  const own = new Set(isWhole ? all : shardOf(all, shard.value));
  if (shard.value !== undefined) reporter.note(shardLine(shard.value, own.size, isWhole ? undefined : all.length));
  const project = loadProject(options, ports);
  const plans = read.value.filter(({ game }) => own.has(game));
  const consent = addressConsent(path, options, run);
  const { choices, refusals: refused } = await chooseAll(plans, (plan) =>
    choiceFor(plan, () => project, options, run, consent),
  );
  if (refused.length > 0) return resultsOf(refused);
  // How many games the other shards of a saved shard have is not known.
  const split = isWhole ? Number.POSITIVE_INFINITY : all.length;
  const choiceOf = ({ value, diagnostics }: Checked<GameChoice>): Checked<GameChoice> =>
    value === undefined ? { diagnostics } : { value: inShard(value, shard.value, split), diagnostics };
  const general = read.diagnostics.filter(({ game }) => game === undefined);
  const requests: readonly GameResult<SavedPlan>[] = [
    ...plans.map((plan) => ({ game: plan.game, environment: plan.environment, value: plan, diagnostics: [] })),
    ...missing.filter(({ game }) => own.has(game)).map((each) => ({ game: each.game, diagnostics: [each] })),
  ];
  const from = resultsOf(general, requests, { all: all.length, shard: shard.value });
  const applied = new Set<string>();
  const opened = await eachGame(from, async (plan) => {
    const found = await openPlan(plan, choiceOf(choices.get(plan) ?? { diagnostics: [] }), options, run);
    const result = from.isSeveral ? withoutApplied(found) : found;
    if (result !== found) applied.add(plan.game);
    const { value, diagnostics } = result;
    if (value === undefined) return { diagnostics };
    return { value: { ...value, refusals: named(from, plan.game, value.refusals) }, diagnostics };
  });
  const done = all.filter((game) => applied.has(game));
  if (done.length > 0) show.alreadyApplied(done);
  return opened;
}

/** In a run over several games, one that is done is no failure: the run may have been interrupted after it. */
function withoutApplied(opened: Checked<GameToApply>): Checked<GameToApply> {
  const errors = opened.diagnostics.filter(({ severity }) => severity === "error");
  if (opened.value === undefined || errors.length !== 1 || errors[0]?.code !== "applied-already") return opened;
  return {
    value: { ...opened.value, plan: carriedOut(opened.value.plan), refusals: [] },
    diagnostics: opened.diagnostics.filter((each) => !errors.includes(each)),
  };
}

/** With an error among the problems, the plan can be shown and must not be applied. */
async function openPlan(
  plan: SavedPlan,
  { value: choice, diagnostics }: Checked<GameChoice>,
  options: ApplyRunOptions,
  run: ApplyContext,
): Promise<Checked<GameToApply>> {
  if (run.stop.aborted) return { diagnostics: [] };
  if (choice === undefined) return { diagnostics };
  const opened = await inSession(choice, run, async ({ client }): Promise<Checked<GameToApply>> => {
    const readAt = run.ports.clock.now();
    const { value: live = NOTHING, diagnostics: stale } = await checkFreshness(plan, client);
    // A hazard may go ahead if it was allowed when the plan was made, or is allowed now.
    const allowed = new Set([...plan.allowed, ...allowedHazards(choice, options)]);
    const value: GameToApply = {
      choice,
      plan,
      live: touchedOf(live, plan),
      readAt,
      refusals: [
        ...(await withPlayerData(refusals(plan.steps, allowed), plan.steps, client)),
        ...refusedByFreeze({ choice, plan, ...defined({ impact: plan.impact }) }, options, run.ports),
      ],
      ...defined({ impact: plan.impact }),
      secrets: secretsFor(options, () => secretsOf({ plan, live }, catalog)),
      saved: true,
      verify: (results, open) => verifyByReading(plan, results, open),
    };
    return { value, diagnostics: [...stale, ...refusedImpact(plan.impact, options.failOn)] };
  });
  return { ...opened, diagnostics: [...diagnostics, ...opened.diagnostics] };
}

/** For what could not be read, or is not what the plan was made on; there is an error beside it. */
const NOTHING: LiveGame = { resources: new Map(), read: new Set(), access: new Map() };

async function readPlans(path: string, options: ApplyRunOptions, cwd: string): Promise<ReadPlans> {
  const misplaced = [
    ...(options.target.length > 0 ? ["--target"] : []),
    ...((options.exclude ?? []).length > 0 ? ["--exclude"] : []),
    ...(options.prune === undefined ? [] : ["--prune"]),
    ...(options.base === undefined ? [] : ["--base"]),
    ...(options.changed === true ? ["--changed"] : []),
    ...(options.shardBy === undefined ? [] : ["--shard-by"]),
  ];
  if (misplaced.length > 0) {
    const detail = `${both(misplaced)} cannot be given with a saved plan: what it does was decided when it was made.`;
    return { diagnostics: [diagnostic("usage", detail, { help: ["plan again with the flag"] })] };
  }
  const plans = await readPlanFile(path, cwd);
  if (plans.value === undefined) return plans;
  const others = contradictions(plans.value, options);
  return others.length > 0 ? { diagnostics: others } : plans;
}

/** Reads a file of saved plans. */
export async function readPlanFile(path: string, cwd: string): Promise<ReadPlans> {
  const file = await readPlanText(resolve(cwd, path), cwd);
  return file.value === undefined ? { diagnostics: file.diagnostics } : parsePlanFile(file.value, catalog, sha256);
}

/** Flags that name another target than the plans do. */
function contradictions(
  plans: readonly SavedPlan[],
  { game: names = [], env, baseUrl: base_url, gameId: game_id }: ApplyRunOptions,
): readonly Diagnostic[] {
  const known = plans.map(({ game }) => game);
  return [
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => otherTarget(`The plan is for ${both(known.map(quoted))}, and --game names ${quoted(name)}.`)),
    ...plans.flatMap((plan) => {
      const is = `The plan for the game ${quoted(plan.game)} is for the`;
      return [
        ...(names.length > 0 && !names.includes(plan.game)
          ? [otherTarget(`The file holds a plan for ${quoted(plan.game)} as well, which --game does not name.`)]
          : []),
        ...(env !== undefined && env !== plan.environment
          ? [otherTarget(`${is} environment ${quoted(plan.environment)}, and --env names ${quoted(env)}.`)]
          : []),
        ...(base_url !== undefined && !isSameTarget(plan, { ...plan, base_url })
          ? [otherTarget(`${is} service ${plan.base_url}, and --base-url names another.`)]
          : []),
        ...(game_id !== undefined && game_id !== plan.game_id
          ? [otherTarget(`${is} game id ${quoted(plan.game_id)}, and --game-id names ${quoted(game_id)}.`)]
          : []),
      ];
    }),
  ];
}

/** What the project says when it does not know the game at all. */
const UNKNOWN: readonly DiagnosticCode[] = ["unknown-game", "unknown-environment"];
/** What it says when its variables are not set here; the plan has their values. */
const UNSET: readonly DiagnosticCode[] = ["undefined-variable", "missing-target"];

/** Settings for one plan: from the project if there is one, else the defaults; the target is the plan's own. */
async function choiceFor(
  plan: SavedPlan,
  load: LoadProject,
  options: ApplyRunOptions,
  { ports }: ApplyContext,
  consent: AddressConsent,
): Promise<Checked<GameChoice>> {
  const { baseUrl, gameId, project, env, game: games = [] } = options;
  const agreed = async (choice: Checked<GameChoice>): Promise<Checked<GameChoice>> => {
    const target = choice.value?.target;
    const refusal = target?.type === "live" ? await consent(plan, target.token_env) : undefined;
    return refusal === undefined ? choice : { diagnostics: [...choice.diagnostics, refusal] };
  };
  // The requests are in the plan as they are sent, so it makes no difference how values would be written.
  const withoutProject = { value: choiceOfTarget(plan, "native", options), diagnostics: [] };
  const isNamed = project !== undefined || env !== undefined || games.length > 0;
  if (baseUrl !== undefined && gameId !== undefined && !isNamed) {
    const found = await load();
    if (found.diagnostics.some(({ severity, code }) => severity === "error" && code !== "no-project")) {
      return { diagnostics: found.diagnostics };
    }
    // A project at hand may have an environment with this target that is frozen.
    const freeze = found.value && freezeAt(found.value.content, plan, ports.env);
    return agreed({ ...withoutProject, value: { ...withoutProject.value, ...defined({ freeze }) } });
  }
  const { allowInsecureHttp = false } = options;
  const ofPlan = { project, game: [plan.game], env: plan.environment, allowInsecureHttp };
  const own = await selectAll(ofPlan, ports, load);
  const choice = own.value?.[0];
  if (choice !== undefined) {
    const target = choice.target;
    const here = target.type === "embedded" ? { base_url: EMBEDDED, game_id: plan.game_id } : target;
    if (isSameTarget(plan, here)) return { value: choice, diagnostics: own.diagnostics };
    const written = target.type === "live" && target.written !== undefined ? writtenPlace(target.written) : EMBEDDED;
    const detail = `The plan for the game ${quoted(plan.game)} (${plan.environment}) is for ${plan.base_url}, game id ${plan.game_id}; the project says ${written}.`;
    return { diagnostics: [otherTarget(detail)] };
  }
  const codes = own.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (codes.every((code) => UNKNOWN.includes(code))) {
    const detail = `The project here does not have the game ${quoted(plan.game)} with the environment ${quoted(plan.environment)}, for which the plan was made.`;
    const flagsOnly = "if it is what you mean, name its target with --base-url and --game-id";
    return { diagnostics: [otherTarget(detail, flagsOnly)] };
  }
  if (plan.base_url === EMBEDDED) return { diagnostics: own.diagnostics };
  if (codes.includes("no-project")) return agreed(withoutProject);
  if (!codes.every((code) => UNSET.includes(code))) return { diagnostics: own.diagnostics };
  const given = await selectAll({ ...ofPlan, baseUrl: plan.base_url, gameId: plan.game_id }, ports, load);
  const value = given.value?.[0];
  if (value === undefined) return { diagnostics: given.diagnostics };
  return agreed({ value, diagnostics: given.diagnostics });
}

function otherTarget(detail: string, ...help: readonly string[]): Diagnostic {
  return diagnostic("other-target", detail, { help: ["nothing was changed", ...help] });
}
