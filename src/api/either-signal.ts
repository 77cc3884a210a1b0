/** One signal made of two, for as long as something runs. */
import { setMaxListeners } from "node:events";

/**
 * Runs with a signal that aborts when one of the two does, and listens to them no longer than that. They may live as long
 * as the program: what `AbortSignal.any` makes leaves something behind in each of them.
 */
export async function withEither<T>(
  a: AbortSignal,
  b: AbortSignal,
  run: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const abort = () => either.abort();
  const sources = [a, b];
  // Many requests listen to them at once; Node would warn of more than ten.
  setMaxListeners(0, ...sources);
  if (sources.some((source) => source.aborted)) abort();
  for (const source of sources) source.addEventListener("abort", abort);
  try {
    return await run(either.signal);
  } finally {
    for (const source of sources) source.removeEventListener("abort", abort);
  }
}
