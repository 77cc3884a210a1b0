/**
 * Corrects misspelt names. In: a misspelt name, and the existing names. Out: the nearest name, if
 * one is near enough.
 */
import leven from "leven";
import { memoizedBy } from "./collections.ts";
import { inQuotes } from "./words.ts";

/**
 * Returns the nearest candidate: a spelling variant (`customId`, `custom-id`), or else a name with
 * few other letters.
 */
export function nearest(misspelt: string, candidates: readonly string[]): string | undefined {
  const [plain = ""] = plainForms([misspelt]);
  let best: string | undefined;
  let least = firstTooFar(plain.length);
  for (const [index, other] of plainForms(candidates).entries()) {
    if (Math.abs(other.length - plain.length) >= least) continue;
    const distance = isSwapped(plain, other) ? 1 : leven(plain, other, { maxDistance: least });
    if (distance < Math.min(least, plain.length)) {
      best = candidates[index];
      least = distance;
    }
  }
  return best;
}

/** The least number of wrong letters that makes another word of a name of that length. */
function firstTooFar(length: number): number {
  if (length <= 3) return 2;
  return length <= 7 ? 3 : 4;
}

/** Whether the texts differ only by two neighbouring letters that are exchanged. */
function isSwapped(text: string, other: string): boolean {
  if (text.length !== other.length) return false;
  let index = 0;
  while (index < text.length && text[index] === other[index]) index += 1;
  const swapped = `${text.slice(0, index)}${text[index + 1]}${text[index]}${text.slice(index + 2)}`;
  return index + 1 < text.length && swapped === other;
}

/** `did you mean "x"?` for the nearest candidate, as a list for the help of a diagnostic. */
export function didYouMean(misspelt: string, candidates: readonly string[]): readonly string[] {
  const name = nearest(misspelt, candidates);
  return name === undefined ? [] : [`did you mean ${inQuotes(name)}?`];
}

/** Limit on comparisons with the names of one list. After it, no more suggestions are made. */
const MOST_COMPARED = 200_000;

/**
 * Suggestions for many misspelt names from one list. From a long list, only the first misspelt
 * names get one.
 */
export function suggestionsFrom(
  candidates: readonly string[],
): (misspelt: string) => readonly string[] {
  let left = Math.max(1, Math.floor(MOST_COMPARED / Math.max(1, candidates.length)));
  return (misspelt) => {
    left -= 1;
    return left < 0 ? [] : didYouMean(misspelt, candidates);
  };
}

/**
 * Returns names without case and punctuation. Made once for each list, because many names are
 * compared with it.
 */
const plainForms = memoizedBy((names: readonly string[]) =>
  names.map((name) => name.toLowerCase().replace(/[-_.\s]/g, "")),
);
