/**
 * Which scenarios there are. A recipe is a scenario in short: it can be printed, numbered and made simpler, and
 * `LAUREL_SCENARIO=two:17` (or a recipe as JSON) runs that one alone.
 */
import { CREATE_ONLY, type CreateOnly } from "../../support/model-service.ts";
import { SERVICES } from "../../support/service-shapes.ts";
import { SHAPES } from "./scenarios.ts";

/** By resource: where its id or name goes. An index at or above the number of resources is one that nothing had. */
export type Injection = readonly number[];

/** What the manifests say beside ids, names and values; about the others: resources that they do not declare. */
export const MANIFESTS = ["plain", "ignore", "ignore-name", "create_only", "prune", "removed", "kept", "new"] as const;

export interface Recipe {
  /** The game, a key of `SHAPES`. */
  readonly game: string;
  readonly ids: Injection;
  readonly names: Injection;
  /** Whether other values go with the resources or stay with the ids. */
  readonly texts: "follow" | "stay";
  /** A key of `SERVICES`. */
  readonly service: string;
  readonly createOnly: CreateOnly;
  readonly manifests: (typeof MANIFESTS)[number];
  /** Resources that this game never had. */
  readonly missing: readonly number[];
  /** Which of several steps that could be sent is: 0 the first one, otherwise the seed of a random one. */
  readonly order: number;
}

const PLAIN = { texts: "follow", createOnly: "ignored", manifests: "plain", missing: [], order: 0 } as const;
const GAMES = Object.keys(SHAPES);

/** Every way for two resources to exchange ids and names, in every game and service. What manifests say takes turns. */
function twos(): readonly Recipe[] {
  const all: Recipe[] = [];
  const ways = injections(2, 3);
  for (const game of GAMES)
    for (const ids of ways)
      for (const names of ways)
        for (const texts of ["follow", "stay"] as const)
          for (const service of Object.keys(SERVICES))
            for (const createOnly of SHAPES[game]?.replaced(2).length === 0 ? CREATE_ONLY.slice(0, 1) : CREATE_ONLY) {
              const manifests = MANIFESTS[(all.length * 5 + names.length) % MANIFESTS.length] as Recipe["manifests"];
              all.push({ ...PLAIN, game, ids, names, texts, service, createOnly, manifests });
            }
  return all;
}

/** Chains and rings of rewards that keep their names; this game never had some of them. */
function incomplete(): readonly Recipe[] {
  return [2, 3].flatMap((resources) => {
    const names = Array.from({ length: resources }, (_, who) => who);
    const some = Array.from({ length: 2 ** resources - 2 }, (_, bits) =>
      names.filter((who) => ((bits + 1) >> who) & 1),
    );
    return injections(resources, resources + 1).flatMap((ids) =>
      some.map((missing) => ({ ...PLAIN, game: "rewards alone", ids, names, service: "extended", missing })),
    );
  });
}

/** The scenario of that number, of so many resources. */
function sample(number: number, [least, most]: readonly [number, number], isOrdered: boolean): Recipe {
  const next = randomNumbers(number * 7919 + least);
  const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;
  const resources = least + next(most - least + 1);
  const injection = (): Injection => {
    const places = Array.from({ length: resources + 1 }, (_, place) => place);
    return Array.from({ length: resources }, () => places.splice(next(places.length), 1)[0] as number);
  };
  return {
    game: pick(GAMES),
    ids: injection(),
    names: next(3) === 0 ? Array.from({ length: resources }, (_, who) => who) : injection(),
    texts: pick(["follow", "stay"]),
    service: pick(Object.keys(SERVICES)),
    createOnly: pick(CREATE_ONLY),
    manifests: pick(MANIFESTS),
    missing: [],
    order: isOrdered ? 0 : number + 1,
  };
}

/** Numbers from 0 to below `bound`, the same for the same seed. */
export function randomNumbers(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

interface Group {
  readonly at: (number: number) => Recipe | undefined;
  /** How many there are, or are tried: with `LAUREL_PERMUTATIONS=quick` (half a minute), and otherwise. */
  readonly quick: number;
  readonly whole: number;
}

const listed = (all: readonly Recipe[], quick: number): Group => ({
  // A quick run takes some from everywhere: neighbours in the list are alike.
  at: (number) => all[(number * 7919) % all.length],
  quick,
  whole: all.length,
});

/** Groups of recipes, in the order of the numbers of their resources. */
export const GROUPS: Readonly<Record<string, Group>> = {
  two: listed(twos(), 700),
  missing: listed(incomplete(), 60),
  "two to five, in any order": { at: (number) => sample(number, [2, 5], false), quick: 150, whole: 1500 },
  "three to five": { at: (number) => sample(number, [3, 5], true), quick: 150, whole: 1500 },
  "six to twelve": { at: (number) => sample(number, [6, 12], true), quick: 10, whole: 60 },
};

/** The recipes of a group that are to be tried, by number; `LAUREL_EXPLORE` takes others every time. */
export function* recipesOf(name: string): Generator<readonly [number, Recipe]> {
  const { at, quick, whole } = GROUPS[name] as Group;
  const explore = Number(process.env.LAUREL_EXPLORE ?? "0");
  const count = process.env.LAUREL_PERMUTATIONS === "quick" ? quick : whole * Math.max(explore, 1);
  const start = explore > 0 ? Date.now() % 1_000_000_000 : 0;
  for (let number = start; number < start + count; number += 1) yield [number, at(number) as Recipe];
}

/** The one recipe that `LAUREL_SCENARIO` names. */
export function namedRecipe(text: string): Recipe {
  if (text.startsWith("{")) return { ...PLAIN, service: "extended", ...JSON.parse(text) };
  const at = text.lastIndexOf(":");
  const found = GROUPS[text.slice(0, at)]?.at(Number(text.slice(at + 1)));
  if (found === undefined) throw new Error(`no scenario ${text}; the groups are ${Object.keys(GROUPS).join(", ")}`);
  return found;
}

/** The same with less in it, one thing at a time. */
export function simpler(recipe: Recipe): readonly Recipe[] {
  const last = recipe.ids.length - 1;
  const own = recipe.ids.map((_, who) => who);
  // Without the last resource, its place is one that nothing had.
  const fewer = (all: Injection): Injection => all.slice(0, -1).map((place) => Math.min(place, last));
  const less: readonly Partial<Recipe>[] = [
    { ids: fewer(recipe.ids), names: fewer(recipe.names), missing: recipe.missing.filter((who) => who < last) },
    { order: 0 },
    { names: own },
    { ids: own },
    { texts: "follow" },
    { manifests: "plain" },
    { service: "extended" },
    { createOnly: "ignored" },
  ];
  const isWhole = (all: Injection): boolean => all.length > 0 && new Set(all).size === all.length;
  return less
    .map((changed) => ({ ...recipe, ...changed }))
    .filter((each) => isWhole(each.ids) && isWhole(each.names) && JSON.stringify(each) !== JSON.stringify(recipe));
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
