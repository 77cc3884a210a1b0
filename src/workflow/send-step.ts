/**
 * Sends one step and finds out how it ended. In: a step, such as the PUT with `points: 30`. Out: done, failed, or called back.
 * A POST whose answer was lost or cannot be understood is never repeated before reading what is live
 * (docs/service.md#surprises).
 */
import type { Client, WriteOutcome } from "../api/client.ts";
import type { Refusal } from "../api/failures.ts";
import { readLinkMembers } from "../api/members.ts";
import { readResources, readSingle } from "../api/reader.ts";
import type { SendControl } from "../api/sender.ts";
import { isGone } from "../api/transport.ts";
import { catalog } from "../catalog/index.ts";
import type { Link } from "../catalog/types.ts";
import { jsonText } from "../ground/json.ts";
import { pointerText } from "../ground/pointer.ts";
import { addressOf, customIdOf, kindAt, kindNamed, linkNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, diagnostic, labelAt } from "../model/diagnostics.ts";
import {
  type Address,
  type ApiRequest,
  type FieldChange,
  type Live,
  type Membership,
  membershipOf,
  otherRequestOf,
  type Source,
  type Step,
  type StepId,
} from "../model/model.ts";
import { pickMembers } from "../plan/changes.ts";
import { compare } from "../plan/differences.ts";
import type { StepEffect } from "../plan/step.ts";
import { notKept } from "../plan/verify.ts";
import type { Sent } from "./execute.ts";
import { type LagPorts, readUntil } from "./lag.ts";

/** How often a request is sent at most where reading shows each time that it was not executed. */
const ATTEMPTS = 5;

/** Shared by all steps of an apply. */
export interface StepContext {
  readonly client: Client;
  readonly lists: ListLocks;
  /** Where the resources are declared, to point at the field that the service complains about. */
  readonly sources: ReadonlyMap<Address, Source>;
  readonly lag: LagPorts;
  /** What each step does. */
  readonly effects: ReadonlyMap<StepId, StepEffect>;
  /** Whether the service lacks the endpoint of a link, as the first step that needed it found out. */
  readonly lacking: Map<Link, Promise<boolean>>;
}

/** One step in it. */
interface StepRun extends StepContext {
  readonly step: Step;
  readonly effect: StepEffect;
}

/**
 * The state of a step on the service. `not-done`: no effect is visible. `different`: the resource exists with other content.
 * `no-list`: the service has no list of the link's members.
 */
type StepEvidence =
  | { readonly found: "as-wanted" | "not-done" }
  | { readonly found: "different"; readonly fields: readonly FieldChange[] }
  | { readonly found: "unreadable" | "no-list"; readonly diagnostic: Diagnostic };

/** `status`: of a refusal. */
type Answered = Sent & { readonly status?: number };

/** `departure`: until when the first request may be called back. What follows it is always sent. */
export async function sendStep(step: Step, context: StepContext, departure?: SendControl): Promise<Sent> {
  const effect = context.effects.get(step.id) ?? {};
  const run = { ...context, step, effect };
  const sent = await sendEitherWay(run, departure);
  return sent.done && effect.verifies !== undefined ? verified(run) : sent;
}

/** By the endpoint of a link, or where the service does not have it by the field in PUT. */
async function sendEitherWay(run: StepRun, departure: SendControl | undefined): Promise<Sent> {
  const { step } = run;
  const otherwise = otherRequestOf(step);
  const link = linkNamed(kindAt(catalog, step.address), membershipOf(step)?.name ?? "");
  if (otherwise === undefined || link === undefined) return sendAndSettle(run, step.request, departure);
  const known = run.lacking.get(link);
  // Steps that start at the same time wait for what the first one finds out.
  if (known !== undefined && (await known)) return sendAndSettle(run, otherwise, departure);
  const attempt = sendEndpointFirst(run, otherwise, departure);
  if (known === undefined) {
    const isLacking = attempt.then((sent) => sent.isLacking);
    run.lacking.set(link, isLacking);
  }
  return (await attempt).sent;
}

async function sendEndpointFirst(run: StepRun, otherwise: ApiRequest, departure: SendControl | undefined) {
  const first = await sendAndSettle(run, run.step.request, departure);
  if (first.status !== 404 && first.status !== 405) return { sent: first, isLacking: false };
  const second = await sendAndSettle(run, otherwise, undefined);
  const { found } = await look(run, run.step.request);
  // A 404 can have been a moment's: the service then took the other way and ignored the list, and still has the endpoint.
  if (found === "not-done") return { sent: first, isLacking: false };
  return { sent: second, isLacking: found === "as-wanted" || found === "no-list" };
}

/** Reads until the service shows what it may ignore. What it does not return is found after the last step. */
async function verified(run: StepRun): Promise<Sent> {
  const { step, sources, lag } = run;
  const { address } = step;
  const isEnd = ({ found }: StepEvidence): boolean => found !== "not-done" && found !== "different";
  const seen = await readUntil(() => look(run, step.request), isEnd, lag);
  if (seen.found === "as-wanted") return { done: true };
  if ("diagnostic" in seen) return { done: false, diagnostic: { ...seen.diagnostic, address } };
  if (seen.found === "different")
    return { done: false, diagnostic: notKept(step, seen.fields[0] as FieldChange, sources) };
  return { done: false, diagnostic: diagnostic("step-unknown", `${address} is not there any more.`, { address }) };
}

async function sendAndSettle(run: StepRun, request: ApiRequest, departure: SendControl | undefined): Promise<Answered> {
  const { step, client, lists } = run;
  let wasUnknown = false;
  for (let attempt = 1; ; attempt += 1) {
    const control = attempt === 1 ? departure : undefined;
    const outcome = await lists.whileWriting(request.path, () => client.write(request, control));
    const isTaken = outcome.outcome === "refused" && (outcome.status === 422 || outcome.status === 409);
    // An existing attachment is refused by some services; a creation only if an earlier try made it.
    const isCreation = request.method === "POST";
    const isOpen =
      outcome.outcome === "unknown" ||
      (outcome.outcome === "refused" && (outcome.mayHaveWorked || (isCreation && isTaken && wasUnknown)));
    // Somebody else may have deleted it, or the service lacks the route: the list shows which.
    const mayBeGone = request.method === "DELETE" && outcome.outcome === "refused" && isGone(outcome.status);
    if (!isOpen && !mayBeGone && !(isTaken && step.action === "attach")) return endOf(run, outcome);
    const seen = await look(run, request, isTaken);
    if (seen.found === "as-wanted") return { done: true };
    if (seen.found === "different" && isCreation) return { done: false, diagnostic: conflict(run, seen.fields) };
    if (isOpen && "diagnostic" in seen)
      return { done: false, diagnostic: unknownFate(step, outcome.failure, seen.diagnostic) };
    if (outcome.outcome === "refused") return endOf(run, outcome);
    // Anything but a creation was repeated already, and a request that was not answered may be executed later.
    const isUnanswered = outcome.outcome === "unknown" && outcome.failure.code !== "unexpected-response";
    if (attempt >= ATTEMPTS || (isUnanswered && !isCreation)) return endOf(run, outcome);
    wasUnknown = true;
  }
}

function endOf(run: StepRun, outcome: WriteOutcome): Answered {
  const { step } = run;
  switch (outcome.outcome) {
    case "done":
      return { done: true };
    case "refused":
      return { done: false, diagnostic: refusedStep(run, outcome), status: outcome.status };
    case "held":
      return { done: false, held: true };
    case "not-sent":
      return { done: false, diagnostic: { ...outcome.failure, address: step.address } };
    case "unknown":
      return { done: false, diagnostic: unknownFate(step, outcome.failure) };
  }
}

/** `isTaken`: the service says that something is there, so that its list decides even where it shows nothing by itself. */
async function look(run: StepRun, request: ApiRequest, isTaken = false): Promise<StepEvidence> {
  const { step } = run;
  const isDeletion = request.method === "DELETE";
  const membership = membershipOf(step);
  if (membership !== undefined && request.method !== "PUT") return lookAtMember(run, membership, isDeletion);
  const { value: live, diagnostics } = await readNow(run, isTaken || isDeletion ? "list" : "any");
  if (live === undefined) return unreadable(diagnostics);
  if (isDeletion || live === "absent") return { found: isDeletion === (live === "absent") ? "as-wanted" : "not-done" };
  const fields = await differences(run, request, live);
  return fields.length === 0 ? { found: "as-wanted" } : { found: "different", fields };
}

/** The step's resource. A 404 of its own path can be about the route, so that deletions are judged by the list of the kind. */
async function readNow(run: StepRun, source: "list" | "any"): Promise<Checked<Live | "absent">> {
  const { step, client, lists } = run;
  const kind = kindAt(catalog, step.address);
  const address = addressNow(run);
  const single = source === "list" ? undefined : await readSingle(client, kind, address);
  if (single !== undefined) return { value: single, diagnostics: [] };
  const { value, diagnostics } = await lists.whileReading(kind.path, () => readResources(client, kind));
  if (value === undefined) return { diagnostics };
  return { value: value.find((one) => one.address === address) ?? "absent", diagnostics };
}

/** Whether the member is in the list, under the id that it has while the step is under way. */
async function lookAtMember(run: StepRun, { name }: Membership, isDeletion: boolean): Promise<StepEvidence> {
  const { step, effect, client } = run;
  const kind = kindAt(catalog, step.address);
  const link = linkNamed(kind, name) as Link;
  const evidence = (members: readonly string[]): StepEvidence => {
    const isMember = effect.member !== undefined && members.includes(effect.member);
    return { found: isMember === isDeletion ? "not-done" : "as-wanted" };
  };
  const custom_id = customIdOf(addressNow(run));
  const { value: members, diagnostics } = await readLinkMembers(client, kind, { link, custom_id });
  if (typeof members === "object") return evidence(members);
  if (members === undefined) return unreadable(diagnostics);
  // The record can show the members, and a deleted resource has none.
  const { value: owner } = await readNow(run, "list");
  const shown = owner === "absent" ? [] : owner?.links[link.name];
  if (shown !== undefined && (isDeletion || owner !== "absent")) return evidence(shown);
  const { diagnostic } = unreadable(diagnostics);
  return { found: members === "no-list" ? "no-list" : "unreadable", diagnostic };
}

/** The live address of the resource after the step, which can contain a temporary id. */
function addressNow({ step: { address }, effect: { before, after } }: StepRun): Address {
  return addressOf(partsOfAddress(address).kind, (after ?? before)?.id ?? customIdOf(address));
}

function unreadable(diagnostics: readonly Diagnostic[]): Extract<StepEvidence, { readonly diagnostic: Diagnostic }> {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error === undefined) throw new Error("a reading failed without an error");
  return { found: "unreadable", diagnostic: error };
}

/** How the live resource differs from what the request sends, as far as it is shown. For creations, links do not count. */
async function differences(
  { effect, client }: StepRun,
  request: ApiRequest,
  live: Live,
): Promise<readonly FieldChange[]> {
  const kind = kindNamed(catalog, live.kind);
  const { body, links: wanted } = effect.sent ?? { body: {}, links: {} };
  const sent = pickMembers(body, Object.keys(request.body ?? {}));
  if (request.method === "POST") return compare(kind, live, { body: sent, links: {} });
  const links: Record<string, readonly string[]> = { ...live.links };
  for (const link of kind.links.filter(({ name }) => wanted[name] !== undefined && links[name] === undefined)) {
    const { value } = await readLinkMembers(client, kind, { link, custom_id: live.custom_id });
    if (typeof value === "object") links[link.name] = value;
  }
  return compare(kind, { body: live.body, links }, { body: sent, links: wanted });
}

function conflict({ step, sources }: StepRun, fields: readonly FieldChange[]): Diagnostic {
  const list = fields.map(
    ({ path, before, after }) => `${pointerText(path)}: there ${jsonText(before)}, wanted ${jsonText(after)}`,
  );
  return diagnostic("step-conflict", `${step.address} is there with other content: ${list.join("; ")}.`, {
    address: step.address,
    primary: labelAt(sources.get(step.address), "", "declared here"),
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
function refusedStep({ step, sources }: StepRun, { failure, fieldErrors }: Refusal): Diagnostic {
  const [field, text = "this resource"] = Object.entries(fieldErrors)[0] ?? [];
  const pointer = field === undefined ? "" : `/${field.replaceAll(".", "/")}`;
  return diagnostic(failure.code === "service-refused" ? "step-failed" : failure.code, failure.detail, {
    address: step.address,
    primary: step.origin && labelAt(sources.get(step.address), pointer, text),
    help: failure.code === "service-refused" ? [] : failure.help,
  });
}

/** In: a path below the game, whose first part names the list. Out: what the function gives, after the waiting. */
export interface ListLocks {
  whileWriting<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
  whileReading<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
}

/** A reading waits for the writes to its list that came before it, and holds up those that come after it. */
export function openListLocks(): ListLocks {
  const writes = new Map<string, Set<Promise<unknown>>>();
  const readings = new Map<string, Promise<unknown>>();
  const listOf = (path: string): string => path.split("/")[0] ?? "";
  return {
    whileWriting: async (path, run) => {
      const list = listOf(path);
      const pending = writes.get(list) ?? new Set();
      writes.set(list, pending);
      const write = Promise.resolve(readings.get(list)).then(run);
      const ended: Promise<unknown> = write.then(nothing, nothing).then(() => pending.delete(ended));
      pending.add(ended);
      return write;
    },
    whileReading: async (path, run) => {
      const list = listOf(path);
      const before = Promise.all([...(writes.get(list) ?? []), readings.get(list)]);
      const reading = before.then(run);
      readings.set(list, reading.then(nothing, nothing));
      return reading;
    },
  };
}

const nothing = (): void => undefined;
