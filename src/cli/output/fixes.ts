/** What a command that can fix problems ends with: a hint that it can, or the exit code of `--check`. */
import { fixHint } from "../../manifest/fix-texts.ts";
import type { Diagnostic } from "../../model/diagnostics.ts";
import { type Fixes, type FixOptions, isFixing } from "../../workflow/fix-games.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { TerminalReporter } from "../terminal/reporter.ts";

interface FixResult {
  readonly diagnostics: readonly Diagnostic[];
  readonly fixes?: Fixes;
}

/** What could be fixed with another flag; undefined for nothing. */
export function hintOf(diagnostics: readonly Diagnostic[], flags: FixOptions): string | undefined {
  return flags.unsafeFixes === true ? undefined : fixHint(diagnostics, isFixing(flags));
}

/** `exit`: that of the problems that are left. Prints the hint below a result as text. */
export function afterFixes(
  exit: ExitCode,
  { diagnostics, fixes }: FixResult,
  flags: FixOptions & { readonly format: string },
  reporter: TerminalReporter,
): ExitCode {
  const hint = flags.format === "text" ? hintOf(diagnostics, flags) : undefined;
  if (hint !== undefined) reporter.note(hint);
  const wouldChange = flags.check === true && (fixes?.files.length ?? 0) > 0;
  return wouldChange && exit === EXIT.done ? EXIT.changes : exit;
}
