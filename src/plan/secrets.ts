/**
 * What is secret about a game: resources that are hidden from players, and what only they use. In: both sides of a plan
 * and its steps. Out: their addresses and what they say. The catalog names the flag that hides (`hides`); a resource is
 * secret when it is hidden on either side, before or after, so that neither hiding nor revealing it gives it away.
 *
 * What a secret achievement refers to gives it away: the group "All forty cats fed", the reward "Crown of cats". So what
 * is referred to by secrets and by nothing else is secret, too. Ids are not: they are how people speak of a change, allow
 * it and find it in the manifests.
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
import { addTo, append, defined, largest } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Address, ApiRequest, DesiredGame, FieldChange, LiveGame, Plan, Step } from "../model/model.ts";
import { type FieldCause, gravest, type PlanCauses, type StepCause } from "./cause.ts";
import type { Impact } from "./impact.ts";

export interface Secrets {
  readonly addresses: ReadonlySet<Address>;
  /** The texts of secrets: whole, and each line of longer ones. Texts that something public has, too, are left out. */
  readonly texts: ReadonlySet<string>;
  /** Kinds of which it is not known what is secret, because the game could not be planned: anything may be. */
  readonly unsure: ReadonlySet<KindName>;
}

export const NO_SECRETS: Secrets = { addresses: new Set(), texts: new Set(), unsure: new Set() };

/** In front of the note with the reason of a removal. */
export const REMOVED_NOTE = "Removed: ";

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
  readonly notes: readonly string[];
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
  const addresses = onlyUsedBy(hidden, mentions, pairs, unreadLinks(sides.live, catalog), catalog);
  const secret = new Set<string>();
  const open = new Set<string>();
  for (const { address, values, notes } of mentions) {
    const isSecret = addresses.has(address);
    const into = isSecret ? secret : open;
    for (const [name, value] of values) collectorFor(address, name, catalog)?.(value, into);
    const reasons = notes.filter((note) => isSecret && note.startsWith(REMOVED_NOTE));
    for (const reason of reasons) collect(reason.slice(REMOVED_NOTE.length), into);
    open.add(partsOfAddress(address).custom_id);
  }
  for (const text of open) secret.delete(text);
  return { addresses, texts: secret, unsure: new Set() };
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

/** How words are collected from a field that has some: a name, a description, what the game keeps with it, conditions. */
function collectorFor(address: Address, name: string, catalog: Catalog): typeof collect | undefined {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  if (type === "conditions") return collectConditions;
  return type === "text" || type === "json-text" ? collect : undefined;
}

/** Each condition, and the word that it compares a field with. */
function collectConditions(value: Json, into: Set<string>): void {
  for (const member of Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []) {
    if (typeof member !== "string") collectConditions(member, into);
    else if (Array.isArray(value)) {
      const [, word] = /^activityData:[^,]*,\w+,(.*[^\d\s.,{}-].*)$/.exec(member) ?? [];
      for (const text of [member, word]) if (text !== undefined) into.add(text.trim());
    }
  }
}

function mentionsOf({ plan, desired, live }: SecretSources): readonly Mention[] {
  const declared = [...(desired?.resources.values() ?? [])];
  const touched = plan.basis.touched.flatMap(({ address, live: was }) => (was === null ? [] : [{ address, ...was }]));
  return [
    ...[...declared, ...live.resources.values(), ...touched].map(({ address, body, links }) => ({
      address,
      values: [...Object.entries(body), ...Object.entries(links)],
      notes: [],
    })),
    ...plan.steps.map(({ address, fields, request, notes }) => ({
      address,
      values: [
        ...Object.entries(request.body ?? {}),
        ...fields.flatMap(({ path, before, after }) =>
          [before, after].flatMap((value) => (value === undefined ? [] : [[nameIn(path), value] as const])),
        ),
      ],
      notes,
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

/** Every text in a value, names of members included, and every line of a longer one. */
function collect(value: Json, into: Set<string>): void {
  if (typeof value === "string") {
    for (const text of [value, ...value.split("\n")]) if (text.trim() !== "") into.add(text.trim());
  } else if (Array.isArray(value)) {
    for (const member of value) collect(member, into);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      collect(name, into);
      collect(member, into);
    }
  }
}

/** Replaces secret text. */
export const MASK = "(secret)";

/** Texts as short as this are masked only alone or in quotes: they may be everyday words. */
const SHORT = 8;
/** From this length on, the beginning of a text is masked as well: messages cut long texts. */
const LONG_BEGINNING = 16;

/** Takes secret texts out of any text. */
type Conceal = (text: string) => string;

/** Finds secret texts as they are, as in JSON, and cut off at their ends. */
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

/** How much of the text from there on is the secret, or a long enough beginning of it; 0 if it is neither. */
function matching(text: string, at: number, secret: string): number {
  let length = SHORT;
  while (length < secret.length && text[at + length] === secret[length]) length += 1;
  return length === secret.length || length >= LONG_BEGINNING ? length : 0;
}

interface PlanWithCauses {
  readonly plan: Plan;
  readonly causes?: PlanCauses;
}

/** A plan and why its changes are in it. Values of one field of a secret become one change. */
export function concealPlan({ plan, causes }: PlanWithCauses, secrets: Secrets, catalog: Catalog): PlanWithCauses {
  const conceal = concealing(secrets);
  const kept = new Map<string, StepCause>(causes?.steps);
  const steps = plan.steps.map((step) => {
    const isSecret = secrets.addresses.has(step.address);
    const isMasked = maskedNames(step.address, isSecret, catalog);
    const fields = step.fields.map((field) => concealedField(field, isMasked(nameIn(field.path)), conceal));
    const cause = causes?.steps.get(step.id);
    if (cause !== undefined) kept.set(step.id, concealedCause(cause, step, fields, conceal));
    return {
      ...step,
      fields: fields.filter((field, index) => firstLike(field, fields) === index),
      notes: step.notes.map((note) =>
        isSecret && note.startsWith(REMOVED_NOTE) ? REMOVED_NOTE + MASK : conceal(note),
      ),
      hazards: step.hazards.map((hazard) => ({ ...hazard, sentence: conceal(hazard.sentence) })),
      request: concealedRequest(step.request, isMasked, conceal),
      ...defined({ otherwise: step.otherwise && concealedRequest(step.otherwise, isMasked, conceal) }),
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
  const conceal = concealing(secrets);
  return resources.map((each) => {
    const isSecret = secrets.addresses.has(each.address);
    const isMasked = maskedNames(each.address, isSecret, catalog);
    const fields = each.fields.map((field) => concealedField(field, isMasked(nameIn(field.path)), conceal));
    return { ...each, fields: fields.filter((field, index) => firstLike(field, fields) === index) };
  });
}

/** Which fields of a resource have words that are masked. */
function maskedNames(address: Address, isSecret: boolean, catalog: Catalog): (name: string) => boolean {
  return (name) => isSecret && collectorFor(address, name, catalog) !== undefined;
}

/** The impact of a plan on players. */
export function concealImpact(impact: readonly Impact[], secrets: Secrets): readonly Impact[] {
  const conceal = concealing(secrets);
  return impact.map(({ witnesses, ...each }) => {
    // Two masks would say that nothing changes.
    const sentence = [`"${MASK}"`, MASK].reduce(
      (said, mask) => said.replace(`is now called ${mask}`, "has another name"),
      conceal(each.sentence),
    );
    // What earns a secret is as secret as its name, which something public may have as well.
    const isOpen = sentence === each.sentence && !secrets.addresses.has(each.address);
    return { ...each, sentence, ...(isOpen ? defined({ witnesses }) : {}) };
  });
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
    ...defined({ primary: primary && { ...primary, text: say(primary.text) } }),
  };
}

/** The result of an apply. */
export function concealResult(result: ApplyResult, secrets: Secrets): ApplyResult {
  const conceal = concealing(secrets);
  const concealed = (problem: Diagnostic): Diagnostic => concealDiagnostic(problem, secrets, conceal);
  return {
    ...result,
    diagnostics: result.diagnostics.map(concealed),
    steps: result.steps.map((step) => ({
      ...step,
      ...defined({ diagnostic: step.diagnostic && concealed(step.diagnostic) }),
    })),
  };
}

/**
 * Whether a problem's own words have to go. About a secret, that is what the service said or has, which may be written
 * in any way. While manifests are invalid it is not known what is secret: then it is text in a file at a place
 * that may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, secrets: Secrets): boolean {
  const { outcome } = CODES[code];
  if (address !== undefined && secrets.addresses.has(address) && outcome === "failed") return true;
  if (secrets.unsure.size === 0) return false;
  if (address !== undefined) return secrets.unsure.has(partsOfAddress(address).kind);
  // The project file holds nothing of resources.
  return primary !== undefined && outcome === "invalid" && !/(?:^|\/)laurel\.yaml$/.test(primary.span.file);
}

function concealedField(
  { path, before, after, ...rest }: FieldChange,
  isMasked: boolean,
  conceal: Conceal,
): FieldChange {
  const shown = (value: Json | undefined): Json | undefined => {
    if (value === undefined) return undefined;
    return isMasked ? MASK : concealedValue(value, conceal);
  };
  const shownPath = isMasked ? `/${nameIn(path)}` : conceal(path);
  return { ...rest, path: shownPath, ...defined({ before: shown(before), after: shown(after) }) };
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

function concealedRequest(request: ApiRequest, isMasked: (name: string) => boolean, conceal: Conceal): ApiRequest {
  if (request.body === undefined) return request;
  const members = Object.entries(request.body).map(([name, value]) => [
    name,
    isMasked(name) ? MASK : concealedValue(value, conceal),
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
