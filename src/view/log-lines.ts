/** Log events as lines: plain text for people, JSON as `schemas/log.schema.json` describes it for programs. */
import { counted } from "../manifest/wording.ts";
import { defined } from "../model/collections.ts";
import type { LogEvent, LogLevel, LogScope, RequestEvent, StepEvent } from "../model/events.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Summary } from "../model/model.ts";
import { diagnosticJson } from "./json/render.ts";
import { FORMAT, renderJsonLine } from "./text/json-document.ts";
import { bytesInWords, duration, elapsed } from "./text/phrases.ts";
import { safeText } from "./text/safe-text.ts";

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

/** Exit codes that are no failure: done, and done with changes to show. */
const GOOD_ENDS: readonly number[] = [0, 2];

/** What a line has beside the event. */
export interface LogContext {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly scope?: LogScope;
  /** Takes secrets out of a text. */
  readonly mask: (text: string) => string;
}

/** The event's line, with its line break. */
export function renderLogLine(event: LogEvent, { time, scope, mask }: LogContext): string {
  return renderJsonLine({
    format: FORMAT,
    time: new Date(time).toISOString(),
    level: levelOf(event),
    event: event.event,
    message: mask(renderLogText(event)),
    ...(scope === undefined ? {} : scopeMembers(scope, mask)),
    ...(masked(members(event), mask) as JsonObject),
  });
}

/** Without an environment where it is unknown. */
function scopeMembers({ game, environment }: LogScope, mask: LogContext["mask"]): JsonObject {
  return { game: mask(game), ...(environment === "" ? {} : { environment: mask(environment) }) };
}

/** What the event has of its own. */
function members(event: LogEvent): JsonObject {
  if (event.event === "note") return {};
  if (event.event === "diagnostic") return diagnosticJson(event.diagnostic);
  const { event: _, ...rest } = event;
  const { diagnostic } = event.event === "step" ? event : {};
  return { ...rest, ...defined({ diagnostic: diagnostic && diagnosticJson(diagnostic) }) } as unknown as JsonObject;
}

function levelOf(event: LogEvent): LogLevel {
  switch (event.event) {
    case "note":
      return event.level;
    case "diagnostic":
      return event.diagnostic.severity === "error" ? "error" : "warn";
    case "request":
      return event.failure === undefined && event.status !== undefined && event.status < 400 ? "info" : "warn";
    case "wait":
      return "warn";
    case "step":
      return event.status === "failed" ? "error" : event.status === "skipped" ? "warn" : "info";
    case "result":
      return event.outcome === "done" ? "info" : event.outcome === "not-started" ? "warn" : "error";
    case "end":
      return GOOD_ENDS.includes(event.exit_code) ? "info" : "error";
    case "bug":
      return "error";
    default:
      return "info";
  }
}

function masked(value: Json, mask: (text: string) => string): Json {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(each as Json, mask)]));
}
