/**
 * Parsing for those who can wait: the `yaml` package is loaded only when a text needs it, because loading it takes longer
 * than reading a small game. Nothing else that a command loads at once may import it.
 */
import type { ManifestText } from "./load-desired.ts";
import { type ParsedText, parseWithoutPackage } from "./parsed-text.ts";
import { sourceText } from "./parts.ts";

/** Does what `parseText` does. */
export async function parseLazily({ file, text }: ManifestText): Promise<ParsedText> {
  const source = sourceText(file, text);
  return parseWithoutPackage(source) ?? (await import("./parse.ts")).parseWithPackage(source);
}

/** Parses texts in their order. */
export async function parseAllLazily(texts: readonly ManifestText[]): Promise<readonly ParsedText[]> {
  const parsed: ParsedText[] = [];
  for (const text of texts) parsed.push(await parseLazily(text));
  return parsed;
}
