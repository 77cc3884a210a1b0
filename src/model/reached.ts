/** What can be got to from somewhere, step by step. */

/** The starts and everything behind them, each once, what is nearer first. Circles end. */
export function reached<Place>(starts: Iterable<Place>, next: (place: Place) => Iterable<Place>): ReadonlySet<Place> {
  const found = new Set(starts);
  // A set is walked in the order of insertion, places that are added on the way included.
  for (const place of found) for (const each of next(place)) found.add(each);
  return found;
}
