/** Turns what people write for a value into the text that is accepted, step by step: `>= 100` into `gte:100`. */
import type { Rewrite } from "../catalog/types.ts";

/** The text after all rewrites, if it is accepted then. Capitals and small letters are alike. */
export function rewritten(
  text: string,
  rewrites: readonly Rewrite[],
  isAccepted: (text: string) => boolean,
): string | undefined {
  let result = text;
  for (const [pattern, replacement] of rewrites) result = result.replaceAll(new RegExp(pattern, "gi"), replacement);
  return isAccepted(result) ? result : undefined;
}
