/** Words of texts, for comparing what they are about. */

/** The words in lower case, without punctuation. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** An English word without its ending: "rats" and "rat", "ringing" and "rings" have one stem. */
export function stemOf(word: string): string {
  const bare = word.replace(/(?<=\p{L}{3})(?:ies|ing|(?<!e)ed|es|er)$|(?<=\p{L}{2}[^s])s$/u, "");
  return bare.replace(/([^aeiou])\1$/, "$1").replace(/[eyi]$/, "");
}
