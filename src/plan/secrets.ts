/**
 * What is secret about a game: resources that are hidden from players, and what only they use. In: the manifests, the live game
 * and the steps between them. Out: addresses, and results without what is secret at them. A resource is secret when it is
 * hidden on either side, so that neither hiding nor revealing it gives it away; the catalog names the flag (`hides`).
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
  nameIn,
  partsOfAddress,
  referenceFields,
  referencesOfResource,
} from "../model/catalog-lookup.ts";
import { CODES } from "../model/codes.ts";
import { addTo, defined } from "../model/collections.ts";
import type { Diagnostic } from "../model/diagnostics.ts";
import type { ApplyResult } from "../model/events.ts";
import type { Address, DesiredGame, FieldChange, LiveGame, Plan, Resource, Step } from "../model/model.ts";
import type { PlanCauses } from "./cause.ts";
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
  readonly desired?: Pick<DesiredGame, "resources" | "moved">;
  readonly live?: Pick<LiveGame, "resources">;
  readonly plan?: Pick<Plan, "steps">;
}

/** The secrets of one game. */
export function secretsOf({ desired, live, plan }: SecretSources, catalog: Catalog): Secrets {
  const resources = [...(desired?.resources.values() ?? []), ...(live?.resources.values() ?? [])];
  const isHidden = ({ kind, body }: Resource): boolean =>
    hidingFlags(kindNamed(catalog, kind)).some((flag) => body[flag] === true);
  const secrets = new Set(resources.filter(isHidden).map(({ address }) => address));
  // Without a secret, nothing is used by secrets alone.
  if (secrets.size === 0) return NO_SECRETS;
  const moved = desired?.moved.map(({ kind, from, to }) => [addressOf(kind, from), addressOf(kind, to)] as const) ?? [];
  const sameOnes = [...moved, ...(plan?.steps.flatMap(otherIds) ?? [])];
  addUsedOnlyBy(secrets, { resources, sameOnes }, catalog);
  return { addresses: secrets, unsure: new Set() };
}

/** The secrets of a game of which both sides are known and that could not be planned. */
export function secretsWithoutPlan(desired: DesiredGame, live: LiveGame, catalog: Catalog): Secrets {
  const isUnread = catalog.some((kind) => hidingFlags(kind).length > 0 && !live.read.has(kind.name));
  return isUnread ? unknownSecrets(catalog) : secretsOf({ desired, live }, catalog);
}

/** For a game whose secrets could not be found out: any resource of a kind that hides may be one, with all it uses. */
export function unknownSecrets(catalog: Catalog): Secrets {
  const unsure = new Set(catalog.filter((kind) => hidingFlags(kind).length > 0).map(({ name }) => name));
  for (const name of unsure) {
    const kind = kindNamed(catalog, name);
    for (const { to } of [...referenceFields(kind), ...kind.links]) unsure.add(to);
  }
  return { ...NO_SECRETS, unsure };
}

/** Two addresses of one resource. */
type OtherId = readonly [Address, Address];

/**
 * Adds what is referred to by secrets and by nothing else, and the other ids that a renamed secret has or had. What
 * nothing is known to refer to counts as referred to by a secret whose links were not read.
 */
function addUsedOnlyBy(
  secrets: Set<Address>,
  { resources, sameOnes }: { readonly resources: readonly Resource[]; readonly sameOnes: readonly OtherId[] },
  catalog: Catalog,
): void {
  const users = new Map<Address, Set<Address>>(resources.map(({ address }) => [address, new Set()]));
  const unread = new Map<Address, readonly KindName[]>();
  for (const resource of resources) {
    const { address, kind, links } = resource;
    for (const target of referencesOfResource(catalog, resource)) if (target !== address) addTo(users, target, address);
    const hidden = kindNamed(catalog, kind).links.filter(({ name }) => links[name] === undefined);
    if (hidden.length > 0)
      unread.set(
        address,
        hidden.map(({ to }) => to),
      );
  }
  for (let size = -1; size !== secrets.size; ) {
    size = secrets.size;
    for (const [a, b] of sameOnes) {
      if (secrets.has(a)) secrets.add(b);
      if (secrets.has(b)) secrets.add(a);
    }
    const maybeUsed = new Set([...secrets].flatMap((address) => unread.get(address) ?? []));
    for (const [target, by] of users) {
      const isKnown = by.size > 0 || maybeUsed.has(partsOfAddress(target).kind);
      if (isKnown && [...by].every((user) => secrets.has(user))) secrets.add(target);
    }
  }
}

/** The ids before and after a step, and those of a resource and of the one that replaces it. */
function otherIds({ address, before, after, replaces }: Step): readonly OtherId[] {
  const { kind } = partsOfAddress(address);
  const ids = [before, after].flatMap((each) => (each === undefined ? [] : [addressOf(kind, each.custom_id)]));
  const isSameKind = replaces !== undefined && partsOfAddress(replaces).kind === kind;
  return [...ids, ...(isSameKind ? [replaces] : [])].map((other) => [address, other]);
}

/** Whether a field has words, or says what it takes: a name, a description, what the game keeps with it, conditions. */
function hasWords(address: Address, name: string, catalog: Catalog): boolean {
  const type = fieldNamed(kindAt(catalog, address), name)?.type;
  return type !== undefined && ["text", "json-text", "conditions"].includes(type);
}

interface PlanWithCauses {
  readonly plan: Plan;
  readonly causes?: PlanCauses;
}

/** A plan and why its changes are in it: of a secret, why each step is there, and not why each value changes. */
export function concealPlan({ plan, causes }: PlanWithCauses, secrets: Secrets, catalog: Catalog): PlanWithCauses {
  const why = new Map(causes?.steps);
  const steps = plan.steps.map((step): Step => {
    const [shown] = concealFields([step], secrets, catalog);
    if (shown === undefined || shown === step) return step;
    const { body: _, ...request } = step.request;
    const { cause } = why.get(step.id) ?? {};
    if (cause !== undefined) why.set(step.id, { cause, fields: shown.fields.map(() => ({ cause })) });
    const { otherwise: __, ...rest } = shown;
    // The note of a deletion is its reason.
    return { ...rest, request, notes: step.action === "delete" ? step.notes.map(() => MASK) : step.notes };
  });
  return { plan: { ...plan, steps }, ...defined({ causes: causes && { ...causes, steps: why } }) };
}

/** The changes of resources, where those inside of one secret text become one; other resources are the same objects. */
export function concealFields<T extends { readonly address: Address; readonly fields: readonly FieldChange[] }>(
  resources: readonly T[],
  { addresses }: Secrets,
  catalog: Catalog,
): readonly T[] {
  return resources.map((each) => {
    if (!addresses.has(each.address)) return each;
    const masked = new Map(
      each.fields.map(({ path, before, after, ...rest }): readonly [string, FieldChange] => {
        const name = nameIn(path);
        if (!hasWords(each.address, name, catalog)) return [path, { path, ...rest, ...defined({ before, after }) }];
        const [was, is] = [before, after].map((value) => (value === undefined ? undefined : MASK));
        return [name, { ...rest, path: `/${name}`, ...defined({ before: was, after: is }) }];
      }),
    );
    return { ...each, fields: [...masked.values()] };
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
  const nameIn = (line: string): Address | undefined => [...addresses].find((address) => line.includes(address));
  return text
    .split("\n")
    .map((line) => (nameIn(line) === undefined ? line : `${nameIn(line)}: ${MASK}`))
    .join("\n");
}

/** The result of an apply. */
export function concealResult(result: ApplyResult, secrets: Secrets): ApplyResult {
  return {
    ...result,
    diagnostics: result.diagnostics.map((each) => concealDiagnostic(each, secrets)),
    steps: result.steps.map(({ diagnostic, ...step }) => ({
      ...step,
      ...defined({ diagnostic: diagnostic && concealDiagnostic({ ...diagnostic, address: step.address }, secrets) }),
    })),
  };
}

/**
 * Whether a problem's own words have to go: where it is about a secret, and, while manifests are invalid and it is not known
 * what is secret, where it is about text in a file that may be one.
 */
function isUnsayable({ code, address, primary }: Diagnostic, { addresses, unsure }: Secrets): boolean {
  if (address !== undefined && addresses.has(address)) return true;
  // Its sentences are about players, by the names of achievements.
  if (code === "impact-refused" && addresses.size > 0) return true;
  if (unsure.size === 0) return false;
  if (address !== undefined) return unsure.has(partsOfAddress(address).kind);
  // The project file holds nothing of resources.
  return primary !== undefined && CODES[code].outcome === "invalid" && !/(?:^|\/)laurel\.yaml$/.test(primary.span.file);
}
