/** What a command is made of: its line in the help, options for yargs and the reference, and a function that runs it. */
import type { InferredOptionTypes, Options } from "yargs";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { CommandContext } from "../terminal/reporter.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { GLOBAL_OPTIONS } from "./options.ts";

export type CommandOptions = Readonly<Record<string, Options>>;

/** A module of the folder `commands`. */
export interface Command {
  /** The name and its arguments, as yargs reads them: `rankings <leaderboard>`. */
  readonly command: string;
  readonly describe: string;
  /** Arguments are options that `command` names. */
  readonly options: CommandOptions;
  readonly examples: readonly (readonly [line: string, does: string])[];
  readonly run: (flags: never, context: CommandContext) => Promise<ExitCode>;
}

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;
type Given<Option, Value> = Option extends { readonly array: true } ? NonNullable<Value> : Value;

export type Flags<All extends CommandOptions> = {
  readonly [Name in keyof All as CamelCase<Name>]: Given<All[Name], InferredOptionTypes<All>[Name]>;
} & Partial<InferredOptionTypes<typeof GLOBAL_OPTIONS>>;

/** Ends the command: nothing was started. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: readonly Diagnostic[]) {
    super("stopped");
    this.diagnostics = diagnostics;
  }
}
