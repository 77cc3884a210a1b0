/**
 * The lists of a game while an apply writes to them. A list that changes between two of its pages
 * contradicts itself, so that a reading of a list and the apply's own writes to it exclude each
 * other. In: writes and readings. Out: their results.
 */
import type { Client } from "../api/client.ts";
import { readKindList } from "../api/kind-list.ts";
import { readLinkMembers } from "../api/members.ts";
import { readResources } from "../api/reader.ts";
import { unknownIn } from "../api/resource-paths.ts";
import { catalog } from "../catalog/index.ts";
import type { Kind } from "../catalog/types.ts";
import { kindNamed } from "../model/catalog-lookup.ts";
import { type LinkPlace, linkParts, linkPath } from "../model/codec.ts";
import { type ErrorDiagnostic, findError } from "../model/diagnostics.ts";
import type { PathPart } from "../model/model.ts";

/** A link's list of one resource. */
interface MemberList extends LinkPlace {
  readonly kind: Kind;
}

/** The lists of one game. */
export interface GameLists extends Pick<ListLocks, "whileWriting"> {
  /** Reads all resources of a kind, without links that have lists of their own. */
  readonly readResources: (kind: Kind) => ReturnType<typeof readResources>;
  /** Reads the members of a link from its own list. */
  readonly readMembers: (list: MemberList) => ReturnType<typeof readLinkMembers>;
  /**
   * Reads the lists that show the ids of a path, if they are unknown. Returns the reason if that
   * fails.
   */
  readonly readPathIds: (parts: readonly PathPart[]) => Promise<ErrorDiagnostic | undefined>;
  /**
   * Help for a resource that its list shows, and that its path does not lead to. Each list is read
   * at most once for it.
   */
  readonly findPathHelp: (kind: Kind, customId: string) => Promise<string | undefined>;
}

/** Opens the lists of a game for one apply. */
export function openGameLists(client: Client): GameLists {
  const locks = openListLocks();
  const readAll = shareReadings(locks, {
    pathOf: (kind: Kind) => kind.path,
    read: (kind) => readResources(client, kind),
  });
  const readMembers = shareReadings(locks, {
    pathOf: ({ kind, ...place }: MemberList) => linkPath(kind, place),
    read: ({ kind, ...place }) => readLinkMembers(client, kind, place),
  });
  const readPathIds: GameLists["readPathIds"] = async (parts) => {
    for (const name of new Set(unknownIn(client, parts).map(({ kind }) => kind))) {
      const { value, diagnostics } = await readAll(kindNamed(catalog, name));
      if (value === undefined) return findError(diagnostics);
    }
    return undefined;
  };
  const helps = new Map<Kind, ReturnType<typeof readPathHelp>>();
  return {
    whileWriting: locks.whileWriting,
    readResources: readAll,
    // A reading keeps others of its list out, so the ids are read before it begins.
    readMembers: async ({ kind, ...place }) => {
      await readPathIds(linkParts(kind, place));
      return readMembers({ kind, ...place });
    },
    readPathIds,
    findPathHelp: async (kind, customId) => {
      const reading =
        helps.get(kind) ?? locks.whileReading(kind.path, () => readPathHelp(client, kind));
      helps.set(kind, reading);
      const { help, listed } = await reading;
      return listed.has(customId) ? help : undefined;
    },
  };
}

/** The ids of all resources of a kind, and the help. Nothing if the list can't be read. */
async function readPathHelp(client: Client, kind: Kind) {
  const { value } = await readKindList(client, kind);
  const listed = new Set(value?.records.map(({ custom_id }) => custom_id));
  return { help: value?.findPathHelp(), listed };
}

interface ListReading<Place, Result> {
  readonly pathOf: (place: Place) => string;
  readonly read: (place: Place) => Promise<Result>;
}

/**
 * Makes a reading that excludes writes. Callers that wait for the same list share one reading,
 * which begins after all their writes.
 */
export function shareReadings<Place, Result>(
  locks: ListLocks,
  { pathOf, read }: ListReading<Place, Result>,
): (place: Place) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return (place) => {
    const path = pathOf(place);
    const known = waiting.get(path);
    if (known !== undefined) return known;
    const reading = locks.whileReading(path, () => {
      waiting.delete(path);
      return read(place);
    });
    waiting.set(path, reading);
    return reading;
  };
}

/** `path`: a path below the game. Its first part names the kind, whose lists share one lock. */
interface ListLocks {
  whileWriting<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
  whileReading<Result>(path: string, run: () => Promise<Result>): Promise<Result>;
}

/** A reading waits for the earlier writes to its list, and delays the later ones. */
export function openListLocks(): ListLocks {
  const writes = new Map<string, Set<Promise<unknown>>>();
  const readings = new Map<string, Promise<unknown>>();
  const listOf = (path: string): string => path.split("/")[0] ?? "";
  return {
    whileWriting: async (path, run) => {
      const list = listOf(path);
      const pending = writes.get(list) ?? new Set();
      writes.set(list, pending);
      const write = Promise.resolve(readings.get(list)).then(run);
      const ended: Promise<unknown> = write
        .then(nothing, nothing)
        .then(() => pending.delete(ended));
      pending.add(ended);
      return write;
    },
    whileReading: async (path, run) => {
      const list = listOf(path);
      const before = Promise.all([...(writes.get(list) ?? []), readings.get(list)]);
      const reading = before.then(run);
      readings.set(list, reading.then(nothing, nothing));
      return reading;
    },
  };
}

const nothing = (): void => undefined;
