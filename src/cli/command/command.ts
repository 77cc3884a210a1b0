/** The parts of a command, its result, and the exit codes. */
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
 * Exit codes, with one meaning each. A failure never exits with 0. `invalid`: files or the
 * environment need a fix. `refused`: a person must allow it. `usage`: mistakes of the command line
 * only.
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

/** Returns the code of the most severe error; `otherwise` if there is no error. */
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
  /** Default: the code of the problems. */
  readonly code?: ExitCode;
  /** Files to write. Default: the files of `--out`. */
  readonly files?: readonly string[];
  /** Passed on to the next job of a pipeline if the command succeeds. */
  readonly pipelineValues?: PipelineValues;
  /** Advice on the next step, on stderr after everything else. */
  readonly notes?: readonly Help[];
}

/** The outside world and the reporter of every command. */
export interface CommandContext {
  readonly ports: ProcessPorts;
  readonly reporter: TerminalReporter;
}

/** Context of a command with connections. The signal keeps further work from starting. */
export type OnlineContext = RunContext & CommandContext;

/** Flags by their names, as yargs parsed them. */
export type ParsedFlags = Readonly<Record<string, unknown>>;

interface CommandParts {
  /** Arguments are options that the usage names. */
  readonly options: CommandOptions;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** Whether it passes values on to the next job of a pipeline. */
  readonly hasPipelineValues?: boolean;
}

type RunWith<Given> =
  | {
      readonly isOnline?: undefined;
      readonly run: (flags: Given, context: CommandContext) => Promise<Result>;
    }
  | {
      readonly isOnline: true;
      readonly run: (flags: Given, context: OnlineContext) => Promise<Result>;
    };

/** A command that takes the flags of any line with its name. */
export type CommandDefinition = CommandParts & RunWith<ParsedFlags>;

/** Defines a command by its options and a function that takes their values. */
export function defineCommand<const Own extends CommandOptions>(
  definition: CommandParts & { readonly options: Own } & RunWith<Flags<Own>>,
): CommandDefinition {
  // yargs parses each line with the options of its command, and `Flags` is made of their types.
  return definition as CommandDefinition;
}

/** With its line in the help. */
export type Command = CommandDefinition & {
  /** The name and its arguments, as yargs reads them: `rankings <leaderboard>`. */
  readonly command: string;
  readonly describe: string;
};

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Values of the options of a command, and of the global ones. */
export type Flags<All extends CommandOptions> = {
  readonly [Name in keyof All as CamelCase<Name>]: InferredOptionTypes<All>[Name];
} & Partial<InferredOptionTypes<typeof GLOBAL_OPTIONS>>;

/** Flags that say where a result goes and what it shows. */
export type OutputFlags = Partial<Flags<ReturnType<typeof ofGames<string>>>>;

/** Writes the line of a command with these flags, without the defaults. */
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
