/** Shows the progress of an apply: one live line on a terminal, plain lines elsewhere, JSON Lines for machines. */
import type { ApplyEvent } from "../core/events.ts";
import type { Plan } from "../core/model.ts";
import { progressLines } from "../render/progress-jsonl.ts";
import { type ProgressView, progressNext, progressStart } from "../render/progress-text.ts";
import type { Ports } from "./ports.ts";
import type { Screen } from "./screen.ts";

export type ShowEvent = (event: ApplyEvent) => void;

/** Erases the line that the cursor is in. */
const ERASE_LINE = "\r\u001b[2K";

export function showAsText(plan: Plan, screen: Screen, ports: Ports): ShowEvent {
  const isLive = ports.stderr.isTerminal && ports.env.TERM !== "dumb";
  const view: ProgressView = { style: screen.notes.style, width: screen.notes.width, isLive };
  let state = progressStart(plan.steps);
  return (event) => {
    const next = progressNext(state, event, view);
    state = next.state;
    const kept = next.permanent === undefined ? "" : `${next.permanent}\n`;
    if (isLive) ports.stderr.write(`${ERASE_LINE}${kept}${next.line}`);
    else if (kept !== "") ports.stderr.write(kept);
  };
}

export function showAsJsonLines(plan: Plan, ports: Ports): ShowEvent {
  const lineOf = progressLines(plan);
  return (event) => ports.stdout.write(lineOf(event));
}

/** For a form of output that has no room for progress. */
export function showNothing(): ShowEvent {
  return () => undefined;
}
