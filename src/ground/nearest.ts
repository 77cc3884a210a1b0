/** Finds what somebody probably meant. In: a misspelt name, and those that there are. Out: the nearest one, if one is near enough. */
import leven from "leven";
import { memoizedBy } from "./collections.ts";

/** Spelling variants (`customId`, `custom-id`) come first, then slips of the keyboard. */
export function nearest(misspelt: string, candidates: readonly string[]): string | undefined {
  const [plain = ""] = plainForms([misspelt]);
  let best: string | undefined;
  let least = plain.length <= 3 ? 2 : plain.length <= 7 ? 3 : 4;
  for (const [index, other] of plainForms(candidates).entries()) {
    if (Math.abs(other.length - plain.length) >= least) continue;
    const distance = isSwapped(plain, other) ? 1 : leven(plain, other, { maxDistance: least });
    if (distance < Math.min(least, plain.length)) [best, least] = [candidates[index], distance];
  }
  return best;
}

/** Whether two neighbouring letters are exchanged, and nothing else differs. */
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
  return name === undefined ? [] : [`did you mean "${name}"?`];
}

/** Names of one list that are compared with misspelt ones, before no more suggestions are made. */
const MOST_COMPARED = 200_000;

/** Suggestions for many misspelt names from one list. From a long list, only the first misspelt names get one. */
export function suggestionsFrom(candidates: readonly string[]): (misspelt: string) => readonly string[] {
  let left = Math.max(1, Math.floor(MOST_COMPARED / Math.max(1, candidates.length)));
  return (misspelt) => {
    left -= 1;
    return left < 0 ? [] : didYouMean(misspelt, candidates);
  };
}

/** Without case and punctuation. Made once for each list: many misspelt names are compared with the same candidates. */
const plainForms = memoizedBy((names: readonly string[]) =>
  names.map((name) => name.toLowerCase().replace(/[-_.\s]/g, "")),
);
