/** Lists of what has the same key, in the order in which it came. */

/** Puts the value behind those with the same key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function grouped<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, readonly Value[]> {
  const lists = new Map<Key, Value[]>();
  for (const value of values) append(lists, keyOf(value), value);
  return lists;
}
