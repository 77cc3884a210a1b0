/** `laurel revert FILE`: plans the way back from an apply, asks, and goes it as every apply does. */
import { resolve } from "node:path";
import { catalog } from "../../catalog/index.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../core/diagnostics.ts";
import type { DesiredGame, Step } from "../../core/model.ts";
import { didYouMean } from "../../core/nearest.ts";
import { refusals } from "../../core/plan/hazards.ts";
import { isEmpty } from "../../core/plan/plan.ts";
import { type ReportRun, readReport } from "../../core/undo/report-reading.ts";
import { readsBeforeReverting, wayBack } from "../../core/undo/revert.ts";
import { readGame } from "../../edges/api/reader.ts";
import { readReportText } from "../../edges/files/report.ts";
import { type Flags, flag, text, texts } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { withInterrupts } from "../interrupts.ts";
import { allowedHazards, type PlannedGame, type PlannedGames } from "../planned-games.ts";
import { planGame } from "../planning.ts";
import { withPlayerData } from "../player-data.ts";
import type { Ports } from "../ports.ts";
import type { ShowEvent } from "../progress.ts";
import { choiceOfReport } from "../recorded-target.ts";
import { openScreen, type Screen } from "../screen.ts";
import { openSession, type Session, type SessionOptions } from "../session.ts";
import { applyPlanned } from "./apply.ts";

export async function revertCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const waits: { show?: ShowEvent } = {};
  return withInterrupts(ports, async (interrupts) => {
    const onWait = (why: string, ms: number): void => waits.show?.({ type: "waiting", why, ms });
    const planned = await planReverts(flags, ports, screen, { ...interrupts, onWait });
    try {
      const isText = text(flags, "format") === "text";
      if (isText && !hasErrors(planned.diagnostics) && planned.games.every(({ plan }) => isEmpty(plan))) {
        screen.report(planned.diagnostics);
        ports.stdout.write("Nothing to undo: what the apply touched is as it was before.\n");
        return EXIT.done;
      }
      return await applyPlanned(planned, flags, ports, screen, interrupts, waits);
    } finally {
      await planned.close();
    }
  });
}

/** The ways back of all games of the report, planned before anything is shown. */
async function planReverts(
  flags: Flags,
  ports: Ports,
  screen: Screen,
  sessionOptions: SessionOptions,
): Promise<PlannedGames> {
  const runs = await chosenRuns(flags, ports);
  const diagnostics: Diagnostic[] = [...runs.diagnostics];
  const games: PlannedGame[] = [];
  const sessions: Session[] = [];
  for (const run of runs.value ?? []) {
    const choice = await choiceOfReport(run.head, flags, ports);
    diagnostics.push(...choice.diagnostics);
    if (choice.value === undefined) continue;
    const session = await openSession(choice.value, ports, screen, sessionOptions);
    diagnostics.push(...session.diagnostics);
    if (session.value === undefined) continue;
    sessions.push(session.value);
    const desired = await findWayBack(run, session.value, flags, screen);
    diagnostics.push(...desired.diagnostics);
    if (desired.value === undefined) continue;
    const options = { prune: false, targets: [], scalars: choice.value.scalars };
    const { client, target } = session.value;
    const plan = await planGame(client, target, desired.value, options);
    diagnostics.push(...plan.diagnostics);
    if (plan.value === undefined || plan.live === undefined) continue;
    const allowed = allowedHazards(choice.value, flags);
    const steps = plan.value.steps.map(withoutConsent);
    games.push({
      choice: choice.value,
      desired: desired.value,
      session: session.value,
      options,
      live: plan.live,
      plan: plan.value,
      allowed,
      refusals: await withPlayerData(refusals(steps, allowed), steps, client, catalog),
    });
  }
  const close = async (): Promise<void> => {
    for (const session of sessions) await session.close();
  };
  return { games, diagnostics, close };
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

/** Reads what the apply touched. What cannot be undone is said at once, before the plan is shown. */
async function findWayBack(
  run: ReportRun,
  session: Session,
  flags: Flags,
  screen: Screen,
): Promise<Checked<DesiredGame>> {
  const live = await readGame(session.client, catalog, readsBeforeReverting(run, catalog));
  if (live.value === undefined) return { diagnostics: live.diagnostics };
  const back = wayBack(run, live.value, catalog, flag(flags, "force") ?? false);
  if (back.value === undefined) return { diagnostics: back.diagnostics };
  const { desired, losses } = back.value;
  if (text(flags, "format") === "text") screen.report(losses);
  return { value: desired, diagnostics: text(flags, "format") === "text" ? [] : losses };
}

/** A resource goes because the report says so and not because somebody has written why: that needs its own consent. */
function withoutConsent(step: Step): Step {
  return { ...step, hazards: step.hazards.map(({ name, sentence }) => ({ name, sentence })) };
}
