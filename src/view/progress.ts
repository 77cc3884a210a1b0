/**
 * Progress of an apply, as a pure machine: the state so far and one event give the next state and what to print. On a
 * terminal one line is written over and over; elsewhere a line with the count is added every few seconds. Failures stay
 * everywhere; skipped steps are grouped by the result.
 */
import type { ApplyEvent } from "../model/events.ts";
import type { Step, StepId } from "../model/model.ts";
import { stepSubject } from "./plan-changes.ts";
import { cutToWidth, padBefore, widthOf } from "./render/layout.ts";
import { duration } from "./render/phrases.ts";
import { safeText } from "./render/safe-text.ts";
import type { Role, Style } from "./render/style.ts";

export interface ProgressView {
  readonly style: Style;
  readonly width: number;
  /** Whether every step that ended gets a line that stays. */
  readonly verbose?: boolean;
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
  /** Shown in the live line instead of a step. */
  readonly pause: string | undefined;
  /** When the last line that stays said how far the run is, in milliseconds since the first event. */
  readonly notedAt: number;
  /** Until when the last wait that was printed lasts: requests in flight wait side by side. */
  readonly waitsUntil: number;
}

export interface ProgressOutput {
  readonly state: ProgressState;
  /** The live line as it is now, without a line end; empty when there is none. */
  readonly line: string;
  /** A line that stays, without a line end, to be printed above the live line. */
  readonly permanent?: string;
}

/** Columns beside the count from which on it is said how many other steps are in flight. */
const ROOM_FOR_MORE = 30;

/** Milliseconds from which on a run is long: it is said how much is left, if that is as long. */
const LONG = 10_000;

/** Milliseconds between two lines where there is no live line, in the first minute and later. */
const NOTED_EVERY = 5_000;
const NOTED_EVERY_LATER = 30_000;

type StepEvent = Extract<ApplyEvent, { readonly step: StepId }>;
type EndEvent = Exclude<StepEvent, { readonly type: "started" }>;

/** What was answered with success counts as done when it was read back, at the end. */
const ENDS: Readonly<Record<EndEvent["type"], { readonly word: string; readonly role: Role }>> = {
  done: { word: "sent   ", role: "create" },
  failed: { word: "failed ", role: "error" },
  skipped: { word: "skipped", role: "warning" },
};

/** The state before the first event. */
export function progressStart(steps: readonly Step[]): ProgressState {
  return {
    names: new Map(steps.map((step) => [step.id, safeText(`${step.action} ${stepSubject(step)}`)])),
    ended: 0,
    running: [],
    pause: undefined,
    notedAt: 0,
    waitsUntil: 0,
  };
}

/** Takes one event in. Nothing is printed for `finished`: the result follows it. */
export function progressNext(state: ProgressState, event: ApplyEvent, view: ProgressView): ProgressOutput {
  switch (event.type) {
    case "started":
      return show({ ...state, running: [...state.running, event.step], pause: undefined }, view);
    case "done":
    case "failed":
    case "skipped":
      return afterEnd(state, event, view);
    case "waiting": {
      const pause = `waiting ${duration(event.ms)}: ${safeText(event.why)}`;
      const next = { ...state, pause };
      const isNews = event.ms >= NOTED_EVERY && view.elapsed >= state.waitsUntil;
      if (view.isLive || !(isNews || view.verbose === true)) return show(next, view);
      return show({ ...next, waitsUntil: view.elapsed + event.ms }, view, view.style.warning(pause));
    }
    case "verifying": {
      const pause = "verifying: reading the live game again";
      const isNews = !view.isLive && (view.verbose === true || view.elapsed >= NOTED_EVERY);
      return show({ ...state, pause }, view, isNews ? view.style.muted(pause) : undefined);
    }
    case "finished":
      return { state: { ...state, running: [], pause: undefined }, line: "" };
  }
}

function afterEnd(state: ProgressState, event: EndEvent, view: ProgressView): ProgressOutput {
  const next: ProgressState = {
    ...state,
    ended: state.ended + 1,
    running: state.running.filter((id) => id !== event.step),
    pause: undefined,
  };
  if (event.type === "failed" || view.verbose === true) return show(next, view, endLine(next, event, view));
  const every = view.elapsed < 60_000 ? NOTED_EVERY : NOTED_EVERY_LATER;
  if (view.isLive || view.elapsed - state.notedAt < every) return show(next, view);
  const left = timeLeft(next, view);
  const words = `after ${duration(Math.floor(view.elapsed / 1000) * 1000)}${left === "" ? "" : `, ${left}`}`;
  const line = `${counter(next, view.style)} ${view.style.muted(words)}`;
  return show({ ...next, notedAt: view.elapsed }, view, line);
}

function endLine(state: ProgressState, event: EndEvent, { style }: ProgressView): string {
  const { word, role } = ENDS[event.type];
  return `${counter(state, style)} ${style[role](word)} ${nameOf(state, event.step)}${reason(state, event)}`;
}

/** The live line where there is one, and the line that stays. */
function show(state: ProgressState, view: ProgressView, permanent?: string): ProgressOutput {
  const output = { state, line: view.isLive ? liveLine(state, view) : "" };
  return permanent === undefined ? output : { ...output, permanent };
}

function liveLine(state: ProgressState, view: ProgressView): string {
  const lead = counter(state, view.style);
  const current = state.running.at(-1);
  // The last column stays free: some terminals wrap when it is written.
  const room = view.width - 1 - counterText(state).length - 1;
  const more = state.running.length > 1 ? ` and ${state.running.length - 1} more` : "";
  const left = room >= ROOM_FOR_MORE ? timeLeft(state, view) : "";
  const others = room >= ROOM_FOR_MORE ? `${more}${left === "" ? "" : `, ${left}`}` : "";
  if (state.pause !== undefined) return `${lead} ${view.style.warning(cutToWidth(state.pause, room))}`;
  if (current === undefined) return left === "" ? lead : `${lead} ${view.style.muted(left)}`;
  const name = cutToWidth(nameOf(state, current), Math.max(0, room - widthOf(others)));
  return `${lead} ${name}${view.style.muted(others)}`;
}

/** How long the rest takes if it goes on like this; rounded up, so that it does not flicker. */
function timeLeft({ ended, names }: ProgressState, { elapsed }: ProgressView): string {
  const left = ended === 0 ? 0 : (elapsed / ended) * (names.size - ended);
  if (elapsed < LONG || left < LONG) return "";
  const unit = left < 60_000 ? LONG : 60_000;
  return `about ${duration(Math.ceil(left / unit) * unit)} left`;
}

function counterText({ ended, names }: ProgressState): string {
  const total = String(names.size);
  return `[${padBefore(String(ended), total.length)}/${total}]`;
}

function counter(state: ProgressState, style: Style): string {
  return style.muted(counterText(state));
}

function nameOf(state: ProgressState, step: StepId): string {
  return state.names.get(step) ?? safeText(step);
}

function reason(state: ProgressState, event: EndEvent): string {
  if (event.type === "failed") return `: ${safeText(event.diagnostic.detail.split("\n")[0] ?? "")}`;
  if (event.type === "skipped") return `, because it needs ${nameOf(state, event.because)}`;
  return "";
}
