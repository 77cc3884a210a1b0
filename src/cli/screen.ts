/** Where a command's output goes and how it looks: made once from the flags and the ports. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic } from "../core/diagnostics.ts";
import { renderDiagnosticsText } from "../render/diagnostics-text.ts";
import { plainStyle } from "../render/style.ts";
import type { TextView } from "../render/text-layout.ts";
import { type Flags, flag, text } from "./command.ts";
import type { Output, Ports } from "./ports.ts";
import { ansiStyle } from "./style-ansi.ts";

/** Columns where there is no terminal to ask. */
const DEFAULT_WIDTH = 100;

export interface Screen {
  /** For the result, on stdout. */
  readonly result: TextView;
  /** For everything else, on stderr. */
  readonly notes: TextView;
  /** Shows problems with their code frames, on stderr. */
  report(diagnostics: readonly Diagnostic[]): void;
  /** Shows a line on stderr. */
  note(line: string): void;
}

export function openScreen(flags: Flags, ports: Ports): Screen {
  const verbose = flag(flags, "verbose") ?? false;
  const viewOf = (output: Output): TextView => ({
    style: wantsColour(flags, ports.env, output.isTerminal) ? ansiStyle : plainStyle,
    width: output.columns ?? DEFAULT_WIDTH,
    verbose,
  });
  const notes = viewOf(ports.stderr);
  return {
    result: viewOf(ports.stdout),
    notes,
    report: (diagnostics) => {
      const limit = verbose ? { limit: Number.POSITIVE_INFINITY } : {};
      const textOf = (file: string): string | undefined => textOfFile(resolve(ports.cwd, file));
      ports.stderr.write(renderDiagnosticsText(diagnostics, { style: notes.style, textOf, ...limit }));
    },
    note: (line) => ports.stderr.write(`${line}\n`),
  };
}

/** Whether a stream gets colour: the flag, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
function wantsColour(flags: Flags, env: Ports["env"], isTerminal: boolean): boolean {
  const asked = text(flags, "color");
  if (asked === "always" || asked === "never") return asked === "always";
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "" && env.FORCE_COLOR !== "0") return true;
  return isTerminal && env.TERM !== "dumb";
}

/** The file's text for a code frame; a file that has gone meanwhile gets none. */
function textOfFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
