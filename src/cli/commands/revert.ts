/** `laurel revert FILE`: plans the way back from an apply, asks, and goes it as every apply does. */
import { resolve } from "node:path";
import { inParallel } from "../../api/parallel.ts";
import { readGame } from "../../api/reader.ts";
import { catalog } from "../../catalog/index.ts";
import { readReportText } from "../../files/report.ts";
import { type Checked, diagnostic, hasErrors, ofGame } from "../../model/diagnostics.ts";
import type { DesiredGame, Step } from "../../model/model.ts";
import { didYouMean } from "../../model/nearest.ts";
import { refusals } from "../../plan/hazards.ts";
import { isEmpty } from "../../plan/plan.ts";
import { type ReportRun, readReport } from "../../plan/revert/report-reading.ts";
import { readsBeforeReverting, wayBack } from "../../plan/revert/revert.ts";
import { secretsOf } from "../../plan/secrets.ts";
import { renderApplyJson } from "../../view/apply/apply-json.ts";
import { wrapText } from "../../view/text/layout.ts";
import { addressConsent, isRedirect } from "../../workflow/address-consent.ts";
import { applyPlanned } from "../../workflow/apply-games.ts";
import { unapprovedReverts } from "../../workflow/approval.ts";
import { misspeltDigests } from "../../workflow/expected-digests.ts";
import { type GameChoice, loadProject } from "../../workflow/games.ts";
import { planImpact } from "../../workflow/plan-impact.ts";
import {
  type Attempt,
  allowedHazards,
  attemptsOf,
  GAMES_AT_ONCE,
  type PlannedGame,
  type PlannedGames,
  touchedOf,
} from "../../workflow/planned-games.ts";
import { planGame } from "../../workflow/planning.ts";
import { withPlayerData } from "../../workflow/player-data.ts";
import { choiceOfReport } from "../../workflow/recorded-target.ts";
import { reportInTheWay } from "../../workflow/report-flag.ts";
import { secretsFor } from "../../workflow/secrets.ts";
import { type Services, withServices } from "../../workflow/services.ts";
import { openSession, type Session } from "../../workflow/session.ts";
import { type Flags, flag, text, texts } from "../args/command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { filesAmongManifests } from "../output/manifest-places.ts";
import type { Ports } from "../ports.ts";
import { openScreen, type Screen } from "../terminal/screen.ts";
import { tellPlan } from "../terminal/session-log.ts";

export async function revertCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  return withServices(ports, async (services) => {
    const planned = await planReverts(flags, ports, screen, services);
    const { each, games, diagnostics } = planned;
    const isWhole = !hasErrors(diagnostics) && games.length === each.length;
    if (text(flags, "format") === "text" && isWhole && games.every(({ plan }) => isEmpty(plan))) {
      screen.report(diagnostics);
      const words = "Nothing to undo: what the apply touched is as it was before.";
      ports.stdout.write(`${wrapText(words, screen.result.width).join("\n")}\n`);
      return EXIT.done;
    }
    const applied = await applyPlanned(planned, flags, ports, screen, services);
    if (text(flags, "format") === "json") ports.stdout.write(renderApplyJson(applied.results, applied.problems));
    return applied.code;
  });
}

/** The ways back of all games of the report, planned before anything is shown. */
async function planReverts(flags: Flags, ports: Ports, screen: Screen, services: Services): Promise<PlannedGames> {
  const wrong = [
    ...misspeltDigests(flags),
    ...(await filesAmongManifests(flags, ports)),
    ...(await reportInTheWay(flags, ports)),
  ];
  const runs = wrong.length > 0 ? { diagnostics: wrong } : await chosenRuns(flags, ports);
  const isSeveral = (runs.value ?? []).length > 1;
  const project = loadProject(flags, ports);
  // All targets are known, and all questions answered, before anything is sent.
  const consent = addressConsent("revert", "file", flags, ports);
  const choices = new Map<ReportRun, Checked<GameChoice>>();
  for (const run of runs.value ?? [])
    choices.set(run, await choiceOfReport(run.head, () => project, flags, ports, consent));
  const redirected = [...choices.values()].flatMap((choice) => choice.diagnostics.filter(isRedirect));
  if (redirected.length > 0) return attemptsOf(redirected, []);
  const planOne = async (run: ReportRun): Promise<Attempt<PlannedGame>> => {
    const { game, environment } = run.head;
    const choice = choices.get(run) ?? { diagnostics: [] };
    const { value, diagnostics } = await planRevert(run, choice, flags, ports, screen, services);
    const open = value === undefined ? [] : unapprovedReverts([value], flags, ports);
    const problems = [...diagnostics, ...open];
    const named = isSeveral ? ofGame(game, problems) : problems;
    return { game, environment, ...(value === undefined ? {} : { planned: value }), diagnostics: named };
  };
  const each = await inParallel(runs.value ?? [], GAMES_AT_ONCE, planOne, () => false);
  return attemptsOf(runs.diagnostics, each, { isSeveral });
}

async function planRevert(
  run: ReportRun,
  choice: Checked<GameChoice>,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  services: Services,
): Promise<Checked<PlannedGame>> {
  if (services.stop.aborted) return { diagnostics: [] };
  if (choice.value === undefined) return { diagnostics: choice.diagnostics };
  const session = await openSession(choice.value, ports, screen, services);
  const opening = [...choice.diagnostics, ...session.diagnostics];
  if (session.value === undefined) return { diagnostics: opening };
  const { client, target, close } = session.value;
  try {
    const desired = await findWayBack(run, session.value, flags);
    const back = desired.value;
    if (back === undefined) return { diagnostics: [...opening, ...desired.diagnostics] };
    const options = { prune: false, targets: [], scalars: choice.value.scalars };
    const readAt = ports.clock.now();
    const { value: plan, live, diagnostics: planning } = await planGame(client, target, back, options);
    const diagnostics = [...opening, ...desired.diagnostics, ...planning];
    if (plan === undefined || live === undefined) return { diagnostics };
    tellPlan(screen, plan);
    const allowed = allowedHazards(choice.value, flags);
    const steps = plan.steps.map(withoutConsent);
    const refused = await withPlayerData(refusals(steps, allowed), steps, client, catalog);
    const value: PlannedGame = {
      reverts: true,
      choice: choice.value,
      desired: back,
      options,
      live: touchedOf(live, plan),
      plan,
      readAt,
      allowed,
      refusals: refused,
      impact: await planImpact(plan, back, live, choice.value.semantics),
      secrets: secretsFor(flags, () => secretsOf({ plan, desired: back, live }, catalog)),
    };
    return { value, diagnostics };
  } finally {
    await close();
  }
}

/** The parts of the report for the games that are asked for. */
async function chosenRuns(flags: Flags, ports: Ports): Promise<Checked<readonly ReportRun[]>> {
  const file = await readReportText(resolve(ports.cwd, text(flags, "file") ?? ""), ports.cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const runs = readReport(file.value.text, file.value.file, catalog);
  const asked = texts(flags, "game");
  const names = (runs.value ?? []).map(({ head }) => head.game);
  if (runs.value === undefined || asked.length === 0) return runs;
  const unknown = asked.filter((name) => !names.includes(name));
  const diagnostics = unknown.map((name) =>
    diagnostic("unknown-game", `The report is not about a game "${name}".`, { help: didYouMean(name, names) }),
  );
  if (diagnostics.length > 0) return { diagnostics };
  return { value: runs.value.filter(({ head }) => asked.includes(head.game)), diagnostics };
}

/** Reads what the apply touched. What cannot be undone is among the problems. */
async function findWayBack(run: ReportRun, session: Session, flags: Flags): Promise<Checked<DesiredGame>> {
  const live = await readGame(session.client, catalog, readsBeforeReverting(run, catalog));
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const back = wayBack(run, live.value, catalog, flag(flags, "force") ?? false);
  if (back.value === undefined) return { diagnostics: back.diagnostics };
  const { desired, losses } = back.value;
  return { value: desired, diagnostics: losses };
}

/** A resource goes because the report says so and not because somebody has written why: that needs its own consent. */
function withoutConsent(step: Step): Step {
  return { ...step, hazards: step.hazards.map(({ name, sentence }) => ({ name, sentence })) };
}
