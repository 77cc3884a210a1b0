/** Runs a command whose result has forms: checks where it goes, makes it, and writes it. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import { Stop } from "../command/command.ts";
import type { ExitCode } from "../command/exit-codes.ts";
import type { CommandWithFormats, FormatOf } from "../command/formats.ts";
import type { OutputFlags } from "../command/options.ts";
import type { CommandContext } from "../terminal/reporter.ts";
import { type Forms, type Outputs, openOutputs, writeResult } from "./outputs.ts";

/** The files to write. Stops where one of them must not be written. */
export async function checkedOutputs(
  name: CommandWithFormats,
  flags: OutputFlags,
  context: CommandContext,
): Promise<Outputs> {
  const outputs = await openOutputs(name, flags, context.ports);
  if (outputs.diagnostics.length > 0) throw new Stop(...outputs.diagnostics);
  return outputs;
}

interface ResultOf<Name extends CommandWithFormats, Result> {
  readonly flags: OutputFlags & { readonly format: FormatOf<Name> };
  readonly context: CommandContext;
  readonly forms: Forms<Name, Result>;
  readonly make: () => Promise<Result>;
}

/** The exit code is that of the result's problems. */
export async function printResult<
  Name extends CommandWithFormats,
  Result extends { readonly diagnostics: readonly Diagnostic[] },
>(name: Name, { flags, context, forms, make }: ResultOf<Name, Result>): Promise<ExitCode> {
  const outputs = await checkedOutputs(name, flags, context);
  return writeResult(name, await make(), forms, { flags, ...context, outputs });
}
