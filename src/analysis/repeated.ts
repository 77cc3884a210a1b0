import { grouped } from "../model/collections.ts";

/** What has the same key as something before it, each with the first that has it. */
export function repeatedIn<T>(all: Iterable<T>, keyOf: (each: T) => string): readonly (readonly [each: T, first: T])[] {
  return [...grouped(all, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : others.map((each) => [each, first] as const),
  );
}
