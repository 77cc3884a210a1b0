/**
 * Works on lists and maps. In: values, also more than the 100,000 arguments that a call can have.
 * Out: groups, repeats, extremes.
 */

export function pushAll<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}

export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

export function grouped<K, V>(
  values: Iterable<V>,
  keyOf: (value: V) => K,
): ReadonlyMap<K, readonly V[]> {
  const lists = new Map<K, V[]>();
  for (const value of values) append(lists, keyOf(value), value);
  return lists;
}

/** Returns the values whose key an earlier value has, each with the first value that has it. */
export function repeatedIn<T>(
  all: Iterable<T>,
  keyOf: (each: T) => string,
): readonly (readonly [each: T, first: T])[] {
  return [...grouped(all, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((other) => [other, first] as const),
  );
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  return [...values].reduce((most, value) => Math.max(most, value), least);
}

export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  return [...values].reduce((least, value) => Math.min(least, value), most);
}

/** Orders texts by code units: the same on every machine, unlike a locale's order. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function memoizedBy<Owner extends object, Value>(
  make: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const made = new WeakMap<Owner, { readonly value: Value }>();
  return (owner) => {
    const known = made.get(owner);
    if (known !== undefined) return known.value;
    const value = make(owner);
    made.set(owner, { value });
    return value;
  };
}

type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<
    Members[Key],
    undefined
  >;
};

/** Returns the object without members that are undefined, because JSON has no such members. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined);
  // Object.fromEntries forgets which name has which type.
  return Object.fromEntries(kept) as Defined<Members>;
}

/** The names of a table's entries, with their type. */
export function namesOfTable<Table extends object>(
  table: Table,
): readonly (keyof Table & string)[] {
  // Object.keys gives plain texts, because a value can have more members than its type.
  return Object.keys(table) as (keyof Table & string)[];
}

/** The members of these names, where they are present. */
export function pickMembers<Value>(
  values: Readonly<Record<string, Value>>,
  names: Iterable<string>,
): Readonly<Record<string, Value>> {
  const chosen: Record<string, Value> = {};
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

interface Parallel<R> {
  /** Number of elements at a time. */
  readonly limit: number;
  /**
   * Whether no more runs are started after a result. The results then end with the last started
   * run.
   */
  readonly endsAll?: (result: R) => boolean;
}

/** Runs `run` for each element, and returns the results in the order of the elements. */
export async function inParallel<T, R>(
  elements: readonly T[],
  { limit, endsAll = () => false }: Parallel<R>,
  run: (element: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = elements.entries();
  let ended = false;
  const worker = async () => {
    for (const [index, element] of left) {
      const result = await run(element);
      results[index] = result;
      ended ||= endsAll(result);
      if (ended) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, worker));
  return results;
}
