/** Requests and waits as lines for people. */
import { counted } from "../../ground/words.ts";
import type { LogEvent, RequestEvent } from "../../model/events.ts";
import { safeText } from "../render/safe-text.ts";
import { writeDuration } from "./games.ts";

/** Renders an event as one line, even if its texts have line breaks. */
export function renderLogText(event: LogEvent): string {
  return safeText(wordEvent(event));
}

export function renderWait(reason: string, ms: number): string {
  return safeText(`waiting ${writeDuration(ms)}: ${reason}`);
}

function wordEvent(event: LogEvent): string {
  switch (event.event) {
    case "game-end":
      return `${event.game}: ${counted(event.requests, "request")}, in ${writeDuration(event.duration_ms)}`;
    case "request":
      return requestWords(event);
    case "served":
      return `${event.method} ${withQuery(event)} -> ${event.status ?? "dropped"}`;
  }
}

function requestWords(event: RequestEvent): string {
  const { method, status, failure, attempt, retry_reason, retry_in_ms = 0 } = event;
  const ended =
    status === undefined
      ? `no response${failure === undefined ? "" : `: ${failure}`}`
      : String(status);
  const facts = [
    writeDuration(event.duration_ms),
    ...(event.bytes === undefined ? [] : [counted(event.bytes, "byte")]),
    ...(status === undefined || failure === undefined ? [] : [failure]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ];
  const again =
    retry_reason === undefined
      ? ""
      : `; retrying in ${writeDuration(retry_in_ms)}: ${retry_reason}`;
  return `${method} ${withQuery(event)} -> ${ended} (${facts.join(", ")})${again}`;
}

/** Adds the query to the path, with plain brackets in the names of parameters. */
function withQuery({ path, query }: { readonly path: string; readonly query?: string }): string {
  return query === undefined
    ? path
    : `${path}?${query.replaceAll("%5B", "[").replaceAll("%5D", "]")}`;
}
