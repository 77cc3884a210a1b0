/**
 * Keeps secrets out of what is shown. In: a plan, its causes, refusals and problems, and what is secret. Out: the same
 * with a mask in place of every name and text that is secret. It is done to the values, before anything is rendered, so
 * that no renderer can forget it. What is masked is for reading only: it is never sent, saved or given a digest.
 */
import type { Catalog } from "../catalog/types.ts";
import { kindNamed, partsOfAddress } from "../model/catalog-lookup.ts";
import { CODES } from "../model/codes.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import { largest } from "../model/extremes.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { append } from "../model/lists.ts";
import type { Address, ApiRequest, FieldChange, Plan, Step } from "../model/model.ts";
import { type FieldCause, gravest, type PlanCauses, type StepCause } from "./cause.ts";
import type { Impact } from "./impact.ts";
import { isTelling, REMOVED_NOTE, type Secrets } from "./secrets.ts";

/** Stands where something secret was. */
export const MASK = "(secret)";

/** Texts as short as this are masked only where they stand alone or in quotes: they may be everyday words. */
const SHORT = 8;
/** From this length on, the beginning of a text is masked as well: messages cut long texts. */
const TELLING_BEGINNING = 16;

/** Takes secret texts out of any text. */
export type Conceal = (text: string) => string;

/** Finds secret texts as they are, as they stand in JSON, and cut off at their ends. */
export function concealing({ texts }: Secrets): Conceal {
  if (texts.size === 0) return (text) => text;
  const whole = new Set<string>();
  const byBeginning = new Map<string, string[]>();
  for (const text of [...texts].flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])) {
    whole.add(text);
    if (text.length < SHORT) continue;
    append(byBeginning, text.slice(0, SHORT), text);
  }
  return (text) => {
    if (whole.has(text.trim())) return MASK;
    const rest = withoutLong(text, byBeginning);
    return rest.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (all, inner: string) => (whole.has(inner.trim()) ? MASK : all));
  };
}

function withoutLong(text: string, byBeginning: ReadonlyMap<string, readonly string[]>): string {
  let shown = "";
  let from = 0;
  for (let at = 0; at + SHORT <= text.length; at += 1) {
    const candidates = byBeginning.get(text.slice(at, at + SHORT)) ?? [];
    const length = largest(
      candidates.map((secret) => matching(text, at, secret)),
      0,
    );
    if (length === 0) continue;
    shown += text.slice(from, at) + MASK;
    from = at + length;
    at = from - 1;
  }
  return shown + text.slice(from);
}

/** How much of the text from there on is the secret, or a beginning of it that tells enough; 0 if it is neither. */
function matching(text: string, at: number, secret: string): number {
  let length = SHORT;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length === secret.length || length >= TELLING_BEGINNING ? length : 0;
}

export interface Shown {
  readonly plan: Plan;
  readonly causes?: PlanCauses;
}

/** A plan and why its changes are there. Values of one field of a secret stand as one change. */
export function concealPlan({ plan, causes }: Shown, secrets: Secrets, catalog: Catalog): Shown {
  const conceal = concealing(secrets);
  const kept = new Map<string, StepCause>(causes?.steps);
  const steps = plan.steps.map((step) => {
    const isSecret = secrets.addresses.has(step.address);
    const fields = step.fields.map((field) => {
      const isMasked = isSecret && isTellingAt(step.address, field.path, catalog);
      return isMasked ? masked(field) : concealedField(field, conceal);
    });
    const cause = causes?.steps.get(step.id);
    if (cause !== undefined) kept.set(step.id, concealedCause(cause, step, fields, conceal));
    return {
      ...step,
      fields: fields.filter((field, index) => firstLike(field, fields) === index),
      notes: step.notes.map((note) =>
        isSecret && note.startsWith(REMOVED_NOTE) ? REMOVED_NOTE + MASK : conceal(note),
      ),
      hazards: step.hazards.map((hazard) => ({ ...hazard, sentence: conceal(hazard.sentence) })),
      request: concealedRequest(step.request, isSecret ? step.address : undefined, conceal, catalog),
      ...(step.otherwise === undefined
        ? {}
        : { otherwise: concealedRequest(step.otherwise, isSecret ? step.address : undefined, conceal, catalog) }),
    };
  });
  return { plan: { ...plan, steps }, ...(causes === undefined ? {} : { causes: { ...causes, steps: kept } }) };
}

/** What a plan means to players. */
export function concealImpact(impact: readonly Impact[], secrets: Secrets): readonly Impact[] {
  const conceal = concealing(secrets);
  return impact.map((each) => ({ ...each, sentence: conceal(each.sentence) }));
}

/** A problem. Words that came from elsewhere, such as the service's, are left out where they are about a secret. */
export function concealDiagnostic(problem: Diagnostic, secrets: Secrets, conceal: Conceal): Diagnostic {
  const { detail, help, others, primary } = problem;
  const isSayable = !isUnsayable(problem, secrets);
  const say = (words: string): string => (isSayable ? conceal(words) : "");
  return {
    ...problem,
    detail: say(detail),
    help: isSayable ? help.map(conceal) : [],
    others: others.map((label) => ({ ...label, text: say(label.text) })),
    ...(primary === undefined ? {} : { primary: { ...primary, text: say(primary.text) } }),
  };
}

/** What an apply came to. */
export function concealResult(result: ApplyResult, secrets: Secrets): ApplyResult {
  const conceal = concealing(secrets);
  return {
    ...result,
    diagnostics: result.diagnostics.map((each) => concealDiagnostic(each, secrets, conceal)),
    steps: result.steps.map((step) =>
      step.diagnostic === undefined
        ? step
        : { ...step, diagnostic: concealDiagnostic(step.diagnostic, secrets, conceal) },
    ),
  };
}

/**
 * Whether a problem's own words have to go. About a secret, that is what the service said or has, which may be written
 * in any way. While manifests are invalid it is not known what is secret: then it is what stands in a file at a place
 * that may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, secrets: Secrets): boolean {
  const { outcome } = CODES[code];
  if (address !== undefined && secrets.addresses.has(address) && outcome === "failed") return true;
  if (secrets.unsure.size === 0) return false;
  if (address !== undefined) return secrets.unsure.has(partsOfAddress(address).kind);
  return primary !== undefined && outcome === "invalid" && !isProject(primary.span.file);
}

/** The project file says nothing of resources. */
function isProject(file: string): boolean {
  return /(?:^|\/)laurel\.yaml$/.test(file);
}

function masked({ path, before, after, ...rest }: FieldChange): FieldChange {
  return {
    ...rest,
    path: `/${path.split("/")[1]}`,
    ...(before === undefined ? {} : { before: MASK }),
    ...(after === undefined ? {} : { after: MASK }),
  };
}

function concealedField({ path, before, after, ...rest }: FieldChange, conceal: Conceal): FieldChange {
  return {
    ...rest,
    path: conceal(path),
    ...(before === undefined ? {} : { before: concealedValue(before, conceal) }),
    ...(after === undefined ? {} : { after: concealedValue(after, conceal) }),
  };
}

function concealedCause(
  { cause, fields: causes }: StepCause,
  step: Step,
  fields: readonly FieldChange[],
  conceal: Conceal,
): StepCause {
  const firsts = fields.map((field) => firstLike(field, fields));
  const kept = causes.flatMap((own, index): readonly FieldCause[] => {
    if (firsts[index] !== index) return [];
    const alike = causes.filter((_, other) => firsts[other] === index);
    const isMasked = fields[index]?.path !== step.fields[index]?.path || isMask(fields[index]);
    const base = own.base === undefined ? {} : { base: isMasked ? MASK : concealedValue(own.base, conceal) };
    return [{ cause: gravest(alike.map((each) => each.cause)) ?? cause, ...base }];
  });
  return { cause, fields: kept };
}

/** Masked changes of one field are the same change; others differ in their paths. */
function firstLike(field: FieldChange, fields: readonly FieldChange[]): number {
  return isMask(field) ? fields.findIndex((each) => each.path === field.path && isMask(each)) : fields.indexOf(field);
}

function isMask(field: FieldChange | undefined): boolean {
  return field?.before === MASK || field?.after === MASK;
}

function concealedRequest(
  request: ApiRequest,
  secret: Address | undefined,
  conceal: Conceal,
  catalog: Catalog,
): ApiRequest {
  if (request.body === undefined) return request;
  const members = Object.entries(request.body).map(([name, value]) => [
    name,
    secret !== undefined && isTellingAt(secret, `/${name}`, catalog) ? MASK : concealedValue(value, conceal),
  ]);
  return { ...request, body: Object.fromEntries(members) };
}

function concealedValue(value: Json, conceal: Conceal): Json {
  if (typeof value === "string") return conceal(value);
  if (Array.isArray(value)) return value.map((member) => concealedValue(member, conceal));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [conceal(name), concealedValue(member, conceal)]),
  );
}

function isTellingAt(address: Address, path: string, catalog: Catalog): boolean {
  return isTelling(kindNamed(catalog, partsOfAddress(address).kind), path.split("/")[1] ?? "");
}
