/** `laurel apply`: plans, asks, carries the plan out and reads again. */
import { hasErrors } from "../../core/diagnostics.ts";
import type { ApplyResult } from "../../core/events.ts";
import { isEmpty } from "../../core/plan.ts";
import { renderApplyJson } from "../../render/apply-json.ts";
import { renderApplyText } from "../../render/apply-text.ts";
import { renderProblemsLine, renderResultLine } from "../../render/progress-jsonl.ts";
import { applyGame } from "../apply-game.ts";
import { type Flags, flag, text } from "../command.ts";
import { confirm } from "../confirm.ts";
import { EXIT, type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { type Interrupts, withInterrupts } from "../interrupts.ts";
import { type PlannedGame, type PlannedGames, planGames, renderPlans } from "../planned-games.ts";
import type { Ports } from "../ports.ts";
import { type ShowEvent, showAsJsonLines, showAsText, showNothing } from "../progress.ts";
import { openScreen, type Screen } from "../screen.ts";

export async function applyCommand(flags: Flags, ports: Ports): Promise<ExitCode> {
  const screen = openScreen(flags, ports);
  const waits: { show?: ShowEvent } = {};
  return withInterrupts(ports, async (interrupts) => {
    const onWait = (why: string, ms: number): void => waits.show?.({ type: "waiting", why, ms });
    const planned = await planGames(flags, ports, screen, { ...interrupts, onWait });
    try {
      return await applyPlanned(planned, flags, ports, screen, interrupts, waits);
    } finally {
      await planned.close();
    }
  });
}

async function applyPlanned(
  planned: PlannedGames,
  flags: Flags,
  ports: Ports,
  screen: Screen,
  interrupts: Interrupts,
  waits: { show?: ShowEvent },
): Promise<ExitCode> {
  const format = text(flags, "format");
  const problems = [...planned.diagnostics, ...planned.games.flatMap((game) => game.refusals)];
  if (format === "text") ports.stdout.write(renderPlans(planned.games, flags, screen));
  // The text of a plan tells its refusals itself.
  screen.report(format === "text" ? planned.diagnostics : problems);
  if (hasErrors(problems) || interrupts.signal() !== undefined) {
    if (format === "json") ports.stdout.write(renderApplyJson([], problems));
    if (format === "jsonl") ports.stdout.write(renderProblemsLine(problems));
    return exitCodeOf(problems);
  }
  const answer = await confirm(
    planned.games.map(({ plan }) => plan),
    flags,
    ports,
  );
  if (answer.diagnostic !== undefined) screen.report([answer.diagnostic]);
  if (!answer.goAhead) {
    const why = answer.diagnostic === undefined ? [] : [answer.diagnostic];
    if (format === "json") ports.stdout.write(renderApplyJson([], why));
    if (format === "jsonl") ports.stdout.write(renderProblemsLine(why));
    return why.length === 0 ? EXIT.failed : exitCodeOf(why);
  }
  const results: ApplyResult[] = [];
  for (const game of planned.games) {
    waits.show = progressOf(format, game, screen, ports);
    const failFast = flag(flags, "fail-fast") ?? false;
    const result = await applyGame(game, { failFast, show: waits.show, interrupts, screen });
    results.push(result);
    if (format === "text" && !isEmpty(game.plan)) ports.stdout.write(`\n${renderApplyText(result, screen.result)}`);
    if (format === "jsonl") ports.stdout.write(renderResultLine(result));
  }
  if (format === "json") ports.stdout.write(renderApplyJson(results, problems));
  return results.every(({ converged }) => converged) ? EXIT.done : EXIT.failed;
}

function progressOf(format: string | undefined, { plan }: PlannedGame, screen: Screen, ports: Ports): ShowEvent {
  if (format === "jsonl") return showAsJsonLines(plan, ports);
  return format === "json" || isEmpty(plan) ? showNothing() : showAsText(plan, screen, ports);
}
