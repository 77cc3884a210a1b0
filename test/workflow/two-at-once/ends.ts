/** The ends that an apply may have while another one works on the same game. */
import type { RunEnd } from "../faults/truth.ts";

/** Names what is wrong with an end. The game is whole, or the output says why it is not. */
export function complaintsAboutEnd({ exit, stdout }: RunEnd): readonly string[] {
  const { results, diagnostics } = JSON.parse(stdout);
  const reasons = JSON.stringify([diagnostics, results]).match(/"code":/g) ?? [];
  const problems = [0, 1, 3, 4].includes(exit ?? -1) ? [] : [`exit ${exit}`];
  // Nothing was written: a referenced resource was just being replaced, or the game is not the
  // planned one any more.
  if (exit === 3 && !stdout.includes("dangling-reference")) problems.push("3 without a reference");
  if (exit === 4 && !stdout.includes("stale-plan")) problems.push("4 without a stale plan");
  if ((results[0]?.converged ?? false) !== (exit === 0))
    problems.push("another end than the result has");
  if (exit !== 0 && reasons.length === 0) problems.push("no reason");
  return problems;
}
