/**
 * What is secret about a game: resources that are hidden from players, and what only they use. In: both sides of a plan
 * and its steps. Out: their addresses. The catalog names the flag that hides (`hides`); a resource is secret when it is
 * hidden on either side, before or after, so that neither hiding nor revealing it gives it away.
 *
 * `achievement/shadow` with `is_secret: true` makes its group `criteria_group/shadow` secret, too, unless a public achievement
 * uses it. Names, texts and what a secret takes are masked wherever its address stands. Ids are not: they are how people
 * speak of a change, allow it and find it in the manifests.
 */
import type { Catalog, KindName } from "../catalog/types.ts";
import {
  addressOf,
  fieldNamed,
  hidingFlags,
  kindAt,
  kindNamed,
  linkNamed,
  nameIn,
  partsOfAddress,
  referenceFields,
} from "../model/catalog-lookup.ts";
import { CODES } from "../model/codes.ts";
import { addTo, defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import type { Json } from "../model/json.ts";
import type { Address, ApiRequest, DesiredGame, FieldChange, LiveGame, Plan, Step } from "../model/model.ts";
import { type FieldCause, gravest, type PlanCauses, type StepCause } from "./cause.ts";
import type { Impact } from "./impact.ts";

export interface Secrets {
  readonly addresses: ReadonlySet<Address>;
  /** Kinds of which it is not known what is secret, because the game could not be planned: anything may be. */
  readonly unsure: ReadonlySet<KindName>;
}

export const NO_SECRETS: Secrets = { addresses: new Set(), unsure: new Set() };

/** Replaces secret text. */
export const MASK = "(secret)";

/** What is known of one game. */
interface SecretSources {
  readonly plan: Pick<Plan, "steps" | "basis">;
  readonly desired?: Pick<DesiredGame, "resources" | "moved">;
  readonly live: Pick<LiveGame, "resources">;
}

/** One thing that some side says about a resource: values by field or link. */
interface Mention {
  readonly address: Address;
  readonly values: readonly (readonly [name: string, value: Json])[];
}

/** The secrets of one game. */
export function secretsOf(sides: SecretSources, catalog: Catalog): Secrets {
  const mentions = mentionsOf(sides);
  const hidden = hiddenIn(mentions, catalog);
  // Without a secret, nothing is used by secrets alone.
  if (hidden.size === 0) return NO_SECRETS;
  const pairs = [
    ...sides.plan.steps.flatMap((step) => otherIds(step, catalog)),
    ...(sides.desired?.moved ?? []).map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)] as const),
  ];
  return {
    addresses: onlyUsedBy(hidden, mentions, pairs, unreadLinks(sides.live, catalog), catalog),
    unsure: new Set(),
  };
}

/** The secrets of a game of which both sides are known and that could not be planned. */
export function secretsWithoutPlan(desired: DesiredGame, live: LiveGame, catalog: Catalog): Secrets {
  const isUnread = catalog.some((kind) => hidingFlags(kind).length > 0 && !live.read.has(kind.name));
  return isUnread ? unknownSecrets(catalog) : secretsOf({ plan: NO_PLAN, desired, live }, catalog);
}

/** The secrets in manifests, where nothing live is shown. */
export function secretsOfManifests(desired: DesiredGame, catalog: Catalog): Secrets {
  return secretsOf({ plan: NO_PLAN, desired, live: { resources: new Map() } }, catalog);
}

const NO_PLAN: SecretSources["plan"] = { steps: [], basis: { manifests: "", live: "", touched: [] } };

/** For a game whose secrets could not be found out: any resource of a kind that hides may be one, with all it uses. */
export function unknownSecrets(catalog: Catalog): Secrets {
  const unsure = new Set(catalog.filter((kind) => hidingFlags(kind).length > 0).map(({ name }) => name));
  for (const name of unsure) {
    const kind = kindNamed(catalog, name);
    for (const { to } of [...referenceFields(kind), ...kind.links]) unsure.add(to);
  }
  return { ...NO_SECRETS, unsure };
}

/** Whether a field has words, or says what it takes: a name, a description, what the game keeps with it, conditions. */
function isSayable(address: Address, name: string, catalog: Catalog): boolean {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  return type !== undefined && ["text", "json-text", "conditions"].includes(type);
}

function mentionsOf({ plan, desired, live }: SecretSources): readonly Mention[] {
  const declared = [...(desired?.resources.values() ?? [])];
  const touched = plan.basis.touched.flatMap(({ address, live: was }) => (was === null ? [] : [{ address, ...was }]));
  return [
    ...[...declared, ...live.resources.values(), ...touched].map(({ address, body, links }) => ({
      address,
      values: [...Object.entries(body), ...Object.entries(links)],
    })),
    ...plan.steps.map(({ address, fields, request }) => ({
      address,
      values: [
        ...Object.entries(request.body ?? {}),
        ...fields.flatMap(({ path, before, after }) =>
          [before, after].flatMap((value) => (value === undefined ? [] : [[nameIn(path), value] as const])),
        ),
      ],
    })),
  ];
}

/** What some side hides from players. A service may want flags as text. */
function hiddenIn(mentions: readonly Mention[], catalog: Catalog): Set<Address> {
  const flags = new Map(catalog.map((kind) => [kind.name, new Set(hidingFlags(kind))]));
  const isOn = (value: Json): boolean => value === true || value === "true" || value === 1 || value === "1";
  return new Set(
    mentions.flatMap(({ address, values }) => {
      const mine = flags.get(partsOfAddress(address).kind);
      return values.some(([name, value]) => mine?.has(name) === true && isOn(value)) ? [address] : [];
    }),
  );
}

/**
 * Adds what is referred to by secrets and by nothing else, and the other ids that a renamed secret has or had. What
 * nothing is known to refer to counts as referred to by a secret whose links were not read.
 */
function onlyUsedBy(
  secrets: Set<Address>,
  mentions: readonly Mention[],
  pairs: readonly OtherId[],
  unread: ReadonlyMap<Address, readonly KindName[]>,
  catalog: Catalog,
): ReadonlySet<Address> {
  const users = new Map<Address, Set<Address>>(mentions.map(({ address }) => [address, new Set()]));
  for (const { address, values } of mentions) {
    for (const target of values.flatMap(([name, value]) => targetsOf(address, name, value, catalog))) {
      if (target !== address) addTo(users, target, address);
    }
  }
  for (let size = -1; size !== secrets.size; ) {
    size = secrets.size;
    for (const [a, b] of pairs) {
      if (secrets.has(a)) secrets.add(b);
      if (secrets.has(b)) secrets.add(a);
    }
    const maybeUsed = new Set([...secrets].flatMap((address) => unread.get(address) ?? []));
    for (const [target, by] of users) {
      const isKnown = by.size > 0 || maybeUsed.has(partsOfAddress(target).kind);
      if (isKnown && [...by].every((user) => secrets.has(user))) secrets.add(target);
    }
  }
  return secrets;
}

/** The kinds that a live resource links to, of links that were not read, because the plan does not need them. */
function unreadLinks(
  { resources }: SecretSources["live"],
  catalog: Catalog,
): ReadonlyMap<Address, readonly KindName[]> {
  const found = [...resources.values()].map(({ address, kind, links }) => {
    const unread = kindNamed(catalog, kind).links.filter(({ name }) => links[name] === undefined);
    return [address, unread.map(({ to }) => to)] as const;
  });
  return new Map(found.filter(([, kinds]) => kinds.length > 0));
}

function targetsOf(address: Address, name: string, value: Json, catalog: Catalog): readonly Address[] {
  const kind = kindAt(catalog, address);
  const field = fieldNamed(kind, name);
  const to = field?.type === "reference" ? field.to : linkNamed(kind, name)?.to;
  if (to === undefined) return [];
  const ids = Array.isArray(value) ? value : [value];
  return ids.flatMap((id) => (typeof id === "string" && id !== "" ? [addressOf(to, id)] : []));
}

/** Two addresses of one resource. */
type OtherId = readonly [Address, Address];

/** The ids before and after a rename, and those of a resource and of the one that replaces it. */
function otherIds({ address, fields, replaces }: Step, catalog: Catalog): readonly OtherId[] {
  const kind = kindAt(catalog, address);
  const renamed = fields
    .filter(({ path }) => path === `/${kind.fields[0]?.name}`)
    .flatMap(({ before, after }) => (typeof before === "string" && typeof after === "string" ? [before, after] : []));
  const others = renamed.map((id) => addressOf(kind.name, id));
  if (replaces !== undefined && partsOfAddress(replaces).kind === kind.name) others.push(replaces);
  return others.map((other) => [address, other]);
}

interface PlanWithCauses {
  readonly plan: Plan;
  readonly causes?: PlanCauses;
}

/** A plan and why its changes are in it. Values of one field of a secret become one change. */
export function concealPlan({ plan, causes }: PlanWithCauses, secrets: Secrets, catalog: Catalog): PlanWithCauses {
  const kept = new Map<string, StepCause>(causes?.steps);
  const steps = plan.steps.map((step) => {
    if (!secrets.addresses.has(step.address)) return step;
    const isMasked = (name: string): boolean => isSayable(step.address, name, catalog);
    const fields = step.fields.map((field) => concealedField(field, isMasked(nameIn(field.path))));
    const cause = causes?.steps.get(step.id);
    if (cause !== undefined) kept.set(step.id, concealedCause(cause, fields));
    return {
      ...step,
      fields: fields.filter((field, index) => firstLike(field, fields) === index),
      // That of a deletion is the reason.
      notes: step.action === "delete" ? step.notes.map(() => MASK) : step.notes,
      request: concealedRequest(step.request, isMasked),
      ...defined({ otherwise: step.otherwise && concealedRequest(step.otherwise, isMasked) }),
    };
  });
  return { plan: { ...plan, steps }, ...defined({ causes: causes && { ...causes, steps: kept } }) };
}

/** Changes of resources outside of a plan. */
export function concealFields<T extends { readonly address: Address; readonly fields: readonly FieldChange[] }>(
  resources: readonly T[],
  secrets: Secrets,
  catalog: Catalog,
): readonly T[] {
  return resources.map((each) => {
    if (!secrets.addresses.has(each.address)) return each;
    const fields = each.fields.map((field) =>
      concealedField(field, isSayable(each.address, nameIn(field.path), catalog)),
    );
    return { ...each, fields: fields.filter((field, index) => firstLike(field, fields) === index) };
  });
}

/** The impact of a plan on players: of a secret, the class and the address. */
export function concealImpact(impact: readonly Impact[], { addresses }: Secrets): readonly Impact[] {
  return impact.map((each) => {
    if (!addresses.has(each.address)) return each;
    const { witnesses: _, ...rest } = each;
    return { ...rest, sentence: `${each.address} ${MASK}.` };
  });
}

/** A problem: about a secret, without its words; else without the lines that name a secret, which can have its values. */
export function concealDiagnostic(problem: Diagnostic, secrets: Secrets): Diagnostic {
  const { detail, others, primary } = problem;
  if (!isUnsayable(problem, secrets)) return { ...problem, detail: withoutLines(detail, secrets) };
  return {
    ...problem,
    detail: "",
    help: [],
    others: others.map((label) => ({ ...label, text: "" })),
    ...defined({ primary: primary && { ...primary, text: "" } }),
  };
}

function withoutLines(text: string, { addresses }: Secrets): string {
  if (addresses.size === 0) return text;
  const names = (line: string): readonly Address[] => [...addresses].filter((address) => line.includes(address));
  const lines = text.split("\n").map((line) => (names(line).length === 0 ? line : `${names(line)[0]}: ${MASK}`));
  return lines.join("\n");
}

/** The result of an apply. */
export function concealResult(result: ApplyResult, secrets: Secrets): ApplyResult {
  return {
    ...result,
    diagnostics: result.diagnostics.map((each) => concealDiagnostic(each, secrets)),
    steps: result.steps.map((step) => ({
      ...step,
      ...defined({
        diagnostic: step.diagnostic && concealDiagnostic({ ...step.diagnostic, address: step.address }, secrets),
      }),
    })),
  };
}

/**
 * Whether a problem's own words have to go: where it is about a secret, and, while manifests are invalid and it is not known
 * what is secret, where it is about text in a file that may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, secrets: Secrets): boolean {
  const { addresses, unsure } = secrets;
  if (address !== undefined && addresses.has(address)) return true;
  // Its sentences are about players, by the names of achievements.
  if (code === "impact-refused" && addresses.size > 0) return true;
  if (unsure.size === 0) return false;
  if (address !== undefined) return unsure.has(partsOfAddress(address).kind);
  // The project file holds nothing of resources.
  return primary !== undefined && CODES[code].outcome === "invalid" && !/(?:^|\/)laurel\.yaml$/.test(primary.span.file);
}

function concealedField({ path, before, after, ...rest }: FieldChange, isMasked: boolean): FieldChange {
  if (!isMasked) return { path, ...rest, ...defined({ before, after }) };
  const shown = (value: Json | undefined): Json | undefined => (value === undefined ? undefined : MASK);
  return { ...rest, path: `/${nameIn(path)}`, ...defined({ before: shown(before), after: shown(after) }) };
}

function concealedCause({ cause, fields: causes }: StepCause, fields: readonly FieldChange[]): StepCause {
  const firsts = fields.map((field) => firstLike(field, fields));
  const kept = causes.flatMap((own, index): readonly FieldCause[] => {
    if (firsts[index] !== index) return [];
    const alike = causes.filter((_, other) => firsts[other] === index);
    const shown = isMask(fields[index]) ? MASK : own.base;
    const base = own.base === undefined || shown === undefined ? {} : { base: shown };
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

function concealedRequest(request: ApiRequest, isMasked: (name: string) => boolean): ApiRequest {
  if (request.body === undefined) return request;
  const members = Object.entries(request.body).map(([name, value]) => [name, isMasked(name) ? MASK : value]);
  return { ...request, body: Object.fromEntries(members) };
}
