/**
 * Finds out from the live game whether a step is done. In: a step and its effect, such as a PUT
 * with `points: 30`. Out: the evidence of one reading. Resources have the ids that they had when
 * the step was sent, because later steps of the same apply can change them.
 */
import type { Client } from "../api/client.ts";
import { readSingle } from "../api/reader.ts";
import type { Link } from "../catalog/types.ts";
import { pickMembers } from "../ground/collections.ts";
import { nameIn } from "../ground/pointer.ts";
import { linkNamed, valueIn } from "../model/catalog-lookup.ts";
import type { DiagnosticCode } from "../model/codes.ts";
import { type Checked, type Diagnostic, findError } from "../model/diagnostics.ts";
import {
  type ApiRequest,
  type Comparable,
  type FieldChange,
  type Live,
  membershipOf,
  type Step,
} from "../model/model.ts";
import { compare } from "../plan/differences.ts";
import type { StepEffect } from "../plan/step.ts";
import type { GameLists } from "./game-lists.ts";

/** A step that was sent, and the game to read it back from. */
export interface SentStep {
  readonly step: Step;
  readonly effect: StepEffect;
  readonly client: Client;
  readonly lists: GameLists;
}

/**
 * The state of a step on the service. `not-done`: no effect is visible. `unseen`: the resource
 * exists, and does not show every value that the step changes. `different`: the resource exists
 * with other content. `no-list`: the service has no list of the link's members.
 */
export type StepEvidence =
  | { readonly found: "as-wanted" | "not-done" | "unseen" }
  | { readonly found: "different"; readonly fields: readonly FieldChange[] }
  | { readonly found: "no-list"; readonly diagnostic: Diagnostic }
  | UnreadableStep;

interface UnreadableStep {
  readonly found: "unreadable";
  readonly diagnostic: Diagnostic;
}

/**
 * Failures of a reading that another reading can be without: a list that contradicts itself, and a
 * momentary answer.
 */
const MOMENTARY: ReadonlySet<DiagnosticCode> = new Set([
  "incomplete-read",
  "service-refused",
  "unexpected-response",
]);

/** Whether the same reading may succeed later. */
export function isMomentary({ code }: Diagnostic): boolean {
  return MOMENTARY.has(code);
}

/** Whether later readings would show the same. A missing effect can be due to lag. */
export function isConclusive(seen: StepEvidence): boolean {
  if (seen.found === "unreadable") return !isMomentary(seen.diagnostic);
  return seen.found === "as-wanted" || seen.found === "unseen" || seen.found === "no-list";
}

/** The evidence that counts. */
export interface Look {
  /**
   * Whether the service refused a creation as a repetition, so that only the list of the kind shows
   * what exists.
   */
  readonly isTaken?: boolean;
  /**
   * The fields and links that are compared. Default: everything that is sent, but no links of a
   * creation.
   */
  readonly only?: readonly string[];
}

/** Reads once. */
export async function look(
  of: SentStep,
  request: ApiRequest,
  { isTaken = false, only }: Look = {},
): Promise<StepEvidence> {
  const isDeletion = request.method === "DELETE";
  const link = linkNamed(of.effect.kind, membershipOf(of.step)?.name ?? "");
  if (link !== undefined && request.method !== "PUT") return lookAtMember(of, link, isDeletion);
  const { value: live, diagnostics } = await readNow(of, isTaken || isDeletion ? "list" : "any");
  if (live === undefined) return reportUnreadable(diagnostics);
  if (isDeletion || live === "absent")
    return { found: isDeletion === (live === "absent") ? "as-wanted" : "not-done" };
  return compareWithSent(of, { sent: listSentValues(of, request, only), live });
}

/**
 * Reads the step's resource. A 404 of its own path can be about the route, so that deletions are
 * judged by the list of the kind.
 */
export async function readNow(
  of: SentStep,
  source: "list" | "any",
): Promise<Checked<Live | "absent">> {
  const { kind } = of.effect;
  const custom_id = findIdNow(of);
  const single = source === "list" ? undefined : await readSingle(of.client, kind, custom_id);
  if (single !== undefined) return { value: single, diagnostics: [] };
  const { value, diagnostics } = await of.lists.readResources(kind);
  if (value === undefined) return { diagnostics };
  return { value: value.find((one) => one.custom_id === custom_id) ?? "absent", diagnostics };
}

/** Looks for the member in the list, by the id that it had when the step was sent. */
async function lookAtMember(of: SentStep, link: Link, isDeletion: boolean): Promise<StepEvidence> {
  const { kind, member } = of.effect;
  const evidence = (members: readonly string[]): StepEvidence => {
    const isMember = member !== undefined && members.includes(member);
    return { found: isMember === isDeletion ? "not-done" : "as-wanted" };
  };
  const { value: members, diagnostics } = await of.lists.readMembers({
    kind,
    link,
    custom_id: findIdNow(of),
  });
  if (typeof members === "object") return evidence(members);
  if (members === undefined) return reportUnreadable(diagnostics);
  // The record can show the members, and a deleted resource has none.
  const { value: owner } = await readNow(of, "list");
  const shown = owner === "absent" ? [] : owner?.links[link.name];
  if (shown !== undefined && (isDeletion || owner !== "absent")) return evidence(shown);
  const { diagnostic } = reportUnreadable(diagnostics);
  return { found: members === "no-list" ? "no-list" : "unreadable", diagnostic };
}

/** The id of the resource after the step, which can be temporary. */
function findIdNow({ effect: { id, before, after } }: SentStep): string {
  return (after ?? before)?.id ?? id;
}

export function reportUnreadable(diagnostics: readonly Diagnostic[]): UnreadableStep {
  const error = findError(diagnostics);
  if (error === undefined) throw new Error("a reading failed without an error");
  return { found: "unreadable", diagnostic: error };
}

/**
 * The values of the request that are compared: everything that is sent, but no links of a creation,
 * or only the named ones.
 */
export function listSentValues(
  { effect }: SentStep,
  { method, body }: ApiRequest,
  only?: readonly string[],
): Comparable {
  const { sent = { body: {}, links: {} } } = effect;
  const links =
    only === undefined && method === "POST"
      ? {}
      : pickMembers(sent.links, only ?? Object.keys(sent.links));
  return { body: pickMembers(sent.body, only ?? Object.keys(body ?? {})), links };
}

/** Compares the live resource with sent values, as far as the service shows them. */
async function compareWithSent(
  { step, effect, lists }: SentStep,
  { sent, live }: { readonly sent: Comparable; readonly live: Live },
): Promise<StepEvidence> {
  const { kind, sent: all = sent } = effect;
  const links: Record<string, readonly string[]> = { ...live.links };
  for (const link of kind.links.filter(
    ({ name }) => sent.links[name] !== undefined && links[name] === undefined,
  )) {
    const { value, diagnostics } = await lists.readMembers({
      kind,
      link,
      custom_id: live.custom_id,
    });
    if (value === undefined || value === "unreadable") return reportUnreadable(diagnostics);
    if (typeof value === "object") links[link.name] = value;
  }
  const shown = { body: live.body, links };
  const fields = compare(kind, shown, sent);
  if (fields.length > 0) return { found: "different", fields };
  const changed = step.fields
    .map(({ path }) => nameIn(path))
    .filter((name) => valueIn(all, name) !== undefined);
  return {
    found: changed.every((name) => valueIn(shown, name) !== undefined) ? "as-wanted" : "unseen",
  };
}
