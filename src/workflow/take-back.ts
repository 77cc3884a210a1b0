/**
 * Takes a step back whose effect the service has ignored or refused. In: the requests that the plan
 * prepared for it. Out: whether the resource that was there before has its id and names again.
 */
import type { WriteOutcome } from "../api/client.ts";
import { isGone } from "../api/transport.ts";
import { nameIn, pointerText } from "../ground/pointer.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { DesiredGame, FieldChange, PlannedRequest, Step } from "../model/model.ts";
import { valueText } from "../plan/differences.ts";
import type { Undo } from "../plan/step.ts";
import { notKept } from "../plan/verify.ts";
import type { Sent, TakenBackSteps } from "./execute.ts";

/** `absent`: no resource has the id. `unknown`: the request had no answer. */
type End = "done" | "absent" | "failed" | "unknown";

/** The ends of both requests; a request that is not needed counts as done. */
interface TakenBack {
  readonly deletion: End;
  readonly restoring: End;
  /** Why it failed, as a sentence. */
  readonly reason?: string;
}

export async function takeBack(
  { deletion, restoring }: Pick<Undo, "deletion" | "restoring">,
  write: (request: PlannedRequest) => Promise<WriteOutcome>,
): Promise<TakenBack> {
  const send = async (
    request: PlannedRequest | undefined,
  ): Promise<{ readonly end: End; readonly reason?: string }> => {
    const outcome = request === undefined ? undefined : await write(request);
    if (outcome === undefined || outcome.outcome === "done") return { end: "done" };
    return { end: judgeFailure(outcome), reason: outcome.failure.detail };
  };
  const deleted = await send(deletion);
  // The new resource still has the id.
  if (deleted.end !== "done" && deleted.end !== "absent") {
    return {
      deletion: deleted.end,
      restoring: "failed",
      ...(deleted.reason !== undefined && { reason: deleted.reason }),
    };
  }
  const restored = await send(restoring);
  return {
    deletion: deleted.end,
    restoring: restored.end,
    ...(restored.reason !== undefined && { reason: restored.reason }),
  };
}

function judgeFailure(outcome: Exclude<WriteOutcome, { readonly outcome: "done" }>): End {
  if (outcome.outcome === "unknown") return "unknown";
  if (outcome.outcome !== "refused") return "failed";
  if (outcome.unconfirmed > 0) return "unknown";
  return isGone(outcome.status) ? "absent" : "failed";
}

/** Returns the earlier steps that were taken back, or may have been. */
export function listTakenBack(
  { restoring, reason = "" }: TakenBack,
  { steps, kept }: Pick<Undo, "steps" | "kept">,
  { address }: Step,
): Pick<Extract<Sent, { readonly diagnostic: Diagnostic }>, "takenBack"> {
  if (restoring !== "done" && restoring !== "unknown") return {};
  const detail = `Whether ${kept} is as before again is unknown: ${reason}`;
  const problem = diagnostic("step-unknown", detail, {
    address,
    help: ["plan again: it reads what is there"],
  });
  const takenBack: TakenBackSteps = restoring === "done" ? { steps } : { steps, problem };
  return { takenBack };
}

interface IgnoredStep {
  readonly sources: DesiredGame["sources"];
  readonly end: TakenBack;
  readonly undo: Pick<Undo, "kept" | "restoring">;
}

/**
 * A value that the service ignored, and whose step was taken back, so that players lose nothing.
 */
export function reportIgnored(
  step: Step,
  field: FieldChange,
  { sources, end, undo }: IgnoredStep,
): Diagnostic {
  const { address } = step;
  const isCreation = step.action === "create";
  const name = pointerText(field.path);
  const what = isCreation
    ? `the service does not keep ${name} at creation`
    : `the service accepted the request and did not keep ${name}`;
  const values = `it is ${valueText(field.before)}, wanted ${valueText(field.after)}`;
  const detail = `${address}: ${what}: ${values}; ${wordKept(end, undo)}.`;
  // A failed step has no effect on the service.
  const isTakenBack = isCreation
    ? end.deletion === "done" || end.deletion === "absent"
    : end.restoring === "done";
  if (!isTakenBack)
    return diagnostic("step-unknown", detail, {
      address,
      help: ["plan again: it reads what is there"],
    });
  return { ...notKept(step, field, sources), detail, help: [suggestHelp(step, field)] };
}

/** Says how to end it: the next apply would be taken back as well. */
function suggestHelp({ action, replaces }: Step, { path, before }: FieldChange): string {
  if (action === "create") {
    return `to end this, declare ${valueText(before)}, which the service gives to new resources, or add \`ignore: [${nameIn(path)}]\``;
  }
  return replaces === undefined
    ? "this service does not change ids: declare the ids that are live, and delete the `moved` entries"
    : "this service does not change ids, so that nothing can be replaced: declare the values that are live";
}

/** Says which resource was kept when a step was taken back, as the end of a sentence. */
export function wordKept(
  { restoring: end, reason }: TakenBack,
  { kept, restoring }: Pick<Undo, "kept" | "restoring">,
): string {
  if (end === "done") {
    const words = restoring === undefined ? "keeps" : "is as before, with";
    return `${kept} ${words} everything that players have on it`;
  }
  return `${kept} could not be brought back as it was${reason === undefined ? "" : `: ${reason}`}`;
}
