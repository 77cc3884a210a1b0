/**
 * Progress of an apply. In: one event after the other. Out: what to print. On a terminal one line
 * is written over and over; elsewhere a line with the count is added every half minute. Failures
 * stay everywhere; the result groups skipped steps.
 */
import type { ApplyEvent } from "../../model/events.ts";
import type { Step, StepId } from "../../model/model.ts";
import type { Masked } from "../mask/mask.ts";
import { writeDuration } from "../parts/games.ts";
import { stepSubject } from "../plan/changes.ts";
import { cutToWidth, type TextView } from "../render/layout.ts";
import { safeText } from "../render/safe-text.ts";

interface ProgressLines {
  /** Current text of the live line, without a line end. Empty without a live line. */
  readonly line: string;
  /** A permanent line, without a line end, for printing above the live line. */
  readonly permanent?: string;
}

/** Milliseconds between two lines without a live line. */
const NOTED_EVERY = 30_000;

/**
 * Returns a function that turns each event into progress lines. `isLive`: whether a line can be
 * overwritten. `elapsed`: milliseconds since the first event. `finished` prints nothing, because
 * the result follows it.
 */
export function progressOf(
  steps: readonly Step[],
  { style, width, isLive }: Pick<TextView, "style" | "width"> & { readonly isLive: boolean },
): (event: Masked<ApplyEvent>, elapsed: number) => ProgressLines {
  const names = new Map(steps.map((step) => [step.id, `${step.action} ${stepSubject(step)}`]));
  const nameOf = (id: StepId): string => safeText(names.get(id) ?? id);
  const running = new Set<StepId>();
  let ended = 0;
  let notedAt = 0;
  const wordsOf = (event: ApplyEvent): string => {
    if (event.type === "waiting")
      return `waiting ${writeDuration(event.ms)}: ${safeText(event.why)}`;
    if (event.type === "verifying") return "verifying: reading the live game again";
    const current = [...running].at(-1);
    const others = running.size > 1 ? ` and ${running.size - 1} more` : "";
    return current === undefined ? "" : `${nameOf(current)}${others}`;
  };
  return (event, elapsed) => {
    if (event.type === "finished") return { line: "" };
    if (event.type === "started") running.add(event.step);
    else if ("step" in event) {
      running.delete(event.step);
      ended += 1;
    }
    const total = String(steps.length);
    const count = `[${String(ended).padStart(total.length)}/${total}]`;
    const lead = style("muted", count);
    const words = wordsOf(event);
    const line = isLive ? `${lead} ${cutToWidth(words, width - 2 - count.length)}` : "";
    if (event.type === "failed") {
      const why = safeText(event.diagnostic.detail.split("\n")[0] ?? "");
      return {
        line,
        permanent: `${lead} ${style("error", "failed")} ${nameOf(event.step)}: ${why}`,
      };
    }
    if (isLive || elapsed - notedAt < NOTED_EVERY) return { line };
    notedAt = elapsed;
    return { line, permanent: `${lead} ${words}`.trimEnd() };
  };
}
