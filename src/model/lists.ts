/** Lists that grow in place, in the order in which their values come. */

/** Puts all values behind the others. A call with that many arguments would fail where there are more than about 100,000. */
export function pushAll<Value>(list: Value[], values: Iterable<Value>): void {
  for (const value of values) list.push(value);
}

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
