/** The name that somebody probably meant. */
import leven from "leven";
import { compareText } from "./diagnostics.ts";

/** The candidate nearest to the word within a distance of three edits (two for short words), the first by text if several. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = word.length < 5 ? 2 : 3;
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = leven(word.toLowerCase(), candidate.toLowerCase());
    if (distance > limit || distance >= Math.max(word.length, candidate.length)) continue;
    if (
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance && compareText(candidate, best.candidate) < 0)
    ) {
      best = { candidate, distance };
    }
  }
  return best?.candidate;
}
