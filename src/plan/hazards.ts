/**
 * What is dangerous about a plan. In: ordered steps and the live game. Out: the steps with their hazards. A hazard is
 * refused unless its name is allowed; that it is there is decided here and nowhere else.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import { ID_PATTERN } from "../manifest/schema.ts";
import {
  addressesOfEntries,
  customIdOf,
  fieldNamed,
  hidingFlags,
  kindAt,
  kindNamed,
  nameIn,
  partsOfAddress,
} from "../model/catalog-lookup.ts";
import { grouped } from "../model/collections.ts";
import { type Diagnostic, diagnostic, type Help } from "../model/diagnostics.ts";
import { jsonText } from "../model/json.ts";
import type { Address, DesiredGame, Hazard, HazardName, Live, LiveGame, Step } from "../model/model.ts";

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
}

interface HazardInput extends HazardOptions {
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
  const findings = [playerDataHazards, revealingHazards, earningHazards, kindHazards, unknownHazards].flatMap((find) =>
    find(steps, sides),
  );
  const byStep = grouped(findings, ([step]) => step);
  return steps.map((step) => {
    const hazards = byStep.get(step)?.map(([, hazard]) => hazard);
    return hazards === undefined ? step : { ...step, hazards };
  });
}

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
      help: helpFor(name, new Set(hazards.map(({ step: { address: own, replaces = own } }) => replaces))),
    });
  });
}

const ID = new RegExp(ID_PATTERN);

/** What allows a hazard, the narrowest way first. */
function helpFor(name: HazardName, addresses: ReadonlySet<Address>): readonly Help[] {
  const entries = [...addresses].map((address) => {
    const { kind, custom_id } = partsOfAddress(address);
    return `  - { kind: ${kind}, custom_id: ${jsonText(custom_id)}, reason: "…" }`;
  });
  const entry = { text: "to do it on purpose, add to the manifests:", command: ["removed:", ...entries].join("\n") };
  const flag = { text: "to allow it once, add the flag:", command: `--allow ${name}` };
  const setting = { text: "to allow it for good, add to the game in laurel.yaml:", command: `allow: [${name}]` };
  // An entry contradicts a declaration, which every replacement has, and takes only ids that manifests may have.
  const isDeletion = name === "deletes-player-data" || name === "deletes-unknown";
  const canBeWritten = isDeletion && [...addresses].every((address) => ID.test(customIdOf(address)));
  // What is lost to players is allowed for one resource or one run only.
  return [...(canBeWritten ? [entry] : []), flag, ...(/data|earning|secret/.test(name) ? [] : [setting])];
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
function finishes({ action, link }: Step, kind: Kind): boolean {
  return action === "attach" && kind.links.some(({ name, onCreate }) => name === link?.name && onCreate === "attach");
}

function countOf({ name }: Kind, { resources }: LiveGame): number {
  return [...resources.values()].filter(({ kind }) => kind === name).length;
}
