/**
 * Reads the report of an apply. In: the file's text. Out: what was begun in each game and how it ended, as far as the
 * report knows. A last line without its line break was cut off by whatever ended the run and is passed over.
 */
import type { Catalog, Kind } from "../../catalog/types.ts";
import { addressOf, gameOf, partsOfAddress, referencesOfResource, sortedMembers } from "../../model/catalog-lookup.ts";
import { decodeRecord } from "../../model/codec.ts";
import { addTo, defined } from "../../model/collections.ts";
import { type Checked, diagnostic } from "../../model/diagnostics.ts";
import { canonicalJson, isJsonObject, type Json, jsonIn, jsonText } from "../../model/json.ts";
import type { Address, Links, Live, StepId } from "../../model/model.ts";
import { canonicalLinks } from "../../model/normalise.ts";
import { errorsIn } from "../../model/schema/checks.ts";
import { renamed } from "../moves.ts";
import { linksAfter } from "../simulate.ts";
import { FORMER_FORMAT, liveOfRecorded, REPORT_FORMAT } from "./report.ts";
import { checks as reportChecks } from "./report-check.ts";
import type { Recorded, ReportEnd, ReportHead, ReportStep } from "./report-schema.ts";

/**
 * What is known of a step's end. A failed step counts as `unknown`, too: some services refuse after they have written.
 * Only one that was not sent, or a creation that met somebody else's resource, has certainly not been done.
 */
type KnownEnd = "done" | "not-done" | "unknown";

export interface RunStep extends Omit<ReportStep, "time" | "type" | "game"> {
  /** Its line in the report, counted from 1. */
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
  /** The index of each step among them. */
  readonly begun: Map<StepId, number>;
}

const FORMATS: readonly unknown[] = [FORMER_FORMAT, REPORT_FORMAT];

/** `file` is how problems name the file. */
export function readReport(text: string, file: string, catalog: Catalog): Checked<readonly ReportRun[]> {
  const runs: OpenRun[] = [];
  // Text after the last line break was being written when the run ended.
  for (const [index, written] of text.split("\n").slice(0, -1).entries()) {
    const value: unknown = jsonIn(written);
    if (runs.length === 0 && !isHead(value)) return notAReport(`${file} does not begin as a report does.`);
    if (isHead(value) && !FORMATS.includes(value.format)) {
      const found = jsonText(value.format);
      return notAReport(`${file} is a report of version ${found}, and this laurel reads version ${REPORT_FORMAT}.`);
    }
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
    (action !== "create" || before === null) &&
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

function notAReport(detail: string): Checked<never> {
  const help = ["give the file that `laurel apply --report` wrote"];
  return { diagnostics: [diagnostic("not-a-report", detail, { help })] };
}

/** A resource of the report. One that is deleted and one that is made under the same address later are two. */
interface Subject {
  /** The address at which it was read or made. */
  readonly resource: Address;
  /** For what was made to replace a resource: that resource, under the address that both were to have. */
  readonly replaces?: Address;
  /** Absent where it was made by the apply. */
  readonly before: Live | undefined;
  /** The base of the steps' changes: as it was read, or as its creation leaves it. */
  readonly first: Live | undefined;
}

/** States are absent where the resource does not exist. */
export interface ResourceHistory extends Omit<Subject, "first"> {
  /** The address that it was to have. */
  readonly address: Address;
  /** After the steps that are known to be done. */
  readonly certain: Live | undefined;
  /** After those whose end is not known, too. */
  readonly possible: Live | undefined;
}

/** What each resource is, and which of them refer to an address, or have done so. */
class States {
  readonly all = new Map<Subject, Live>();
  private readonly referrers = new Map<Address, Set<Subject>>();
  private readonly catalog: Catalog;

  constructor(catalog: Catalog) {
    this.catalog = catalog;
  }

  set(subject: Subject, state: Live): void {
    this.all.set(subject, state);
    for (const address of referencesOfResource(this.catalog, state)) addTo(this.referrers, address, subject);
  }

  /** Gives a resource another id, and what refers to it another reference. */
  rename(subject: Subject, to: Address): void {
    const now = this.all.get(subject);
    if (now === undefined) return;
    const renames = new Map([[to, now]]);
    for (const each of [subject, ...(this.referrers.get(now.address) ?? [])]) {
      const state = this.all.get(each);
      if (state === undefined) continue;
      for (const moved of renamed(gameOf([state]), renames, this.catalog).resources.values()) this.set(each, moved);
    }
  }
}

export function footprintsOf(steps: readonly RunStep[], catalog: Catalog): readonly ResourceHistory[] {
  const subjects = new Map<RunStep, Subject>();
  const current = new Map<Address, Subject>();
  for (const step of steps) {
    const { resource, action } = step;
    const known = action === "create" ? undefined : current.get(resource);
    const before = step.before === null ? undefined : liveOfRecorded(step.before);
    const made = action === "create" && step.after !== null ? liveOfRecorded(step.after) : undefined;
    const replaces = action === "create" ? step.replaces : undefined;
    const subject = known ?? { resource, before, first: before ?? made, ...defined({ replaces }) };
    current.set(resource, subject);
    subjects.set(step, subject);
  }
  const certain = statesAfter(subjects, ({ end }) => end === "done", catalog);
  const possible = statesAfter(subjects, ({ end }) => end !== "not-done", catalog);
  const addresses = new Map([...subjects].map(([step, subject]) => [subject, step.address]));
  return [...addresses].map(([subject, address]) => {
    const { first: _, ...known } = subject;
    return { ...known, address, certain: certain.get(subject), possible: possible.get(subject) };
  });
}

function statesAfter(
  subjects: ReadonlyMap<RunStep, Subject>,
  isDone: (step: RunStep) => boolean,
  catalog: Catalog,
): ReadonlyMap<Subject, Live> {
  const states = new States(catalog);
  for (const subject of subjects.values()) if (subject.before !== undefined) states.set(subject, subject.before);
  for (const [step, subject] of subjects) {
    if (!isDone(step)) continue;
    if (step.after === null) states.all.delete(subject);
    else if (step.action === "create") states.set(subject, liveOfRecorded(step.after));
    else changeState(states, subject, step, liveOfRecorded(step.after));
  }
  return states.all;
}

/** Carries over what the step changes. Another id is followed by everything that refers to the resource. */
function changeState(states: States, subject: Subject, { action, changed, member }: RunStep, after: Live): void {
  const now = states.all.get(subject);
  if (now === undefined) return;
  const body: Record<string, Json> = { ...now.body };
  let links: Links = now.links;
  const isOfMember = action === "attach" || action === "detach";
  for (const name of changed) {
    const members = after.links[name];
    const value = after.body[name];
    if (members !== undefined && isOfMember) {
      const [from, to] = [links[name] ?? [], subject.first?.links[name] ?? []];
      links =
        member === undefined
          ? { ...links, [name]: withChanges(from, to, members) }
          : linksAfter(links, action, { name, member });
    } else if (members !== undefined) links = { ...links, [name]: members };
    else if (value !== undefined && name !== "custom_id") body[name] = value;
  }
  states.set(subject, { ...now, body, links });
  if (after.address !== now.address && changed.includes("custom_id")) states.rename(subject, after.address);
}

/** For reports that do not name the member: the members now, with those added and without those taken away between the two lists. */
function withChanges(now: readonly string[], from: readonly string[], to: readonly string[]): readonly string[] {
  const members = new Set(now);
  for (const member of from) if (!to.includes(member)) members.delete(member);
  for (const member of to) if (!from.includes(member)) members.add(member);
  return sortedMembers(members);
}
