/**
 * Progress of an apply, as a pure machine: the state so far and one event give the next state and what to print. On a
 * terminal one line is written over and over; elsewhere a line with the count is added every half minute. Failures stay
 * everywhere; skipped steps are grouped by the result.
 */
import type { ApplyEvent } from "../model/events.ts";
import type { Step, StepId } from "../model/model.ts";
import { stepSubject } from "./plan-changes.ts";
import { cutToWidth, padBefore } from "./render/layout.ts";
import { safeText } from "./render/safe-text.ts";
import type { Style } from "./render/style.ts";
import { renderWait } from "./request-text.ts";

export interface ProgressView {
  readonly style: Style;
  readonly width: number;
  /** Whether there is a line that can be written over. */
  readonly isLive: boolean;
  /** Milliseconds since the first event. */
  readonly elapsed: number;
}

export interface ProgressState {
  /** What each step is called. */
  readonly names: ReadonlyMap<StepId, string>;
  /** How many steps have ended, in whatever way. */
  readonly ended: number;
  /** Steps in flight, in the order of their start. */
  readonly running: readonly StepId[];
  /** When the last line that stays was printed, in milliseconds since the first event. */
  readonly notedAt: number;
}

export interface ProgressOutput {
  readonly state: ProgressState;
  /** The live line as it is now, without a line end; empty when there is none. */
  readonly line: string;
  /** A line that stays, without a line end, to be printed above the live line. */
  readonly permanent?: string;
}

/** Milliseconds between two lines where there is no live line. */
const NOTED_EVERY = 30_000;

/** The state before the first event. */
export function progressStart(steps: readonly Step[]): ProgressState {
  const names = steps.map((step) => [step.id, safeText(`${step.action} ${stepSubject(step)}`)] as const);
  return { names: new Map(names), ended: 0, running: [], notedAt: 0 };
}

/** Takes one event in. Nothing is printed for `finished`: the result follows it. */
export function progressNext(state: ProgressState, event: ApplyEvent, view: ProgressView): ProgressOutput {
  if (event.type === "finished") return { state: { ...state, running: [] }, line: "" };
  const next = after(state, event);
  const counted = view.style.muted(countOf(next));
  const line = view.isLive
    ? `${counted} ${cutToWidth(wordsOf(next, event), view.width - 2 - countOf(next).length)}`
    : "";
  if (event.type === "failed") {
    const why = safeText(event.diagnostic.detail.split("\n")[0] ?? "");
    const failed = `${counted} ${view.style.error("failed")} ${nameOf(next, event.step)}: ${why}`;
    return { state: next, line, permanent: failed };
  }
  if (view.isLive || view.elapsed - state.notedAt < NOTED_EVERY) return { state: next, line };
  return { state: { ...next, notedAt: view.elapsed }, line, permanent: `${counted} ${wordsOf(next, event)}`.trimEnd() };
}

function after(state: ProgressState, event: ApplyEvent): ProgressState {
  if (!("step" in event)) return state;
  const running = state.running.filter((id) => id !== event.step);
  if (event.type === "started") return { ...state, running: [...running, event.step] };
  return { ...state, running, ended: state.ended + 1 };
}

/** What is being done, in one line without styles. */
function wordsOf(state: ProgressState, event: ApplyEvent): string {
  if (event.type === "waiting") return renderWait(event.why, event.ms);
  if (event.type === "verifying") return "verifying: reading the live game again";
  const current = state.running.at(-1);
  const more = state.running.length > 1 ? ` and ${state.running.length - 1} more` : "";
  return current === undefined ? "" : `${nameOf(state, current)}${more}`;
}

function countOf({ ended, names }: ProgressState): string {
  const total = String(names.size);
  return `[${padBefore(String(ended), total.length)}/${total}]`;
}

function nameOf(state: ProgressState, step: StepId): string {
  return state.names.get(step) ?? safeText(step);
}
