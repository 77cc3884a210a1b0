/**
 * Gives the documents of a file other values by the smallest edits of its text. What keeps its value keeps its characters:
 * comments, order, quotes, anchors, line ends. All changes of manifests that people have written go through here.
 */
import type { CST } from "yaml";
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { jsonOf } from "../manifest/parts.ts";
import { applyEdits } from "../model/edits.ts";
import type { Json } from "../model/json.ts";
import { arrangeLines } from "../text/block-lines.ts";
import { arrangeBrackets } from "../text/brackets.ts";
import { type EditedFile, editedFile, innerPlaces, isSame, rootPlaces, type ValuePlace } from "../text/places.ts";
import { writeValue } from "../text/values.ts";
import { brokenAliases } from "./aliases.ts";

/**
 * The text of a file with other values. `targets`: what each document of `parsed` is to read as; a new member of a mapping goes
 * behind the one that is before it in the target. `parsed` has no errors. Throws where the result would read as something
 * else, which is a bug.
 */
export function rewriteText(parsed: ParsedText, targets: readonly Json[]): string {
  const { file, text } = parsed.source;
  const values = parsed.documents.map(jsonOf);
  if (isSame(values, targets)) return text;
  const edited = edit(parsed, targets);
  if (readsAs(file, edited, targets)) return edited;
  // Behind a new text of several lines, blanks on an empty line would be read as part of it.
  const bare = parseText(file, text.replaceAll(/^[ \t]+(?=\r?$)/gm, ""));
  const again = isSame(bare.documents.map(jsonOf), values) ? edit(bare, targets) : edited;
  if (!readsAs(file, again, targets)) throw new Error(`${file} would not read as it should:\n${again}`);
  return again;
}

function edit(parsed: ParsedText, targets: readonly Json[]): string {
  const prepared = withoutBrokenAliases(parsed, targets);
  const file = editedFile(prepared.source);
  for (const [index, root] of rootPlaces(prepared).entries()) rewrite(root, targets[index] as Json, file);
  return applyEdits(prepared.source.text, file.edits);
}

function readsAs(file: string, text: string, targets: readonly Json[]): boolean {
  return isSame(parseText(file, text).documents.map(jsonOf), targets);
}

/** An alias of a value that is to change or to go is written out first. */
function withoutBrokenAliases(parsed: ParsedText, targets: readonly Json[]): ParsedText {
  const file = editedFile(parsed.source);
  const broken = rootPlaces(parsed).flatMap((root, index) => brokenAliases(root, targets[index] as Json, file));
  if (broken.length === 0) return parsed;
  for (const { place, target, anchor } of broken) writeValue(place, target, file, anchor);
  return parseText(parsed.source.file, applyEdits(parsed.source.text, file.edits));
}

function rewrite(place: ValuePlace, target: Json, file: EditedFile): void {
  const { part, value } = place;
  if (value?.type === "alias" || isSame(jsonOf(part), target)) return;
  const inner = innerPlaces(place, target, file);
  if (inner === undefined) {
    writeValue(place, target, file);
    return;
  }
  for (const each of inner)
    if (each.place !== undefined && each.target !== undefined) rewrite(each.place, each.target, file);
  if (inner.every((each) => each.place !== undefined && each.target !== undefined)) return;
  if (value?.type === "flow-collection") arrangeBrackets(value, inner, file);
  else arrangeLines(value as CST.Token, inner, file);
}
