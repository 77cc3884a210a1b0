/** The two ways of events to stderr: as text for people, and as JSON lines for programs. */
import type { Mask } from "../../api/masking.ts";
import type { LogEvent, LogLevel, LogScope } from "../../model/events.ts";
import { renderLogLine } from "../../view/log/log-json.ts";
import { renderLogText } from "../../view/log/log-text.ts";
import type { TextView } from "../../view/text/layout.ts";
import { safeText } from "../../view/text/safe-text.ts";
import type { Ports } from "../ports.ts";
import { renderProblems } from "./problems.ts";

export interface Sink {
  /** `scope`: the game that the events are about. */
  write(events: readonly LogEvent[], scope?: LogScope): void;
  /** Sets the line that is written over and over, and one above it that stays. */
  live(line: string, stays?: string): void;
}

/** One object on each line, each line in one piece, so that lines of several games never mix. */
export function jsonSink(ports: Ports, mask: Mask): Sink {
  return {
    write: (events, scope) => {
      for (const event of events) {
        const time = ports.clock.now();
        const context = { time, mask, ...(scope === undefined ? {} : { scope }) };
        ports.stderr.write(renderLogLine(event, context));
      }
    },
    live: () => undefined,
  };
}

/** Erases the line that the cursor is in. */
const ERASE_LINE = "\r\u001b[2K";

/** Lines that stay go above the line that is written over. */
export function textSink(ports: Ports, mask: Mask, view: TextView): Sink {
  let live = "";
  return {
    write: (events, scope) => {
      const printed = mask(textOf(events, scope, view, ports));
      if (printed === "") return;
      ports.stderr.write(live === "" ? printed : `${ERASE_LINE}${printed}${live}`);
    },
    live: (line, stays) => {
      const kept = stays === undefined ? "" : `${stays}\n`;
      if (line === "" && live === "" && kept === "") return;
      const erased = line === "" && live === "" ? "" : ERASE_LINE;
      live = mask(line);
      ports.stderr.write(`${erased}${mask(kept)}${live}`);
    },
  };
}

/** What people are shown of events, with line breaks. Steps are not among it: the progress of an apply shows them. */
function textOf(events: readonly LogEvent[], scope: LogScope | undefined, view: TextView, ports: Ports): string {
  const problems = events.flatMap((event) => (event.event === "diagnostic" ? [event.diagnostic] : []));
  const lines = events.flatMap((event) => {
    if (event.event === "note") return noteLines(event);
    if (!view.verbose || !DETAILS.includes(event.event)) return [];
    const lead = event.event === "game-end" && scope !== undefined ? `${scope.game} (${scope.environment}): ` : "";
    return [view.style.muted(safeText(lead) + renderLogText(event))];
  });
  return renderProblems(problems, view, ports, ports.stderr.columns) + lines.map((line) => `${line}\n`).join("");
}

/** A note may have several lines of its own. */
function noteLines({ level, text }: Extract<LogEvent, { readonly event: "note" }>): readonly string[] {
  return (level === "info" ? text : `${WORDS[level]}: ${text}`).split("\n").map(safeText);
}

const WORDS: Readonly<Record<LogLevel, string>> = { info: "note", warn: "warning", error: "error" };

/** Events that people are shown with `--verbose`. */
const DETAILS: readonly LogEvent["event"][] = ["request", "served", "game-end"];
