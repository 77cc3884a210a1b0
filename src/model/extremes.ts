/** Of lists of any length: as arguments of `Math.max`, a hundred thousand numbers are more than the stack holds. */

export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const each of values) if (each > found) found = each;
  return found;
}

export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const each of values) if (each < found) found = each;
  return found;
}
