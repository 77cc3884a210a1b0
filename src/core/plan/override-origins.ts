/**
 * Tells which values of a plan come from overrides of the environment. In: steps, and what is wanted. Out: the same
 * steps, in which such a field says where the override stands; a membership says so as a whole. It is shown and is no
 * part of what is done: no digest covers it.
 */
import equal from "fast-deep-equal";
import type { Json } from "../json.ts";
import type { Desired, DesiredGame, FieldChange, Origin, Step } from "../model.ts";

export function withOverrideOrigins(steps: readonly Step[], desired: DesiredGame): readonly Step[] {
  return steps.map((step) => {
    const wanted = desired.resources.get(step.replaces ?? step.address);
    if (wanted?.overrides === undefined || step.action === "delete") return step;
    const fields = step.fields.map((field) => withOrigin(field, wanted, wanted.overrides ?? {}));
    const member = step.link === undefined ? undefined : wanted.overrides[step.link.name];
    return { ...step, fields, ...(member === undefined ? {} : { origin: member }) };
  });
}

function withOrigin(field: FieldChange, wanted: Desired, overrides: Readonly<Record<string, Origin>>): FieldChange {
  const [name = "", ...inside] = field.path.split("/").slice(1);
  const origin = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  if (origin === undefined) return field;
  const value: Json | undefined = wanted.body[name] ?? wanted.links[name] ?? null;
  // A value that a resource has for a while only, such as a temporary name, is nobody's wish.
  const isWanted = inside.length > 0 || Array.isArray(value) || equal(field.after ?? null, value);
  return isWanted ? { ...field, origin } : field;
}
