/**
 * Decides what `moved` entries mean for what is live. In: entries and both sides. Out: which live resources get another
 * id. There is no state file, so what has been done is told from what is there: an entry whose `from` is gone is done.
 * A resource in the middle of a swap has a temporary id, which says whose it is.
 */
import type { Catalog, KindName } from "../../catalog/types.ts";
import { addressOf, kindNamed } from "../catalog-lookup.ts";
import { circles } from "../circles.ts";
import { type Diagnostic, diagnostic } from "../diagnostics.ts";
import type { Address, DesiredGame, Live, LiveGame, Moved, Renames } from "../model.ts";
import { fieldChanges } from "./diff.ts";

/** Stands behind the id of a resource that makes way for another one. */
const MOVING = "~laurel-moving";
const LONGEST_ID = 255;

/** The id that a resource has while another one takes its own. */
export function movingId(id: string): string {
  return `${id.slice(0, LONGEST_ID - MOVING.length)}${MOVING}`;
}

export interface Moves {
  readonly renames: Renames;
  readonly diagnostics: readonly Diagnostic[];
}

export function resolveMoves(desired: DesiredGame, live: LiveGame, catalog: Catalog): Moves {
  const renames = new Map<Address, Live>();
  const diagnostics: Diagnostic[] = [];
  for (const kind of catalog) {
    const entries = desired.moved.filter((entry) => entry.kind === kind.name);
    if (entries.length === 0) continue;
    const decided = decideKind(kind.name, entries, desired, live, catalog);
    diagnostics.push(...decided.diagnostics);
    for (const [to, from] of decided.renames) renames.set(to, from);
  }
  return { renames, diagnostics };
}

type Decision = "rename" | "done" | "both-live" | "unclear-move";

interface KindMoves {
  readonly kind: KindName;
  readonly byFrom: ReadonlyMap<string, Moved>;
  /** Where the resource of an entry ends: through entries whose own `to` is not declared. */
  readonly destination: ReadonlyMap<string, string>;
  /** The first entry that ends at an id, and the first that is written with it. */
  readonly byDestination: ReadonlyMap<string, Moved>;
  readonly byTo: ReadonlyMap<string, Moved>;
  readonly desired: DesiredGame;
  readonly live: LiveGame;
  readonly decisions: Map<string, Decision>;
}

function decideKind(
  kind: KindName,
  entries: readonly Moved[],
  desired: DesiredGame,
  live: LiveGame,
  catalog: Catalog,
): Moves {
  const byFrom = new Map(entries.map((entry) => [entry.from, entry]));
  const destination = new Map(entries.map(({ from }) => [from, destinationOf(from, kind, byFrom, desired)]));
  const byDestination = firstOf([...byFrom.values()], ({ from }) => destination.get(from) ?? from);
  const byTo = firstOf([...byFrom.values()], ({ to }) => to);
  const moves: KindMoves = { kind, byFrom, destination, byDestination, byTo, desired, live, decisions: new Map() };
  const entriesFrom = new Map([...byFrom].map(([from, entry]) => [from, [entry]]));
  const rings = circles(
    byFrom.keys(),
    (from) => entriesFrom.get(from) ?? [],
    ({ to }) => to,
  );
  for (const ring of rings)
    decideRing(
      ring.map(({ from }) => from),
      moves,
      catalog,
    );
  const renames = new Map<Address, Live>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    const decision = decide(entry.from, moves);
    const to = addressOf(kind, destination.get(entry.from) ?? entry.to);
    if (decision === "rename") {
      const from = liveFrom(entry.from, moves) as Live;
      const other = renames.get(to);
      if (other === undefined) renames.set(to, from);
      else
        diagnostics.push(
          refusedMove("both-live", entry, `${other.address} and ${from.address} would both become ${to}.`, desired),
        );
    } else if (decision === "both-live") {
      diagnostics.push(
        refusedMove(
          decision,
          entry,
          `${addressOf(kind, entry.from)} cannot become ${to}, because both are live.`,
          desired,
        ),
      );
    } else if (decision === "unclear-move") {
      const detail = `It cannot be told whether the live ${addressOf(kind, entry.from)} is the one that is to become ${to}, or has just got its id from another.`;
      diagnostics.push(refusedMove(decision, entry, detail, desired));
    }
  }
  return { renames, diagnostics };
}

function firstOf(entries: readonly Moved[], id: (entry: Moved) => string): ReadonlyMap<string, Moved> {
  return new Map([...entries].reverse().map((entry) => [id(entry), entry]));
}

/**
 * The live resource that an entry is about: the one that made way for another already, if there is one. A way back may
 * have an entry of its own for a resource that made way.
 */
function liveFrom(from: string, { kind, live, byFrom }: KindMoves): Live | undefined {
  const aside = movingId(from);
  const moving = byFrom.has(aside) ? undefined : live.resources.get(addressOf(kind, aside));
  return moving ?? live.resources.get(addressOf(kind, from));
}

function isLive(id: string, { kind, live }: KindMoves): boolean {
  return live.resources.has(addressOf(kind, id));
}

function destinationOf(from: string, kind: KindName, byFrom: ReadonlyMap<string, Moved>, desired: DesiredGame): string {
  const seen = new Set<string>([from]);
  let to = byFrom.get(from)?.to ?? from;
  while (!desired.resources.has(addressOf(kind, to)) && !seen.has(to)) {
    seen.add(to);
    to = byFrom.get(to)?.to ?? to;
  }
  return to;
}

function decide(from: string, moves: KindMoves): Decision {
  const { decisions, destination, byFrom } = moves;
  // From the end of its chain on, so that long ones take no stack. Rings are decided before.
  const chain: string[] = [];
  for (let id = from; byFrom.has(id) && !decisions.has(id); id = destination.get(id) ?? id) {
    chain.push(id);
    if (destination.get(id) === id) break;
  }
  for (const id of chain.reverse()) decisions.set(id, decideOpen(id, moves));
  return decisions.get(from) as Decision;
}

function decideOpen(from: string, moves: KindMoves): Decision {
  const resource = liveFrom(from, moves);
  const to = moves.destination.get(from) ?? from;
  if (resource === undefined || to === from) return "done";
  const isTemporary = resource.custom_id !== from;
  // Somebody else may be on the way to this very id; then what is live here may be that one already.
  const into = moves.byDestination.get(from);
  const movedIn = into !== undefined && !isTemporary && liveFrom(into.from, moves) === undefined;
  if (!isLive(to, moves)) return movedIn ? "unclear-move" : "rename";
  if (moves.byFrom.has(to) && decide(to, moves) === "rename") return "rename";
  return movedIn ? "done" : "both-live";
}

/**
 * Before a swap and after it the same ids are live. What they have tells: the entries are to be carried out if that
 * brings the resources nearer to what is declared than leaving the ids as they are.
 */
function decideRing(ring: readonly string[], moves: KindMoves, catalog: Catalog): void {
  const isUnderWay = ring.some((id) => liveFrom(id, moves)?.custom_id !== id);
  if (isUnderWay) {
    for (const id of ring) moves.decisions.set(id, decideUnderWay(id, moves));
    return;
  }
  const asItIs = ring.reduce((sum, id) => sum + distance(id, id, moves, catalog), 0);
  const moved = ring.reduce((sum, id) => sum + distance(id, moves.byFrom.get(id)?.to ?? id, moves, catalog), 0);
  const decision = moved < asItIs ? "rename" : asItIs === 0 || asItIs < moved ? "done" : "unclear-move";
  for (const id of ring) moves.decisions.set(id, decision);
}

/** In a ring that was begun: who has made way, or has a free place to go to, still has to go. */
function decideUnderWay(id: string, moves: KindMoves): Decision {
  const resource = liveFrom(id, moves);
  if (resource === undefined) return "done";
  if (resource.custom_id !== id) return "rename";
  // Its own id is taken by the one before it in the ring exactly when that one is no longer elsewhere.
  const before = moves.byTo.get(id)?.from ?? id;
  return liveFrom(before, moves) === undefined ? "done" : "rename";
}

/** In how many values the live resource differs from what is declared under the other id. */
function distance(from: string, to: string, { kind, desired, live }: KindMoves, catalog: Catalog): number {
  const found = live.resources.get(addressOf(kind, from));
  const wanted = desired.resources.get(addressOf(kind, to));
  if (found === undefined || wanted === undefined) return 0;
  return kindNamed(catalog, kind)
    .fields.filter(({ type, name }) => type !== "id" && found.body[name] !== undefined)
    .reduce((sum, { name }) => sum + fieldChanges(`/${name}`, found.body[name], wanted.body[name]).length, 0);
}

function refusedMove(
  code: "both-live" | "unclear-move",
  entry: Moved,
  detail: string,
  { sources }: DesiredGame,
): Diagnostic {
  const { file, line } = entry.origin;
  const address = addressOf(entry.kind, entry.to);
  const span = sources.get(address)?.locate("", "value");
  return diagnostic(code, `The moved entry at ${file}:${line}: ${detail}`, {
    address,
    ...(span === undefined ? {} : { primary: { span, text: "what it is to become" } }),
    help:
      code === "both-live"
        ? ["decide which of the two players keep; delete the other one first, with a `removed` entry"]
        : ["delete the entries of moves that are done everywhere, and plan again"],
  });
}

/**
 * The live game as if the renames were done: resources under their new addresses, and everything that refers to them
 * with the new ids, because the service keeps references by the resource, not by its id (service-contract.md §2.2). It
 * is read again after the apply, not assumed.
 */
export function renamed(live: LiveGame, renames: Renames, catalog: Catalog): LiveGame {
  const newIds = new Map<Address, string>(
    [...renames].map(([to, from]) => [from.address, to.slice(to.indexOf("/") + 1)]),
  );
  return withNewIds(live, newIds, catalog);
}

/** The live game with other ids, in resources and in what refers to them. Two resources must not get the same. */
export function withNewIds(live: LiveGame, newIds: ReadonlyMap<Address, string>, catalog: Catalog): LiveGame {
  if (newIds.size === 0) return live;
  const idOf = (kind: KindName, id: string): string => newIds.get(addressOf(kind, id)) ?? id;
  const resources = new Map<Address, Live>();
  for (const resource of live.resources.values()) {
    const kind = kindNamed(catalog, resource.kind);
    const custom_id = idOf(resource.kind, resource.custom_id);
    const fields = kind.fields.flatMap((field): [string, string][] => {
      const value = resource.body[field.name];
      if (field.type === "id") return [[field.name, custom_id]];
      return field.type === "reference" && typeof value === "string" ? [[field.name, idOf(field.to, value)]] : [];
    });
    const links = kind.links.flatMap((link): [string, readonly string[]][] => {
      const members = resource.links[link.name];
      return members === undefined ? [] : [[link.name, members.map((id) => idOf(link.to, id)).sort()]];
    });
    const body = { ...resource.body, ...Object.fromEntries(fields) };
    const address = addressOf(resource.kind, custom_id);
    resources.set(address, {
      ...resource,
      address,
      custom_id,
      body,
      links: { ...resource.links, ...Object.fromEntries(links) },
    });
  }
  return { ...live, resources };
}
