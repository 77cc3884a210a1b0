/** What a command is made of, and what it may end with. */
import type { InferredOptionTypes, Options } from "yargs";
import type { FailureOutcome } from "../../model/codes.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { outcomeOf } from "../../model/events.ts";
import type { Document } from "../../view/render/document.ts";
import type { TextView } from "../../view/render/layout.ts";
import { Stop } from "../../workflow/problems.ts";
import type { CommandContext } from "../terminal/reporter.ts";
import type { GLOBAL_OPTIONS } from "./options.ts";

export type { CommandContext } from "../terminal/reporter.ts";
export { Stop };

/**
 * What the process ends with. One meaning each; a failure never ends with 0. 64 is the command line alone. What files or
 * the environment lack is 3, and what a person has to allow is 4.
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

/** The code for a list of problems: that of the most severe error. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return exitCodeOfOutcome(outcomeOf(diagnostics));
}

/** `undefined`: nothing went wrong. */
export function exitCodeOfOutcome(outcome: FailureOutcome | undefined): ExitCode {
  return outcome === undefined ? EXIT.done : EXIT[outcome];
}

export type CommandOptions = Readonly<Record<string, Options>>;

/** Loaded when it is needed. */
type JsonView = typeof import("../../view/json/render.ts");

/** The result of a command. Each form is made when it is needed. */
export interface Result {
  /** Shown on stderr, too. */
  readonly diagnostics: readonly Diagnostic[];
  /** Default: that of the diagnostics. */
  readonly code?: ExitCode;
  readonly document?: () => Document | Promise<Document>;
  /** What is shown of them on pages, which many people see. Default: all, without what may be secret. */
  readonly problemsForPages?: () => readonly Diagnostic[];
  /** The name of its published schema, and the members. Default: the diagnostics. */
  readonly json?: (view: JsonView) => readonly [schema: string, result: object];
  /** For code hosts. Default: the diagnostics. */
  readonly findings?: () => readonly Diagnostic[];
  /** Forms that are not made of the document. */
  readonly forms?: Readonly<Record<string, (view: TextView) => string | Promise<string>>>;
}

/** A module of the folder `commands`, with its line in the help. */
export interface Command {
  /** The name and its arguments, as yargs reads them: `rankings <leaderboard>`. */
  readonly command: string;
  readonly describe: string;
  /** Arguments are options that `command` names. */
  readonly options: CommandOptions;
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** A result is printed as the flags say. */
  readonly run: (flags: never, context: CommandContext) => Promise<ExitCode | Result>;
}

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;
type OptionValue<Option, Value> = Option extends { readonly array: true } ? NonNullable<Value> : Value;

/** What a command gets: lists that were not given are empty. */
export type Flags<All extends CommandOptions> = {
  readonly [Name in keyof All as CamelCase<Name>]: OptionValue<All[Name], InferredOptionTypes<All>[Name]>;
} & Partial<InferredOptionTypes<typeof GLOBAL_OPTIONS>>;

/** Runs the work, and reports what stops it. */
export async function untilStopped(
  reporter: CommandContext["reporter"],
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    reporter.report(error.diagnostics);
    return exitCodeOf(error.diagnostics);
  }
}

/** The words as one line; whatever a shell could split or expand is in single quotes. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
