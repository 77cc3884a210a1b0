/**
 * Reads the report of an apply. In: the file's text. Out: what was begun in each game and how it ended, as far as the
 * report knows. A last line without its line break was cut off by whatever ended the run and is passed over.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { addressOf, partsOfAddress } from "../../model/catalog-lookup.ts";
import { decodeRecord } from "../../model/codec.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../model/diagnostics.ts";
import { canonicalJson, isJsonObject, jsonIn, jsonText } from "../../model/json.ts";
import type { StepId } from "../../model/model.ts";
import { canonicalLinks } from "../../model/normalise.ts";
import { errorsIn } from "../../model/schema/checks.ts";
import { FORMER_FORMAT, REPORT_FORMAT } from "./report.ts";
import { checks as reportChecks } from "./report-check.ts";
import type { Recorded, ReportEnd, ReportHead, ReportStep } from "./report-schema.ts";

/**
 * What is known of a step's end. A failed step counts as `unknown`, too: some services refuse after they have written.
 * Only one that was not sent, or a creation that met somebody else's resource, has certainly not been done.
 */
export type KnownEnd = "done" | "not-done" | "unknown";

export interface RunStep extends Omit<ReportStep, "time" | "type" | "game"> {
  /** Where it stands in the report, counted from 1. */
  readonly line: number;
  readonly end: KnownEnd;
}

/** One game's part of a report: the steps that were begun, in the order in which they were. */
export interface ReportRun {
  /** How problems and origins name the file. */
  readonly file: string;
  readonly head: ReportHead;
  readonly steps: readonly RunStep[];
}

/** One game's part while it is read. */
interface OpenRun {
  readonly head: ReportHead;
  readonly steps: RunStep[];
  /** Where each step stands among them. */
  readonly begun: Map<StepId, number>;
}

const FORMATS: readonly unknown[] = [FORMER_FORMAT, REPORT_FORMAT];

/** `file` is how problems name the file. */
export function readReport(text: string, file: string, catalog: Catalog): Checked<readonly ReportRun[]> {
  const runs: OpenRun[] = [];
  // What stands behind the last line break was being written when the run ended.
  for (const [index, written] of text.split("\n").slice(0, -1).entries()) {
    const value: unknown = jsonIn(written);
    if (runs.length === 0 && !isHead(value)) return notAReport(`${file} does not begin as a report does.`);
    if (isHead(value) && !FORMATS.includes(value.format)) return otherVersion(file, value.format);
    const line = isLine(value) ? value : undefined;
    const run = line?.game === undefined ? runs.at(-1) : runs.find(({ head }) => head.game === line.game);
    if (line?.type === "head" && run === undefined) runs.push({ head: line, steps: [], begun: new Map() });
    else if (line?.type === "step" && run !== undefined && isWhole(line, catalog)) {
      const { time: _, type: __, game: ___, ...step } = line;
      if (!run.begun.has(step.step)) run.begun.set(step.step, run.steps.length);
      run.steps.push({ ...step, line: index + 1, end: "unknown" });
    } else if (line?.type !== "end" || run === undefined || !settle(run, line)) {
      return notAReport(`Line ${index + 1} of ${file} is not one that laurel has written there.`);
    }
  }
  if (runs.length > 0) return { value: runs.map(({ head, steps }) => ({ file, head, steps })), diagnostics: [] };
  return notAReport(`${file} holds no report: it is empty, or was cut off in its first line.`);
}

function isLine(value: unknown): value is ReportHead | ReportStep | ReportEnd {
  return errorsIn(reportChecks, "report", value).length === 0;
}

function isHead(value: unknown): value is { readonly type: "head"; readonly format: unknown } {
  return isJsonObject(value) && value.type === "head" && value.format !== undefined;
}

/** Whether the line says what a step of its sort must say, about kinds that there are. */
function isWhole({ action, address, resource, before, after }: ReportStep, catalog: Catalog): boolean {
  const kind = catalog.find(({ name }) => name === partsOfAddress(address).kind);
  return (
    kind !== undefined &&
    partsOfAddress(resource).kind === kind.name &&
    (before === null || isRecorded(before, kind)) &&
    (after === null || isRecorded(after, kind)) &&
    (action === "create" ? before === null : true) &&
    (action === "delete") === (after === null) &&
    (before === null || before.address === resource)
  );
}

/** Whether it is a resource of the kind in the form in which resources are recorded: it may become what is wanted. */
function isRecorded({ address, body, links }: Recorded, kind: Kind): boolean {
  const decoding = decodeRecord(kind, { ...body, ...links });
  if ("problem" in decoding || addressOf(kind.name, decoding.record.custom_id) !== address) return false;
  const { record } = decoding;
  const canonical = canonicalJson({ body: record.body, links: record.links });
  return canonical === canonicalJson({ body, links: canonicalLinks(links) });
}

/** Writes a step's end into the step. False if no step of that id was begun. */
function settle({ steps, begun }: OpenRun, { step, status, diagnostic: why }: ReportEnd): boolean {
  const at = begun.get(step) ?? -1;
  const known = steps[at];
  if (known === undefined) return false;
  const isUndone = status === "not-sent" || why?.code === "step-conflict";
  steps[at] = { ...known, end: status === "done" ? "done" : isUndone ? "not-done" : "unknown" };
  return true;
}

function otherVersion(file: string, format: unknown): Checked<never> {
  return notAReport(
    `${file} is a report of version ${jsonText(format)}, and this laurel reads version ${REPORT_FORMAT}.`,
  );
}

function notAReport(detail: string): Checked<never> {
  const help = ["give the file that `laurel apply --report` wrote"];
  const problem: Diagnostic = diagnostic("not-a-report", detail, { help });
  return { diagnostics: [problem] };
}
