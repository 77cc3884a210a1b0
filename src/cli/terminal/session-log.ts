/** What is told of one game's requests, from the first to the last. */
import type { Trace } from "../../api/sender.ts";
import type { LogEvent, RequestEvent } from "../../model/events.ts";
import type { Plan, Target } from "../../model/model.ts";
import { renderLogText } from "../../view/log/log-text.ts";
import type { Screen } from "./screen.ts";

/** People are told of a wait that is longer than this, in milliseconds, also where there is no progress to show it in. */
const PATIENCE = 5000;

export interface SessionLog {
  begin(target: Target): void;
  readonly onTrace: (trace: Trace) => void;
  /** `isShown`: whether somebody else shows it to people. */
  readonly onWait: (why: string, ms: number, isShown: boolean) => void;
  end(): void;
}

/** `screen`: the one of the game. */
export function openSessionLog(screen: Screen): SessionLog {
  const begun = screen.now();
  let requests = 0;
  let retries = 0;
  let toldUntil = 0;
  return {
    begin: ({ base_url, game_id }) => screen.log({ event: "game-start", base_url, game_id }),
    onTrace: (trace) => {
      requests += 1;
      if (trace.retry !== undefined) retries += 1;
      screen.log(requestEvent(trace));
    },
    onWait: (reason, ms, isShown) => {
      const event: LogEvent = { event: "wait", reason, wait_ms: ms };
      screen.log(event);
      if (isShown || screen.isLog || ms < PATIENCE || screen.now() < toldUntil) return;
      // Requests that are in flight together wait together, each for a time of its own.
      toldUntil = screen.now() + ms;
      screen.note(renderLogText(event));
    },
    end: () => screen.log({ event: "game-end", requests, retries, duration_ms: screen.now() - begun }),
  };
}

function requestEvent({ milliseconds, query, retry, ...trace }: Trace): RequestEvent {
  return {
    event: "request",
    ...trace,
    ...(query === "" ? {} : { query }),
    duration_ms: Math.round(milliseconds),
    ...(retry === undefined ? {} : { retry_reason: retry.why, retry_in_ms: retry.ms }),
  };
}

/** Tells of a plan that was made, or read from a file. */
export function tellPlan(screen: Screen, { game, environment, digest, summary }: Plan): void {
  screen.inGame({ game, environment }).log({ event: "plan", digest, summary });
}
