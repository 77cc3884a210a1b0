/** Changes of JSON values by their structure: what comes out is JSON again, and no longer what was meant. */
import { isJsonObject, type Json } from "../../src/model/json.ts";
import { NASTY_TEXTS, nastyValue } from "./nasty.ts";
import type { Random } from "./random.ts";

/** A value somewhere in another one, and how to put another in its place. */
interface Place {
  readonly value: Json;
  readonly name: string | number;
  readonly within: Json[] | Record<string, Json>;
}

/** So many places are looked at: enough to reach everything of a file that people write. */
const MOST_PLACES = 5000;

/** A copy with so many changes. `donors`: other values, of which pieces are taken over. */
export function mutatedJson(value: Json, changes: number, donors: readonly Json[], random: Random): Json {
  const root: Record<string, Json> = { root: copyOf(value) };
  for (let change = 0; change < changes; change += 1) mutateOnce(root, donors, random);
  return root.root ?? null;
}

function copyOf(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function mutateOnce(root: Record<string, Json>, donors: readonly Json[], random: Random): void {
  const places = placesIn(root);
  if (places.length === 0) set(root, "root", nastyValue(random));
  else random.pick(MUTATIONS)(random.pick(places), { places, donors, random });
}

function placesIn(root: Record<string, Json>): readonly Place[] {
  const places: Place[] = [];
  const open: (Json[] | Record<string, Json>)[] = [root];
  for (let within = open.pop(); within !== undefined && places.length < MOST_PLACES; within = open.pop()) {
    for (const [name, value] of Object.entries(within)) {
      places.push({ value, name: Array.isArray(within) ? Number(name) : name, within });
      if (typeof value === "object" && value !== null) open.push(value as Json[] | Record<string, Json>);
    }
  }
  return places;
}

interface Context {
  readonly places: readonly Place[];
  readonly donors: readonly Json[];
  readonly random: Random;
}

type Mutation = (place: Place, context: Context) => void;

function put({ within, name }: Place, value: Json): void {
  set(within, name, value);
}

/** `__proto__` becomes a member like any other, as `JSON.parse` makes it. */
function set(within: Json[] | Record<string, Json>, name: string | number, value: Json): void {
  Object.defineProperty(within, name, { value, writable: true, enumerable: true, configurable: true });
}

function remove({ within, name }: Place): void {
  if (Array.isArray(within)) within.splice(Number(name), 1);
  else delete within[name as string];
}

const replace: Mutation = (place, { random }) => put(place, nastyValue(random));

const retype: Mutation = (place, { random }) => {
  const { value } = place;
  const others: Json[] = [JSON.stringify(value), [value], { value }, [value, value], typeof value];
  put(place, copyOf(random.pick(others)));
};

const splice: Mutation = (place, { donors, random }) => {
  const root: Record<string, Json> = { root: random.pick(donors) };
  put(place, copyOf(random.pick(placesIn(root)).value));
};

/** Takes over another value of the same sort: text for text makes references lead elsewhere, and closes circles. */
const exchange: Mutation = (place, { places, random }) => {
  const alike = places.filter(({ value }) => typeof value === typeof place.value);
  put(place, copyOf(random.pick(alike).value));
};

const rename: Mutation = (place, { places, random }) => {
  if (Array.isArray(place.within)) return remove(place);
  const names = places.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  remove(place);
  set(place.within, random.chance(0.5) ? random.pick(names) : random.pick(NASTY_TEXTS), place.value);
};

const repeat: Mutation = (place, { random }) => {
  const { within, value, name } = place;
  const times = random.chance(0.03) ? 2000 : 1 + random.below(4);
  if (!Array.isArray(within)) return set(within, `${name}${times}`, copyOf(value));
  if (JSON.stringify(value).length > 2000 && times > 10) return;
  within.splice(Number(name), 0, ...Array.from({ length: times }, () => copyOf(value)));
};

const reorder: Mutation = ({ within }) => {
  if (Array.isArray(within)) within.reverse();
  else {
    for (const [name, value] of Object.entries(within).reverse()) {
      delete within[name];
      set(within, name, value);
    }
  }
};

const add: Mutation = (place, { places, random }) => {
  const { value } = place;
  if (Array.isArray(value)) value.push(random.chance(0.5) ? nastyValue(random) : copyOf(random.pick(places).value));
  else if (isJsonObject(value)) {
    const from = random.pick(places);
    const name = random.chance(0.7) ? String(from.name) : random.pick(NASTY_TEXTS);
    set(value as Record<string, Json>, name, random.chance(0.5) ? nastyValue(random) : copyOf(from.value));
  } else replace(place, { places, donors: [], random });
};

const MUTATIONS = [replace, replace, replace, remove, retype, splice, exchange, exchange, rename, repeat, reorder, add];
