/**
 * Where a command's output goes and how it looks: made once from the flags and the ports. All that is told beside the
 * result passes here as events, on its way to people as text or to programs as JSON lines.
 */
import { type Mask, maskFor } from "../../api/masking.ts";
import { type Diagnostic, shownDiagnostics, sortDiagnostics } from "../../model/diagnostics.ts";
import type { LogEvent, LogScope } from "../../model/events.ts";
import { renderLogText } from "../../view/log/log-text.ts";
import type { TextView } from "../../view/text/layout.ts";
import { plainStyle } from "../../view/text/style.ts";
import type { Reporter } from "../../workflow/reporter.ts";
import { type Flags, flag, text } from "../args/command.ts";
import type { Output, Ports } from "../ports.ts";
import { jsonSink, textSink } from "./sinks.ts";
import { ansiStyle } from "./style-ansi.ts";

/** Columns where there is no terminal to ask. */
export const DEFAULT_WIDTH = 100;

/** People see a wait that is longer than this, in milliseconds, also where there is no progress to show it in. */
const PATIENCE = 5000;

/** Something shorter is no secret, and would be taken out of the middle of words. */
const SHORTEST_SECRET = 4;

export interface Screen extends Reporter {
  /** For the result, on stdout. */
  readonly result: TextView;
  /** For everything else, on stderr. */
  readonly notes: TextView;
  /** Whether stderr is a log for programs (`--log-format json`), so that nobody watches it. */
  readonly isLog: boolean;
  /** Milliseconds since 1970, for measuring how long something takes. */
  now(): number;
  /** Shows problems with their code frames. `shown`: those that the result tells already; a log has them, too. */
  report(diagnostics: readonly Diagnostic[], shown?: readonly Diagnostic[]): void;
  /** Sets the line that is written over and over on a terminal, below lines that stay; empty for none. */
  live(line: string, stays?: string): void;
  /** The same screen, on which everything is about one game. */
  inGame(scope: LogScope): Screen;
}

export function openScreen(flags: Flags, ports: Ports): Screen {
  const verbose = flag(flags, "verbose") ?? false;
  const viewOf = (output: Output): TextView => ({
    style: wantsColour(flags, ports.env, output.isTerminal) ? ansiStyle : plainStyle,
    width: output.columns ?? DEFAULT_WIDTH,
    verbose,
  });
  const isLog = text(flags, "log-format") === "json";
  const secrets = new Map<string, Mask>();
  const mask: Mask = (words) => [...secrets.values()].reduce((rest, each) => each(rest), words);
  const notes = viewOf(ports.stderr);
  const sink = isLog ? jsonSink(ports, mask) : textSink(ports, mask, notes);
  const within = (scope: LogScope | undefined): Screen => {
    const log = (...events: readonly LogEvent[]): void => sink.write(events, scope);
    const note: Screen["note"] = (text, level = "info") => log({ event: "note", level, text });
    let notedUntil = 0;
    return {
      result: viewOf(ports.stdout),
      notes,
      isLog,
      now: () => ports.clock.now(),
      report: (diagnostics, shown = []) => {
        const all = isLog ? [...new Set([...shown, ...diagnostics])] : diagnostics;
        const sorted = sortDiagnostics(all);
        const reported = isLog ? shownDiagnostics(sorted) : sorted;
        log(...reported.map((each): LogEvent => ({ event: "diagnostic", diagnostic: each })));
      },
      note,
      log,
      wait: (reason, ms, isShown) => {
        const event: LogEvent = { event: "wait", reason, wait_ms: ms };
        log(event);
        if (isShown || isLog || ms < PATIENCE || ports.clock.now() < notedUntil) return;
        // Requests that are in flight together wait together, each for a time of its own.
        notedUntil = ports.clock.now() + ms;
        note(renderLogText(event));
      },
      live: sink.live,
      hide: (secret) => {
        if (secret.length >= SHORTEST_SECRET) secrets.set(secret, maskFor(secret));
      },
      inGame: within,
    };
  };
  return within(undefined);
}

/** Whether a stream gets colour: the flag, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
function wantsColour(flags: Flags, env: Ports["env"], isTerminal: boolean): boolean {
  const asked = text(flags, "color");
  if (asked === "always" || asked === "never") return asked === "always";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return !/^(0|false)$/.test(env.FORCE_COLOR);
  return isTerminal && env.TERM !== "dumb";
}
