/** Texts of tests as files that were read. */
import type { Catalog } from "../../src/catalog/types.ts";
import { loadDesired } from "../../src/manifest/game/desired-game.ts";
import { type ParsedText, parseText } from "../../src/manifest/parse.ts";
import { type SourceFile, type Span, sourceFile } from "../../src/model/source.ts";

/** A file by its name. */
export interface GivenText {
  readonly file: string;
  readonly text: string;
}

/** The other way round. */
export function givenText({ name, text }: SourceFile): GivenText {
  return { file: name, text };
}

export function sourcesOf(texts: readonly GivenText[]): readonly SourceFile[] {
  return texts.map(({ file, text }) => sourceFile({ name: file, text }));
}

export function parseTexts(texts: readonly GivenText[]): readonly ParsedText[] {
  return texts.map(({ file, text }) => parseText(file, text));
}

/** Loads the game that texts declare. */
export function loadTexts(
  texts: readonly GivenText[],
  catalog: Catalog,
  overrides: readonly GivenText[] = [],
): ReturnType<typeof loadDesired> {
  return loadDesired(sourcesOf(texts), catalog, sourcesOf(overrides));
}

/** As old tests and goldens write a span: the file by its name. */
export function namedSpan({ source, start, end }: Span) {
  return { file: source.name, start, end };
}
