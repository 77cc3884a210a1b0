/** Sending with a record: nothing is sent before the report has it on the disk. */
import { catalog } from "../catalog/index.ts";
import type { Step } from "../core/model.ts";
import { endLine, headLine, lineText, stepLines } from "../core/undo/report.ts";
import type { Sent } from "../edges/apply/execute.ts";
import type { Clock } from "../edges/clock.ts";
import type { ReportFile } from "../edges/files/report.ts";
import type { GameToApply } from "./apply-game.ts";

export interface Journal {
  readonly file: ReportFile;
  readonly clock: Clock;
}

/** Begins the game's part of the report; the returned function records each step before and after it sends it. */
export function recorded(
  send: (step: Step) => Promise<Sent>,
  { plan, live, options }: Pick<GameToApply, "plan" | "live" | "options">,
  { file, clock }: Journal,
): (step: Step) => Promise<Sent> {
  const now = (): string => new Date(clock.now()).toISOString();
  const lines = stepLines(plan.steps, live, catalog);
  // Lines are written in their turn, and a problem with this one shows at the next.
  void file.append(lineText(headLine(plan, options.scalars, now())));
  return async (step) => {
    const line = lines.get(step.id);
    if (line === undefined) throw new Error(`no line of the report for step "${step.id}"`);
    const problem = await file.append(lineText({ ...line, time: now() }));
    if (problem !== undefined) return { done: false, diagnostic: problem };
    const sent = await send(step);
    await file.append(lineText(endLine(step.id, sent.done ? undefined : sent.diagnostic, now())));
    return sent;
  };
}
