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

/** A name that somebody probably meant. */
export interface MeantName {
  readonly name: string;
  /** Whether a slip of the hand is the only explanation. */
  readonly isCertain: boolean;
}

/**
 * The one candidate that a misspelt name is near to; undefined where several are as near, or none is. Of names that people
 * choose (`isOpen`), `slay-ogre` may be missing where `slay-orc` exists, and `level-2` is no slip for `level-3`.
 */
export function meantName(given: string, candidates: Iterable<string>, isOpen: boolean): MeantName | undefined {
  const name = nearest(given, candidates);
  if (name === undefined) return undefined;
  const distance = slips(given, name);
  const isAlone = ![...candidates].some((other) => other !== name && slips(given, other) <= Math.max(distance, 1));
  const most = !isOpen && plainForm(given).length > 5 ? 2 : 1;
  const hasSameDigits = given.replaceAll(/\D/g, "") === name.replaceAll(/\D/g, "");
  return { name, isCertain: isAlone && distance <= most && (hasSameDigits || distance === 0) };
}

/** How many slips of the hand make one name of the other; two neighbours that changed places are one. */
function slips(given: string, name: string): number {
  const [one, other] = [plainForm(given), plainForm(name)];
  const distance = leven(one, other, { maxDistance: 4 });
  if (distance !== 2 || one.length !== other.length) return distance;
  const at = [...one].findIndex((character, index) => character !== other[index]);
  const swapped = one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2);
  return swapped === other ? 1 : distance;
}

/** `did you mean "x"?` for the nearest candidate, as a list for the help of a diagnostic. */
export function didYouMean(given: string, candidates: Iterable<string>): readonly string[] {
  const found = nearest(given, candidates);
  return found === undefined ? [] : [`did you mean "${found}"?`];
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.\s]/g, "");
}

function shortestWith(plain: string, candidates: Iterable<string>): string | undefined {
  if (plain.length < 2) return undefined;
  const found = [...candidates].filter((candidate) =>
    candidate
      .toLowerCase()
      .split(/[-_.\s]/)
      .includes(plain),
  );
  return found.sort((a, b) => a.length - b.length || compareText(a, b))[0];
}
