/** Shows the progress of an apply: one live line on a terminal, plain lines elsewhere, JSON Lines for machines. */
import type { ApplyEvent } from "../../model/events.ts";
import type { Plan } from "../../model/model.ts";
import { isEmpty } from "../../plan/plan.ts";
import { progressLines } from "../../view/apply/progress-jsonl.ts";
import { type ProgressView, progressNext, progressStart } from "../../view/apply/progress-text.ts";
import { widthOf } from "../../view/text/layout.ts";
import { safeText } from "../../view/text/safe-text.ts";
import type { Ports } from "../ports.ts";
import type { Screen } from "./screen.ts";

export type ShowEvent = (event: ApplyEvent) => void;

/** Shows the events of a game's plan. */
export type OpenProgress = (plan: Plan) => ShowEvent;

/** `format`: the form of the result. Nothing is shown for a plan without steps, and beside a document. */
export function openProgress(
  format: string | undefined,
  isSeveral: boolean,
  screen: Screen,
  ports: Ports,
): OpenProgress {
  if (format === "jsonl") return (plan) => showAsJsonLines(plan, ports);
  if (format !== "text") return showNothing;
  const asText = openText(isSeveral, screen, ports);
  return (plan) => (isEmpty(plan) ? showNothing() : asText(plan));
}

/** Games that run side by side share the live line: it is about the one of which something was heard last. */
function openText(isSeveral: boolean, screen: Screen, ports: Ports): OpenProgress {
  const isLive = ports.stderr.isTerminal && ports.env.TERM !== "dumb";
  const { style, width, verbose } = screen.notes;
  const lines = new Map<Plan, string>();
  return (plan) => {
    const lead = isSeveral ? `${safeText(plan.game)} ` : "";
    let state = progressStart(plan.steps);
    let begun: number | undefined;
    return (event) => {
      begun ??= screen.now();
      const elapsed = screen.now() - begun;
      const view: ProgressView = { style, width: width - widthOf(lead), verbose, isLive, elapsed };
      const next = progressNext(state, event, view);
      state = next.state;
      lines.delete(plan);
      if (next.line !== "") lines.set(plan, style.strong(lead) + next.line);
      const stays = next.permanent === undefined ? undefined : style.strong(lead) + next.permanent;
      screen.live([...lines.values()].at(-1) ?? "", stays);
    };
  };
}

function showAsJsonLines(plan: Plan, ports: Ports): ShowEvent {
  const lineOf = progressLines(plan);
  return (event) => ports.stdout.write(lineOf(event));
}

/** For a form of output that has no room for progress. */
function showNothing(): ShowEvent {
  return () => undefined;
}
