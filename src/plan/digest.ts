/**
 * Makes the digests that name a plan. In: steps, and the live resources that they touch. Out: text
 * such as `sha256:1e33…`. No digest depends on a machine, a moment, or how manifests are laid out
 * in files.
 */
import { canonicalJson } from "../ground/json.ts";
import {
  type ApiRequest,
  type Digest,
  membershipOf,
  otherRequestOf,
  type Plan,
  type PlannedRequest,
  type Step,
  type Target,
  type Touched,
} from "../model/model.ts";
import type { StepEffect, StepEffects } from "./step.ts";

/**
 * Hashes a text to `sha256:` and hexadecimal digits. It is passed in, so that planning needs no
 * module of a platform.
 */
export type Hash = (text: string) => Digest;

/** The digest of `basis.live`. */
export function digestOfTouched(touched: readonly Touched[], hash: Hash): Digest {
  return hash(canonicalJson(condensed(touched, hash)));
}

/** Elements of a list that are hashed together. */
const TOGETHER = 1000;

/**
 * Returns a list, or for a long one the hashes of its parts: the text of the list would take as
 * much memory as the game.
 */
export function condensed(list: readonly unknown[], hash: Hash): readonly unknown[] {
  if (list.length <= TOGETHER) return list;
  const count = Math.ceil(list.length / TOGETHER);
  const partAt = (index: number): readonly unknown[] =>
    list.slice(index * TOGETHER, (index + 1) * TOGETHER);
  return Array.from({ length: count }, (_, index) => hash(canonicalJson(partAt(index))));
}

/** The parts that a plan's digest covers, by the names that refusals use. */
const DIGEST_PARTS = ["target", "manifests", "live values that it touches", "steps"] as const;
type DigestPart = (typeof DIGEST_PARTS)[number];
const PREFIX = "sha256:";
const WHOLE_DIGITS = 16;
const PART_DIGITS = 12;

/**
 * Makes the digest that names a plan: 16 digits of a hash of everything, then 12 of each part, so
 * that a refusal can say which part differs. Another plan for the same target has other steps at
 * least, so both digests would have to agree in 160 bits. Causes are not covered: the digest is the
 * same with and without `--base`, unless the base shows changes of values that the service does not
 * show.
 */
export function digestOfPlan(
  plan: Target & Pick<Plan, "basis" | "steps">,
  effects: StepEffects,
  hash: Hash,
): Digest {
  const { game, environment, base_url, game_id, basis } = plan;
  const steps = condensed(
    plan.steps.map((step) => digestForm(step, effects.get(step.id))),
    hash,
  );
  const parts = [{ game, environment, base_url, game_id }, basis.manifests, basis.live, steps];
  const hex = (text: string): string => hash(text).slice(PREFIX.length);
  const hashes = parts.map((part) => hex(canonicalJson(part)));
  const whole = hex(hashes.join("")).slice(0, WHOLE_DIGITS);
  return PREFIX + whole + hashes.map((hash) => hash.slice(0, PART_DIGITS)).join("");
}

/** Whether a written digest, or the beginning of one, names the plan. */
export function isDigestOf(written: string, { digest }: Pick<Plan, "digest">): boolean {
  return digest.startsWith(withPrefix(written));
}

/**
 * Finds the parts in which a plan differs from the one with a written digest. Undefined if that was
 * cut, or has another target.
 */
export function changedParts(
  written: string,
  plan: Pick<Plan, "digest">,
): readonly DigestPart[] | undefined {
  if (hasTargetOf(written, plan) !== true) return undefined;
  return DIGEST_PARTS.filter((part) => !isSamePart(part, written, plan));
}

/**
 * Whether a written digest names a plan for the same target as this one. Undefined if it was cut.
 */
export function hasTargetOf(written: string, plan: Pick<Plan, "digest">): boolean | undefined {
  return withPrefix(written).length < plan.digest.length
    ? undefined
    : isSamePart("target", written, plan);
}

function isSamePart(part: DigestPart, written: string, { digest }: Pick<Plan, "digest">): boolean {
  const start = PREFIX.length + WHOLE_DIGITS + DIGEST_PARTS.indexOf(part) * PART_DIGITS;
  const end = start + PART_DIGITS;
  return withPrefix(written).slice(start, end) === digest.slice(start, end);
}

function withPrefix(written: string): string {
  return written.startsWith(PREFIX) ? written : PREFIX + written;
}

/**
 * The members of a step that the digest covers. The values of its fields are covered by the
 * manifests and the live game. The hazard that needs earlier manifests is left out, so that a plan
 * has one digest with and without them.
 */
function digestForm(step: Step, effect: StepEffect | undefined): object {
  const { id, action, address, needs, notes, request, replaces } = step;
  return {
    id,
    action,
    address,
    needs,
    notes,
    request: shown(request),
    replaces,
    hazards: step.hazards.flatMap(({ about: _, ...hazard }) =>
      hazard.name === "deletes-unknown" ? [] : [hazard],
    ),
    link: membershipOf(step),
    otherwise: shown(otherRequestOf(step)),
    verifies: effect?.verifies,
    undo: effect?.undo && {
      ...effect.undo,
      deletion: shown(effect.undo.deletion),
      restoring: shown(effect.undo.restoring),
    },
  };
}

function shown(request: PlannedRequest | undefined): ApiRequest | undefined {
  if (request === undefined) return undefined;
  const { parts: _, ...rest } = request;
  return rest;
}
