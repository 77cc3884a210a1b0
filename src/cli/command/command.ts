/** What a command is made of: options for yargs and the reference, and a function that returns the exit code. */
import type { InferredOptionTypes, Options } from "yargs";
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { CommandContext } from "../terminal/reporter.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { GLOBAL_OPTIONS } from "./options.ts";

export type CommandOptions = Readonly<Record<string, Options>>;

/** A module of the folder `commands`. Positionals are options that the command's usage names. */
export interface CommandModule {
  readonly options: CommandOptions;
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, does?: string])[];
  readonly run: (flags: never, context: CommandContext) => Promise<ExitCode>;
}

type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;
type Given<Option, Value> = Option extends { readonly array: true } ? NonNullable<Value> : Value;

export type Flags<All extends CommandOptions> = {
  readonly [Name in keyof All as CamelCase<Name>]: Given<All[Name], InferredOptionTypes<All>[Name]>;
} & InferredOptionTypes<Omit<typeof GLOBAL_OPTIONS, "no-color">> & { readonly noColor?: boolean | undefined };

/** Ends the command: nothing was started. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(...diagnostics: readonly Diagnostic[]) {
    super("stopped");
    this.diagnostics = diagnostics;
  }
}
