/** Brings the result of a command to where it belongs: in one form to stdout, its problems to stderr, other forms to files. */
import type { Diagnostic } from "../../model/diagnostics.ts";
import type { OutputFlags } from "../args/flag-specs.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import type { Ports } from "../terminal/ports.ts";
import type { TerminalReporter } from "../terminal/reporter.ts";
import type { Forms, Outputs } from "./outputs.ts";

/** What a run was begun with. */
export interface Run<Name extends string> {
  readonly flags: OutputFlags & { readonly format: Name };
  readonly ports: Ports;
  readonly reporter: TerminalReporter;
  readonly outputs: Outputs;
}

/** Every form of a result, by what `--format` calls it. */
export interface ToldForms<Name extends string, Result> {
  readonly forms: Forms<Name, Result>;
  /** Those that leave the problems to stderr, or do not say all of them, because something in them may be secret. */
  readonly bare: readonly Name[];
}

/** Returns what the problems come to, those of writing the files included. */
export async function tellResult<Name extends string, Result extends { readonly diagnostics: readonly Diagnostic[] }>(
  result: Result,
  { forms, bare }: ToldForms<Name, Result>,
  { flags, ports, reporter, outputs }: Run<Name>,
): Promise<ExitCode> {
  const { diagnostics } = result;
  const { format } = flags;
  reporter.report(bare.includes(format) ? diagnostics : [], diagnostics);
  ports.stdout.write(await forms[format](result, { ...reporter.result, alone: false }));
  const unwritten = await outputs.write(forms, result);
  reporter.report(unwritten);
  return exitCodeOf([...diagnostics, ...unwritten]);
}
