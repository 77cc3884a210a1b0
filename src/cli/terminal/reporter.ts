/** Prints all output of a command except its result. */
import { styleText } from "node:util";
import { maskFor, type TokenMask } from "../../api/masking.ts";
import { inDigits } from "../../ground/words.ts";
import { type Diagnostic, sortDiagnostics } from "../../model/diagnostics.ts";
import { MASK_OF_NO_GAME, type Masked, maskGeneral } from "../../view/mask/mask.ts";
import { diagnosticsDocument } from "../../view/parts/diagnostics.ts";
import { renderLogText, renderWait } from "../../view/parts/request-text.ts";
import * as doc from "../../view/render/document.ts";
import { type Content, plainStyle, type Role, type Style } from "../../view/render/document.ts";
import { cutToWidth, fittedSentences, type TextView } from "../../view/render/layout.ts";
import { safeText } from "../../view/render/safe-text.ts";
import { renderText } from "../../view/render/text.ts";
import type { Reporter } from "../../workflow/run.ts";
import type { Output, ProcessPorts } from "./ports.ts";

/** Columns of output that is not on a terminal. */
export const DEFAULT_WIDTH = 100;
/** Milliseconds. A longer wait is noted, even if no live line shows progress. */
const PATIENCE = 5000;
/** Milliseconds between two drawings of the live line. Shorter reads show no line. */
const FRAME = 300;
/** Erases the line that the cursor is in. */
const ERASE_LINE = "\r\u001b[2K";

export interface TerminalReporter extends Reporter {
  /** For the result, on stdout. */
  readonly result: TextView;
  /** For everything else, on stderr. */
  readonly notes: TextView;
  /** Prints problems of a result. */
  readonly show: (problems: readonly Masked<Diagnostic>[]) => void;
  /**
   * Sets the line that is written over and over on a terminal, below lines that stay; empty for
   * none.
   */
  live(line: string, stays?: string): void;
}

type ReporterFlags = { readonly [name in "verbose" | "quiet" | "color"]?: boolean };

export function openReporter(flags: ReporterFlags, ports: ProcessPorts): TerminalReporter {
  const { verbose = false, quiet = false } = flags;
  const { stderr } = ports;
  const viewOf = (output: Output): TextView => ({
    style: wantsColour(flags, ports.env, output.isTerminal) ? ansiStyle : plainStyle,
    width: output.columns ?? DEFAULT_WIDTH,
    verbose,
  });
  const secrets = new Map<string, TokenMask>();
  const mask: TokenMask = (words) =>
    [...secrets.values()].reduce((masked, maskOne) => maskOne(masked), words);
  const notes = viewOf(stderr);
  let drawn = "";
  /** Lines that stay go above the live line. */
  const write = (stays: string, line = drawn): void => {
    if (stays === "" && line === drawn) return;
    const erased = drawn === "" ? "" : ERASE_LINE;
    drawn = line;
    stderr.write(erased + mask(stays + drawn));
  };
  const fitted = (line: string): string => `${fittedSentences(line, stderr.columns)}\n`;
  const live = (line: string, stays?: string): void => {
    if (!quiet) write(stays === undefined ? "" : fitted(stays), line);
  };
  const note: TerminalReporter["note"] = (hint, level = "info") => {
    const { text, command } = typeof hint === "string" ? { text: hint, command: undefined } : hint;
    const words = fitted(safeText(level === "info" ? text : `warning: ${text}`));
    const copied = command === undefined ? "" : `  ${safeText(command)}\n`;
    if (!quiet || level !== "info") write(words + copied);
  };
  const reading = (words: string): void => {
    const line = cutToWidth(`Reading from the service… ${words}`, notes.width - 1);
    if (isLive(ports)) live(notes.style("muted", line));
  };
  const show: TerminalReporter["show"] = (problems) =>
    write(renderProblems(sortDiagnostics(problems), notes, stderr.columns), "");
  let records = 0;
  let drawnAt = ports.clock.now();
  let notedUntil = 0;
  return {
    result: viewOf(ports.stdout),
    notes,
    show,
    // Problems of flags and files of the run, which name no game.
    report: (problems) => show(maskGeneral(problems, MASK_OF_NO_GAME).all),
    note,
    log: (event) => {
      if (verbose) write(fitted(notes.style("muted", renderLogText(event))));
    },
    wait: (reason, ms, isShown) => {
      if (isShown) return;
      reading(renderWait(reason, ms));
      if (ms < PATIENCE || ports.clock.now() < notedUntil) return;
      // Requests that are in flight together wait together, each for a time of its own.
      notedUntil = ports.clock.now() + ms;
      note(renderWait(reason, ms));
    },
    live,
    page: (page) => {
      records += page.records;
      if (ports.clock.now() - drawnAt < FRAME) return;
      drawnAt = ports.clock.now();
      reading(`${inDigits(records)} records`);
    },
    hide: (secret) => void secrets.set(secret, maskFor(secret)),
  };
}

/**
 * Whether a stream gets colour: the flag, then NO_COLOR and FORCE_COLOR, then whether it is a
 * terminal.
 */
function wantsColour(
  { color }: ReporterFlags,
  env: ProcessPorts["env"],
  isTerminal: boolean,
): boolean {
  const { NO_COLOR = "", FORCE_COLOR = "", TERM } = env;
  if (color !== undefined) return color;
  if (NO_COLOR !== "") return false;
  return FORCE_COLOR === "" ? isTerminal && TERM !== "dumb" : !/^(0|false)$/.test(FORCE_COLOR);
}

/** Whether stderr has a line that can be written over. */
export function isLive({ stderr, env }: ProcessPorts): boolean {
  return stderr.isTerminal && env.TERM !== "dumb";
}

/**
 * Roles as colours: only the sixteen basic ones, which people have tuned to their own terminals.
 */
const FORMATS: Readonly<Record<Role, Parameters<typeof styleText>[0]>> = {
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
const ansiStyle: Style = (role, text) =>
  text === "" ? "" : styleText(FORMATS[role], text, { validateStream: false });

/** Renders problems as text for people, with the lines of files that they point to. */
export function renderProblems(
  diagnostics: readonly Masked<Diagnostic>[],
  view: TextView,
  columns?: number | undefined,
): string {
  const usage = diagnostics.filter(({ code }) => code === "usage").map(usageBlocks);
  const others = diagnostics.filter(({ code }) => code !== "usage");
  const document = diagnosticsDocument(others, columns);
  const own = { ...view, width: columns ?? Number.POSITIVE_INFINITY };
  return renderText({ title: "", blocks: usage }, own) + renderText(document, own);
}

/** Lays out a mistake of the command line in the usual form of other programs. */
function usageBlocks({ detail, help }: Masked<Diagnostic>): Content {
  const sentences = (text: string): Content =>
    text.split("\n").map((line) => doc.paragraph(line, { isTight: true }));
  return [
    sentences(`laurel: ${detail}`),
    help.map((hint) => {
      const { text, command } =
        typeof hint === "string" ? { text: hint, command: undefined } : hint;
      const commands = command === undefined ? [] : command.split("\n");
      const first = text.replace(/^./, (letter) => letter.toUpperCase());
      return [sentences(first), commands.length > 0 && doc.listing(commands, { isTight: true })];
    }),
  ];
}
