/**
 * Rewrites common forms of a value step by step into the accepted form: `>= 100` into `gte:100`.
 */
import type { Rewrite } from "../catalog/types.ts";

/** Returns the text after all rewrites, if it is accepted. Case makes no difference. */
export function rewritten(
  text: string,
  rewrites: readonly Rewrite[],
  isAccepted: (text: string) => boolean,
): string | undefined {
  let result = text;
  for (const [pattern, replacement] of rewrites)
    result = result.replaceAll(new RegExp(pattern, "gi"), replacement);
  return isAccepted(result) ? result : undefined;
}
