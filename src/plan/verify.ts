/**
 * What reading again after an apply shows: no difference, or what the service did not keep. In: the
 * steps that were done, and what is left to do: the steps of a new plan, or what differs from a saved one. Out:
 * problems that name each field (docs/service.md#surprises).
 */

import { append, pushAll } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { StepResult } from "../model/events.ts";
import { jsonText } from "../model/json.ts";
import type { Address, FieldChange, Source, Step } from "../model/model.ts";

/** A resource that is not as it should be; `before` of its fields is what is there. */
type Discrepancy = Pick<Step, "address" | "fields" | "origin">;

export function verificationProblems(
  steps: readonly Step[],
  results: readonly StepResult[],
  left: readonly Discrepancy[],
  sources: ReadonlyMap<Address, Source>,
): readonly Diagnostic[] {
  const done = new Set(results.filter(({ status }) => status === "done").map(({ id }) => id));
  const undone = new Set(results.filter(({ status }) => status !== "done").map(({ address }) => address));
  const sent = new Map<Address, Step[]>();
  for (const step of steps) if (done.has(step.id)) append(sent, step.address, step);
  const notKept: Diagnostic[] = [];
  const others = new Set<Address>();
  for (const step of left) {
    const mine = sent.get(step.address) ?? [];
    // A failed step reports what it left undone.
    if (undone.has(step.address)) continue;
    const dropped = step.fields.filter((field) => mine.some((each) => carried(each, field)));
    if (dropped.length > 0)
      pushAll(
        notKept,
        dropped.map((field) => notKeptField(step, field, sources)),
      );
    else others.add(step.address);
  }
  return others.size === 0 ? notKept : [...notKept, changedMeanwhile([...others])];
}

/** Whether the step sent the value that the field should have. */
function carried(step: Step, { path }: FieldChange): boolean {
  const name = path.split("/")[1] ?? "";
  if (step.action === "create" || step.action === "update")
    return step.request.body?.[name] !== undefined || step.action === "create";
  return step.link?.name === name;
}

function notKeptField(
  step: Discrepancy,
  { path, before, after }: FieldChange,
  sources: ReadonlyMap<Address, Source>,
): Diagnostic {
  const name = path.slice(1).replaceAll("/", ".");
  const span = step.origin === undefined ? undefined : sources.get(step.address)?.locate(path, "value");
  const detail = `${step.address}: the service accepted the request and did not keep "${name}": it is ${shown(before)}, wanted ${shown(after)}.`;
  return diagnostic("not-kept", detail, {
    address: step.address,
    ...(span === undefined ? {} : { primary: { span, text: "not kept by the service" } }),
    help: [
      "the service may take this field only on creation, or not at all; write the value that it keeps, or ask its makers",
      "or somebody else changed it in the meantime; plan again to see what is there",
    ],
  });
}

function changedMeanwhile(addresses: readonly Address[]): Diagnostic {
  const some = addresses.slice(0, 10).join(", ");
  const more = addresses.length > 10 ? ` and ${addresses.length - 10} more` : "";
  return diagnostic(
    "not-converged",
    `These still differ from what was planned, or were changed by somebody else meanwhile: ${some}${more}.`,
    {
      help: ["plan again to see the differences"],
    },
  );
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : jsonText(value);
}
