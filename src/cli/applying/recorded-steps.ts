/** Sending with a record: nothing is sent before the report has it on the disk. */
import { catalog } from "../../catalog/index.ts";
import type { Step } from "../../core/model.ts";
import { endLine, headLine, lineText, stepLines } from "../../core/undo/report.ts";
import type { Sent } from "../../edges/apply/execute.ts";
import type { Clock } from "../../edges/clock.ts";
import type { ReportFile } from "../../edges/files/report.ts";
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
  send: (step: Step) => Promise<Sent>,
  game: Pick<GameToApply, "plan" | "live" | "options">,
  journal: Journal,
): (step: Step) => Promise<Sent> {
  const { plan, live } = game;
  const { file, clock } = journal;
  const now = (): string => new Date(clock.now()).toISOString();
  const lines = stepLines(plan.steps, live, catalog);
  recordHead(game, journal);
  return async (step) => {
    const line = lines.get(step.id);
    if (line === undefined) throw new Error(`no line of the report for step "${step.id}"`);
    const { type, ...rest } = line;
    const problem = await file.append(lineText({ type, game: plan.game, ...rest, time: now() }));
    if (problem !== undefined) return { done: false, diagnostic: problem };
    const sent = await send(step);
    await file.append(lineText(endLine(plan.game, step.id, sent.done ? undefined : sent.diagnostic, now())));
    return sent;
  };
}
