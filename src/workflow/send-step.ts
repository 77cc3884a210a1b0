/**
 * Sends one step and finds out how it ended. A POST whose answer was lost or cannot be understood is never repeated before
 * reading what is live (docs/service.md#surprises).
 */
import type { Client, WriteOutcome } from "../api/client.ts";
import type { Refusal } from "../api/failures.ts";
import { readBack, readLinkMembers, readSingle } from "../api/reader.ts";
import type { SendControl } from "../api/sender.ts";
import type { Catalog, Kind } from "../catalog/types.ts";
import { kindNamed, linkNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { decodeRecord, decodeRequestBody } from "../model/codec.ts";
import { type Diagnostic, diagnostic, type Label } from "../model/diagnostics.ts";
import { type JsonObject, jsonText } from "../model/json.ts";
import type { Address, ApiRequest, FieldChange, Live, Source, Step } from "../model/model.ts";
import { fieldChanges } from "../plan/differences.ts";
import type { Sent } from "./execute.ts";

/** How often a request is sent at most where reading shows each time that it was not executed. */
const ATTEMPTS = 5;

interface StepContext {
  readonly client: Client;
  readonly catalog: Catalog;
  /** Shared by all steps of an apply. */
  readonly lists: ListLocks;
  /** Where the resources are declared, to point at the field that the service complains about. */
  readonly sources: ReadonlyMap<Address, Source>;
}

/** What reading showed about a step. `not-done`: nothing of it. `different`: what it writes is there with other content. */
type Found =
  | { readonly found: "as-wanted" | "not-done" }
  | { readonly found: "different"; readonly fields: readonly FieldChange[] }
  | { readonly found: "unreadable"; readonly diagnostic: Diagnostic };

/** `departure`: until when the first request may be called back. What follows it is always sent. */
export async function sendStep(step: Step, context: StepContext, departure?: SendControl): Promise<Sent> {
  if (step.verifies !== undefined) return sendAttempt(step, step.verifies, context, departure);
  const first = await sendAndSettle(step, step.request, context, departure);
  if (step.otherwise === undefined || !("outcome" in first) || !lacksEndpoint(first))
    return endOf(step, first, context);
  const second = await sendAndSettle(step, step.otherwise, context, undefined);
  const isBelieved = !("outcome" in second) || second.outcome !== "done" || showsMember(step, second.record, context);
  // A 404 can have been a moment's: the service then took the other way and ignored the list, and still has the endpoint.
  const seen = isBelieved ? undefined : await look(step, step.request, context, false);
  return endOf(step, seen?.found === "not-done" ? first : second, context);
}

/** Whether the record that came back holds the member that the step attaches. */
function showsMember({ address, link }: Step, record: JsonObject | undefined, { catalog }: StepContext): boolean {
  const decoding = decodeRecord(kindNamed(catalog, partsOfAddress(address).kind), record);
  return link !== undefined && "record" in decoding && decoding.record.links[link.name]?.includes(link.member) === true;
}

/** A change that the service may ignore or refuse: sent, then read back. A refusal of the values is an answer, no failure. */
async function sendAttempt(
  step: Step,
  names: readonly string[],
  context: StepContext,
  departure: SendControl | undefined,
): Promise<Sent> {
  const outcome = await sendAndSettle(step, step.request, context, departure);
  const isRefused = "outcome" in outcome && outcome.outcome === "refused" && [400, 422].includes(outcome.status);
  if (isRefused && step.otherwise !== undefined) {
    const rest = endOf(step, await sendAndSettle(step, step.otherwise, context, undefined), context);
    return rest.done ? { done: true, kept: false } : rest;
  }
  const sent = endOf(step, outcome, context);
  if (!sent.done) return sent;
  const kind = kindNamed(context.catalog, partsOfAddress(step.address).kind);
  const live = await readNow(kind, step, step.request, context);
  if (live.value === undefined || live.value === "absent") {
    const [problem] = live.diagnostics;
    const detail = problem?.detail ?? `${step.address} is not there any more.`;
    return { done: false, diagnostic: diagnostic("step-unknown", detail, { address: step.address }) };
  }
  const links = await linksOf(live.value, names, context);
  const wanted = decodeRequestBody(kind, step.request.body ?? {});
  const readBody = live.value.body;
  const kept = names.every(
    (name) => fieldChanges("", readBody[name] ?? links[name], wanted.body[name] ?? wanted.links[name]).length === 0,
  );
  return { done: true, kept };
}

/** The links of these names, as far as they can be read. */
async function linksOf(
  { address, links: shown }: Live,
  names: readonly string[],
  { client, catalog }: StepContext,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const { kind: kindName, custom_id } = partsOfAddress(address);
  const kind = kindNamed(catalog, kindName);
  const links = { ...shown };
  for (const link of kind.links.filter(({ name }) => names.includes(name) && links[name] === undefined)) {
    const members = await readLinkMembers(client, kind, link, custom_id);
    if (members.value !== undefined) links[link.name] = members.value;
  }
  return links;
}

function write(
  request: ApiRequest,
  { client, lists }: StepContext,
  departure: SendControl | undefined,
): Promise<WriteOutcome> {
  return lists.whileWriting(request.path, () => client.write(request, departure));
}

/** What there is now of the resource that the request is about. */
async function readNow(
  kind: Kind,
  step: Step,
  { body }: ApiRequest,
  context: StepContext,
): ReturnType<typeof readBack> {
  const single = await readSingle(context.client, kind, step.address, body);
  return single === undefined ? readListed(kind, step, context) : { value: single, diagnostics: [] };
}

function readListed(
  kind: Kind,
  { address }: Step,
  { client, catalog, lists }: StepContext,
): ReturnType<typeof readBack> {
  return lists.whileReading(kind.path, () => readBack(client, catalog, address));
}

/** The outcome of sending, where reading has not settled it already. */
type Settled = Sent | WriteOutcome;

async function sendAndSettle(
  step: Step,
  request: ApiRequest,
  context: StepContext,
  departure: SendControl | undefined,
): Promise<Settled> {
  let wasUnknown = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await write(request, context, attempt === 1 ? departure : undefined);
    const isTaken = outcome.outcome === "refused" && (outcome.status === 422 || outcome.status === 409);
    // An existing attachment is refused by some services; a creation only if an earlier try made it.
    const isCreation = request.method === "POST";
    const isOpen =
      outcome.outcome === "unclear" ||
      outcome.outcome === "unknown" ||
      (outcome.outcome === "refused" && (outcome.mayHaveWorked || (isCreation && isTaken && wasUnknown)));
    if (!isOpen && !(isTaken && step.action === "attach")) return outcome;
    const seen = await look(step, request, context, isTaken);
    if (seen.found === "as-wanted") return { done: true };
    if (seen.found === "different" && isCreation)
      return { done: false, diagnostic: conflict(step, seen.fields, context) };
    if (isOpen && seen.found === "unreadable")
      return { done: false, diagnostic: unknownFate(step, outcome.failure, seen.diagnostic) };
    if (outcome.outcome === "refused") return outcome;
    // Anything but a creation was repeated already, and a request that was not answered may be executed later.
    if (attempt >= ATTEMPTS || (outcome.outcome === "unknown" && !isCreation)) return outcome;
    wasUnknown = true;
  }
}

/** Whether the service answered that there is no such endpoint: the resource itself was made by an earlier step. */
function lacksEndpoint(outcome: WriteOutcome): boolean {
  return outcome.outcome === "refused" && (outcome.status === 404 || outcome.status === 405);
}

function endOf(step: Step, outcome: Settled, context: StepContext): Sent {
  if ("done" in outcome) return outcome;
  switch (outcome.outcome) {
    case "done":
      return { done: true };
    case "refused":
      return { done: false, diagnostic: refusedStep(step, outcome, context) };
    case "held":
      return { done: false, held: true };
    case "not-sent":
      return { done: false, diagnostic: { ...outcome.failure, address: step.address } };
    case "unknown":
    case "unclear":
      return { done: false, diagnostic: unknownFate(step, outcome.failure) };
  }
}

/** `isTaken`: the service says that something is there, so that its list decides even where it shows nothing by itself. */
async function look(step: Step, request: ApiRequest, context: StepContext, isTaken: boolean): Promise<Found> {
  const { kind: kindName, custom_id } = partsOfAddress(step.address);
  const kind = kindNamed(context.catalog, kindName);
  const isDeletion = request.method === "DELETE";
  if (step.link !== undefined && request.method !== "PUT") {
    const link = linkNamed(kind, step.link.name);
    if (link === undefined) throw new Error(`no link "${step.link.name}" of ${kindName}`);
    const members = await readLinkMembers(context.client, kind, link, custom_id);
    if (members.value === undefined) return unreadable(members.diagnostics);
    return { found: members.value.includes(step.link.member) === isDeletion ? "not-done" : "as-wanted" };
  }
  const live = isTaken ? await readListed(kind, step, context) : await readNow(kind, step, request, context);
  if (live.value === undefined) return unreadable(live.diagnostics);
  if (isDeletion || live.value === "absent") {
    return { found: isDeletion === (live.value === "absent") ? "as-wanted" : "not-done" };
  }
  const fields = await differences(kind, request, live.value, context);
  return fields.length === 0 ? { found: "as-wanted" } : { found: "different", fields };
}

function unreadable(diagnostics: readonly Diagnostic[]): Found {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error === undefined) throw new Error("a reading failed without an error");
  return { found: "unreadable", diagnostic: error };
}

/** How the live resource differs from the request. For creations, links do not count. */
async function differences(
  kind: Kind,
  request: ApiRequest,
  live: Live,
  context: StepContext,
): Promise<readonly FieldChange[]> {
  const wanted = decodeRequestBody(kind, request.body ?? {});
  const fields = kind.fields
    .filter(({ name }) => live.body[name] !== undefined && wanted.body[name] !== undefined)
    .flatMap(({ name }) => fieldChanges(`/${name}`, live.body[name], wanted.body[name]));
  if (request.method === "POST") return fields;
  const names = Object.keys(wanted.links);
  const links = await linksOf(live, names, context);
  return [...fields, ...names.flatMap((name) => fieldChanges(`/${name}`, links[name], wanted.links[name]))];
}

function conflict(step: Step, fields: readonly FieldChange[], { sources }: StepContext): Diagnostic {
  const list = fields.map(
    ({ path, before, after }) => `${path.slice(1)}: there ${jsonText(before)}, wanted ${jsonText(after)}`,
  );
  return diagnostic("step-conflict", `${step.address} is there with other content: ${list.join("; ")}.`, {
    address: step.address,
    ...placeOf(step.address, "", sources, "declared here"),
    help: ["plan again: the difference is then shown as an update"],
  });
}

function unknownFate(step: Step, failure: Diagnostic, whileReading?: Diagnostic): Diagnostic {
  const reading = whileReading === undefined ? "" : ` Reading it back failed, too: ${whileReading.detail}`;
  return diagnostic("step-unknown", `${failure.detail}${reading}`, {
    address: step.address,
    help: [...failure.help, "plan again: it reads what is there"],
  });
}

/** The refusal, pointing at the field that the service names (docs/service.md#surprises). */
function refusedStep(step: Step, { failure, fieldErrors }: Refusal, { sources }: StepContext): Diagnostic {
  const [field, messages] = Object.entries(fieldErrors)[0] ?? [];
  const pointer = field === undefined ? "" : `/${field.replaceAll(".", "/")}`;
  const text = messages?.[0] ?? "this resource";
  return diagnostic(failure.code === "service-refused" ? "step-failed" : failure.code, failure.detail, {
    address: step.address,
    ...(step.origin === undefined ? {} : placeOf(step.address, pointer, sources, text)),
    help: failure.code === "service-refused" ? [] : failure.help,
  });
}

function placeOf(
  address: Address,
  pointer: string,
  sources: StepContext["sources"],
  text: string,
): { primary?: Label } {
  const span = sources.get(address)?.locate(pointer, "value");
  return span === undefined ? {} : { primary: { span, text } };
}

/** In: a path below the game, whose first part names the list. Out: what the function gives, after the waiting. */
export interface ListLocks {
  whileWriting<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
  whileReading<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
}

interface Turn {
  readonly alone: boolean;
  readonly begin: () => void;
}

/** Who has a list now, and who waits for it in the order of coming. */
interface Lock {
  running: number;
  isAlone: boolean;
  readonly waiting: Turn[];
}

export function openListLocks(): ListLocks {
  const locks = new Map<string, Lock>();
  const inTurn = async <Result>(path: string, alone: boolean, run: () => Promise<Result>): Promise<Result> => {
    const list = path.split("/")[0] ?? "";
    const lock = locks.get(list) ?? { running: 0, isAlone: false, waiting: [] };
    locks.set(list, lock);
    await new Promise<void>((begin) => {
      lock.waiting.push({ alone, begin });
      letIn(lock);
    });
    try {
      return await run();
    } finally {
      lock.running -= 1;
      lock.isAlone = false;
      letIn(lock);
    }
  };
  return {
    whileWriting: (path, run) => inTurn(path, false, run),
    whileReading: (path, run) => inTurn(path, true, run),
  };
}

function letIn(lock: Lock): void {
  for (let next = lock.waiting[0]; next !== undefined; next = lock.waiting[0]) {
    if (lock.isAlone || (next.alone && lock.running > 0)) return;
    lock.waiting.shift();
    lock.running += 1;
    lock.isAlone = next.alone;
    next.begin();
  }
}
