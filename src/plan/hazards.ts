/**
 * What is dangerous about a plan. In: ordered steps and the live game. Out: the steps with their hazards. A hazard is
 * refused unless its name is allowed; that it is there is decided here and nowhere else.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { grouped } from "../ground/collections.ts";
import { jsonText } from "../ground/json.ts";
import { nameIn } from "../ground/pointer.ts";
import { ALLOWED_BY_MOVED } from "../manifest/forms.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import {
  addressesOfEntries,
  addressOf,
  customIdOf,
  fieldNamed,
  hidingFlags,
  kindAt,
  kindNamed,
  partsOfAddress,
} from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic, type Help } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import type { Address, DesiredGame, Hazard, HazardName, Live, LiveGame, Moved, Step, StepId } from "../model/model.ts";
import type { StepEffect } from "./step.ts";
import type { IdOf } from "./thing.ts";

/** A kind with fewer live resources than this may change as a whole. */
const MASS_MINIMUM = 10;
/** Share of a kind's live resources above which a change counts as a mass change. */
const MASS_SHARE = 0.3;

/** What can be earned before a plan and not after it, with the part that keeps it from that and why. */
export interface Unearnable {
  readonly earned: Address;
  readonly at: Address;
  /** What it refers to that does not exist afterwards. */
  readonly missing?: Address;
  /** A sentence without capital and full stop. */
  readonly text: string;
}

/** Finds that by the run-time rules (analysis/impact), which planning does not know. */
export type FindUnearnable = (before: LiveGame, after: LiveGame) => readonly Unearnable[];

export interface HazardOptions {
  /** Every address that earlier manifests name. Absent: none were read. */
  readonly known?: ReadonlySet<Address>;
  /** What the plan makes impossible to earn, by the run-time rules. Absent: nothing is known of them. */
  readonly findUnearnable?: FindUnearnable;
  /** Whether the game is on the embedded service, which no player's program uses. */
  readonly isEmbedded?: boolean;
}

interface HazardInput extends HazardOptions {
  /** What each step does. */
  readonly effects: ReadonlyMap<StepId, StepEffect>;
  /** The id that a resource will have. */
  readonly goalIdOf: IdOf;
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

/** One diagnostic for each hazard that is not allowed, with the exact words to add. */
export function refusals(steps: readonly Step[], allowed: ReadonlySet<HazardName>): readonly Diagnostic[] {
  const refused = steps.flatMap((step) =>
    step.hazards.filter((hazard) => isRefused(hazard, allowed)).map((hazard) => ({ step, hazard })),
  );
  return [...grouped(refused, ({ hazard }) => hazard.name)].map(([name, hazards]) => {
    const [address, ...others] = new Set(hazards.map(({ step }) => step.address));
    return diagnostic(name, hazards.map(({ hazard }) => hazard.sentence).join("\n"), {
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
  /** Whether the project file is offered. A loss for players is only allowed for one resource or one run. */
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
}

/** Returns the ways to allow a hazard, the narrowest first. */
function helpFor(name: HazardName, hazards: readonly RefusedHazard[]): readonly Help[] {
  const { entry, isForGood } = ALLOWED_BY[name];
  const flag = { text: "to allow it once, add the flag:", command: `--allow ${name}` };
  const setting = { text: "to allow it for good, add to the game in laurel.yaml:", command: `allow: [${name}]` };
  // An entry takes only ids that manifests may have.
  const canBeWritten = entry === "moved" || hazards.every(({ step: { address } }) => ID.test(customIdOf(address)));
  const entries = entry === undefined || !canBeWritten ? [] : [ENTRY_HELP[entry](hazards)];
  return [...entries, flag, ...(isForGood ? [setting] : [])];
}

const ENTRY_HELP: Readonly<Record<"removed" | "moved", (hazards: readonly RefusedHazard[]) => Help>> = {
  removed: (hazards) => {
    const entries = [...new Set(hazards.map(({ step }) => step.address))].map((address) => {
      const { kind, custom_id } = partsOfAddress(address);
      return `  - { kind: ${kind}, custom_id: ${jsonText(custom_id)}, reason: "…" }`;
    });
    return { text: "to do it on purpose, add to the manifests:", command: ["removed:", ...entries].join("\n") };
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
  { after, desired, effects, goalIdOf, isEmbedded = false }: HazardInput,
): readonly Finding[] {
  if (isEmbedded) return [];
  const byThing = grouped(steps, ({ id }) => effects.get(id)?.before?.key);
  return [...byThing.values()].flatMap((own): readonly Finding[] => {
    const [first] = own;
    const thing = first && effects.get(first.id)?.before;
    if (first === undefined || thing === undefined) return [];
    const { kind, id: from } = thing;
    const { name } = kind;
    const to = goalIdOf(thing.key);
    // A marked id was given by an earlier run, which has broken games already.
    if (kind.clientUse === undefined || from === to || markOf(from) !== undefined) return [];
    const moved = entriesBetween(
      from,
      to,
      desired.moved.filter((entry) => entry.kind === name),
    );
    const { label, clientUse } = kind;
    const sentence = after.resources.has(addressOf(name, from))
      ? `The id of the ${label} "${from}" becomes "${to}", and another ${label} gets "${from}": games that have the old id use the wrong ${label}.`
      : `The id of the ${label} "${from}" becomes "${to}": games that have the old id can no longer ${clientUse}.`;
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

function playerDataHazards(steps: readonly Step[], { desired, catalog }: HazardInput): readonly Finding[] {
  const removed = addressesOfEntries(desired.removed);
  return steps.flatMap((step): readonly Finding[] => {
    const { action, address, replaces } = step;
    const playerData = action === "delete" ? kindAt(catalog, address).playerData : undefined;
    if (playerData === undefined) return [];
    const [name, doing]: [HazardName, string] =
      replaces === undefined ? ["deletes-player-data", "Deleting"] : ["replaces-player-data", "Replacing"];
    // Whether there are any is not read: most plans need no answer, and it changes while players play.
    const sentence = `${doing} the ${labelOf(step, catalog)} deletes any ${playerData} of players, which cannot be brought back.`;
    return [[step, { name, sentence, ...(removed.has(replaces ?? address) ? { consented: true } : {}) }]];
  });
}

function labelOf({ address }: Pick<Step, "address">, catalog: Catalog): string {
  return `${kindAt(catalog, address).label} "${customIdOf(address)}"`;
}

/** The deletions without a `removed` entry: what prune deletes. */
export function prunedBy(steps: readonly Step[], { removed }: DesiredGame): readonly Step[] {
  const declared = addressesOfEntries(removed);
  return steps.filter(
    ({ action, address, replaces }) => action === "delete" && replaces === undefined && !declared.has(address),
  );
}

/** The history knows nothing of it, so somebody made it in another place, and may need it. */
function unknownHazards(steps: readonly Step[], { desired, catalog, known }: HazardInput): readonly Finding[] {
  const pruned = known === undefined ? [] : prunedBy(steps, desired).filter(({ address }) => !known.has(address));
  return pruned.map((step) => {
    const sentence = `The ${labelOf(step, catalog)} is in no manifest, not at the base commit either, so it was created elsewhere.`;
    return [step, { name: "deletes-unknown", sentence }];
  });
}

/** Turning off what hides a resource from players cannot be taken back: they have seen it. */
function revealingHazards(steps: readonly Step[], { catalog }: HazardInput): readonly Finding[] {
  return steps.flatMap((step): readonly Finding[] => {
    const lowered = step.fields.filter(({ before, after }) => before === true && after === false);
    const flags = lowered.length === 0 ? [] : hidingFlags(kindAt(catalog, step.address));
    if (!lowered.some(({ path }) => flags.includes(nameIn(path)))) return [];
    const sentence = `The secret ${labelOf(step, catalog)} would become visible to players.`;
    return [[step, { name: "reveals-secret", sentence }]];
  });
}

/** What could be earned and can be no longer, each on the step that is the cause. */
function earningHazards(
  steps: readonly Step[],
  { before, after, catalog, findUnearnable }: HazardInput,
): readonly Finding[] {
  const isNeeded = steps.some((step) => mayBreakEarning(step, catalog));
  const unearnable = isNeeded ? (findUnearnable?.(before, after) ?? []) : [];
  return [...grouped(unearnable, ({ at, text }) => `${at} ${text}`).values()].map((alike) => {
    const [{ at, earned, text, missing }] = alike as readonly [Unearnable];
    const cause =
      steps.find(({ action, address }) => action === "delete" && address === missing) ??
      steps.findLast(({ address }) => address === at) ??
      steps.findLast(({ address }) => address === earned) ??
      (steps[0] as Step);
    const about = alike.flatMap((change) => after.resources.get(change.earned) ?? []);
    const why = at === earned ? text : `${at}: ${text}`;
    const sentence = `With this change, ${earnedWords(about, catalog)} can no longer be earned: ${why}.`;
    return [cause, { name: "breaks-earning", sentence }];
  });
}

/** What is new breaks nothing, and neither do texts for people and what things are worth. */
function mayBreakEarning({ action, address, fields }: Step, catalog: Catalog): boolean {
  if (action === "create") return false;
  const kind = kindAt(catalog, address);
  const isHarmless = (name: string): boolean => fieldNamed(kind, name)?.type === "text" || name === kind.worth;
  return action !== "update" || !fields.every(({ path }) => isHarmless(nameIn(path)));
}

/** Such as `the achievement "dragon-slayer" (50 points)`. */
function earnedWords(earned: readonly Live[], catalog: Catalog): string {
  const names = earned.map(({ kind, body, custom_id }) => {
    const worth = kindNamed(catalog, kind).worth ?? "";
    return `"${custom_id}" (${String(body[worth] ?? "?")} ${worth})`;
  });
  const { label, plural } = kindNamed(catalog, earned[0]?.kind ?? "");
  return names.length === 1 ? `the ${label} ${names[0]}` : `the ${plural} ${names.join(", ")}`;
}

/** Hazards of a kind as a whole, each on the first of the steps that cause it. */
function kindHazards(steps: readonly Step[], { before, after, catalog }: HazardInput): readonly Finding[] {
  const changing = steps.filter(({ action, address }) => action !== "create" && before.resources.has(address));
  const byKind = grouped(changing, ({ address }) => before.resources.get(address)?.kind);
  return catalog.flatMap((kind): readonly Finding[] => {
    const mine = byKind.get(kind.name) ?? [];
    const [first] = mine;
    if (first === undefined) return [];
    const findings: Finding[] = [];
    const total = countOf(kind, before);
    const plural = kind.plural.replaceAll("_", " ");
    const touched = new Set(mine.filter((step) => !finishes(step, kind)).map(({ address }) => address)).size;
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

/** What can be attached only after a resource was made belongs to making it, also where an earlier run made half of it. */
function finishes(step: Step, kind: Kind): boolean {
  if (step.action !== "attach") return false;
  return kind.links.some(({ name, onCreate }) => name === step.link.name && onCreate === "attach");
}

function countOf({ name }: Kind, { resources }: LiveGame): number {
  return [...resources.values()].filter(({ kind }) => kind === name).length;
}
