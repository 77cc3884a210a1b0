/** Finds what somebody probably meant. */
import leven from "leven";
import { compareText } from "./diagnostics.ts";

/**
 * The candidate nearest to a misspelt name, if one is near enough. Spelling variants (`customId`, `custom-id`) come
 * first, then single slips of the keyboard, then a name of which the given one is a whole part (`action` in
 * `custom_action_id`).
 */
export function nearest(given: string, candidates: Iterable<string>): string | undefined {
  const plain = plainForm(given);
  const limit = plain.length <= 3 ? 1 : plain.length <= 7 ? 2 : 3;
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const other = plainForm(candidate);
    if (Math.abs(other.length - plain.length) > limit) continue;
    const distance = plain === other ? 0 : leven(plain, other, { maxDistance: limit + 1 });
    if (distance > limit || distance >= Math.max(plain.length, other.length)) continue;
    const isBetter = best === undefined || distance < best.distance;
    const isEqual = distance === best?.distance && compareText(candidate, best.candidate) < 0;
    if (isBetter || isEqual) best = { candidate, distance };
  }
  return best?.candidate ?? shortestWith(plain, candidates);
}

/** `did you mean "x"?` for the nearest candidate, as a list for the help of a diagnostic. */
export function didYouMean(given: string, candidates: Iterable<string>): readonly string[] {
  const found = nearest(given, candidates);
  return found === undefined ? [] : [`did you mean "${found}"?`];
}

const wordsOf = (name: string): readonly string[] => name.toLowerCase().split(/[-_.\s]/);
const plainForm = (name: string): string => wordsOf(name).join("");

function shortestWith(plain: string, candidates: Iterable<string>): string | undefined {
  if (plain.length < 2) return undefined;
  const found = [...candidates].filter((candidate) => wordsOf(candidate).includes(plain));
  return found.sort((a, b) => a.length - b.length || compareText(a, b))[0];
}
