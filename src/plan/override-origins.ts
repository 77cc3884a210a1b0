/**
 * Tells which values of a plan come from overrides of the environment. In: steps, and what is wanted. Out: the same
 * steps, in which such a field says where the override stands; a membership says so as a whole. A creation shows what is
 * overridden even where it comes to the default. Where an override stands is shown only, and no digest covers it.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Json, sameJson } from "../model/json.ts";
import type { Desired, DesiredGame, FieldChange, Origin, Step } from "../model/model.ts";

type Overrides = Readonly<Record<string, Origin>>;

export function withOverrideOrigins(steps: readonly Step[], desired: DesiredGame, catalog: Catalog): readonly Step[] {
  return steps.map((step) => {
    const wanted = desired.resources.get(step.replaces ?? step.address);
    if (wanted?.overrides === undefined || step.action === "delete") return step;
    const { overrides } = wanted;
    const shown = step.action === "create" ? withDefaults(step.fields, wanted, overrides, catalog) : step.fields;
    const fields = shown.map((field) => withOrigin(field, wanted, overrides));
    const member = step.link === undefined ? undefined : overrides[step.link.name];
    return { ...step, fields, ...(member === undefined ? {} : { origin: member }) };
  });
}

/** In the order of the kind, together with the overridden ones that a creation does not have to give. */
function withDefaults(
  fields: readonly FieldChange[],
  { kind: name, body, links }: Desired,
  overrides: Overrides,
  catalog: Catalog,
): readonly FieldChange[] {
  const kind = kindNamed(catalog, name);
  const given = (path: string): readonly FieldChange[] => fields.filter((field) => field.path === path);
  const plain = kind.fields.flatMap((field) => {
    const [found] = given(`/${field.name}`);
    if (found !== undefined) return [found];
    return Object.hasOwn(overrides, field.name) ? [{ path: `/${field.name}`, after: body[field.name] ?? null }] : [];
  });
  const members = kind.links.flatMap((link) => {
    const [found] = given(`/${link.name}`);
    if (found !== undefined) return [found];
    const isNone = Object.hasOwn(overrides, link.name) && links[link.name]?.length === 0;
    return isNone ? [{ path: `/${link.name}`, after: [] }] : [];
  });
  return [...plain, ...members];
}

function withOrigin(field: FieldChange, wanted: Desired, overrides: Overrides): FieldChange {
  const [name = "", ...inside] = field.path.split("/").slice(1);
  const origin = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  if (origin === undefined) return field;
  const value: Json | undefined = wanted.body[name] ?? wanted.links[name] ?? null;
  // A value that a resource has for a while only, such as a temporary name, is nobody's wish.
  const isWanted = inside.length > 0 || Array.isArray(value) || sameJson(field.after ?? null, value);
  return isWanted ? { ...field, origin } : field;
}
