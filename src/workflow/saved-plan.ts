/**
 * `apply PLAN`: a saved plan is carried out as it is, or not at all. It needs only the token, because target and game
 * stand in it; the manifests are not read. A project file at hand gives the settings, and must not contradict it. Only
 * the embedded service needs one, to find its data.
 */
import { resolve } from "node:path";
import type { Client } from "../api/client.ts";
import { inParallel } from "../api/parallel.ts";
import { catalog } from "../catalog/index.ts";
import { type Flags, flag, text, texts } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { tellPlan } from "../cli/terminal/session-log.ts";
import { sha256 } from "../files/hash.ts";
import { readPlanText } from "../files/plan-file.ts";
import { shownPath } from "../files/read.ts";
import { both, quoted } from "../manifest/wording.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { LiveGame } from "../model/model.ts";
import { refusals } from "../plan/hazards.ts";
import { parsePlanFile, type ReadPlans, type SavedPlan } from "../plan/plan-file.ts";
import { secretsOf } from "../plan/secrets.ts";
import { carriedOut, unmet } from "../plan/stale.ts";
import { verificationProblems } from "../plan/verify.ts";
import { shardOf } from "../project/shard.ts";
import { writtenPlace } from "../project/targets.ts";
import { namedGames } from "../view/findings/shared-problems.ts";
import { type AskConsent, addressConsent, isRedirect } from "./address-consent.ts";
import { choiceOfTarget } from "./choices.ts";
import { checkFreshness, readTouched } from "./freshness.ts";
import type { SavedGame, Verdict } from "./game-to-apply.ts";
import { chooseGames, type GameChoice, isSeveral, type LoadProject, loadProject, namedIn } from "./games.ts";
import { refusedImpact } from "./plan-impact.ts";
import { type Attempt, type Attempts, allowedHazards, attemptsOf, GAMES_AT_ONCE, touchedOf } from "./planned-games.ts";
import { withPlayerData } from "./player-data.ts";
import { isSameTarget } from "./same-target.ts";
import { secretsFor } from "./secrets.ts";
import type { Services } from "./services.ts";
import { EMBEDDED, openSession } from "./session.ts";
import { shardFlag, shardLine, shardOfPlan } from "./shard-flag.ts";

/**
 * Reads and checks the file first; only when all of it is right is any service asked. A game whose target or live
 * state does not fit its plan does not concern the others. Games that should have a plan and have none are told last.
 */
export async function openSavedPlans(
  path: string,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Attempts<SavedGame>> {
  const asked = shardFlag(flags, ports);
  if (hasErrors(asked.diagnostics)) return attemptsOf(asked.diagnostics, []);
  const read = await readPlans(path, flags, ports);
  if (read.value === undefined) return attemptsOf(read.diagnostics, []);
  const shard = shardOfPlan(shownPath(resolve(ports.cwd, path), ports.cwd), read.shard, asked.value);
  if (hasErrors(shard.diagnostics)) return attemptsOf(shard.diagnostics, []);
  const missing = read.diagnostics.flatMap((each) => (each.game === undefined ? [] : [{ ...each, game: each.game }]));
  const all = [...read.value, ...missing].map(({ game }) => game);
  const isWhole = shard.value === undefined || read.shard !== undefined;
  const own = new Set(isWhole ? all : shardOf(all, shard.value));
  if (shard.value !== undefined) screen.note(shardLine(shard.value, own.size, isWhole ? undefined : all.length));
  const run = { all: all.length, ...(shard.value === undefined ? {} : { shard: shard.value }) };
  const project = loadProject(flags, ports);
  const done = new Set<string>();
  const plans = read.value.filter(({ game }) => own.has(game));
  // All targets are known, and all questions answered, before anything is sent.
  const consent = addressConsent("apply", "plan", flags, ports);
  const choices = new Map<SavedPlan, Checked<GameChoice>>();
  for (const plan of plans) choices.set(plan, await choiceFor(plan, () => project, flags, ports, consent));
  const redirected = [...choices.values()].flatMap(({ diagnostics }) => diagnostics.filter(isRedirect));
  if (redirected.length > 0) return attemptsOf(redirected, []);
  const openOne = async (plan: SavedPlan): Promise<Attempt<SavedGame>> => {
    const choice = choices.get(plan) ?? { diagnostics: [] };
    const found = await openPlan(plan, choice, ports, flags, screen, services);
    const opened = isSeveral(run) ? withoutApplied(found) : found;
    if (opened !== found) done.add(plan.game);
    const named = (problems: readonly Diagnostic[]): readonly Diagnostic[] => namedIn(run, plan.game, problems);
    return {
      game: plan.game,
      environment: plan.environment,
      ...(opened.value === undefined ? {} : { planned: { ...opened.value, refusals: named(opened.value.refusals) } }),
      diagnostics: named(opened.diagnostics),
    };
  };
  const each = await inParallel(plans, GAMES_AT_ONCE, openOne, () => false);
  const applied = all.filter((game) => done.has(game));
  if (applied.length > 0) screen.note(`Nothing is left to do for ${namedGames(applied)}: applied already.`);
  const unplanned = missing
    .filter(({ game }) => own.has(game))
    .map((problem): Attempt<SavedGame> => ({ game: problem.game, diagnostics: [problem] }));
  const general = read.diagnostics.filter(({ game }) => game === undefined);
  return attemptsOf(general, [...each, ...unplanned], { isSeveral: isSeveral(run), shard: shard.value });
}

/** In a run over several games, one that is done is no failure: the run may have been broken off after it. */
function withoutApplied(opened: Checked<SavedGame>): Checked<SavedGame> {
  const errors = opened.diagnostics.filter(({ severity }) => severity === "error");
  if (opened.value === undefined || errors.length !== 1 || errors[0]?.code !== "applied-already") return opened;
  return {
    value: { ...opened.value, plan: carriedOut(opened.value.plan), refusals: [] },
    diagnostics: opened.diagnostics.filter((each) => !errors.includes(each)),
  };
}

/** With an error among the problems, the plan can be shown and must not be carried out. */
async function openPlan(
  plan: SavedPlan,
  choice: Checked<GameChoice>,
  ports: Ports,
  flags: Flags,
  screen: Screen,
  services: Services,
): Promise<Checked<SavedGame>> {
  if (services.stop.aborted) return { diagnostics: [] };
  if (choice.value === undefined) return { diagnostics: choice.diagnostics };
  tellPlan(screen, plan);
  const session = await openSession(choice.value, ports, screen, services);
  const diagnostics = [...choice.diagnostics, ...session.diagnostics];
  if (session.value === undefined) return { diagnostics };
  const { client, close } = session.value;
  try {
    const readAt = ports.clock.now();
    const live = await checkFreshness(plan, client);
    const value = await savedGame(plan, choice.value, client, live.value ?? NOTHING, readAt, flags);
    return { value, diagnostics: [...diagnostics, ...live.diagnostics, ...refusedImpact(plan.impact, flags)] };
  } finally {
    await close();
  }
}

/** Stands for what could not be read, or is not what the plan was made on; there is an error beside it. */
const NOTHING: LiveGame = { resources: new Map(), read: new Set(), access: new Map() };

/** A hazard may go ahead if it was allowed when the plan was made, or is allowed now. */
async function savedGame(
  plan: SavedPlan,
  choice: GameChoice,
  client: Client,
  live: LiveGame,
  readAt: number,
  flags: Flags,
): Promise<SavedGame> {
  const allowed = new Set([...plan.allowed, ...allowedHazards(choice, flags)]);
  return {
    choice,
    live: touchedOf(live, plan),
    plan,
    ...(plan.impact === undefined ? {} : { impact: plan.impact }),
    readAt,
    refusals: await withPlayerData(refusals(plan.steps, allowed), plan.steps, client, catalog),
    secrets: secretsFor(flags, () => secretsOf({ plan, live }, catalog)),
    desired: { sources: new Map() },
    options: { scalars: choice.scalars },
    verify: async (results, open): Promise<Verdict> => {
      const after = await readTouched(plan, open);
      if (after.value === undefined) return { converged: false, diagnostics: after.diagnostics };
      const left = unmet(plan, after.value, catalog);
      return { converged: left.length === 0, diagnostics: verificationProblems(plan.steps, results, left, new Map()) };
    },
  };
}

async function readPlans(path: string, flags: Flags, ports: Ports): Promise<ReadPlans> {
  const misplaced = ["target", "prune", "base"].filter(
    (name) => (flag(flags, name) ?? text(flags, name)) !== undefined || texts(flags, name).length > 0,
  );
  if (misplaced.length > 0) {
    const detail = `${both(misplaced.map((name) => `--${name}`))} cannot be given with a saved plan: what it does was decided when it was made.`;
    return { diagnostics: [diagnostic("usage", detail, { help: ["plan again with the flag"] })] };
  }
  const file = await readPlanText(resolve(ports.cwd, path), ports.cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const plans = parsePlanFile(file.value, catalog, sha256);
  if (plans.value === undefined) return plans;
  const others = contradictions(plans.value, flags);
  return others.length > 0 ? { diagnostics: others } : plans;
}

/** Flags that name another target than the plans do. */
function contradictions(plans: readonly SavedPlan[], flags: Flags): readonly Diagnostic[] {
  const names = texts(flags, "game");
  const [env, base_url, game_id] = [text(flags, "env"), text(flags, "base-url"), text(flags, "game-id")];
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
  flags: Flags,
  ports: Ports,
  consent: AskConsent,
): Promise<Checked<GameChoice>> {
  const [base_url, game_id, project] = [text(flags, "base-url"), text(flags, "game-id"), text(flags, "project")];
  const isNamed = project !== undefined || text(flags, "env") !== undefined || texts(flags, "game").length > 0;
  if (base_url !== undefined && game_id !== undefined && !isNamed)
    return withConsent(plan, consent, withoutProject(plan, flags));
  const question: Flags = {
    ...flags,
    game: [plan.game],
    env: plan.environment,
    manifests: undefined,
    shard: undefined,
  };
  const own = await chooseGames({ ...question, "base-url": undefined, "game-id": undefined }, ports, load);
  const choice = own.value?.[0];
  if (choice !== undefined) {
    const target = choice.target;
    const said = target.type === "embedded" ? { base_url: EMBEDDED, game_id: plan.game_id } : target;
    if (isSameTarget(plan, said)) return { value: choice, diagnostics: own.diagnostics };
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
  if (codes.includes("no-project")) return withConsent(plan, consent, withoutProject(plan, flags));
  if (!codes.every((code) => UNSET.includes(code))) return { diagnostics: own.diagnostics };
  const given = await chooseGames({ ...question, "base-url": plan.base_url, "game-id": plan.game_id }, ports, load);
  const value = given.value?.[0];
  if (value === undefined) return { diagnostics: given.diagnostics };
  return withConsent(plan, consent, { value, diagnostics: given.diagnostics });
}

async function withConsent(
  plan: SavedPlan,
  consent: AskConsent,
  choice: Checked<GameChoice>,
): Promise<Checked<GameChoice>> {
  const target = choice.value?.target;
  const refusal = target?.type === "live" ? await consent(plan, target.token_env) : undefined;
  return refusal === undefined ? choice : { diagnostics: [...choice.diagnostics, refusal] };
}

/** The requests are in the plan as they are sent, so it makes no difference how values would be written. */
function withoutProject(plan: SavedPlan, flags: Flags): Checked<GameChoice> {
  return { value: choiceOfTarget(plan, "native", flags), diagnostics: [] };
}

function otherTarget(detail: string, ...help: readonly string[]): Diagnostic {
  return diagnostic("other-target", detail, { help: ["nothing was changed", ...help] });
}
