/**
 * What a plan is based on, and the digests that name it. In: steps, and the live game that they were planned for. Out: the
 * resources that they touch as they are live (for `points: 30` one, with 20), and digests over them. Nothing in a digest
 * depends on a machine, a moment, or how manifests are laid out in files. A live game that has moved since makes a plan stale.
 */
import type { Catalog } from "../catalog/types.ts";
import { canonicalJson, type Json } from "../ground/json.ts";
import { pointerText } from "../ground/pointer.ts";
import { counted } from "../ground/words.ts";
import { addressOf, inCatalogOrder, kindAt } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { markOf } from "../model/marks.ts";
import {
  type Address,
  type Digest,
  type FieldChange,
  type LiveGame,
  membershipOf,
  otherRequestOf,
  type Plan,
  type ReadScope,
  type Step,
  type StepId,
  type Target,
  type Touched,
} from "../model/model.ts";
import { compare, valueText } from "./differences.ts";
import type { StepEffect } from "./step.ts";

type StepEffects = ReadonlyMap<StepId, StepEffect>;

/** Text to `sha256:` and its hexadecimal digest. Passed in, so that core needs no crypto of a platform. */
export type Hash = (text: string) => Digest;

/** Every resource that the steps make, change or delete, in the order of addresses, as it is live. */
export function touchedBy(steps: readonly Step[], effects: StepEffects, live: LiveGame): readonly Touched[] {
  const addresses = new Set<Address>();
  for (const { id, address } of steps) {
    const { before, after } = effects.get(id) ?? {};
    addresses.add(address);
    for (const thing of [before, after]) if (thing !== undefined) addresses.add(addressOf(thing.kind.name, thing.id));
  }
  return touchedAt([...addresses].sort(), live);
}

function touchedAt(addresses: readonly Address[], live: LiveGame): readonly Touched[] {
  return addresses.map((address): Touched => {
    const record = live.resources.get(address);
    return { address, live: record === undefined ? null : { body: record.body, links: record.links } };
  });
}

/** The digest of `basis.live`. */
export function digestOfTouched(touched: readonly Touched[], hash: Hash): Digest {
  return hash(canonicalJson(condensed(touched as unknown as readonly Json[], hash)));
}

/** Elements of a list that are hashed together. */
const TOGETHER = 1000;

/** A list, or the hashes of its parts where it is long: its text would take as much memory as the game. */
export function condensed(list: readonly Json[], hash: Hash): Json {
  if (list.length <= TOGETHER) return list;
  const count = Math.ceil(list.length / TOGETHER);
  const partAt = (index: number): readonly Json[] => list.slice(index * TOGETHER, (index + 1) * TOGETHER);
  return Array.from({ length: count }, (_, index) => hash(canonicalJson(partAt(index))));
}

/** What a plan's digest covers, each part under the name that a refusal gives it. */
const DIGEST_PARTS = ["target", "manifests", "live values that it touches", "steps"] as const;
type DigestPart = (typeof DIGEST_PARTS)[number];
const PREFIX = "sha256:";
const WHOLE_DIGITS = 16;
const PART_DIGITS = 12;

/**
 * The digest that names a plan: 16 digits of a hash of everything, then 12 of each part, so that a refusal can say which of
 * them moved. Another plan for the same target differs in its steps at least, so it would have to agree in 160 bits. What an
 * earlier commit says about a plan is no part of it: the digest is the same with and without `--base`.
 */
export function digestOfPlan(plan: Target & Pick<Plan, "basis" | "steps">, effects: StepEffects, hash: Hash): Digest {
  const { game, environment, base_url, game_id, basis } = plan;
  const steps = condensed(
    plan.steps.map((step) => digestForm(step, effects.get(step.id))) as unknown as readonly Json[],
    hash,
  );
  const parts: Json[] = [{ game, environment, base_url, game_id }, basis.manifests, basis.live, steps];
  const hex = (text: string): string => hash(text).slice(PREFIX.length);
  const hashes = parts.map((part) => hex(canonicalJson(part)));
  const whole = hex(hashes.join("")).slice(0, WHOLE_DIGITS);
  return PREFIX + whole + hashes.map((hash) => hash.slice(0, PART_DIGITS)).join("");
}

/** Whether a digest, or the beginning of one, is that of the plan. */
export function isDigestOf(written: string, { digest }: Pick<Plan, "digest">): boolean {
  return digest.startsWith(withPrefix(written));
}

/** The parts in which the plan is not the one with the given digest. Undefined if it was cut, or is of another target. */
export function movedParts(written: string, plan: Pick<Plan, "digest">): readonly DigestPart[] | undefined {
  if (hasTargetOf(written, plan) !== true) return undefined;
  return DIGEST_PARTS.filter((part) => !isSamePart(part, written, plan));
}

/** Whether a digest names a plan for the same target as this one. Undefined if it was cut. */
export function hasTargetOf(written: string, plan: Pick<Plan, "digest">): boolean | undefined {
  return withPrefix(written).length < plan.digest.length ? undefined : isSamePart("target", written, plan);
}

function isSamePart(part: DigestPart, written: string, { digest }: Pick<Plan, "digest">): boolean {
  const start = PREFIX.length + WHOLE_DIGITS + DIGEST_PARTS.indexOf(part) * PART_DIGITS;
  const end = start + PART_DIGITS;
  return withPrefix(written).slice(start, end) === digest.slice(start, end);
}

function withPrefix(written: string): string {
  return written.startsWith(PREFIX) ? written : PREFIX + written;
}

/** What of a step its digest covers. Places in files and the values that manifests and the live game give are left out. */
function digestForm(step: Step, effect: StepEffect | undefined): object {
  const { id, action, address, needs, notes, request, replaces } = step;
  return {
    id,
    action,
    address,
    needs,
    notes,
    request,
    replaces,
    hazards: step.hazards.filter(({ name }) => name !== "deletes-unknown"),
    link: membershipOf(step),
    otherwise: otherRequestOf(step),
    verifies: effect?.verifies,
  };
}

/** Differences named in one problem. */
const SHOWN = 50;

/** What has to be read to check whether a plan is current. */
export function readsOfPlan(plan: Plan, catalog: Catalog): ReadScope {
  const touched = new Set(plan.basis.touched.map(({ address }) => address));
  const kinds = new Set([...touched].map((address) => kindAt(catalog, address).name));
  return { kinds: inCatalogOrder(catalog, kinds), linksOf: (address) => touched.has(address) };
}

/** Whether resources exchange ids, with one on its way under a mark. Planned on reads of before, the same exchange is undone. */
export function exchangesIds({ steps }: Plan): boolean {
  return steps.some(({ request: { body } }) => markOf(String(body?.custom_id))?.mark === "moving");
}

/** Undefined when the plan may go ahead; else `stale-plan`. `live` was read as `readsOfPlan` says. */
export function staleness(plan: Plan, live: LiveGame, catalog: Catalog): Diagnostic | undefined {
  if (plan.steps.length === 0) return undefined;
  const now = touchedAt(
    plan.basis.touched.map(({ address }) => address),
    live,
  );
  const moved = plan.basis.touched.flatMap((then, index) => movedResource(then, now[index] as Touched, catalog));
  return moved.length === 0 ? undefined : stalePlan(plan, moved);
}

/** Sentences about what somebody did to the resource since. */
function movedResource(
  { address, live: before }: Touched,
  { live: after }: Touched,
  catalog: Catalog,
): readonly string[] {
  if (before === null) return after === null ? [] : [`${address} was not there and has been made`];
  if (after === null) return [`${address} was there and is gone`];
  return compare(kindAt(catalog, address), before, after).map((field) => wasAndIs(address, field));
}

/** What somebody did to one field, as a sentence without its end. */
function wasAndIs(address: Address, { path, before, after }: FieldChange): string {
  return `${address} ${pointerText(path)} was ${valueText(before)} and is ${valueText(after)}`;
}

function stalePlan({ game, environment }: Plan, moved: readonly string[]): Diagnostic {
  const rest = moved.length > SHOWN ? [`and ${counted(moved.length - SHOWN, "more difference")}`] : [];
  const head = `The live game "${game}" (${environment}) is not what the plan was made on. Since then:`;
  const detail = [head, ...moved.slice(0, SHOWN).map((line) => `  ${line}`), ...rest].join("\n");
  const help = ["plan again, and apply the new plan: what is done is not repeated"];
  return diagnostic("stale-plan", detail, { help });
}
