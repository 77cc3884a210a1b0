/**
 * What a dead run has left is settled in a time that grows with the number of entries, which is
 * counted and not measured.
 */
import { expect, it } from "vitest";
import type { Live } from "../../src/model/model.ts";
import { decideChains, type MoveRules, type Slots } from "../../src/plan/chains.ts";
import { movesOfKind } from "../../src/plan/move-fingerprint.ts";
import { settleUnfinished } from "../../src/plan/unfinished.ts";
import { liveGame } from "../support/games.ts";

const COUNT = 5000;
/** Looks at entries for each entry, at most. */
const MOST = 60;

const idAt = (place: number): string => `id-${place}`;

/** A map that counts the entries that are looked at. */
class CountedMap<Value> extends Map<string, Value> {
  looks = 0;
  override get(key: string): Value | undefined {
    this.looks += 1;
    return super.get(key);
  }
  override has(key: string): boolean {
    this.looks += 1;
    return super.has(key);
  }
  override *keys(): MapIterator<string> {
    for (const key of super.keys()) {
      this.looks += 1;
      yield key;
    }
  }
  override *[Symbol.iterator](): MapIterator<[string, Value]> {
    for (const entry of super.entries()) {
      this.looks += 1;
      yield entry;
    }
  }
}

interface Scene {
  /** The `to` of the entry of each id, by its place. */
  readonly to: (place: number) => number;
  /** Whether the resource of this place has left its id under a mark. */
  readonly isMarked: (place: number) => boolean;
  /** Whether its declared name is live, on the resource that the entries lead there. */
  readonly isNamed: (place: number) => boolean;
}

const SCENES: readonly (readonly [string, Scene])[] = [
  [
    "pairs whose ids are exchanged, each with a mark",
    {
      to: (place) => (place % 2 === 0 ? place + 1 : place - 1),
      isMarked: (place) => place % 2 === 0,
      isNamed: () => true,
    },
  ],
  [
    "pairs whose names are new, each with a mark",
    {
      to: (place) => (place % 2 === 0 ? place + 1 : place - 1),
      isMarked: (place) => place % 2 === 0,
      isNamed: () => false,
    },
  ],
  [
    "a ring with a mark",
    { to: (place) => (place + 1) % COUNT, isMarked: (place) => place === 0, isNamed: () => true },
  ],
  [
    "a ring whose names are new",
    { to: (place) => (place + 1) % COUNT, isMarked: (place) => place === 0, isNamed: () => false },
  ],
  [
    "a chain with a mark",
    { to: (place) => place + 1, isMarked: (place) => place === COUNT - 1, isNamed: () => true },
  ],
  [
    "a chain whose names are new",
    { to: (place) => place + 1, isMarked: (place) => place === COUNT - 1, isNamed: () => false },
  ],
  [
    "a chain without a mark",
    { to: (place) => place + 1, isMarked: () => false, isNamed: () => false },
  ],
];

it.each(SCENES)("%s", (_, { to, isMarked, isNamed }) => {
  const places = Array.from({ length: COUNT }, (_, place) => place);
  const origin = { file: "game.yaml", line: 1, column: 1 };
  const moved = places.map((place) => ({
    kind: "reward",
    from: idAt(place),
    to: idAt(to(place)),
    origin,
  }));
  const records = [
    ...liveGame({
      rewards: places.map((place) => ({
        custom_id: isMarked(place) ? `${idAt(to(place))}~laurel-moving` : idAt(place),
        name: isNamed(place) ? `Name ${to(place)}` : `Old name ${place}`,
      })),
    }).resources.values(),
  ];
  const marked = records.flatMap((live, place) =>
    isMarked(place) ? [{ live, to: idAt(to(place)), isReplaced: false, isCurrent: false }] : [],
  );
  const unmarked = records.filter((_, place) => !isMarked(place));
  const occupants = new CountedMap<Live>(unmarked.map((live) => [live.custom_id, live]));
  const entries = movesOfKind("reward", { moved });
  const next = new CountedMap(entries.next);
  const neighbours = new CountedMap(entries.neighbours);
  let asked = 0;
  const rules: MoveRules = {
    next,
    neighbours,
    isDeclared: (id) => {
      asked += 1;
      return neighbours.get(id) !== undefined;
    },
    namedId: ({ body }) => {
      asked += 1;
      const [, place] = /^Name (.+)$/.exec(String(body.name)) ?? [];
      return place === undefined ? undefined : `id-${place}`;
    },
  };
  const slots: Slots = { occupants, marked, superseded: [] };
  const { goals } = decideChains(slots, rules);
  settleUnfinished(slots, rules, goals);
  expect(occupants.looks + next.looks + neighbours.looks + asked).toBeLessThan(MOST * COUNT);
});
