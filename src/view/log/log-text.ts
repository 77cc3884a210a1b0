/** What a log event says to people, in one plain and harmless line. */
import { counted } from "../../manifest/wording.ts";
import type { LogEvent, RequestEvent, StepEvent } from "../../model/events.ts";
import type { Summary } from "../../model/model.ts";
import { bytesInWords, duration, elapsed } from "../text/phrases.ts";
import { safeText } from "../text/safe-text.ts";

/** One line without a line break, whatever the event holds. */
export function renderLogText(event: LogEvent): string {
  return safeText(words(event));
}

function words(event: LogEvent): string {
  switch (event.event) {
    case "start":
      return `laurel ${event.version}: ${event.command}`;
    case "end":
      return `exited with code ${event.exit_code} after ${elapsed(event.duration_ms)}`;
    case "game-start":
      return `game id ${event.game_id} at ${event.base_url}`;
    case "game-end": {
      const again = event.retries === 0 ? "" : `, ${event.retries} of them retried`;
      return `${counted(event.requests, "request")}${again}, in ${elapsed(event.duration_ms)}`;
    }
    case "request":
      return requestWords(event);
    case "wait":
      return `waiting ${duration(event.wait_ms)}: ${event.reason}`;
    case "plan":
      return planWords(event.summary);
    case "step":
      return stepWords(event);
    case "verify":
      return "verifying: reading the live game again";
    case "result": {
      const { done, failed, skipped, not_started } = event.totals;
      const rest = `${failed} failed, ${skipped} skipped, ${not_started} not started`;
      return `${event.converged ? "converged" : event.outcome}: ${counted(done, "step")} done, ${rest}`;
    }
    case "diagnostic":
      return `${event.diagnostic.severity}[${event.diagnostic.code}]: ${event.diagnostic.detail}`;
    case "note":
      return event.text.trim();
    case "served":
      return `${event.method} ${withQuery(event)} -> ${event.status ?? "dropped"}`;
    case "bug":
      return `internal error: ${event.stack.split("\n")[0]}`;
  }
}

function planWords(summary: Summary): string {
  const counts = Object.entries(summary).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]));
  return `planned: ${counts.length === 0 ? "no changes" : counts.join(", ")}`;
}

function requestWords(event: RequestEvent): string {
  const { method, status, failure, attempt, retry_reason, retry_in_ms } = event;
  const ended = status === undefined ? `no response${failure === undefined ? "" : `: ${failure}`}` : String(status);
  const facts = [
    elapsed(event.duration_ms),
    ...(event.bytes === undefined ? [] : [bytesInWords(event.bytes)]),
    ...(status === undefined || failure === undefined ? [] : [failure]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ];
  const again =
    retry_reason === undefined || retry_in_ms === undefined
      ? ""
      : `; retrying in ${duration(retry_in_ms)}: ${retry_reason}`;
  return `${method} ${withQuery(event)} -> ${ended} (${facts.join(", ")})${again}`;
}

/** Brackets in the names of parameters are written as such. */
function withQuery({ path, query }: { readonly path: string; readonly query?: string }): string {
  return query === undefined ? path : `${path}?${query.replaceAll("%5B", "[").replaceAll("%5D", "]")}`;
}

function stepWords({ id, status, duration_ms, diagnostic, because }: StepEvent): string {
  const took = duration_ms === undefined ? "" : ` (${elapsed(duration_ms)})`;
  const why = diagnostic === undefined ? "" : `: ${diagnostic.detail}`;
  const needed = because === undefined ? "" : `, because it needs ${because}`;
  return `${id}: ${status}${took}${why}${needed}`;
}
