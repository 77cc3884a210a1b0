/** Command lines to show, so that they can be copied into a shell. */

/** The words as one line; whatever a shell could split or expand is in single quotes. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}
