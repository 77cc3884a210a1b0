/**
 * Takes a step back whose effect the service has ignored or refused. In: the requests that the plan prepared for it. Out: whether the
 * resource that was there before has its id and names again.
 */
import type { WriteOutcome } from "../api/client.ts";
import { isGone } from "../api/transport.ts";
import { nameIn, pointerText } from "../ground/pointer.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApiRequest, DesiredGame, FieldChange, Step } from "../model/model.ts";
import { valueText } from "../plan/differences.ts";
import type { Undo } from "../plan/step.ts";
import { notKept } from "../plan/verify.ts";

/** `restored`: by its address in `Undo.kept`. `absent`: no resource has the id under which it was expected. */
export type TakenBack = { readonly end: "restored" | "absent" } | { readonly end: "failed"; readonly reason: string };

export async function takeBack(
  { deletion, restoring }: Pick<Undo, "deletion" | "restoring">,
  write: (request: ApiRequest) => Promise<WriteOutcome>,
): Promise<TakenBack> {
  const send = async (request: ApiRequest): Promise<TakenBack> => {
    const outcome = await write(request);
    if (outcome.outcome === "done") return { end: "restored" };
    if (outcome.outcome === "refused" && isGone(outcome.status)) return { end: "absent" };
    return { end: "failed", reason: outcome.failure.detail };
  };
  const deleted = deletion === undefined ? undefined : await send(deletion);
  if (deleted?.end === "failed" || restoring === undefined) return deleted ?? { end: "restored" };
  return send(restoring);
}

/** A value that the service ignored, and whose step was taken back, so that players lose nothing. */
export function ignoredByService(
  step: Step,
  field: FieldChange,
  { sources, end }: { readonly sources: DesiredGame["sources"]; readonly end: string },
): Diagnostic {
  const problem = notKept(step, field, sources);
  const name = pointerText(field.path);
  const values = `it is ${valueText(field.before)}, wanted ${valueText(field.after)}`;
  if (step.action !== "create") {
    const detail = `${step.address}: the service accepted the request and did not keep ${name}: ${values}; ${end}.`;
    const help =
      step.replaces === undefined
        ? "this service does not change ids: declare the ids that are live, and delete the `moved` entries"
        : "this service does not change ids, so that nothing can be replaced: declare the values that are live";
    return { ...problem, detail, help: [help] };
  }
  const detail = `${step.address}: the service does not keep ${name} at creation: ${values}; ${end}.`;
  const help = `to end this, declare ${valueText(field.before)}, which the service gives to new resources, or add \`ignore: [${nameIn(field.path)}]\``;
  return { ...problem, detail, help: [help] };
}

/** Says which resource was kept when a step was taken back, as the end of a sentence. */
export function keptWords(end: TakenBack, { kept, restoring }: Pick<Undo, "kept" | "restoring">): string {
  if (end.end === "restored") {
    const words = restoring === undefined ? "keeps" : "is as before, with";
    return `${kept} ${words} everything that players have on it`;
  }
  const why = end.end === "failed" ? `: ${end.reason}` : ", because it is not there any more";
  return `${kept} could not be brought back as it was${why}`;
}
