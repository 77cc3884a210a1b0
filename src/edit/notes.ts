/** Comments above elements of lists. */
import { type ParsedText, parseText } from "../manifest/parse.ts";
import { applyEdits } from "../model/edits.ts";
import { isJsonFile, type Part } from "../text/parts.ts";
import { type EditedFile, editedFile, placesIn, rootPlaces, type ValuePlace } from "../text/places.ts";

/**
 * The text with a comment above each of the elements that begins a line and does not have it yet. JSON has no comments.
 * `note`: begins with `#`.
 */
export function withNotes(parsed: ParsedText, elements: ReadonlySet<Part>, note: string): ParsedText {
  if (isJsonFile(parsed.source.file) || elements.size === 0) return parsed;
  const file = editedFile(parsed.source);
  for (const root of rootPlaces(parsed)) addNotes(root, elements, note, file);
  const { source } = parsed;
  return file.edits.length === 0 ? parsed : parseText(source.file, applyEdits(source.text, file.edits));
}

function addNotes(holder: ValuePlace, elements: ReadonlySet<Part>, note: string, file: EditedFile): void {
  const { lines, source, eol, edits } = file;
  for (const place of placesIn(holder, source)) {
    const at = lines.startOf(place.start);
    const pad = source.text.slice(at, place.start);
    const isNoted = at > 0 && lines.at(at - 1).trim() === note;
    if (place.style === "element" && pad.trim() === "" && elements.has(place.part)) {
      if (!isNoted) edits.push({ start: at, end: at, text: pad + note + eol });
    } else if (place.value?.type !== "alias") addNotes(place, elements, note, file);
  }
}
