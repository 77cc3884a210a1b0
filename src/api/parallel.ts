/**
 * Runs `run` for each element, at most `limit` at a time, and gives the results in the order of the elements. Nothing
 * new is started after a result that `endsAll`: the results then end with those that were started.
 */
export async function inParallel<T, R>(
  elements: readonly T[],
  limit: number,
  run: (element: T) => Promise<R>,
  endsAll: (result: R) => boolean,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  let ended = false;
  const worker = async () => {
    while (!ended && next < elements.length) {
      const index = next;
      next += 1;
      const result = await run(elements[index] as T);
      results[index] = result;
      if (endsAll(result)) ended = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, elements.length) }, worker));
  return results;
}
