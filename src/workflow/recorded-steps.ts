/** Sending with a record: nothing is sent before the report has it on the disk. */
import type { Clock } from "../api/clock.ts";
import { catalog } from "../catalog/index.ts";
import type { ReportFile } from "../files/report.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import { endLine, headLine, lineText, stepLines } from "../plan/revert/report.ts";
import type { SendStep, Sent } from "./execute.ts";
import type { GameToApply } from "./game-to-apply.ts";

export interface Journal {
  readonly file: ReportFile;
  readonly clock: Clock;
}

/** Writes the first line about the game. Lines are written in their turn: a problem with this one shows at the next. */
export function recordHead({ plan, options }: Pick<GameToApply, "plan" | "options">, { file, clock }: Journal): void {
  void file.append(lineText(headLine(plan, options.scalars, new Date(clock.now()).toISOString())));
}

/** Begins the game's part of the report; the returned function records each step before and after it sends it. */
export function recorded(
  send: SendStep,
  game: Pick<GameToApply, "plan" | "live" | "options">,
  journal: Journal,
): SendStep {
  const { plan, live } = game;
  const { file, clock } = journal;
  const now = (): string => new Date(clock.now()).toISOString();
  const lines = stepLines(plan.steps, live, catalog);
  recordHead(game, journal);
  return async (step, departure) => {
    const line = lines.get(step.id);
    if (line === undefined) throw new Error(`no line of the report for step "${step.id}"`);
    const { type, ...rest } = line;
    const problem = await file.append(lineText({ type, game: plan.game, ...rest, time: now() }));
    if (problem !== undefined) return { done: false, diagnostic: problem };
    const sent = await send(step, departure);
    await file.append(lineText(endLine(plan.game, step.id, endOf(sent), now())));
    return sent;
  };
}

function endOf(sent: Sent): Diagnostic | "done" | "not-sent" {
  if (sent.done) return "done";
  return "held" in sent ? "not-sent" : sent.diagnostic;
}
