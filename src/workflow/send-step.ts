/**
 * Sends one step and finds out how it ended. In: a step, such as the PUT with `points: 30`. Out:
 * done, failed, or held back. A POST without an answer is repeated only if readings do not show its
 * effect until the service has had time to show it (docs/service.md#surprises).
 */
import type { Client, WriteOutcome } from "../api/client.ts";
import type { Refusal } from "../api/failures.ts";
import { unknownIn, writeTo } from "../api/resource-paths.ts";
import { isGone } from "../api/transport.ts";
import type { Link } from "../catalog/types.ts";
import { defined } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import { pointerText, pointerTo } from "../ground/pointer.ts";
import { both, inQuotes } from "../ground/words.ts";
import { linkNamed } from "../model/catalog-lookup.ts";
import { requestTo, resourceParts } from "../model/codec.ts";
import {
  type Diagnostic,
  diagnostic,
  type ErrorDiagnostic,
  labelAt,
} from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import {
  type Address,
  type FieldChange,
  membershipOf,
  otherRequestOf,
  type PlannedRequest,
  type Source,
  type Step,
} from "../model/model.ts";
import { valueText } from "../plan/differences.ts";
import { effectOf, type StepEffects } from "../plan/step.ts";
import { notKept } from "../plan/verify.ts";
import type { ApplyHistory } from "./apply-history.ts";
import type { Sent, StepControl } from "./execute.ts";
import type { GameLists } from "./game-lists.ts";
import { type ReadingAfterPut, readAfterPut } from "./kept-values.ts";
import { type LagPorts, outlastLag, readUntil } from "./lag.ts";
import { suggestOtherForms } from "./other-forms.ts";
import {
  isConclusive,
  isMomentary,
  type Look,
  look,
  readNow,
  type SentStep,
  type StepEvidence,
} from "./read-back.ts";
import { listTakenBack, reportIgnored, takeBack, wordKept } from "./take-back.ts";

/** Number of times that a request is sent at most while reading shows that it was not executed. */
const ATTEMPTS = 5;

const PLAN_AGAIN = "plan again: it reads what is there";

/** Shared by all steps of an apply. */
interface StepContext {
  readonly client: Client;
  readonly lists: GameLists;
  /** Where the resources are declared, to point at the field that the service complains about. */
  readonly sources: ReadonlyMap<Address, Source>;
  readonly lag: LagPorts;
  /** When the game was read for the plan. */
  readonly readAt: number;
  /** The effect of each step. */
  readonly effects: StepEffects;
  readonly history: ApplyHistory;
  /**
   * Whether the service lacks the endpoint of a link. The first step that needs the endpoint finds
   * out.
   */
  readonly lacking: Map<Link, Promise<boolean>>;
}

/** A step and the context of its apply. */
interface StepRun extends StepContext, SentStep {}

/** `status`: the status of a refusal. */
type Answered = Sent & { readonly status?: number };

/** `control`: holds the first request of the step back. Later requests are always sent. */
export async function sendStep(
  step: Step,
  context: StepContext,
  control: StepControl,
): Promise<Sent> {
  const effect = effectOf(step, context.effects);
  const { clock } = context.lag;
  const restingClock = {
    now: () => clock.now(),
    sleep: (ms: number, signal?: AbortSignal) =>
      control.whileResting(() => clock.sleep(ms, signal)),
  };
  const run = { ...context, step, effect, lag: { ...context.lag, clock: restingClock } };
  const why = "an earlier request had no answer, and could still be executed";
  const moment = context.history.lastLateBefore(step);
  await outlastLag({ moment, why }, { ...run.lag, signal: control.hold });
  const end = await finishStep(run, await sendEitherWay(run, control));
  if (end.done) context.history.recordDone(step, clock.now());
  return end;
}

async function finishStep(run: StepRun, sent: Answered): Promise<Sent> {
  const { step, effect } = run;
  const { verifies } = effect;
  if (sent.done) {
    const end = verifies === undefined ? sent : await verifyEffect(run, verifies);
    return end.done && step.request.method === "PUT" ? checkKeptByUpdate(run, step.request) : end;
  }
  if (!("diagnostic" in sent) || sent.status === undefined) return sent;
  return endRefused(run, await explainRefusal(run, sent.diagnostic, sent.status));
}

/**
 * Adds help to a 404 for a resource that its list shows: the service may have other ids in its
 * paths.
 */
async function explainRefusal(
  { lists, effect }: StepRun,
  refusal: Diagnostic,
  status: number,
): Promise<Diagnostic> {
  const { kind, before } = effect;
  const help =
    isGone(status) && before !== undefined ? await lists.findPathHelp(kind, before.id) : undefined;
  return help === undefined ? refusal : { ...refusal, help: [...refusal.help, help] };
}

/**
 * Gives the resource that should have been replaced its id back, because the service refuses the
 * one that replaces it.
 */
async function endRefused(run: StepRun, refusal: Diagnostic): Promise<Sent> {
  const { step, effect } = run;
  if (step.action !== "create" || effect.undo?.restoring === undefined)
    return { done: false, diagnostic: refusal };
  const { restoring, kept, steps } = effect.undo;
  const undo = { restoring, kept, steps };
  const end = await takeBack(undo, (request) => sendOnce(run, request));
  const problem = { ...refusal, detail: `${refusal.detail} The replaced ${wordKept(end, undo)}.` };
  return { done: false, diagnostic: problem, ...listTakenBack(end, undo, step) };
}

interface ReadingBack extends Look {
  readonly request: PlannedRequest;
  /** The last moment at which the request may have been executed. Default: the present moment. */
  readonly since?: number;
}

/** Reads until the service shows that the request was executed, or has had the time to show it. */
function readBack(run: StepRun, { request, since, ...by }: ReadingBack): Promise<StepEvidence> {
  const read = () => look(run, request, by);
  return readUntil({ read, isShown: isConclusive, ...defined({ since }) }, run.lag);
}

/**
 * Waits until readings no longer show another resource under an id that an earlier step has moved.
 */
function outlastMoves({ step, history, lag }: StepRun): Promise<void> {
  const why = "an id was moved, and the service may not show that yet";
  return outlastLag({ moment: history.lastMoveBefore(step), why }, lag);
}

/**
 * Sends the request of a link's endpoint. If the service lacks the endpoint, the PUT that carries
 * the link is sent instead.
 */
async function sendEitherWay(run: StepRun, control: StepControl): Promise<Answered> {
  const { step } = run;
  const otherwise = otherRequestOf(step);
  const link = linkNamed(run.effect.kind, membershipOf(step)?.name ?? "");
  if (otherwise === undefined || link === undefined)
    return sendAndSettle(run, step.request, control);
  const known = run.lacking.get(link);
  // Steps that start at the same time wait for the answer to the first one.
  if (known !== undefined && (await known)) return sendSecond(run, otherwise, control);
  const attempt = sendEndpointFirst(run, otherwise, control);
  if (known === undefined) {
    const isLacking = attempt.then((sent) => sent.isLacking);
    run.lacking.set(link, isLacking);
  }
  return (await attempt).sent;
}

/** Sends the PUT in place of the link's own request. */
async function sendSecond(
  run: StepRun,
  otherwise: PlannedRequest,
  control: StepControl | undefined,
): Promise<Answered> {
  const sent = await sendAndSettle(run, otherwise, control);
  return sent.done ? checkKeptByUpdate(run, otherwise) : sent;
}

async function sendEndpointFirst(run: StepRun, otherwise: PlannedRequest, control: StepControl) {
  const first = await sendAndSettle(run, run.step.request, control);
  if (first.status !== 404 && first.status !== 405) return { sent: first, isLacking: false };
  const second = addFirstRefusal(await sendSecond(run, otherwise, undefined), first);
  const { request } = run.step;
  await outlastMoves(run);
  const { found } = second.done ? await readBack(run, { request }) : await look(run, request);
  // A 404 can be a momentary error: the service then ignored the list of the PUT, and has the
  // endpoint.
  const isLacking = found === "as-wanted" || found === "no-list";
  const isIgnored = second.done && found === "not-done";
  return { sent: isIgnored ? addFirstRefusal(reportIgnoredMember(run), first) : second, isLacking };
}

/** A failure of the PUT, with the words of the refusal that came before it. */
function addFirstRefusal(second: Answered, first: Answered): Answered {
  if (!("diagnostic" in second) || !("diagnostic" in first)) return second;
  const detail = `${second.diagnostic.detail} Before that, ${first.diagnostic.detail}`;
  return { ...second, diagnostic: { ...second.diagnostic, detail } };
}

/** The PUT was accepted, and the list or the record shows that the member has not joined. */
function reportIgnoredMember({ step, sources }: StepRun): Answered {
  const { name = "", member = "" } = membershipOf(step) ?? {};
  const problem = notKept(step, { path: pointerTo(name, member), after: member }, sources);
  return { done: false, diagnostic: problem };
}

/** Reads back what the PUT has left out. If the service has reset it, nothing more is sent. */
async function checkKeptByUpdate(run: StepRun, request: PlannedRequest): Promise<Sent> {
  const { step, effect, sources } = run;
  const { leftOut } = effect;
  if (leftOut === undefined) return { done: true };
  const read = () => readAfterPut(run, { request, leftOut });
  // Reads may lag, so that only a reading with the new values shows what was kept.
  const isShown = (seen: ReadingAfterPut): boolean =>
    seen.found === "record" ? seen.isShown && seen.reset.length === 0 : isUnreadableForGood(seen);
  const seen = await readUntil({ read, isShown }, run.lag);
  const failed = (problem: Diagnostic): Sent => ({
    done: false,
    diagnostic: problem,
    endsAll: true,
  });
  if (seen.found === "unreadable") return failed(reportUnseen(step, seen.diagnostic));
  if (seen.found === "absent") return failed(reportVanished(step));
  if (seen.reset.length === 0) return { done: true };
  const end = await takeMarkBack(run);
  return failed(reportReset(step, { fields: seen.reset, end, sources }));
}

/**
 * Gives a resource its id back that would otherwise keep a temporary one, because nothing more is
 * sent. Returns a sentence about it.
 */
async function takeMarkBack(run: StepRun): Promise<string> {
  const { kind, after, undo } = run.effect;
  const body = undo?.restoring?.body;
  if (
    after === undefined ||
    undo === undefined ||
    body === undefined ||
    markOf(after.id) === undefined
  )
    return "";
  // The prepared request has the path of a resource whose new id was ignored.
  const request = requestTo("PUT", resourceParts(kind, after.id), body);
  const { restoring, reason = "" } = await takeBack({ restoring: request }, (each) =>
    sendOnce(run, each),
  );
  return restoring === "done"
    ? ` ${undo.kept} has its id again.`
    : ` It keeps the id ${inQuotes(after.id)}. ${reason}`;
}

function isUnreadableForGood(seen: ReadingAfterPut): boolean {
  return seen.found === "unreadable" && !isMomentary(seen.diagnostic);
}

/**
 * Reads until the service shows the values that it may ignore. Values that it does not return are
 * reported after the last step.
 */
async function verifyEffect(run: StepRun, names: readonly string[]): Promise<Sent> {
  const { step, effect, sources } = run;
  const seen = await readBack(run, { request: step.request, only: names });
  if (seen.found === "as-wanted" || seen.found === "unseen") return { done: true };
  if ("diagnostic" in seen) return { done: false, diagnostic: reportUnseen(step, seen.diagnostic) };
  const [ignored] = seen.found === "different" ? seen.fields : await findIgnoredId(run);
  if (ignored === undefined) return { done: false, diagnostic: reportVanished(step) };
  const { undo } = effect;
  if (undo === undefined) return { done: false, diagnostic: notKept(step, ignored, sources) };
  const end = await takeBack(undo, (request) => sendOnce(run, request));
  // Reads can lag longer than this waits: no resource has the old id any more, so the new one was
  // stored.
  if (end.restoring === "absent" && step.action !== "create") return { done: true };
  const problem = reportIgnored(step, ignored, { sources, end, undo });
  return { done: false, diagnostic: problem, ...listTakenBack(end, undo, step) };
}

/**
 * Finds the new id that the service ignored, if the resource still has the id that it had before
 * the step.
 */
async function findIgnoredId(run: StepRun): Promise<readonly FieldChange[]> {
  const { before, after } = run.effect;
  if (before === undefined || after === undefined || before.id === after.id) return [];
  const { value } = await readNow({ ...run, effect: { ...run.effect, after: before } }, "any");
  const isThere = value !== undefined && value !== "absent";
  if (isThere)
    run.client.pathIds?.rename({ kind: run.effect.kind.name, custom_id: after.id }, before.id);
  return isThere ? [{ path: "/custom_id", before: before.id, after: after.id }] : [];
}

async function sendAndSettle(
  run: StepRun,
  request: PlannedRequest,
  control: StepControl | undefined,
): Promise<Answered> {
  let open: OpenRequests = { count: 0, moment: 0 };
  for (let number = 1; ; number += 1) {
    const outcome = await sendOnce(run, request, number === 1 ? control : undefined);
    if (outcome.unconfirmed > 0) {
      open = { count: open.count + outcome.unconfirmed, moment: run.lag.clock.now() };
    }
    const end = await decideEnd(run, request, { outcome, open, number });
    if (end === undefined) continue;
    if (end.isSeen === true) run.client.pathIds?.saw(request);
    // A reading that shows the effect shows that one of the requests was executed.
    const count = open.count - (end.isSeen === true ? 1 : 0);
    if (count > 0) run.history.recordLate(run.step, open.moment);
    return end.answered;
  }
}

/** Requests of a step that had no answer. */
interface OpenRequests {
  readonly count: number;
  /** The moment at which the last one ended. */
  readonly moment: number;
}

async function sendOnce(
  run: StepRun,
  request: PlannedRequest,
  control?: StepControl,
): Promise<WriteOutcome> {
  const { client, lists, effect } = run;
  const failure = await findPathIds(run, request);
  if (failure !== undefined) return { outcome: "not-sent", failure, unconfirmed: 0 };
  const write = { kind: effect.kind.name, request };
  return lists.whileWriting(request.path, () => writeTo(client, write, control));
}

/**
 * Reads the ids that the path of the request needs. A list may not show a resource yet that this
 * apply has created.
 */
async function findPathIds(
  { client, lists, lag }: StepRun,
  { parts }: PlannedRequest,
): Promise<ErrorDiagnostic | undefined> {
  if (unknownIn(client, parts).length === 0) return undefined;
  const read = () => lists.readPathIds(parts);
  const isShown = (failed: ErrorDiagnostic | undefined): boolean =>
    failed !== undefined || unknownIn(client, parts).length === 0;
  return readUntil({ read, isShown }, lag);
}

interface StepAttempt {
  readonly outcome: WriteOutcome;
  readonly open: OpenRequests;
  /** Counted from 1. */
  readonly number: number;
}

interface StepEnding {
  readonly answered: Answered;
  /** Whether a reading shows the effect of the step. */
  readonly isSeen?: boolean;
}

/** Decides how the step ends after an attempt; undefined if its request must be sent again. */
async function decideEnd(
  run: StepRun,
  request: PlannedRequest,
  attempt: StepAttempt,
): Promise<StepEnding | undefined> {
  const { readAt, lag } = run;
  const { outcome, open } = attempt;
  const answered = concludeAttempt(run, request, attempt);
  const isOpen = mayStillHappen(outcome);
  const isRepetition =
    outcome.outcome === "refused" && mayBeRepetition(run, request, { refusal: outcome, open });
  if (!isOpen && !isRepetition) return { answered };
  // Without a request that had no answer, only an earlier run can have executed it, before the game
  // was read for the plan.
  const since = open.count > 0 ? lag.clock.now() : readAt;
  const isCreation = request.method === "POST";
  await outlastMoves(run);
  const seen = await readBack(run, { request, isTaken: isCreation && isRepetition, since });
  return decideByReading(run, request, { ...attempt, answered, seen });
}

/** Whether a request can have been executed, or can still be, although it has no answer. */
function mayStillHappen(outcome: WriteOutcome): boolean {
  if (outcome.outcome === "unknown") return true;
  return outcome.outcome === "refused" && outcome.unconfirmed > 0;
}

interface ReadAttempt extends StepAttempt {
  readonly answered: Answered;
  readonly seen: StepEvidence;
}

/** Decides how the step ends by what a reading after its attempt shows. */
function decideByReading(
  run: StepRun,
  request: PlannedRequest,
  { outcome, open, number, answered, seen }: ReadAttempt,
): StepEnding | undefined {
  const isCreation = request.method === "POST";
  if (seen.found === "as-wanted" || (seen.found === "unseen" && showsCreation(request, outcome))) {
    return { answered: { done: true }, isSeen: true };
  }
  const failed = (problem: Diagnostic): StepEnding => ({
    answered: { done: false, diagnostic: problem },
  });
  if (seen.found === "different" && isCreation && open.count > 0)
    return failed(reportConflict(run, seen.fields));
  if ("diagnostic" in seen && "failure" in outcome && mayStillHappen(outcome))
    return failed(reportUnknownFate(run.step, outcome.failure, seen.diagnostic));
  if (outcome.outcome === "refused") return { answered };
  if (seen.found === "unseen") return { answered };
  // The client has repeated any other request already, and a request without an answer may be
  // executed later.
  const isUnanswered =
    outcome.outcome === "unknown" && outcome.failure.code !== "unexpected-response";
  return number >= ATTEMPTS || (isUnanswered && !isCreation) ? { answered } : undefined;
}

/**
 * Whether a resource that does not show all of its values was created as it was sent. An error
 * answer can mean that the service failed between the resource and its links.
 */
function showsCreation({ method }: PlannedRequest, outcome: WriteOutcome): boolean {
  if (method !== "POST") return false;
  return (
    outcome.outcome === "refused" ||
    !("failure" in outcome) ||
    outcome.failure.code !== "service-refused"
  );
}

interface RefusedAttempt extends Pick<StepAttempt, "open"> {
  readonly refusal: Refusal;
}

/**
 * Whether the refusal can mean that the request was executed before: by an earlier attempt, an
 * earlier run, or somebody else.
 */
function mayBeRepetition(
  { step, effect }: SentStep,
  request: PlannedRequest,
  { refusal, open }: RefusedAttempt,
): boolean {
  const { status, fieldErrors } = refusal;
  switch (request.method) {
    case "POST": {
      if (status !== 422 || step.action === "attach" || open.count > 0)
        return status === 422 || status === 409;
      // The keys of the errors tell a taken id from other invalid values
      // (docs/service.md#surprises).
      const fields = Object.keys(fieldErrors);
      return fields.length === 0 || fields.includes("custom_id");
    }
    case "PUT":
      return isGone(status) && effect.before?.id !== effect.after?.id;
    case "DELETE":
      return isGone(status);
  }
}

function concludeAttempt(
  run: StepRun,
  request: PlannedRequest,
  { outcome, open }: StepAttempt,
): Answered {
  const { step } = run;
  switch (outcome.outcome) {
    case "done":
      return { done: true };
    case "refused":
      return {
        done: false,
        diagnostic: reportRefusal(run, request, outcome),
        status: outcome.status,
      };
    case "held":
      // An earlier attempt was sent.
      if (open.count > 0)
        return { done: false, diagnostic: reportUnknownFate(step, outcome.failure) };
      return { done: false, held: true };
    case "not-sent":
      return { done: false, diagnostic: { ...outcome.failure, address: step.address } };
    case "unknown":
      return { done: false, diagnostic: reportUnknownFate(step, outcome.failure) };
  }
}

function reportVanished({ address }: Step): Diagnostic {
  return diagnostic("step-unknown", `${address} is not there any more.`, { address });
}

interface ResetValues extends Pick<StepRun, "sources"> {
  readonly fields: readonly FieldChange[];
  /** A sentence about the id, or nothing. */
  readonly end: string;
}

/** The service has reset what the request left out, so that every further PUT would do harm. */
function reportReset({ address, origin }: Step, { fields, end, sources }: ResetValues): Diagnostic {
  const list = fields.map(({ path, before, after }) => {
    return `${pointerText(path)} from ${valueText(before)} to ${valueText(after)}`;
  });
  const detail = `${address}: PUT resets what a request leaves out. It has reset ${both(list)}.${end} Nothing more is sent in this apply.`;
  return diagnostic("reset-by-update", detail, {
    address,
    primary: origin && labelAt(sources.get(address), "", "declared here"),
    help: [
      "write `service: { wire: { update: whole } }` in the project file, then plan again: records are then sent back whole",
      "set the lost values again in the admin panel",
    ],
  });
}

/** The service accepted the request, and nothing shows what it did. */
function reportUnseen({ address }: Step, whileReading: Diagnostic): Diagnostic {
  const detail = `The service accepted the request, and reading it back failed: ${whileReading.detail}`;
  return diagnostic("step-unknown", detail, { address, help: [PLAN_AGAIN] });
}

function reportConflict({ step, sources }: StepRun, fields: readonly FieldChange[]): Diagnostic {
  const list = fields.map(
    ({ path, before, after }) =>
      `${pointerText(path)}: there ${jsonText(before)}, wanted ${jsonText(after)}`,
  );
  return diagnostic(
    "step-conflict",
    `${step.address} is there with other content: ${list.join("; ")}.`,
    {
      address: step.address,
      primary: labelAt(sources.get(step.address), "", "declared here"),
      help: ["plan again: the difference is then shown as an update"],
    },
  );
}

function reportUnknownFate(step: Step, failure: Diagnostic, whileReading?: Diagnostic): Diagnostic {
  const reading =
    whileReading === undefined ? "" : ` Reading it back failed, too: ${whileReading.detail}`;
  return diagnostic("step-unknown", `${failure.detail}${reading}`, {
    address: step.address,
    help: [...failure.help, PLAN_AGAIN],
  });
}

/** The refusal, pointing at the field that the service names (docs/service.md#surprises). */
function reportRefusal(
  run: StepRun,
  request: PlannedRequest,
  { failure, fieldErrors }: Refusal,
): Diagnostic {
  const { step, sources, effect, client } = run;
  const [field, said] = Object.entries(fieldErrors)[0] ?? [];
  const text = said === undefined ? "this resource" : inQuotes(said);
  const members = { kind: effect.kind, request, errorKeys: Object.keys(fieldErrors) };
  const otherForms = suggestOtherForms(members, client.channel.settings.wire);
  const pointer = field === undefined ? "" : pointerTo(...field.split("."));
  return diagnostic(
    failure.code === "service-refused" ? "step-failed" : failure.code,
    failure.detail,
    {
      address: step.address,
      primary: step.origin && labelAt(sources.get(step.address), pointer, text),
      help: failure.code === "service-refused" ? otherForms : failure.help,
    },
  );
}
