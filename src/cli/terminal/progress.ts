/**
 * The progress of an apply: each event of a plan in the live line on stderr, or as a line that
 * stays.
 */
import type { ApplyEvent } from "../../model/events.ts";
import { progressOf } from "../../view/apply/progress.ts";
import { concealDiagnostic } from "../../view/concealment.ts";
import { widthOf } from "../../view/render/layout.ts";
import { safeText } from "../../view/render/safe-text.ts";
import type { PlannedGame } from "../../workflow/game.ts";
import type { ProcessPorts } from "./ports.ts";
import { isLive, type TerminalReporter } from "./reporter.ts";

interface ProgressView {
  /** Whether other games are applied at the same time. */
  readonly isSeveral: boolean;
  readonly revealSecrets: boolean;
}

interface Terminal {
  readonly ports: ProcessPorts;
  readonly reporter: TerminalReporter;
}

type AppliedGame = Pick<PlannedGame, "plan" | "secrets">;

/** Games that run side by side share the live line: it shows the one with the latest event. */
export function openProgress(
  view: ProgressView,
  terminal: Terminal,
): (game: AppliedGame, event: ApplyEvent) => void {
  const games = new Map<AppliedGame, (event: ApplyEvent) => void>();
  return (game, event) => {
    const show = games.get(game) ?? openGameProgress(game, view, terminal);
    games.set(game, show);
    show(event);
  };
}

function openGameProgress(
  { plan, secrets }: AppliedGame,
  { isSeveral, revealSecrets }: ProgressView,
  { ports, reporter }: Terminal,
): (event: ApplyEvent) => void {
  const { style, width } = reporter.notes;
  const lead = isSeveral ? `${safeText(plan.game)} ` : "";
  const marked = (line: string): string => (line === "" ? "" : style("strong", lead) + line);
  const begun = ports.clock.now();
  const progress = progressOf(plan.steps, {
    style,
    width: width - widthOf(lead),
    isLive: isLive(ports),
  });
  const conceal = (event: ApplyEvent): ApplyEvent =>
    event.type === "failed" && !revealSecrets
      ? { ...event, diagnostic: concealDiagnostic(event.diagnostic, secrets) }
      : event;
  return (event) => {
    const { line, permanent } = progress(conceal(event), ports.clock.now() - begun);
    reporter.live(marked(line), permanent && marked(permanent));
  };
}
