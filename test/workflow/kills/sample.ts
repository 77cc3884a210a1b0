/** Everything with `npm run test:kills`. Otherwise one of `every`, beginning with that index, and always the last. */
export function sample<T>(all: readonly T[], every: number, from: number): readonly T[] {
  if (process.env.LAUREL_KILLS === "all") return all;
  return all.filter((_, index) => index % every === from % every || index === all.length - 1);
}

/** Numbers from 1. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
