/** `laurel apply`: plans or takes a saved plan, asks, carries the plan out and reads again. */
import { type Diagnostic, hasErrors } from "../../core/diagnostics.ts";
import type { ApplyResult } from "../../core/events.ts";
import { isEmpty } from "../../core/plan/plan.ts";
import { renderApplyJson } from "../../render/apply-json.ts";
import { renderApplyText } from "../../render/apply-text.ts";
import { renderProblemsLine, renderResultLine } from "../../render/progress-jsonl.ts";
import { applyGame, type GameToApply } from "../apply-game.ts";
import { type Flags, flag, text } from "../command.ts";
import { confirm } from "../confirm.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { misspeltDigests, unexpectedPlans } from "../expected-digests.ts";
import { checkFreshness } from "../freshness.ts";
import { type Interrupts, withInterrupts } from "../interrupts.ts";
import { planGames, renderPlans } from "../planned-games.ts";
import type { Ports } from "../ports.ts";
import { type ShowEvent, showAsJsonLines, showAsText, showNothing } from "../progress.ts";
import type { Journal } from "../recorded-steps.ts";
import { openReport, reportInTheWay } from "../report-flag.ts";
import { openScreen, type Screen } from "../screen.ts";
import type { SessionOptions } from "../session.ts";

/** Plans of several games that are to be carried out, with the problems met on the way to them. */
export interface GamesToApply {
  readonly games: readonly GameToApply[];
  readonly diagnostics: readonly Diagnostic[];
  close(): Promise<void>;
}

export async function applyCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const waits: { show?: ShowEvent } = {};
  return withInterrupts(ports, async (interrupts) => {
    const onWait = (why: string, ms: number): void => waits.show?.({ type: "waiting", why, ms });
    const planned = await gamesToApply(flags, ports, screen, { ...interrupts, onWait });
    try {
      return await applyPlanned(planned, flags, ports, screen, interrupts, waits);
    } finally {
      await planned.close();
    }
  });
}

async function gamesToApply(
  flags: Flags,
  ports: Ports,
  screen: Screen,
  options: SessionOptions,
): Promise<GamesToApply> {
  const misspelt = misspeltDigests(flags);
  if (misspelt.length > 0) return { games: [], diagnostics: misspelt, close: () => Promise.resolve() };
  const file = text(flags, "plan");
  if (file === undefined) return planGames(flags, ports, screen, options);
  const { openSavedPlans } = await import("../saved-plan.ts");
  return openSavedPlans(file, flags, ports, screen, options);
}

/** Shows the plans, asks, and carries them out one game after the other. */
export async function applyPlanned(
  planned: GamesToApply,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
  waits: { show?: ShowEvent },
): Promise<ExitCode> {
  const format = text(flags, "format");
  const plans = planned.games.map(({ plan }) => plan);
  const others = hasErrors(planned.diagnostics) ? [] : unexpectedPlans(plans, flags);
  const before = [...planned.diagnostics, ...others, ...(await reportInTheWay(flags, ports))];
  const problems = [...before, ...planned.games.flatMap((game) => game.refusals)];
  if (format === "text") ports.stdout.write(renderPlans(planned.games, flags, screen));
  // The text of a plan tells its refusals itself.
  screen.report(format === "text" ? before : problems);
  const refuse = (why: readonly Diagnostic[]): ExitCode => {
    if (format === "json") ports.stdout.write(renderApplyJson([], why));
    if (format === "jsonl") ports.stdout.write(renderProblemsLine(why));
    return exitCodeOf(why);
  };
  if (hasErrors(problems) || interrupts.signal() !== undefined) return refuse(problems);
  const answer = await confirm(plans, flags, ports);
  if (!answer.goAhead) {
    const why = answer.diagnostic === undefined ? [] : [answer.diagnostic];
    screen.report(why);
    const code = refuse(why);
    return code === EXIT.done ? EXIT.failed : code;
  }
  const moved = answer.asked ? await movedMeanwhile(planned.games) : [];
  screen.report(moved);
  if (hasErrors(moved)) return refuse(moved);
  const report = await openReport(flags, ports);
  screen.report(report.diagnostics);
  if (hasErrors(report.diagnostics)) return refuse(report.diagnostics);
  const journal = report.value === undefined ? undefined : { file: report.value, clock: ports.clock };
  const results = await carryOut(planned.games, journal, flags, ports, screen, interrupts, waits);
  await report.value?.close();
  if (format === "json") ports.stdout.write(renderApplyJson(results, problems));
  return results.every(({ converged }) => converged) ? EXIT.done : EXIT.failed;
}

async function carryOut(
  games: readonly GameToApply[],
  journal: Journal | undefined,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
  waits: { show?: ShowEvent },
): Promise<readonly ApplyResult[]> {
  const format = text(flags, "format");
  const failFast = flag(flags, "fail-fast") ?? false;
  const results: ApplyResult[] = [];
  for (const game of games) {
    waits.show = progressOf(format, game, screen, ports);
    const options = { failFast, show: waits.show, interrupts, screen };
    const result = await applyGame(game, journal === undefined ? options : { ...options, journal });
    results.push(result);
    if (format === "text" && !isEmpty(game.plan)) ports.stdout.write(`\n${renderApplyText(result, screen.result)}`);
    if (format === "jsonl") ports.stdout.write(renderResultLine(result));
  }
  return results;
}

/** Whoever was asked may have thought for long: nothing is written on what has changed since. */
async function movedMeanwhile(games: readonly GameToApply[]): Promise<readonly Diagnostic[]> {
  const checked = await Promise.all(games.map(({ plan, session }) => checkFreshness(plan, session.client)));
  return checked.flatMap(({ diagnostics }) => diagnostics);
}

function progressOf(format: string | undefined, { plan }: GameToApply, screen: Screen, ports: Ports): ShowEvent {
  if (format === "jsonl") return showAsJsonLines(plan, ports);
  return format === "json" || isEmpty(plan) ? showNothing() : showAsText(plan, screen, ports);
}
