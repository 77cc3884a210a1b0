/**
 * Games whose resources exchange ids and names. A scenario is what was live, what is wanted, the
 * `moved` entries, and which resource is to end with which id: the oracle.
 */
import { catalog } from "../../../src/catalog/index.ts";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { DesiredGame } from "../../../src/model/model.ts";
import { desiredGame, type GameText } from "../../support/games.ts";
import { ModelService } from "../../support/model-service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import type { Injection, Recipe } from "./recipes.ts";

/** A game; what is left out is the same in all of it. */
interface Shape {
  readonly plural: string;
  readonly kind: string;
  /**
   * What the resources have beside ids and names, given ids by resource; before and after the
   * change.
   */
  readonly fields?: (who: number, ids: readonly string[], when: "before" | "after") => JsonObject;
  /** What other resources there are, given ids by resource. */
  readonly rest?: (ids: readonly string[]) => GameText;
  /**
   * Of so many resources, those that may end as another one under the same id, because something
   * create-only changes.
   */
  readonly replaced?: (count: number) => readonly number[];
  /** The create-only link that changes, of which the service decides whether anybody can see it. */
  readonly changes?: string;
}

export interface Scenario {
  readonly recipe: Recipe;
  readonly kind: string;
  /** The service with the game as it was. */
  readonly start: ModelService;
  readonly wanted: DesiredGame;
  /**
   * What the way on is where the move has to be made first: the game with its new ids and no other
   * change, and the rest.
   */
  readonly inParts: readonly DesiredGame[];
  readonly prune: boolean;
  /**
   * Everything that is to be there in the end; with `isMoved`, after the ids were moved alone.
   * Values that may be either way are left out.
   */
  readonly end: (isMoved: boolean) => GameText;
  /** By the id that a resource had: the id that it is to have. */
  readonly ends: ReadonlyMap<string, string>;
  /** Those that another resource may end as: one that is replaced, or that this game never had. */
  readonly replaced: ReadonlySet<string>;
  readonly refusal: Refusal;
}

/**
 * Whether the plan is refused: `must` where nothing shows whether a ring of ids is open or done,
 * `may` where it is arguable, or where what moves is replaced as well. Never otherwise.
 */
export type Refusal = "must" | "may" | "never";

const GROUPS = { plural: "criteria_groups", kind: "criteria_group" };
const BOARDS = { plural: "leaderboards", kind: "leaderboard" };

export const SHAPES: Readonly<Record<string, Shape>> = {
  "rewards alone": { plural: "rewards", kind: "reward" },
  "rewards of achievements": {
    plural: "rewards",
    kind: "reward",
    rest: (ids) => ({
      achievements: ids.map((id, who) => ({ custom_id: `user-${who}`, rewards: [id] })),
    }),
  },
  "actions of which the last one gets a reaction": {
    plural: "actions",
    kind: "action",
    fields: (who, ids, when): JsonObject =>
      when === "after" && who === ids.length - 1 && who > 0
        ? { reactions: [ids[0] as string] }
        : {},
    rest: (ids) => ({
      criteria: ids.map((id, who) => ({ custom_id: `count-${who}`, custom_action_id: id })),
    }),
    replaced: (count) => [count - 1],
    changes: "action.reactions",
  },
  "groups inside each other": {
    ...GROUPS,
    fields: (who, ids): JsonObject =>
      who === 0 ? {} : { criteria_groups: [ids[who - 1] as string] },
    rest: (ids) => ({
      achievements: ids.map((id, who) => ({
        custom_id: `user-${who}`,
        custom_criteria_group_id: id,
      })),
    }),
  },
  "groups that are nested the other way round": {
    ...GROUPS,
    fields: (who, ids, when): JsonObject => {
      const held = when === "before" ? who - 1 : who + 1;
      return ids[held] === undefined ? {} : { criteria_groups: [ids[held] as string] };
    },
    replaced: (count) => Array.from({ length: count }, (_, who) => who),
    changes: "criteria_group.criteria_groups",
  },
  "leaderboards of which one is replaced": {
    ...BOARDS,
    fields: (who, _ids, when) => ({
      type: who === 0 ? "standard" : "custom",
      ...(who === 1 && when === "after" ? { ordering: "smaller-is-better" } : {}),
    }),
    replaced: () => [1],
  },
  "leaderboards of which another becomes the standard one": {
    ...BOARDS,
    fields: (who, _ids, when) => ({
      type: who === (when === "before" ? 0 : 1) ? "standard" : "custom",
    }),
    replaced: () => [0, 1],
  },
  "achievements that exchange rewards and groups": {
    plural: "achievements",
    kind: "achievement",
    fields: (who, ids, when) => {
      const mine = when === "before" ? who : (who + 1) % ids.length;
      return {
        rewards: [`egg-${mine}`],
        custom_criteria_group_id: `group-${mine}`,
        is_secret: who === 0,
      };
    },
    rest: (ids) => ({
      rewards: ids.map((_, who) => ({ custom_id: `egg-${who}` })),
      criteria_groups: ids.map((_, who) => ({ custom_id: `group-${who}` })),
    }),
  },
};

const POLICIES: Readonly<Partial<Record<Recipe["manifests"], JsonObject>>> = {
  ignore: { ignore: ["description", "custom_data"] },
  "ignore-name": { ignore: ["name"] },
  create_only: { create_only: true },
};

export function scenario(recipe: Recipe): Scenario {
  const { ids, texts, manifests, missing, createOnly } = recipe;
  const shape = SHAPES[recipe.game] as Shape;
  const policy = POLICIES[manifests] ?? {};
  // Names that are left to the panel do not change.
  const names = ["ignore-name", "create_only"].includes(manifests)
    ? ids.map((_, who) => who)
    : recipe.names;
  const idAt = (place: number): string => "abcdefghijklmnopqrstuvwxyz"[place] as string;
  const nameAt = (place: number): string => `Name ${idAt(place)}`;
  const before = ids.map((_, who) => idAt(who));
  const after = ids.map(idAt);
  /** A resource with the name and the texts of these places. */
  const resource = (
    at: readonly string[],
    who: number,
    name: number,
    text: number,
    when: "before" | "after",
  ) => ({
    custom_id: at[who] as string,
    name: nameAt(name),
    description: `Text ${idAt(text)}`,
    ...(shape.kind === "criteria_group" ? {} : { custom_data: { number: text } }),
    ...shape.fields?.(who, at, when),
  });
  const game = (at: readonly string[], each: (who: number) => JsonObject): GameText => ({
    ...shape.rest?.(at),
    [shape.plural]: ids.map((_, who) => each(who)),
  });
  const textOf = (who: number): number => (texts === "follow" ? who : (ids[who] as number));
  const present = ids.flatMap((_, who) =>
    manifests === "new" || missing.includes(who) ? [] : [who],
  );
  const entries = {
    moved: ids.flatMap((place, who) =>
      place === who ? [] : [{ kind: shape.kind, from: idAt(who), to: idAt(place) }],
    ),
  };

  const others = (at: readonly string[]): GameText => undeclaredResources(shape, at);
  const was = joined(
    others(before),
    game(before, (who) => resource(before, who, who, who, "before")),
  );
  const known =
    was[shape.plural]?.filter(({ custom_id }) => missing.every((who) => idAt(who) !== custom_id)) ??
    [];
  const live = manifests === "new" ? {} : { ...was, [shape.plural]: known };

  const { holders, replaced, refusal } = outcomeOf({
    ids,
    present,
    evidence: Object.keys(policy).length === 0 || manifests === "ignore" ? names : undefined,
    replaced:
      manifests === "create_only" || isUnseen(recipe) ? [] : (shape.replaced?.(ids.length) ?? []),
  });

  const declaredAt = (who: number) =>
    resource(after, who, names[who] as number, textOf(who), "after");
  /** What a policy leaves alone is as it is live; what is replaced may have it either way. */
  const settled = (who: number, at: readonly number[]): JsonObject => {
    const declared = declaredAt(who);
    const holder = present.find((each) => at[each] === ids[who]);
    if (holder === undefined) return declared;
    if (manifests === "create_only") return resource(after, who, who, who, "before");
    if (manifests !== "ignore") return declared;
    const { description, custom_data, ...rest } = declared as JsonObject;
    if (replaced.has(holder)) return rest;
    const now = resource(before, holder, holder, holder, "before");
    return {
      ...declared,
      description: now.description,
      ...("custom_data" in now ? { custom_data: now.custom_data } : {}),
    };
  };
  const removed = catalog.flatMap(({ name: kind, plural }) =>
    (others(before)[plural] ?? []).map(({ custom_id }) => ({
      kind,
      custom_id: String(custom_id),
      reason: "It is over.",
    })),
  );
  const origin = { file: "game.yaml", line: 1, column: 1 };
  const isGone = manifests === "new" || manifests === "prune" || manifests === "removed";
  const wish = (written: GameText, moved: typeof entries.moved): DesiredGame => ({
    ...desiredGame(written, { moved, removed: manifests === "removed" ? removed : [] }),
    ...(manifests === "kept" ? { forgotten: removed.map((entry) => ({ ...entry, origin })) } : {}),
  });
  const final = game(after, (who) => ({ ...declaredAt(who), ...policy }));
  const alone = game(after, (who) => resource(after, who, who, who, "before"));
  return {
    recipe,
    kind: shape.kind,
    start: new ModelService(SERVICES[recipe.service] as ServiceShape, createOnly).fill(live),
    wanted: wish(final, entries.moved),
    inParts: [wish(alone, entries.moved), wish(final, [])],
    prune: manifests === "prune" || manifests === "kept",
    end: (isMoved) => {
      const at = isMoved ? ids : holders;
      const declared = game(after, (who) => settled(who, at));
      return isGone ? declared : joined(others(at.map(idAt)), declared);
    },
    ends: new Map(present.map((who) => [idAt(who), idAt(holders[who] as number)])),
    replaced: new Set([...replaced].map(idAt)),
    refusal,
  };
}

/** Resources without a manifest. A second one may refer to the first resource of the game. */
function undeclaredResources({ plural, rest }: Shape, at: readonly string[]): GameText {
  const users = Object.entries(rest?.(at) ?? {}).map(([key, [user]]): [string, JsonObject[]] => [
    key,
    [{ ...user, custom_id: "other-user", name: "Other user" }],
  ]);
  const type = plural === "leaderboards" ? { type: "custom" } : {};
  return {
    ...Object.fromEntries(users),
    [plural]: [{ custom_id: "other", name: "Other", ...type }],
  };
}

/** Which ids resources get, and whose names show that. */
interface Move {
  readonly ids: Injection;
  /** Resources that are live. */
  readonly present: readonly number[];
  /** Declared names, by resource, if names show which resource is which. */
  readonly evidence: Injection | undefined;
  readonly replaced: readonly number[];
}

interface Outcome {
  /** By resource: the place of its id in the end. */
  readonly holders: Injection;
  readonly replaced: ReadonlySet<number>;
  readonly refusal: Refusal;
}

/**
 * The outcome of a move. Where a ring has moved already, ids stay where they are, and what differs
 * is changed there.
 */
function outcomeOf(move: Move): Outcome {
  const { ids, present, evidence } = move;
  const holders = [...ids];
  const replaced = new Set(move.replaced);
  const isMoved = ids.some((place, who) => place !== who);
  let refusal: Refusal = isMoved && replaced.size > 0 ? "may" : "never";
  for (const ring of ringsOf(ids)) {
    if (ring.some((who) => !present.includes(who))) continue;
    const strict = lookOf(ring, ids, evidence, () => true);
    const lenient = lookOf(ring, ids, evidence, (who) => ring.includes(who));
    refusal = refusalAfter(refusal, strict, lenient);
    if (lenient !== "done") continue;
    for (const who of ring) holders[who] = who;
    // Links that are then the wrong ones cannot be changed.
    for (const who of ids.keys()) replaced.add(who);
  }
  return { holders, replaced, refusal };
}

/** The refusal with one more ring, by how that looks to a strict and to a lenient reading. */
function refusalAfter(before: Refusal, strict: Look, lenient: Look): Refusal {
  if (lenient === "unclear") return "must";
  return strict === "unclear" && before === "never" ? "may" : before;
}

/** Whether nobody can see that the create-only link changes, so that nothing is replaced. */
function isUnseen({ game, service }: Recipe): boolean {
  const { shown } = SERVICES[service]?.links[SHAPES[game]?.changes ?? ""] ?? {};
  return shown === "no";
}

function joined(some: GameText, more: GameText): GameText {
  const plurals = new Set([...Object.keys(some), ...Object.keys(more)]);
  return Object.fromEntries(
    [...plurals].map((plural) => [plural, [...(some[plural] ?? []), ...(more[plural] ?? [])]]),
  );
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

type Look = "open" | "done" | "unclear";

/**
 * A ring of ids looks the same before and after, but for names: an answer is contradicted where a
 * declared name is live on a resource to which the answer gives another id. `isEvidence`: whose
 * declared names count.
 */
function lookOf(
  ring: readonly number[],
  ids: Injection,
  names: Injection | undefined,
  isEvidence: (who: number) => boolean,
): Look {
  const declared = ring.flatMap((who) => {
    const now = names?.indexOf(who) ?? -1;
    return now < 0 || !isEvidence(now) ? [] : [{ who, at: ids[now] }];
  });
  const isOpen = declared.every(({ who, at }) => at === ids[who]);
  const isDone = declared.every(({ who, at }) => at === who);
  if (isOpen === isDone) return "unclear";
  return isOpen ? "open" : "done";
}
