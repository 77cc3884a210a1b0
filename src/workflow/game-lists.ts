/**
 * The lists of a game while an apply writes to them. A list that changes between two of its pages contradicts itself, so that a reading
 * of a list and the apply's own writes to it exclude each other. In: writes and readings. Out: their results.
 */
import type { Client } from "../api/client.ts";
import { readLinkMembers } from "../api/members.ts";
import { readResources } from "../api/reader.ts";
import type { Kind } from "../catalog/types.ts";
import { type LinkPlace, linkPath } from "../model/codec.ts";

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
}

/** Opens the lists of a game for one apply. */
export function openGameLists(client: Client): GameLists {
  const locks = openListLocks();
  return {
    whileWriting: locks.whileWriting,
    readResources: shareReadings(locks, {
      pathOf: (kind: Kind) => kind.path,
      read: (kind) => readResources(client, kind),
    }),
    readMembers: shareReadings(locks, {
      pathOf: ({ kind, ...place }: MemberList) => linkPath(kind, place),
      read: ({ kind, ...place }) => readLinkMembers(client, kind, place),
    }),
  };
}

interface ListReading<Place, Result> {
  readonly pathOf: (place: Place) => string;
  readonly read: (place: Place) => Promise<Result>;
}

/** Makes a reading that excludes writes. Callers that wait for the same list share one reading, which begins after all their writes. */
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
      const ended: Promise<unknown> = write.then(nothing, nothing).then(() => pending.delete(ended));
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
