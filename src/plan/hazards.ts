/**
 * What is dangerous about a plan. In: ordered steps and the live game. Out: the steps with their hazards. A hazard is
 * refused unless its name is allowed; that it is there is decided here and nowhere else.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { withArticle } from "../manifest/wording.ts";
import {
  addressOf,
  addressOrder,
  fieldNamed,
  hidingFlags,
  kindNamed,
  linkNamed,
  partsOfAddress,
} from "../model/catalog-lookup.ts";
import { append } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Hazard, HazardName, Live, LiveGame, Step, StepId } from "../model/model.ts";
import type { OrderedStep } from "./order.ts";

/** A kind with fewer live resources than this may change as a whole. */
const MASS_MINIMUM = 10;
/** Share of a kind's live resources above which a change counts as a mass change. */
const MASS_SHARE = 0.3;

export function withHazards(
  steps: readonly OrderedStep[],
  live: LiveGame,
  after: LiveGame,
  desired: DesiredGame,
  catalog: Catalog,
  known?: ReadonlySet<Address>,
): readonly Step[] {
  // The rest is a walk over the whole game.
  if (steps.length === 0) return [];
  const removed = new Set(desired.removed.map((entry) => addressOf(entry.kind, entry.custom_id)));
  const unknown = new Set(
    known === undefined ? [] : prunedBy(steps, desired).filter(({ address }) => !known.has(address)),
  );
  const ofKinds = kindHazards(steps, live, after, catalog);
  const ofEarning = earningHazards(steps, live, after, catalog);
  return steps.map((step) => ({
    ...step,
    hazards: [
      ...playerDataHazard(step, removed, catalog),
      ...revealingHazard(step, catalog),
      ...(ofEarning.get(step.id) ?? []),
      ...(ofKinds.get(step.id) ?? []),
      ...(unknown.has(step) ? [unknownHazard(step, catalog)] : []),
    ],
  }));
}

/** One diagnostic for each hazard that is not allowed, with the exact words to add. */
export function refusals(steps: readonly Step[], allowed: ReadonlySet<HazardName>): readonly Diagnostic[] {
  const refused = new Map<HazardName, { step: Step; hazard: Hazard }[]>();
  for (const step of steps) {
    for (const hazard of step.hazards) {
      if (!allowed.has(hazard.name) && hazard.consented !== true) append(refused, hazard.name, { step, hazard });
    }
  }
  return [...refused].map(([name, found]) => {
    const addresses = [...new Set(found.map(({ step }) => step.address))];
    const only = addresses.length === 1 ? { address: addresses[0] as Address } : {};
    return diagnostic(name, found.map(({ hazard }) => hazard.sentence).join("\n"), {
      ...only,
      help: [
        ...(name === "deletes-unknown" ? KEEP_HELP : []),
        `to go ahead, add the flag: --allow ${name}`,
        `or allow it in laurel.yaml, under the game or the environment: allow: [${name}]`,
      ],
    });
  });
}

const KEEP_HELP = [
  "to keep it, declare it, or add a `removed` entry with `keep: true`; without `keep`, the entry deletes it",
];

function playerDataHazard(step: OrderedStep, removed: ReadonlySet<Address>, catalog: Catalog): readonly Hazard[] {
  const { kind, custom_id } = partsOfAddress(step.address);
  const { playerData, label } = kindNamed(catalog, kind);
  if (step.action !== "delete" || playerData === undefined) return [];
  if (step.replaces !== undefined) {
    const isLeftover = step.fallback_of === undefined;
    const sentence = isLeftover
      ? `Deleting the ${label} "${custom_id}", which a replacement has left, deletes its ${playerData}.`
      : `Replacing the ${label} "${custom_id}" deletes its ${playerData}, which cannot be brought back.`;
    return [{ name: "replaces-player-data", sentence, ...(removed.has(step.replaces) ? { consented: true } : {}) }];
  }
  const sentence = `Deleting the ${label} "${custom_id}" deletes its ${playerData}, which cannot be brought back.`;
  return [{ name: "deletes-player-data", sentence, ...(removed.has(step.address) ? { consented: true } : {}) }];
}

/** The deletions without a `removed` entry: what prune deletes. */
export function prunedBy(steps: readonly OrderedStep[], { removed }: DesiredGame): readonly OrderedStep[] {
  const declared = new Set(removed.map((entry) => addressOf(entry.kind, entry.custom_id)));
  return steps.filter(
    ({ action, address, replaces }) => action === "delete" && replaces === undefined && !declared.has(address),
  );
}

/** The history knows nothing of it, so somebody made it in another place, and may need it. */
function unknownHazard({ address }: OrderedStep, catalog: Catalog): Hazard {
  const { kind, custom_id } = partsOfAddress(address);
  const { label } = kindNamed(catalog, kind);
  const sentence = `The ${label} "${custom_id}" is in no manifest, not at the base commit either, so it was created elsewhere.`;
  return { name: "deletes-unknown", sentence };
}

/** Turning off what hides a resource from players cannot be taken back: they have seen it. */
function revealingHazard(step: OrderedStep, catalog: Catalog): readonly Hazard[] {
  const { kind: kindName, custom_id } = partsOfAddress(step.address);
  const kind = kindNamed(catalog, kindName);
  const revealed =
    step.action !== "create" &&
    step.action !== "delete" &&
    hidingFlags(kind).some((name) =>
      step.fields.some(({ path, before, after }) => path === `/${name}` && before === true && after === false),
    );
  if (!revealed) return [];
  return [
    { name: "reveals-secret", sentence: `The secret ${kind.label} "${custom_id}" would become visible to players.` },
  ];
}

/** What could be earned and can be no longer, each chain explained on the step that breaks it. */
function earningHazards(
  steps: readonly OrderedStep[],
  live: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly Hazard[]> {
  const chains = new Map<Address, { readonly broken: BrokenChain; readonly earned: Live[] }>();
  for (const { earned, broken } of brokenEarning(live, after, catalog)) {
    const chain = chains.get(broken.at);
    if (chain === undefined) chains.set(broken.at, { broken, earned: [earned] });
    else chain.earned.push(earned);
  }
  const hazards = new Map<StepId, Hazard[]>();
  for (const { broken, earned } of chains.values()) {
    const cause =
      steps.find(({ action, address }) => action === "delete" && address === broken.missing) ??
      steps.findLast(({ address }) => address === broken.at) ??
      steps.find(({ action }) => action === "delete");
    if (cause === undefined) continue;
    append(hazards, cause.id, { name: "breaks-earning", sentence: chainSentence(cause, broken, earned, catalog) });
  }
  return hazards;
}

/** `Deleting action/x leaves criterion/y without an action, so "A" (50 points) can no longer be earned.` */
function chainSentence(cause: OrderedStep, broken: BrokenChain, earned: readonly Live[], catalog: Catalog): string {
  const doing = cause.action === "delete" ? `Deleting ${cause.address}` : "This change";
  const names = earned.map(({ kind, body, custom_id }) => {
    const worth = kindNamed(catalog, kind).attainment?.earned?.worth ?? "";
    return `"${custom_id}" (${String(body[worth] ?? "?")} ${worth})`;
  });
  const { label, plural } = kindNamed(catalog, earned[0]?.kind ?? "");
  const which = names.length === 1 ? `the ${label} ${names[0]}` : `the ${plural} ${names.join(", ")}`;
  return `${doing} leaves ${broken.at} without ${broken.lacks}, so ${which} can no longer be earned.`;
}

/** Hazards of a kind as a whole, each on the first of the steps that cause it. */
function kindHazards(
  steps: readonly OrderedStep[],
  live: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): ReadonlyMap<StepId, readonly Hazard[]> {
  const hazards = new Map<StepId, Hazard[]>();
  const [before, rest] = [countByKind(live), countByKind(after)];
  for (const kind of catalog) {
    const mine = steps.filter(
      ({ action, address }) =>
        partsOfAddress(address).kind === kind.name && action !== "create" && live.resources.has(address),
    );
    const total = before.get(kind.name) ?? 0;
    const plural = kind.plural.replaceAll("_", " ");
    const touched = new Set(mine.filter((step) => !finishes(step, kind)).map(({ address }) => address)).size;
    const firstDelete = mine.find(({ action }) => action === "delete");
    if (total >= MASS_MINIMUM && touched > total * MASS_SHARE && mine[0] !== undefined) {
      append(hazards, mine[0].id, {
        name: "mass-change",
        sentence: `${touched} of ${total} live ${plural} (${Math.round((touched / total) * 100)}%) would be changed or deleted; more than 30% is a mass change.`,
      });
    }
    if (firstDelete !== undefined && (rest.get(kind.name) ?? 0) === 0) {
      append(hazards, firstDelete.id, {
        name: "empties-kind",
        sentence:
          total === 1
            ? `The only live ${kind.label} would be deleted.`
            : `All ${total} live ${plural} would be deleted.`,
      });
    }
  }
  return hazards;
}

/** What can be attached only after a resource was made belongs to making it, also where an earlier run made half of it. */
function finishes({ action, link }: OrderedStep, kind: Kind): boolean {
  return action === "attach" && kind.links.some(({ name, onCreate }) => name === link?.name && onCreate === "attach");
}

function countByKind(game: LiveGame): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of game.resources.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The place where a chain is broken: the resource, and what it lacks. */
interface BrokenChain {
  readonly at: Address;
  /** As a noun with its article: `an action`, `a member that can hold`. */
  readonly lacks: string;
  /** What it refers to that is gone. */
  readonly missing?: Address;
}

/** What was earnable before and is not afterwards, each with where its chain is broken. */
function brokenEarning(
  before: LiveGame,
  after: LiveGame,
  catalog: Catalog,
): readonly { readonly earned: Live; readonly broken: BrokenChain }[] {
  const [breakBefore, breakAfter] = [breaksIn(before, catalog), breaksIn(after, catalog)];
  const order = addressOrder(catalog);
  return [...after.resources.values()]
    .sort((a, b) => order(a.address, b.address))
    .flatMap((earned) => {
      const { attainment } = kindNamed(catalog, earned.kind);
      if (attainment?.earned === undefined || !before.resources.has(earned.address)) return [];
      const broken = breakAfter(earned.address);
      return broken === undefined || breakBefore(earned.address) !== undefined ? [] : [{ earned, broken }];
    });
}

/** Finds what breaks a resource; undefined if it can hold. Visits each resource once. */
function breaksIn(game: LiveGame, catalog: Catalog): (address: Address) => BrokenChain | undefined {
  const known = new Map<Address, BrokenChain | undefined>();
  const find = (address: Address): BrokenChain | undefined => {
    if (known.has(address)) return known.get(address);
    // A circle of references holds by itself as little as anything; it is not this check's business.
    known.set(address, undefined);
    const resource = game.resources.get(address);
    const found =
      resource === undefined ? undefined : breakOf(resource, kindNamed(catalog, resource.kind), game, catalog, find);
    known.set(address, found);
    return found;
  };
  return find;
}

function breakOf(
  resource: Live,
  kind: Kind,
  game: LiveGame,
  catalog: Catalog,
  find: (address: Address) => BrokenChain | undefined,
): BrokenChain | undefined {
  const { references, members } = kind.attainment ?? { references: [] };
  for (const name of references) {
    const field = fieldNamed(kind, name);
    const id = resource.body[name];
    if (field?.type !== "reference" || id === undefined) continue;
    const { label } = kindNamed(catalog, field.to);
    if (typeof id !== "string") return { at: resource.address, lacks: withArticle(label) };
    const to = addressOf(field.to, id);
    if (game.read.has(field.to) && !game.resources.has(to))
      return { at: resource.address, lacks: withArticle(label), missing: to };
    const deeper = find(to);
    if (deeper !== undefined) return deeper;
  }
  return members === undefined ? undefined : breakOfMembers(resource, kind, members, game, find);
}

function breakOfMembers(
  resource: Live,
  kind: Kind,
  { links, operator, all }: NonNullable<NonNullable<Kind["attainment"]>["members"]>,
  game: LiveGame,
  find: (address: Address) => BrokenChain | undefined,
): BrokenChain | undefined {
  if (links.some((name) => resource.links[name] === undefined)) return undefined;
  const members = links.flatMap((name) =>
    (resource.links[name] ?? []).map((id) => addressOf(linkNamed(kind, name)?.to ?? "", id)),
  );
  const there = members.filter((address) => game.resources.has(address) || !game.read.has(address.split("/")[0] ?? ""));
  if (there.length === 0) return { at: resource.address, lacks: "a member" };
  const breaks = there.map(find);
  const [first] = breaks;
  const holds =
    resource.body[operator] === all
      ? breaks.every((each) => each === undefined)
      : breaks.some((each) => each === undefined);
  return holds ? undefined : (breaks.find((each) => each !== undefined) ?? first);
}

/** Problems that are not about hazards stay as they are. */
export function refusedSteps(
  refusals: readonly Diagnostic[],
  steps: readonly Step[],
  catalog: Catalog,
): readonly Diagnostic[] {
  return refusals.flatMap((refusal) => {
    const found = steps.flatMap((step) => {
      const sentences = step.hazards
        .filter(({ name, consented }) => name === refusal.code && consented !== true)
        .map(({ sentence }) => sentence);
      return sentences.length === 0 ? [] : [{ step, sentences }];
    });
    const known = new Set(found.flatMap(({ sentences }) => sentences));
    const beyond = refusal.detail.split("\n").filter((sentence) => !known.has(sentence));
    const each = found.map(({ step, sentences }): Diagnostic => {
      const { kind, custom_id } = partsOfAddress(step.address);
      const name = `${kindNamed(catalog, kind).label} "${custom_id}"`;
      const detail = [...sentences, ...beyond.filter((sentence) => sentence.includes(name))].join("\n");
      return { ...refusal, ...diagnostic(refusal.code, detail, { address: step.address, help: refusal.help }) };
    });
    return each.length === 0 ? [refusal] : each;
  });
}
