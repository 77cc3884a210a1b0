/**
 * What is dangerous about a plan. In: ordered steps and the live game. Out: the steps with their hazards. A hazard is
 * refused unless its name is allowed; that it is there is decided here and nowhere else.
 */
import type { Catalog, Kind } from "../catalog/types.ts";
import {
  addressesOfEntries,
  customIdOf,
  hidingFlags,
  kindAt,
  kindNamed,
  partsOfAddress,
} from "../model/catalog-lookup.ts";
import { append, grouped } from "../model/collections.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Address, DesiredGame, Hazard, HazardName, Live, LiveGame, Step, StepId } from "../model/model.ts";

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

interface HazardOptions {
  /** Every address that earlier manifests name. Absent: none were read. */
  readonly known?: ReadonlySet<Address>;
  /** Absent: nothing is known of the run-time rules. */
  readonly findUnearnable?: FindUnearnable;
}

/** The game before and after the steps, and what the manifests say. */
interface HazardSides {
  readonly before: LiveGame;
  readonly after: LiveGame;
  readonly desired: DesiredGame;
  readonly catalog: Catalog;
}

export function withHazards(
  steps: readonly Step[],
  sides: HazardSides,
  { known, findUnearnable = () => [] }: HazardOptions = {},
): readonly Step[] {
  // The rest is a walk over the whole game.
  if (steps.length === 0) return [];
  const { desired, catalog } = sides;
  const removed = addressesOfEntries(desired.removed);
  const created = new Set(steps.flatMap(({ action, replaces }) => (action === "create" ? (replaces ?? []) : [])));
  const pruned = known === undefined ? [] : prunedBy(steps, desired);
  const unknown = new Set(pruned.filter(({ address }) => known?.has(address) !== true));
  const ofKinds = kindHazards(steps, sides);
  const ofEarning = earningHazards(steps, sides, findUnearnable);
  return steps.map((step) => ({
    ...step,
    hazards: [
      ...playerDataHazard(step, { removed, created, catalog }),
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
    const [address, ...others] = new Set(found.map(({ step }) => step.address));
    return diagnostic(name, found.map(({ hazard }) => hazard.sentence).join("\n"), {
      address: others.length === 0 ? address : undefined,
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

interface Deletions {
  /** What `removed` entries name. */
  readonly removed: ReadonlySet<Address>;
  /** What is created again at its address. */
  readonly created: ReadonlySet<Address>;
  readonly catalog: Catalog;
}

function playerDataHazard(step: Step, { removed, created, catalog }: Deletions): readonly Hazard[] {
  const { action, address, replaces } = step;
  const { playerData } = kindAt(catalog, address);
  if (action !== "delete" || playerData === undefined) return [];
  const named = labelOf(step, catalog);
  const isLeftover = replaces !== undefined && !created.has(replaces);
  // Whether there are any is not read: most plans need no answer, and it changes while players play.
  const lost = `deletes any ${playerData} of players`;
  const sentence = isLeftover
    ? `Deleting the ${named}, which a replacement has left, ${lost}.`
    : `${replaces === undefined ? "Deleting" : "Replacing"} the ${named} ${lost}, which cannot be brought back.`;
  const name = replaces === undefined ? "deletes-player-data" : "replaces-player-data";
  return [{ name, sentence, ...(removed.has(replaces ?? address) ? { consented: true } : {}) }];
}

/** Such as `achievement "dragon-slayer"`. */
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
function unknownHazard(step: Step, catalog: Catalog): Hazard {
  const sentence = `The ${labelOf(step, catalog)} is in no manifest, not at the base commit either, so it was created elsewhere.`;
  return { name: "deletes-unknown", sentence };
}

/** Turning off what hides a resource from players cannot be taken back: they have seen it. */
function revealingHazard(step: Step, catalog: Catalog): readonly Hazard[] {
  const paths = hidingFlags(kindAt(catalog, step.address)).map((name) => `/${name}`);
  const isRevealed = step.fields.some(
    ({ path, before, after }) => paths.includes(path) && before === true && after === false,
  );
  const sentence = `The secret ${labelOf(step, catalog)} would become visible to players.`;
  return isRevealed ? [{ name: "reveals-secret", sentence }] : [];
}

/** What could be earned and can be no longer, each on the step that is the cause. */
function earningHazards(
  steps: readonly Step[],
  { before, after, catalog }: HazardSides,
  findUnearnable: FindUnearnable,
): ReadonlyMap<StepId, readonly Hazard[]> {
  const hazards = new Map<StepId, Hazard[]>();
  for (const alike of grouped(findUnearnable(before, after), ({ at, text }) => `${at} ${text}`).values()) {
    const [{ at, earned, text, missing }] = alike as readonly [Unearnable];
    const cause =
      steps.find(({ action, address }) => action === "delete" && address === missing) ??
      steps.findLast(({ address }) => address === at) ??
      steps.findLast(({ address }) => address === earned) ??
      steps[0];
    if (cause === undefined) continue;
    const about = alike.flatMap((each) => after.resources.get(each.earned) ?? []);
    const why = at === earned ? text : `${at}: ${text}`;
    const sentence = `With this change, ${earnedWords(about, catalog)} can no longer be earned: ${why}.`;
    append(hazards, cause.id, { name: "breaks-earning", sentence });
  }
  return hazards;
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
function kindHazards(
  steps: readonly Step[],
  { before: live, after, catalog }: HazardSides,
): ReadonlyMap<StepId, readonly Hazard[]> {
  const hazards = new Map<StepId, Hazard[]>();
  const [counts, rest] = [countByKind(live), countByKind(after)];
  for (const kind of catalog) {
    const mine = steps.filter(
      ({ action, address }) =>
        partsOfAddress(address).kind === kind.name && action !== "create" && live.resources.has(address),
    );
    const total = counts.get(kind.name) ?? 0;
    const plural = kind.plural.replaceAll("_", " ");
    const touched = new Set(mine.filter((step) => !finishes(step, kind)).map(({ address }) => address)).size;
    const firstDelete = mine.find(({ action }) => action === "delete");
    if (total >= MASS_MINIMUM && touched > total * MASS_SHARE && mine[0] !== undefined) {
      const share = Math.round((touched / total) * 100);
      const sentence = `${touched} of ${total} live ${plural} (${share}%) would be changed or deleted; more than 30% is a mass change.`;
      append(hazards, mine[0].id, { name: "mass-change", sentence });
    }
    if (firstDelete !== undefined && (rest.get(kind.name) ?? 0) === 0) {
      const all = total === 1 ? `The only live ${kind.label}` : `All ${total} live ${plural}`;
      append(hazards, firstDelete.id, { name: "empties-kind", sentence: `${all} would be deleted.` });
    }
  }
  return hazards;
}

/** What can be attached only after a resource was made belongs to making it, also where an earlier run made half of it. */
function finishes({ action, link }: Step, kind: Kind): boolean {
  return action === "attach" && kind.links.some(({ name, onCreate }) => name === link?.name && onCreate === "attach");
}

function countByKind(game: LiveGame): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of game.resources.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** One refusal for each step that it is about. Problems that are not about hazards stay as they are. */
export function refusedSteps(
  refusals: readonly Diagnostic[],
  steps: readonly Step[],
  catalog: Catalog,
): readonly Diagnostic[] {
  return refusals.flatMap((refusal) => {
    const found = steps.flatMap((step) => {
      const own = step.hazards.filter(({ name, consented }) => name === refusal.code && consented !== true);
      return own.length === 0 ? [] : [{ step, sentences: own.map(({ sentence }) => sentence) }];
    });
    const known = new Set(found.flatMap(({ sentences }) => sentences));
    const beyond = refusal.detail.split("\n").filter((sentence) => !known.has(sentence));
    const each = found.map(({ step, sentences }): Diagnostic => {
      const named = labelOf(step, catalog);
      const detail = [...sentences, ...beyond.filter((sentence) => sentence.includes(named))].join("\n");
      return { ...refusal, ...diagnostic(refusal.code, detail, { address: step.address, help: refusal.help }) };
    });
    return each.length === 0 ? [refusal] : each;
  });
}
