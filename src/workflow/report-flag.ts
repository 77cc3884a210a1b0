/** `--report FILE`: where an apply records its steps. */
import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Flags, text } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import { shownPath } from "../files/read.ts";
import { createReport, type ReportFile, reportExists } from "../files/report.ts";
import type { Checked, Diagnostic } from "../model/diagnostics.ts";

/** A problem when something is there already, so that it is known before anything is planned. */
export async function reportInTheWay(flags: Flags, { cwd }: Ports): Promise<readonly Diagnostic[]> {
  const given = text(flags, "report");
  if (given === undefined) return [];
  try {
    await lstat(resolve(cwd, given));
    return [reportExists(shownPath(resolve(cwd, given), cwd))];
  } catch {
    return [];
  }
}

/** The new file, or no value and no problem where none was asked for. */
export async function openReport(flags: Flags, { cwd }: Ports): Promise<Checked<ReportFile>> {
  const given = text(flags, "report");
  return given === undefined ? { diagnostics: [] } : createReport(resolve(cwd, given), cwd);
}
