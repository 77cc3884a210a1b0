/** What a command is made of, and what it may end with. */
import type { InferredOptionTypes, Options } from "yargs";
import { shellLine } from "../../ground/words.ts";
import type { Diagnostic, Help } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";
import type { View } from "../../view/view.ts";
import type { RunContext } from "../../workflow/run.ts";
import type { ProcessPorts } from "../terminal/ports.ts";
import type { TerminalReporter } from "../terminal/reporter.ts";
import { GLOBAL_OPTIONS, type ofGames } from "./options.ts";

export { shellLine };

/**
 * What the process ends with. One meaning each; a failure never ends with 0. 64 is the command line
 * alone. What files or the environment lack is 3, and what a person has to allow is 4.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  changes: 2,
  invalid: 3,
  refused: 4,
  usage: 64,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The code of the most severe error; `otherwise` where there is none. */
export function exitCodeOf(
  diagnostics: readonly Diagnostic[],
  otherwise: ExitCode = EXIT.done,
): ExitCode {
  const outcome = outcomeOf(diagnostics);
  return outcome === undefined ? otherwise : EXIT[outcome];
}

export type CommandOptions = Readonly<Record<string, Options>>;

/** Values for the next job of a pipeline by their names. */
export type PipelineValues = Readonly<Record<string, string>>;

/** The result of a command. */
export interface Result {
  readonly view: View;
  /** Default: that of the problems. */
  readonly code?: ExitCode;
  /** Files to write. Default: those of `--out`. */
  readonly files?: readonly string[];
  /** Passed on to the next job of a pipeline if the command succeeds. */
  readonly pipelineValues?: PipelineValues;
  /** What to do next, on stderr after everything else. */
  readonly notes?: readonly Help[];
}

/** What every command works with. */
export interface CommandContext {
  readonly ports: ProcessPorts;
  readonly reporter: TerminalReporter;
}

/** What a command with connections works with. The signal stops what has not begun. */
export type OnlineContext = RunContext & CommandContext;

type RunCommand<Context> = (flags: never, context: Context) => Promise<Result>;

/** A module of the folder `commands`. */
export type CommandModule = {
  /** Arguments are options that the usage names. */
  readonly options: CommandOptions;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Whether it passes values on to the next job of a pipeline. */
  readonly hasPipelineValues?: boolean;
} & (
  | { readonly isOnline?: undefined; readonly run: RunCommand<CommandContext> }
  | { readonly isOnline: true; readonly run: RunCommand<OnlineContext> }
);

/** With its line in the help. */
export type Command = CommandModule & {
  /** The name and its arguments, as yargs reads them: `rankings <leaderboard>`. */
  readonly command: string;
  readonly describe: string;
};

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** What a command gets. */
export type Flags<All extends CommandOptions> = {
  readonly [Name in keyof All as CamelCase<Name>]: InferredOptionTypes<All>[Name];
} & Partial<InferredOptionTypes<typeof GLOBAL_OPTIONS>>;

/** Flags that say where a result goes and what it shows. */
export type OutputFlags = Partial<Flags<ReturnType<typeof ofGames<string>>>>;

/** The line of a command with these flags, as far as they are not the defaults. */
export function commandLine(
  name: string,
  options: CommandOptions,
  flags: Readonly<Record<string, unknown>>,
): string {
  const all: CommandOptions = { ...options, ...GLOBAL_OPTIONS };
  const words = Object.entries(all).flatMap(([option, { default: usual }]) => {
    const value = flags[camelCase(option)];
    if (value === undefined || value === usual) return [];
    if (typeof value === "boolean") return [value ? `--${option}` : `--no-${option}`];
    return [value].flat().flatMap((one) => [`--${option}`, String(one)]);
  });
  return shellLine(["laurel", name, ...words]);
}

function camelCase(option: string): string {
  return option.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
