/**
 * The way back from an apply. In: one game's part of a report and what is live now. Out: the game as it should be,
 * for the same planner as always: what the apply touched is to be as it was read before it, and nothing else is spoken
 * of. Whatever the report cannot account for was done by somebody else since, and is not overwritten unasked.
 */
import type { Catalog, Kind, KindName } from "../../catalog/types.ts";
import { both } from "../../manifest/wording.ts";
import { addressOf, addressOrder, kindNamed, partsOfAddress, referrersOf } from "../../model/catalog-lookup.ts";
import { readLike } from "../../model/codec.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../model/diagnostics.ts";
import { type Json, jsonText } from "../../model/json.ts";
import { append } from "../../model/lists.ts";
import type { Address, Desired, DesiredGame, Links, Live, LiveGame, Origin, Removed } from "../../model/model.ts";
import { referencesOfResource } from "../../model/references.ts";
import { withoutMarks } from "../../model/temporary-ids.ts";
import { fieldChanges } from "../diff.ts";
import type { Wanted } from "../reads-needed.ts";
import { isTemporaryValue } from "../unique-values.ts";
import { type Matched, matchFootprints, waitingPlaces } from "./matching.ts";
import type { ReportRun } from "./report-reading.ts";
import { footprintsOf } from "./report-states.ts";

export interface WayBack {
  readonly desired: DesiredGame;
  /** What stays lost although the resources come back. */
  readonly losses: readonly Diagnostic[];
}

/** What has to be read to find the way back: the kinds that were touched, and what may refer to what was made. */
export function readsBeforeReverting({ steps }: ReportRun, catalog: Catalog): Wanted {
  const touched = new Set<KindName>(steps.map(({ address }) => partsOfAddress(address).kind));
  const made = steps.filter(({ action }) => action === "create").map(({ address }) => partsOfAddress(address).kind);
  const referrers = made.flatMap((kind) => referrersOf(catalog, kind).map(({ name }) => name));
  const kinds = new Set([...touched, ...referrers]);
  return { kinds: catalog.map(({ name }) => name).filter((name) => kinds.has(name)), linksOf: () => true };
}

/**
 * `force`: what was changed since may be overwritten. Errors: what was changed since, otherwise; and what was made by
 * the apply and is used by others now.
 */
export function wayBack(run: ReportRun, live: LiveGame, catalog: Catalog, force: boolean): Checked<WayBack> {
  const order = addressOrder(catalog);
  const found = matchFootprints(footprintsOf(run.steps, catalog), live, run.file, catalog);
  if (found.value === undefined) return { diagnostics: found.diagnostics };
  const matched = [...found.value].sort((a, b) => order(a.footprint.resource, b.footprint.resource));
  const changed = force ? [] : matched.flatMap((each) => changedSince(each, catalog));
  const desired = desiredOf(matched, run, catalog);
  const diagnostics = [...changed, ...usedByOthers(desired.removed, matched, live, catalog)];
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: { desired, losses: matched.flatMap((each) => loss(each, catalog)) }, diagnostics };
}

/** A value is accounted for when it is as the apply left it, may have left it, or found it. */
function changedSince({ footprint, found, states, seen }: Matched, catalog: Catalog): readonly Diagnostic[] {
  const { certain, possible, before, resource } = footprint;
  if (found === undefined) {
    const isExpected = before === undefined || certain === undefined || possible === undefined;
    return isExpected ? [] : [since(resource, `${certain.address} was there after the apply, and is gone now.`)];
  }
  const kind = kindNamed(catalog, found.kind);
  // What was deleted and is there again may have been made anew by a way back that has not attached its members yet.
  const isAnew = before !== undefined && (certain === undefined || possible === undefined);
  const remade = isAnew ? [{ ...before, links: emptied(before.links) }] : [];
  const known = [...states, ...remade];
  const fields = [
    ...changedFields(kind, seen ?? found, known, states[0]),
    ...changedMembers(kind, seen ?? found, known),
  ];
  if (fields.length === 0) return [];
  return [since(found.address, `${found.address} is not as the apply left it: ${fields.join("; ")}.`)];
}

function emptied(links: Links): Links {
  return Object.fromEntries(Object.keys(links).map((name) => [name, []]));
}

function changedFields(kind: Kind, found: Live, known: readonly Live[], left: Live | undefined): readonly string[] {
  const bodies = known.map((state) => withoutMarks(kind, state.body));
  const present = withoutMarks(kind, found.body);
  return kind.fields.flatMap((field) => {
    const { name, type } = field;
    const now = present[name];
    const values = bodies.flatMap((body) => (body[name] === undefined ? [] : [body[name]]));
    if (type === "id" || now === undefined || isTemporaryValue(field, now)) return [];
    const isKnown = values.some((value) => fieldChanges(`/${name}`, value, readLike(field, now, value)).length === 0);
    if (values.length === 0 || isKnown) return [];
    return [`"${name}" is ${shown(now)} now, and was ${shown(left?.body[name] ?? values[0])}`];
  });
}

function changedMembers(kind: Kind, found: Live, known: readonly Live[]): readonly string[] {
  return kind.links.flatMap(({ name }) => {
    const now = found.links[name];
    const lists = known.flatMap(({ links }) => (links[name] === undefined ? [] : [new Set(links[name])]));
    if (now === undefined || lists.length === 0) return [];
    const members = new Set([...now, ...lists.flatMap((list) => [...list])]);
    return [...members].sort().flatMap((member) => {
      const isThere = now.includes(member);
      if (lists.some((list) => list.has(member) === isThere)) return [];
      return [`"${name}" ${isThere ? "has" : "no longer has"} ${shown(member)}`];
    });
  });
}

function since(address: Address, detail: string): Diagnostic {
  return diagnostic("changed-since", detail, {
    address,
    help: ["to go back nevertheless, and to lose what was changed since, add the flag: --force"],
  });
}

function desiredOf(matched: readonly Matched[], { file, head, steps }: ReportRun, catalog: Catalog): DesiredGame {
  const lines = new Map(steps.map(({ resource, line }) => [resource, line]));
  const originOf = (resource: Address): Origin => ({ file, line: lines.get(resource) ?? 1, column: 1 });
  const resources = new Map<Address, Desired>();
  for (const { footprint, found } of matched) {
    const { before } = footprint;
    if (before === undefined) continue;
    const ignore = found === undefined ? [] : unknownIn(before, catalog);
    resources.set(before.address, { ...before, ignore, create_only: false, origin: originOf(footprint.resource) });
  }
  const moved = matched.flatMap(({ entries }) => entries);
  const reason = `made by the apply of ${head.time}`;
  const removed = matched.flatMap(({ footprint, found, entries: [leaving] }): Removed[] => {
    if (footprint.before !== undefined || found === undefined) return [];
    if (leaving === undefined && resources.has(found.address)) return [];
    const custom_id = leaving?.to ?? found.custom_id;
    return [{ kind: found.kind, custom_id, reason, origin: originOf(footprint.resource) }];
  });
  // Where the old one is still there, what was made to take its place goes.
  const spare = matched.flatMap(({ heirs }) =>
    heirs
      .flatMap(waitingPlaces)
      .map((place): Removed => ({ ...partsOfAddress(place), reason, origin: originOf(place) })),
  );
  return { resources, managed: new Set(), moved, removed: [...removed, ...spare], sources: new Map() };
}

/** What the report does not know of a resource that is there stays as it is. */
function unknownIn({ kind, body, links }: Live, catalog: Catalog): readonly string[] {
  const { fields, links: all } = kindNamed(catalog, kind);
  const unknown = [
    ...fields.filter(({ name, type }) => type !== "id" && body[name] === undefined),
    ...all.filter(({ name }) => links[name] === undefined),
  ];
  return unknown.map(({ name }) => name);
}

/** What the apply made goes only if nothing else has come to need it. */
function usedByOthers(
  removed: readonly Removed[],
  matched: readonly Matched[],
  live: LiveGame,
  catalog: Catalog,
): readonly Diagnostic[] {
  const doomed = new Set(removed.map(({ kind, custom_id }) => addressOf(kind, custom_id)));
  const ours = new Set(
    matched.flatMap(({ found, footprint, heirs }) => [
      found?.address,
      ...[footprint, ...heirs].flatMap(({ certain, possible }) => [certain?.address, possible?.address]),
    ]),
  );
  const users = new Map<Address, Address[]>();
  for (const resource of live.resources.values()) {
    if (ours.has(resource.address)) continue;
    for (const address of referencesOfResource(catalog, resource)) {
      if (doomed.has(address)) append(users, address, resource.address);
    }
  }
  return [...users].map(([address, by]) => {
    const detail = `${address} was made by the apply and would go, but ${by.join(", ")} ${by.length === 1 ? "uses" : "use"} it now.`;
    return diagnostic("still-referenced", detail, { address, help: ["point what uses it elsewhere first"] });
  });
}

function loss({ footprint: { before, certain }, found, heirs }: Matched, catalog: Catalog): readonly Diagnostic[] {
  const isReplaced = heirs.length > 0 && certain === undefined;
  if (before === undefined || (found !== undefined && !isReplaced)) return [];
  const { kind: kindName, custom_id, address } = before;
  const { playerData, label, fields, links } = kindNamed(catalog, kindName);
  const unseen = [
    ...fields.filter(({ name }) => before.body[name] === undefined),
    ...links.filter(({ name }) => before.links[name] === undefined),
  ].map(({ name }) => `"${name}"`);
  const losses = [
    ...(playerData === undefined
      ? []
      : [`its ${playerData} of before ${playerData.endsWith("s") ? "are" : "is"} lost`]),
    ...(unseen.length === 0 ? [] : [`the service never showed its ${both(unseen)}, so it is made without`]),
  ];
  if (losses.length === 0) return [];
  const detail = `The ${label} "${custom_id}" was deleted and is made anew; ${losses.join("; ")}.`;
  return [diagnostic("cannot-undo", detail, { address })];
}

function shown(value: Json | undefined): string {
  return value === undefined ? "absent" : jsonText(value);
}
