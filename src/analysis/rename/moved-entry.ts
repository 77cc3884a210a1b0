/** The `moved` entry of a rename: in which file it goes, and its text. */
import { rewriteText } from "../../edit/rewrite.ts";
import { MOVED } from "../../manifest/forms.ts";
import { type ParsedText, parseText } from "../../manifest/parse.ts";
import { jsonOf, memberNamed, type Part } from "../../manifest/parts.ts";
import { isJsonObject, type JsonObject } from "../../model/json.ts";

/** A document of one of several files. */
interface DocumentPlace {
  readonly file: number;
  readonly document: number;
}

/** The manifests with one more entry. `declaration`: where the resource is declared. */
export function withMovedEntry(
  files: readonly ParsedText[],
  declaration: DocumentPlace,
  entry: JsonObject,
): readonly ParsedText[] {
  const { file, document } = placeOfEntry(files, declaration);
  return files.map((parsed, index) => {
    if (index !== file) return parsed;
    const targets = parsed.documents.map((root, at) => {
      const value = jsonOf(root);
      if (at !== document || !isJsonObject(value)) return value;
      const entries = Array.isArray(value[MOVED]) ? value[MOVED] : [];
      return { ...value, [MOVED]: [...entries, entry] };
    });
    return parseText(parsed.source.file, rewriteText(parsed, targets));
  });
}

/** In the file of the declaration, else beside the most other entries, else in the document of the declaration. */
function placeOfEntry(files: readonly ParsedText[], declaration: DocumentPlace): DocumentPlace {
  const lists = files.flatMap(({ documents }, file) =>
    documents.flatMap((root, document) => {
      const entries = entriesIn(root);
      return entries === undefined ? [] : [{ file, document, entries }];
    }),
  );
  const own = lists.filter(({ file }) => file === declaration.file);
  const most = lists.toSorted((a, b) => b.entries - a.entries)[0];
  return own.find(({ document }) => document === declaration.document) ?? own[0] ?? most ?? declaration;
}

/** How many there are; undefined without a list. */
function entriesIn(root: Part): number | undefined {
  const list = memberNamed(root, MOVED)?.value;
  return list?.type === "list" ? list.elements.length : undefined;
}
