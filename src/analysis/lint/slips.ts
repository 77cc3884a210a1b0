/** Words that differ by a single slip of the keyboard, found without holding every word against every other one. */

/**
 * Pairs of texts of which one has a character more than the other, or two neighbours exchanged; the later one first. Texts
 * are taken by their characters; equal ones are no pair.
 */
export function slipsAmong(texts: readonly string[]): readonly (readonly [text: string, like: string])[] {
  const all = new Set(texts);
  const found: (readonly [string, string])[] = [];
  for (const text of all) {
    const near = new Set([...slipsOf(text)].filter((other) => other !== text && all.has(other)));
    for (const other of near) found.push([text, other]);
  }
  return found;
}

/** The text without each of its characters, and with each two neighbours exchanged. */
function* slipsOf(text: string): Generator<string> {
  const characters = [...text];
  for (const index of characters.keys()) {
    const [here = "", next] = characters.slice(index, index + 2);
    const [before, after] = [characters.slice(0, index).join(""), characters.slice(index + 1)];
    yield before + after.join("");
    // Each exchange is made from one side only, so that a pair is found once.
    if (next !== undefined && here > next) yield before + next + here + after.slice(1).join("");
  }
}
