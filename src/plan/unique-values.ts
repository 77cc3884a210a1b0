/**
 * Values that one resource of a kind can have at a time: unique names, and choices such as the one standard
 * leaderboard (docs/service.md#surprises). A step that takes such a value needs the step that frees it.
 */
import type { Catalog, Field, Kind } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import { type Json, jsonText } from "../model/json.ts";
import { append } from "../model/lists.ts";
import type { Body, Change, DesiredGame, Live, LiveGame, Renames, StepId } from "../model/model.ts";
import { movedLine } from "./moved-line.ts";
import type { Planned, StepIndex } from "./needs.ts";

/** One step takes a value that a live resource has and another step frees. */
export interface Claim {
  readonly taker: StepId;
  /** Under the address that it will have. */
  readonly holder: Live;
  /** As it is live now: with its old id, if it is renamed. */
  readonly actual: Live;
  readonly field: Field;
  readonly freedBy: StepId;
}

interface Held {
  readonly holder: Live;
  readonly actual: Live;
  readonly field: Field;
}

/**
 * All claims among the steps, or a problem for each value whose holder stays as it is. What replacements have left holds
 * its values, too, until it is deleted or takes its place; `actual` is the game with it, `live` without.
 */
export function findClaims(
  planned: readonly Planned[],
  index: StepIndex,
  desired: DesiredGame,
  live: LiveGame,
  actual: LiveGame,
  renames: Renames,
  catalog: Catalog,
): { readonly claims: readonly Claim[]; readonly diagnostics: readonly Diagnostic[] } {
  const holders = holdersOf(actual, renames, catalog);
  const fallbacks = new Map(planned.map(({ change, step }) => [step.id, change.fallbackOf ?? []]));
  const freed = freeingSteps(planned);
  const isLeft = ({ address }: Live): boolean => !live.resources.has(address);
  const claims: Claim[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { change, step } of planned) {
    if (change.action !== "create" && change.action !== "update" && change.action !== "rename") continue;
    const kind = kindNamed(catalog, change.desired.kind);
    for (const { key, field, exact } of claimsOf(kind, change.desired.body)) {
      if (change.action !== "create" && !changes(change, field)) continue;
      for (const { holder, actual: now } of holders.get(key) ?? []) {
        if (holder.address === step.address) continue;
        const byChange = freed.get(`${holder.address} ${field.name}`);
        // A replacement takes over the value of what it replaces, unless that changes.
        const isTakenOver = index.newcomers.has(holder.address) && byChange === undefined;
        const byDeletion = isTakenOver ? undefined : index.deletes.get(holder.address);
        // A change of what is only taken at creation may be ignored; the replacement frees the value for certain.
        const freedBy = field.createOnly === true ? (byDeletion ?? byChange) : (byChange ?? byDeletion);
        // What is only done if this attempt was in vain cannot come before it.
        if (freedBy !== undefined && fallbacks.get(freedBy)?.includes(step.id) === true && isLeft(holder)) continue;
        if (freedBy !== undefined) claims.push({ taker: step.id, holder, actual: now, field, freedBy });
        else if (!isLeft(holder) && now.body[field.name] === exact)
          diagnostics.push(taken(change, holder, field, desired));
      }
    }
  }
  return { claims, diagnostics };
}

/** Whether the value was given by an apply that did not come to its end, and is nobody's choice. */
export function isTemporaryValue(field: Field, value: Json): boolean {
  const start = `laurel temporary ${field.name} `;
  return field.unique === true && typeof value === "string" && value.startsWith(start);
}

/** A value for a field that nobody has or is to have, for a resource that has to step aside for a while. */
export function temporaryValue(kind: Kind, field: Field, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const value = `laurel temporary ${field.name} ${number}`;
    const key = claimKey(kind, field, value);
    if (taken.has(key)) continue;
    taken.add(key);
    return value;
  }
}

/** The claimed values of both sides, as keys. */
export function claimedKeys(desired: DesiredGame, live: LiveGame, catalog: Catalog): Set<string> {
  const resources = [...desired.resources.values(), ...live.resources.values()];
  return new Set(resources.flatMap(({ kind, body }) => claimsOf(kindNamed(catalog, kind), body).map(({ key }) => key)));
}

function holdersOf(live: LiveGame, renames: Renames, catalog: Catalog): ReadonlyMap<string, readonly Held[]> {
  const holders = new Map<string, Held[]>();
  for (const holder of live.resources.values()) {
    const actual = renames.get(holder.address) ?? holder;
    for (const { key, field } of claimsOf(kindNamed(catalog, holder.kind), actual.body)) {
      append(holders, key, { holder, actual, field });
    }
  }
  return holders;
}

/** By `address field`: the update that gives the resource another value there. */
function freeingSteps(planned: readonly Planned[]): ReadonlyMap<string, StepId> {
  const freed = new Map<string, StepId>();
  for (const { change, step } of planned) {
    if (change.action !== "update" && (change.action !== "rename" || change.replaces !== undefined)) continue;
    for (const { path } of change.fields) freed.set(`${step.address} ${path.slice(1)}`, step.id);
  }
  return freed;
}

function claimsOf(kind: Kind, body: Body): readonly { key: string; field: Field; exact: string }[] {
  return kind.fields.flatMap((field) => {
    const exact = body[field.name];
    if (typeof exact !== "string") return [];
    const isClaimed =
      field.type === "id" || field.unique === true || (field.type === "choice" && field.atMostOne === exact);
    return isClaimed ? [{ key: claimKey(kind, field, exact), field, exact }] : [];
  });
}

/** Ignores case, because the service's database may (docs/service.md#common-properties). It only makes the order stricter. */
function claimKey(kind: Kind, field: Field, value: string): string {
  return `${kind.name} ${field.name} ${value.toLowerCase()}`;
}

function changes(change: Extract<Change, { action: "update" | "rename" }>, field: Field): boolean {
  return change.fields.some(({ path }) => path === `/${field.name}`);
}

function taken(
  change: Extract<Change, { action: "create" | "update" | "rename" }>,
  holder: Live,
  field: Field,
  desired: DesiredGame,
): Diagnostic {
  const { address, origin, custom_id } = change.desired;
  const span = desired.sources.get(address)?.locate(`/${field.name}`, "value");
  const value = jsonText(holder.body[field.name]);
  return diagnostic(
    "taken-name",
    `${address} wants ${field.name} ${value}, which the live ${holder.address} has and keeps.`,
    {
      address,
      ...(span === undefined ? {} : { primary: { span, text: `taken by ${holder.address}` } }),
      help: [
        ...(change.action === "create"
          ? [`if it is the same one under a new id, add: ${movedLine(holder, custom_id)}`]
          : []),
        `declare ${holder.address} with another ${field.name}, or delete it with --prune`,
        ...(span === undefined ? [`${custom_id} is declared at ${origin.file}:${origin.line}`] : []),
      ],
    },
  );
}
