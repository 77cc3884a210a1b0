/**
 * Games whose resources exchange ids and names. A scenario is what was live, what is wanted, the `moved` entries, and
 * which resource is to end with which id: the oracle.
 */
import type { JsonObject } from "../../../src/model/json.ts";
import type { LinkAccess } from "../../../src/model/model.ts";
import { DOCUMENTED_ACCESS, EXTENDED_ACCESS, type GameText } from "../../support/games.ts";
import type { CreateOnly } from "./model-service.ts";

/** By resource: where its id or name goes. An index at or above the number of resources is one that nothing had. */
export type Injection = readonly number[];

export interface Shape {
  readonly plural: string;
  readonly kind: string;
  /** What the resources have beside ids and names, given ids by resource; before and after the change. */
  readonly more: (who: number, ids: readonly string[], side: "before" | "after") => JsonObject;
  /** What other resources there are, given ids by resource. */
  readonly rest: (ids: readonly string[]) => GameText;
  /** Resources that may end as another one under the same id, because something create-only changes. */
  readonly replaced: readonly number[];
}

export interface Scenario {
  readonly title: string;
  readonly kind: string;
  readonly before: GameText;
  /** The game with its new ids and no other change. */
  readonly moveAlone: GameText;
  readonly after: GameText;
  readonly moved: readonly { readonly kind: string; readonly from: string; readonly to: string }[];
  readonly access: ReadonlyMap<string, LinkAccess>;
  readonly createOnly: CreateOnly;
  /** By the id that a resource had: the id and name that it is to have. */
  readonly ends: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** Those that another resource may end as: one that is replaced, or that this game never had. */
  readonly replaced: ReadonlySet<string>;
  /** Whether values can tell that ids are still to be exchanged. */
  readonly looks: Looks;
}

/**
 * A ring of ids looks the same before and after, but for the values of its resources. Names and texts that go with the
 * resources show that it is open; those that stay with the ids show that it is done; both at once show nothing.
 */
export type Looks = "open" | "unclear";

export type Texts = "follow" | "stay";

const nothing = (): GameText => ({});

/** Resource 1 holds resource 0, and 2 holds 1, by a link that is the same before and after. */
const chained =
  (link: string, more: (who: number) => JsonObject = () => ({})) =>
  (who: number, ids: readonly string[]): JsonObject => ({
    ...more(who),
    ...(who === 0 ? {} : { [link]: [ids[who - 1] as string] }),
  });

/** The same, and after the change resource 0 holds the last one instead of being held. */
const turned =
  (link: string) =>
  (who: number, ids: readonly string[], side: "before" | "after"): JsonObject => {
    const held = side === "before" ? who - 1 : who + 1;
    return ids[held] === undefined ? {} : { [link]: [ids[held] as string] };
  };

/** Only after the change, the last one holds the first one. */
const gained =
  (link: string) =>
  (who: number, ids: readonly string[], side: "before" | "after"): JsonObject =>
    side === "after" && who === ids.length - 1 && who > 0 ? { [link]: [ids[0] as string] } : {};

const users = (ids: readonly string[]): GameText => ({
  achievements: ids.map((id, who) => ({ custom_id: `user-${who}`, custom_criteria_group_id: id })),
});

const counted = (ids: readonly string[]): GameText => ({
  criteria: ids.map((id, who) => ({ custom_id: `count-${who}`, custom_action_id: id })),
});

export const SHAPES: Readonly<Record<string, Shape>> = {
  "rewards alone": { plural: "rewards", kind: "reward", more: () => ({}), rest: nothing, replaced: [] },
  "rewards of achievements": {
    plural: "rewards",
    kind: "reward",
    more: () => ({}),
    rest: (ids) => ({ achievements: ids.map((id, who) => ({ custom_id: `user-${who}`, rewards: [id] })) }),
    replaced: [],
  },
  "actions that react with each other": {
    plural: "actions",
    kind: "action",
    more: chained("reactions"),
    rest: counted,
    replaced: [],
  },
  "actions that get a reaction": {
    plural: "actions",
    kind: "action",
    more: gained("reactions"),
    rest: counted,
    replaced: [0, 1, 2, 3, 4],
  },
  "groups inside each other": {
    plural: "criteria_groups",
    kind: "criteria_group",
    more: chained("criteria_groups"),
    rest: users,
    replaced: [],
  },
  "groups of which one gets another": {
    plural: "criteria_groups",
    kind: "criteria_group",
    more: gained("criteria_groups"),
    rest: users,
    replaced: [0, 1, 2, 3, 4],
  },
  "groups that are nested the other way round": {
    plural: "criteria_groups",
    kind: "criteria_group",
    more: turned("criteria_groups"),
    rest: nothing,
    replaced: [0, 1, 2, 3, 4],
  },
  "leaderboards of which one is replaced": {
    plural: "leaderboards",
    kind: "leaderboard",
    more: (who, _ids, side) => ({
      type: who === 0 ? "standard" : "custom",
      ...(who === 1 && side === "after" ? { ordering: "smaller-is-better" } : {}),
    }),
    rest: nothing,
    replaced: [1],
  },
  "leaderboards of which another becomes the standard one": {
    plural: "leaderboards",
    kind: "leaderboard",
    more: (who, _ids, side) => ({ type: who === (side === "before" ? 0 : 1) ? "standard" : "custom" }),
    rest: nothing,
    replaced: [0, 1],
  },
  "achievements that exchange rewards and groups": {
    plural: "achievements",
    kind: "achievement",
    more: (who, ids, side) => {
      const mine = side === "before" ? who : (who + 1) % ids.length;
      return { rewards: [`egg-${mine}`], custom_criteria_group_id: `group-${mine}`, is_secret: who === 0 };
    },
    rest: (ids) => ({
      rewards: ids.map((_, who) => ({ custom_id: `egg-${who}` })),
      criteria_groups: ids.map((_, who) => ({ custom_id: `group-${who}` })),
    }),
    replaced: [],
  },
};

const ACCESS = { documented: DOCUMENTED_ACCESS, extended: EXTENDED_ACCESS } as const;

export function scenario(
  name: string,
  ids: Injection,
  names: Injection,
  texts: Texts,
  profile: keyof typeof ACCESS,
  createOnly: CreateOnly,
  missing: readonly number[] = [],
): Scenario {
  const shape = SHAPES[name] as Shape;
  const idAt = (place: number): string => "abcdefghijklmnopqrstuvwxyz"[place] as string;
  const nameAt = (place: number): string => `Name ${idAt(place)}`;
  const before = ids.map((_, who) => idAt(who));
  const after = ids.map(idAt);
  const textAt = (who: number, place: number): JsonObject => {
    const of = texts === "follow" ? who : place;
    return { description: `Text ${idAt(of)}`, custom_data: { number: of } };
  };
  const without = (values: JsonObject): JsonObject =>
    shape.kind === "criteria_group"
      ? Object.fromEntries(Object.entries(values).filter(([key]) => key !== "custom_data"))
      : values;
  /** Another id, and all else as it is live. */
  const moveOf = (who: number): JsonObject => ({
    custom_id: after[who] as string,
    name: nameAt(who),
    ...without(textAt(who, who)),
    ...shape.more(who, after, "before"),
  });
  const resources = (side: "before" | "after"): readonly JsonObject[] =>
    ids.map((place, who) => {
      const own = side === "before" ? who : place;
      const at = side === "before" ? before : after;
      return {
        custom_id: at[who] as string,
        name: nameAt(side === "before" ? who : (names[who] as number)),
        ...without(textAt(who, own)),
        ...shape.more(who, at, side),
      };
    });
  const moved = ids.flatMap((place, who) =>
    place === who ? [] : [{ kind: shape.kind, from: idAt(who), to: idAt(place) }],
  );
  const ends = ids.map((place, who) => ({ id: idAt(place), name: nameAt(names[who] as number) }));
  const replaced = new Set(shape.replaced);
  let looks: Looks = "open";
  for (const ring of ringsOf(ids)) {
    const look = lookOf(ring, ids, names, texts);
    if (look === "unclear") looks = look;
    if (look !== "done") continue;
    // Then ids stay where they are, and what differs is changed there.
    for (const who of ring) {
      const other = ids.indexOf(who);
      ends[who] = { id: idAt(who), name: nameAt(names[other] as number) };
    }
    // Links that are then the wrong ones cannot be changed.
    for (const who of ids.keys()) replaced.add(who);
  }
  return {
    title: `${name}, ids ${ids}, names ${names}, texts ${texts}, ${profile}, ${createOnly}, without ${missing}`,
    kind: shape.kind,
    before: {
      ...shape.rest(before),
      [shape.plural]: resources("before").filter((_, who) => !missing.includes(who)),
    },
    moveAlone: { ...shape.rest(after), [shape.plural]: ids.map((_, who) => moveOf(who)) },
    after: { ...shape.rest(after), [shape.plural]: resources("after") },
    moved,
    access: ACCESS[profile],
    createOnly,
    ends: new Map(ends.map((end, who) => [idAt(who), end])),
    replaced: new Set([...replaced, ...missing].map(idAt)),
    looks,
  };
}

/** Resources that exchange ids among themselves. */
function ringsOf(ids: Injection): readonly (readonly number[])[] {
  const seen = new Set<number>();
  return ids.flatMap((_, start) => {
    const ring: number[] = [];
    for (let who = start; ids[who] !== undefined && !seen.has(who); who = ids[who] as number) {
      seen.add(who);
      ring.push(who);
    }
    return ring.length > 1 && ids[ring.at(-1) as number] === start ? [ring] : [];
  });
}

function lookOf(ring: readonly number[], ids: Injection, names: Injection, texts: Texts): Looks | "done" {
  const open = ring.filter((who) => names[who] !== who).length;
  const done = ring.filter((who) => names[ids.indexOf(who)] !== who).length;
  const [byNames, byTexts] = [Math.sign(open - done), texts === "follow" ? -1 : 1];
  if (byNames * byTexts < 0 || byNames === 0) return "unclear";
  return byNames + byTexts < 0 ? "open" : "done";
}

/** All ways to put so many resources on so many places, one each. */
export function injections(resources: number, places: number): readonly Injection[] {
  if (resources === 0) return [[]];
  return injections(resources - 1, places).flatMap((rest) =>
    Array.from({ length: places }, (_, place) => place)
      .filter((place) => !rest.includes(place))
      .map((place) => [...rest, place]),
  );
}
