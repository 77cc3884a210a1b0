/** Where a command's output goes: everything but the result passes through here. */
import { resolve } from "node:path";
import { styleText } from "node:util";
import { type Mask, maskFor } from "../../api/masking.ts";
import { textThatWasRead } from "../../files/read.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { renderDiagnosticsText } from "../../view/findings/diagnostics-text.ts";
import { renderLogText, renderWait } from "../../view/request-text.ts";
import { cutToWidth, type TextView } from "../../view/text/layout.ts";
import { safeText } from "../../view/text/safe-text.ts";
import { plainStyle, type Role, type Style, styleOf } from "../../view/text/style.ts";
import type { LogLevel, LogScope, Reporter } from "../../workflow/run.ts";
import type { GlobalFlags } from "../args/command.ts";
import type { Output, ProcessPorts } from "./ports.ts";
import { openReadingLine } from "./reading-line.ts";

/** Columns where there is no terminal to ask. */
export const DEFAULT_WIDTH = 100;

/** People see a wait that is longer than this, in milliseconds, also where there is no progress to show it in. */
const PATIENCE = 5000;

/** Something shorter is no secret, and would be taken out of the middle of words. */
const SHORTEST_SECRET = 4;

export interface TerminalReporter extends Reporter {
  /** For the result, on stdout. */
  readonly result: TextView;
  /** For everything else, on stderr. */
  readonly notes: TextView;
  /** Milliseconds since 1970, for measuring how long something takes. */
  now(): number;
  /** Shows problems with their code frames. */
  report(diagnostics: readonly Diagnostic[]): void;
  /** Sets the line that is written over and over on a terminal, below lines that stay; empty for none. */
  live(line: string, stays?: string): void;
  /** The same, with every event about one game. */
  inGame(scope: LogScope): TerminalReporter;
}

export function openReporter(flags: Partial<GlobalFlags>, ports: ProcessPorts): TerminalReporter {
  const { verbose = false, quiet = false } = flags;
  const viewOf = (output: Output): TextView => ({
    style: wantsColour(flags, ports.env, output.isTerminal) ? ansiStyle : plainStyle,
    width: output.columns ?? DEFAULT_WIDTH,
    verbose,
  });
  const secrets = new Map<string, Mask>();
  const mask: Mask = (words) => [...secrets.values()].reduce((rest, each) => each(rest), words);
  const notes = viewOf(ports.stderr);
  const sink = openSink(ports, mask, quiet);
  const reading = openReadingLine(ports.clock, {
    isLive: isLive(ports),
    live: (words) => sink.reading(notes.style.muted(cutToWidth(words, notes.width - 1))),
    note: (words) => sink.remark(notes.style.muted(words)),
  });
  const within = (scope: LogScope | undefined): TerminalReporter => {
    const note: TerminalReporter["note"] = (text, level = "info") => {
      if (!quiet || level !== "info") sink.write(noteText(text, level));
    };
    let notedUntil = 0;
    return {
      result: viewOf(ports.stdout),
      notes,
      now: () => ports.clock.now(),
      report: (diagnostics) =>
        sink.write(renderProblems(sortDiagnostics(diagnostics), notes, ports, ports.stderr.columns)),
      note,
      log: (event) => {
        if (!verbose) return;
        const lead = event.event === "game-end" && scope !== undefined ? `${scope.game} (${scope.environment}): ` : "";
        sink.write(`${notes.style.muted(safeText(lead) + renderLogText(event))}\n`);
      },
      wait: (reason, ms, isShown) => {
        if (!isShown) reading.wait(scope?.game ?? "", reason, ms);
        if (isShown || ms < PATIENCE || ports.clock.now() < notedUntil) return;
        // Requests that are in flight together wait together, each for a time of its own.
        notedUntil = ports.clock.now() + ms;
        note(renderWait(reason, ms));
      },
      live: sink.live,
      reads: () => reading.begin(scope?.game ?? ""),
      hide: (secret) => {
        if (secret.length >= SHORTEST_SECRET) secrets.set(secret, maskFor(secret));
      },
      inGame: within,
    };
  };
  return within(undefined);
}

/** Whether a stream gets colour: the flag, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
function wantsColour(flags: Partial<GlobalFlags>, env: ProcessPorts["env"], isTerminal: boolean): boolean {
  if (flags.noColor === true) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return !/^(0|false)$/.test(env.FORCE_COLOR);
  return isTerminal && env.TERM !== "dumb";
}

interface Sink {
  /** Whole lines. */
  write(text: string): void;
  /** Sets the line that is written over and over, and one above it that stays. */
  live(line: string, stays?: string): void;
  /** Sets the line that is shown where there is no other. */
  reading(line: string): void;
  /** A line about the reading that stays. */
  remark(line: string): void;
}

/** Whether stderr has a line that can be written over. */
export function isLive({ stderr, env }: ProcessPorts): boolean {
  return stderr.isTerminal && env.TERM !== "dumb";
}

/** Erases the line that the cursor is in. */
const ERASE_LINE = "\r\u001b[2K";

/** Lines that stay go above the line that is written over. With `quiet`, there are none but those about problems. */
function openSink(ports: ProcessPorts, mask: Mask, quiet: boolean): Sink {
  const lines = { progress: "", reading: "" };
  let drawn = "";
  const draw = (stays = ""): void => {
    const line = lines.progress === "" ? lines.reading : lines.progress;
    if (quiet || (line === "" && drawn === "" && stays === "")) return;
    const erased = line === "" && drawn === "" ? "" : ERASE_LINE;
    drawn = mask(line);
    ports.stderr.write(`${erased}${mask(stays)}${drawn}`);
  };
  return {
    write: (text) => {
      const printed = mask(text);
      if (printed === "") return;
      ports.stderr.write(drawn === "" ? printed : `${ERASE_LINE}${printed}${drawn}`);
    },
    live: (line, stays) => {
      lines.progress = line;
      draw(stays === undefined ? "" : `${stays}\n`);
    },
    reading: (line) => {
      lines.reading = line;
      draw();
    },
    remark: (line) => draw(`${line}\n`),
  };
}

/** A note may have several lines of its own. */
function noteText(text: string, level: LogLevel): string {
  const lines = (level === "info" ? text : `${WORDS[level]}: ${text}`).split("\n");
  return lines.map((line) => `${safeText(line)}\n`).join("");
}

const WORDS: Readonly<Record<LogLevel, string>> = { info: "note", warn: "warning", error: "error" };

/** Roles as colours: only the sixteen basic ones, which people have tuned to their own terminals. */
type Format = Parameters<typeof styleText>[0];

const FORMATS: Readonly<Record<Role, Format>> = {
  create: "green",
  update: "yellow",
  delete: "red",
  attach: "cyan",
  detach: "magenta",
  keep: "gray",
  error: ["bold", "red"],
  warning: "yellow",
  hint: "cyan",
  muted: "gray",
  strong: "bold",
};

/** Whether to colour is decided by the caller, so the check of a stream is switched off. */
const ansiStyle: Style = styleOf((role, text) =>
  text === "" ? "" : styleText(FORMATS[role], text, { validateStream: false }),
);

/**
 * Problems as text for people, with the lines of the files that they are about. Ends with a line break; empty when there are
 * none. With `verbose` all are shown. `columns`: of the terminal, if there is one.
 */
export function renderProblems(
  diagnostics: readonly Diagnostic[],
  { style, verbose }: TextView,
  { cwd }: Pick<ProcessPorts, "cwd">,
  columns?: number,
): string {
  const usage = diagnostics.filter(({ code }) => code === "usage");
  const others = diagnostics.filter(({ code }) => code !== "usage");
  const rest = renderDiagnosticsText(others, {
    style,
    textOf: (file) => textThatWasRead(resolve(cwd, file)),
    ...(verbose ? { limit: Number.POSITIVE_INFINITY } : {}),
    ...(columns === undefined ? {} : { columns }),
  });
  return usage.map(renderUsage).join("") + rest;
}

/** In the same words as a mistake that is found before the command starts: what is wrong, and what to do. */
function renderUsage({ detail, help }: Diagnostic): string {
  const advice = help.map((text) =>
    /^(--|laurel )/.test(text) ? `  ${text}` : text.charAt(0).toUpperCase() + text.slice(1),
  );
  return [`laurel: ${detail}`, ...advice].map((line) => `${safeText(line)}\n`).join("");
}
