/**
 * Log events for programs: one JSON object on each line, whatever the texts in it are. The schema is
 * `schemas/log.schema.json`.
 */

import type { LogEvent, LogLevel, LogScope } from "../../model/events.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { diagnosticJson } from "../findings/diagnostics-json.ts";
import { FORMAT, renderJsonLine } from "../text/json-document.ts";
import { renderLogText } from "./log-text.ts";

/** Exit codes that are no failure: done, and done with changes to show. */
const GOOD_ENDS: readonly number[] = [0, 2];

/** What stands on a line beside the event itself. */
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

/** Without an environment where it could not be told. */
function scopeMembers({ game, environment }: LogScope, mask: LogContext["mask"]): JsonObject {
  return { game: mask(game), ...(environment === "" ? {} : { environment: mask(environment) }) };
}

/** What the event has of its own. */
function members(event: LogEvent): JsonObject {
  switch (event.event) {
    case "note":
      return {};
    case "diagnostic":
      return diagnosticJson(event.diagnostic);
    case "step": {
      const { event: _, diagnostic, ...rest } = event;
      return diagnostic === undefined ? rest : { ...rest, diagnostic: diagnosticJson(diagnostic) };
    }
    default: {
      const { event: _, ...rest } = event;
      return rest as unknown as JsonObject;
    }
  }
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
