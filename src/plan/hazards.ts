/**
 * Finds the dangers of a plan. In: ordered steps and the live game. Out: the steps with their
 * hazards. A hazard is refused unless its name is allowed. A new hazard is a name in `model.ts`, a
 * code in `codes.ts` with its page in `scripts/reference/messages.yaml`, its entry in `ALLOWED_BY`,
 * and a function in `FINDERS`.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import { nameIn } from "../ground/pointer.ts";
import { inQuotes } from "../ground/words.ts";
import { ALLOWED_BY_MOVED } from "../manifest/forms.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import {
  addressesOfEntries,
  addressOf,
  fieldNamed,
  hidingFlags,
  kindNamed,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, type Help } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type {
  Address,
  DesiredGame,
  Hazard,
  HazardName,
  Live,
  LiveGame,
  Moved,
  Step,
} from "../model/model.ts";
import type { KnownResources } from "./earlier.ts";
import { effectOf, type StepEffects, type StepResource } from "./step.ts";
import type { IdOf } from "./thing.ts";

/** A kind with fewer live resources than this may change as a whole. */
const MASS_MINIMUM = 10;
/** Share of a kind's live resources above which a change counts as a mass change. */
const MASS_SHARE = 0.3;

/**
 * An achievement that can be earned before a plan and not after it. `at`: the part of it that
 * prevents this.
 */
export interface Unearnable {
  readonly earned: Address;
  readonly at: Address;
  /** The resource that the part refers to and that does not exist afterwards. */
  readonly missing?: Address;
  /** A sentence without capital and full stop. */
  readonly text: string;
}

/**
 * Finds such achievements by the run-time rules (analysis/impact), which planning does not know.
 */
export type FindUnearnable = (before: LiveGame, after: LiveGame) => readonly Unearnable[];

export interface HazardOptions {
  /** Resources that earlier manifests know. Absent if none were read. */
  readonly known?: KnownResources;
  /**
   * Finds the achievements that the plan makes impossible to earn. Absent: they are not looked for.
   */
  readonly findUnearnable?: FindUnearnable;
  /** Whether the game is on the embedded service, which no player's program uses. */
  readonly isEmbedded?: boolean;
}

interface HazardInput extends HazardOptions {
  readonly effects: StepEffects;
  /** The id that a resource will have. */
  readonly idInEnd: IdOf;
  readonly before: LiveGame;
  readonly after: LiveGame;
  readonly desired: DesiredGame;
  readonly catalog: Catalog;
}

/** A hazard, and the step on which it is shown. */
type Finding = readonly [step: Step, hazard: Hazard];

export function withHazards(steps: readonly Step[], sides: HazardInput): readonly Step[] {
  // The rest is a walk over the whole game.
  if (steps.length === 0) return [];
  const findings = FINDERS.flatMap((find) => find(steps, sides));
  const byStep = grouped(findings, ([step]) => step);
  return steps.map((step) => {
    const hazards = byStep.get(step)?.map(([, hazard]) => hazard);
    return hazards === undefined ? step : { ...step, hazards };
  });
}

const FINDERS = [
  playerDataHazards,
  revealingHazards,
  earningHazards,
  clientHazards,
  kindHazards,
  unknownHazards,
] as const;

function isRefused({ name, consented }: Hazard, allowed: ReadonlySet<HazardName>): boolean {
  return !allowed.has(name) && consented !== true;
}

interface Consent {
  /** Hazards that are allowed by a flag or by the project file. */
  readonly allowed: ReadonlySet<HazardName>;
  readonly effects: StepEffects;
}

/** Makes one diagnostic for each hazard that is not allowed, with the exact words to add. */
export function refusals(
  steps: readonly Step[],
  { allowed, effects }: Consent,
): readonly Diagnostic[] {
  const refused = steps.flatMap((step) =>
    step.hazards
      .filter((hazard) => isRefused(hazard, allowed))
      .map((hazard) => ({ step, hazard, resource: effectOf(step, effects) })),
  );
  return [...grouped(refused, ({ hazard }) => hazard.name)].map(([name, hazards]) => {
    const [address, ...others] = new Set(hazards.map(({ step }) => step.address));
    const lines = hazards.map(({ hazard: { sentence: text, about: of = [] } }) => ({
      text,
      about: of,
    }));
    return diagnostic(name, lines, {
      address: others.length === 0 ? address : undefined,
      help: helpFor(name, hazards),
    });
  });
}

const ID = new RegExp(ID_PATTERN);

/** Ways to allow a hazard besides the flag. */
interface Allowance {
  /** The entry in the manifests, which is the narrowest way. */
  readonly entry?: "removed" | "moved";
  /**
   * Whether the project file is offered. A loss for players is only allowed for one resource or one
   * run.
   */
  readonly isForGood: boolean;
}

const ALLOWED_BY: Readonly<Record<HazardName, Allowance>> = {
  "deletes-player-data": { entry: "removed", isForGood: false },
  // A replaced resource is declared, which a `removed` entry would contradict.
  "replaces-player-data": { isForGood: false },
  "breaks-earning": { isForGood: false },
  "breaks-clients": { entry: "moved", isForGood: true },
  "reveals-secret": { isForGood: false },
  "mass-change": { isForGood: true },
  "empties-kind": { isForGood: true },
  "deletes-unknown": { entry: "removed", isForGood: true },
};

/** A hazard that is refused, with its step. */
interface RefusedHazard {
  readonly step: Step;
  readonly hazard: Hazard;
  readonly resource: StepResource;
}

/** Returns the ways to allow a hazard, the narrowest first. */
function helpFor(name: HazardName, hazards: readonly RefusedHazard[]): readonly Help[] {
  const { entry, isForGood } = ALLOWED_BY[name];
  const flag = { text: "to allow it once, add the flag:", command: `--allow ${name}` };
  const setting = {
    text: "to allow it for good, add to the game in laurel.yaml:",
    command: `allow: [${name}]`,
  };
  // An entry takes only ids that manifests may have.
  const canBeWritten = entry === "moved" || hazards.every(({ resource }) => ID.test(resource.id));
  const entries = entry === undefined || !canBeWritten ? [] : [ENTRY_HELP[entry](hazards)];
  return [...entries, flag, ...(isForGood ? [setting] : [])];
}

const ENTRY_HELP: Readonly<
  Record<"removed" | "moved", (hazards: readonly RefusedHazard[]) => Help>
> = {
  removed: (hazards) => {
    const entries = hazards.map(({ resource: { kind, id } }) => {
      return `  - { kind: ${kind.name}, custom_id: ${jsonText(id)}, reason: "…" }`;
    });
    return {
      text: "to do it on purpose, add to the manifests:",
      command: ["removed:", ...new Set(entries)].join("\n"),
    };
  },
  moved: (hazards) => {
    const entries = hazards.flatMap(({ hazard }) => hazard.moved ?? []).map(consentingEntry);
    const lines = [...new Set(entries)].map((entry) => `  ${entry}`);
    const text = "once games use the new ids, or if they may break, write in place of the entries:";
    return { text, command: ["moved:", ...lines].join("\n") };
  },
};

/** The line of a `moved` entry that allows its rename where games use the id. */
export function consentingEntry({ kind, from, to }: Pick<Moved, "kind" | "from" | "to">): string {
  return `- { kind: ${kind}, from: ${jsonText(from)}, to: ${jsonText(to)}, allow: ${ALLOWED_BY_MOVED} }`;
}

/** Finds ids in installed games that change, each on the step that renames its resource. */
function clientHazards(
  steps: readonly Step[],
  { after, desired, effects, idInEnd, isEmbedded = false }: HazardInput,
): readonly Finding[] {
  if (isEmbedded) return [];
  const byThing = grouped(steps, ({ id }) => effects.get(id)?.before?.key);
  return [...byThing.values()].flatMap((own): readonly Finding[] => {
    const [first] = own;
    const thing = first && effects.get(first.id)?.before;
    if (first === undefined || thing === undefined) return [];
    const { kind, id: from } = thing;
    const { name } = kind;
    const to = idInEnd(thing.key);
    // A marked id was given by an earlier run, which has broken games already.
    if (kind.clientUse === undefined || from === to || markOf(from) !== undefined) return [];
    const moved = entriesBetween(
      from,
      to,
      desired.moved.filter((entry) => entry.kind === name),
    );
    const { label, clientUse } = kind;
    const sentence = after.resources.has(addressOf(name, from))
      ? `The id of the ${label} ${inQuotes(from)} becomes ${inQuotes(to)}, and another ${label} gets ${inQuotes(from)}: games that have the old id use the wrong ${label}.`
      : `The id of the ${label} ${inQuotes(from)} becomes ${inQuotes(to)}: games that have the old id can no longer ${clientUse}.`;
    const step = own.find(({ action }) => action === "rename") ?? first;
    const consented = moved.length > 0 && moved.every(({ allow }) => allow === ALLOWED_BY_MOVED);
    const hazard = { name: "breaks-clients" as const, sentence, moved: moved.map(withoutPlace) };
    return [[step, consented ? { ...hazard, consented } : hazard]];
  });
}

/** Returns the chain of entries that leads from one id to the other. */
function entriesBetween(from: string, to: string, entries: readonly Moved[]): readonly Moved[] {
  const path: Moved[] = [];
  for (let id = from; id !== to && path.length <= entries.length; ) {
    const entry = entries.find((one) => one.from === id);
    if (entry === undefined) break;
    path.push(entry);
    id = entry.to;
  }
  return path;
}

function withoutPlace({ kind, from, to }: Moved): Pick<Moved, "kind" | "from" | "to"> {
  return { kind, from, to };
}

function playerDataHazards(
  steps: readonly Step[],
  { desired, effects }: HazardInput,
): readonly Finding[] {
  const removed = addressesOfEntries(desired.removed);
  return steps.flatMap((step): readonly Finding[] => {
    const { action, address, replaces } = step;
    const resource = effectOf(step, effects);
    const playerData = action === "delete" ? resource.kind.playerData : undefined;
    if (playerData === undefined) return [];
    const [name, doing]: [HazardName, string] =
      replaces === undefined
        ? ["deletes-player-data", "Deleting"]
        : ["replaces-player-data", "Replacing"];
    // Whether there are any is not read: most plans need no answer, and it changes while players
    // play.
    const sentence = `${doing} the ${labelOf(resource)} deletes any ${playerData} of players, which cannot be brought back.`;
    return [
      [step, { name, sentence, ...(removed.has(replaces ?? address) ? { consented: true } : {}) }],
    ];
  });
}

function labelOf({ kind, id }: StepResource): string {
  return `${kind.label} ${inQuotes(id)}`;
}

/** Lists the deletions by prune, which no `removed` entry declares. */
export function prunedBy(steps: readonly Step[], { removed }: DesiredGame): readonly Step[] {
  const declared = addressesOfEntries(removed);
  return steps.filter(
    ({ action, address, replaces }) =>
      action === "delete" && replaces === undefined && !declared.has(address),
  );
}

/**
 * Finds pruned resources that this branch has never had: somebody else created them, and may need
 * them.
 */
function unknownHazards(
  steps: readonly Step[],
  { desired, effects, known }: HazardInput,
): readonly Finding[] {
  if (known === undefined) return [];
  const { ref, named, added } = known;
  return prunedBy(steps, desired).flatMap((step): readonly Finding[] => {
    if (named.has(step.address) && !added.has(step.address)) return [];
    const why = added.has(step.address)
      ? `is not in this branch, but ${ref} keeps it. Merge ${ref} into the branch.`
      : "is in no manifest, not at the base commit either, so it was created elsewhere.";
    return [
      [
        step,
        { name: "deletes-unknown", sentence: `The ${labelOf(effectOf(step, effects))} ${why}` },
      ],
    ];
  });
}

/** Finds secret resources that players will see, which cannot be undone. */
function revealingHazards(steps: readonly Step[], { effects }: HazardInput): readonly Finding[] {
  return steps.flatMap((step): readonly Finding[] => {
    // A flag that the service does not show may still hide the resource.
    const lowered = step.fields.filter(
      ({ before, after, not_shown = false }) => (before === true || not_shown) && after === false,
    );
    if (lowered.length === 0) return [];
    const resource = effectOf(step, effects);
    const flags = hidingFlags(resource.kind);
    if (!lowered.some(({ path }) => flags.includes(nameIn(path)))) return [];
    const sentence = `The secret ${labelOf(resource)} would become visible to players.`;
    return [[step, { name: "reveals-secret", sentence }]];
  });
}

/** Finds achievements that can no longer be earned, each on the step that is the cause. */
function earningHazards(
  steps: readonly Step[],
  { before, after, catalog, effects, findUnearnable }: HazardInput,
): readonly Finding[] {
  const isNeeded = steps.some((step) => mayBreakEarning(step, effectOf(step, effects).kind));
  const unearnable = isNeeded ? (findUnearnable?.(before, after) ?? []) : [];
  return [...grouped(unearnable, ({ at, text }) => `${at} ${text}`).values()].flatMap(
    (alike): readonly Finding[] => {
      const [first] = alike;
      if (first === undefined) return [];
      const { at, earned, text, missing } = first;
      const cause =
        steps.find(({ action, address }) => action === "delete" && address === missing) ??
        steps.findLast(({ address }) => address === at) ??
        steps.findLast(({ address }) => address === earned) ??
        steps[0];
      const lost = alike.flatMap((change) => after.resources.get(change.earned) ?? []);
      const why = at === earned ? text : `${at}: ${text}`;
      const sentence = `With this change, ${earnedWords(lost, catalog)} can no longer be earned: ${why}.`;
      const about = [...new Set([at, ...alike.map((change) => change.earned)])];
      return cause === undefined ? [] : [[cause, { name: "breaks-earning", sentence, about }]];
    },
  );
}

/**
 * Whether a step can make earning impossible. New resources, texts for people and the worth of
 * achievements cannot.
 */
function mayBreakEarning({ action, fields }: Step, kind: Kind): boolean {
  if (action === "create") return false;
  const isHarmless = (name: string): boolean =>
    fieldNamed(kind, name)?.type === "text" || name === kind.worth;
  return action !== "update" || !fields.every(({ path }) => isHarmless(nameIn(path)));
}

/** Such as `the achievement "dragon-slayer" (50 points)`. */
function earnedWords(earned: readonly Live[], catalog: Catalog): string {
  const names = earned.map(({ kind, body, custom_id }) => {
    const worth = kindNamed(catalog, kind).worth ?? "";
    return `${inQuotes(custom_id)} (${String(body[worth] ?? "?")} ${worth})`;
  });
  const { label, plural } = kindNamed(catalog, earned[0]?.kind ?? "");
  return names.length === 1 ? `the ${label} ${names[0]}` : `the ${plural} ${names.join(", ")}`;
}

/** Finds hazards of a kind as a whole, each on the first step that causes it. */
function kindHazards(
  steps: readonly Step[],
  { before, after, catalog }: HazardInput,
): readonly Finding[] {
  const changing = steps.filter(
    ({ action, address }) => action !== "create" && before.resources.has(address),
  );
  const byKind = grouped(changing, ({ address }) => before.resources.get(address)?.kind);
  return catalog.flatMap((kind): readonly Finding[] => {
    const mine = byKind.get(kind.name) ?? [];
    const [first] = mine;
    if (first === undefined) return [];
    const findings: Finding[] = [];
    const total = countOf(kind, before);
    const plural = kind.plural.replaceAll("_", " ");
    const touched = new Set(
      mine.filter((step) => !finishes(step, kind)).map(({ address }) => address),
    ).size;
    if (total >= MASS_MINIMUM && touched > total * MASS_SHARE) {
      const share = Math.round((touched / total) * 100);
      const sentence = `${touched} of ${total} live ${plural} (${share}%) would be changed or deleted; more than 30% is a mass change.`;
      findings.push([first, { name: "mass-change", sentence }]);
    }
    const deletion = mine.find(({ action }) => action === "delete");
    if (deletion !== undefined && countOf(kind, after) === 0) {
      const all = total === 1 ? `The only live ${kind.label}` : `All ${total} live ${plural}`;
      findings.push([deletion, { name: "empties-kind", sentence: `${all} would be deleted.` }]);
    }
    return findings;
  });
}

/**
 * Whether a step completes a creation: it attaches a member that can join only afterwards, also
 * after an interrupted run.
 */
function finishes(step: Step, kind: Kind): boolean {
  if (step.action !== "attach") return false;
  return kind.links.some(({ name, onCreate }) => name === step.link.name && onCreate === "attach");
}

function countOf({ name }: Kind, { resources }: LiveGame): number {
  return [...resources.values()].filter(({ kind }) => kind === name).length;
}
