/** Writes another id at places of a file, as a value or as a key. Every other character stays. */
import { type ParsedText, parseText } from "../manifest/parse.ts";
import {
  jsonOf,
  type Member,
  memberNamed,
  namesOf,
  type Part,
  pointerTo,
  type SourceText,
  writtenText,
} from "../manifest/parts.ts";
import { applyEdits, type TextEdit } from "../model/edits.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Pointer } from "../model/model.ts";
import { editedFile, isSame, placesIn, rootPlaces, type ValuePlace } from "../text/places.ts";
import { quotesOf, replacing, writingKey } from "../text/replacements.ts";
import { writeValue } from "../text/values.ts";
import { inlineText } from "../text/yaml-text.ts";

/** One id as it is read. Behind an alias, the same text is at several places. */
export interface IdPlace {
  /** The document of the file, counted from 0 as in `ParsedText`. */
  readonly document: number;
  /** Leads to the id, or to the value whose key it is. */
  readonly pointer: Pointer;
  readonly half: "key" | "value";
}

/**
 * The file with another id at the places. `parsed` has no errors. Throws where the result would read as something else, which
 * is a bug.
 */
export function renameIds(parsed: ParsedText, places: readonly IdPlace[], to: string): ParsedText {
  if (places.length === 0) return parsed;
  const own = (document: number, half: IdPlace["half"]): ReadonlySet<Pointer> =>
    new Set(places.flatMap((each) => (each.document === document && each.half === half ? [each.pointer] : [])));
  const targets = parsed.documents.map((root, document) =>
    renamedJson(jsonOf(root), "", { keys: own(document, "key"), values: own(document, "value"), to }),
  );
  const separate = withoutSharedTexts(parsed, places);
  const edits = idTexts(separate, places).map((written) => editOf(written, separate, to));
  const renamed = parseText(parsed.source.file, applyEdits(separate.source.text, edits));
  if (!isSame(renamed.documents.map(jsonOf), targets)) {
    throw new Error(`${parsed.source.file} would not read as it should`);
  }
  return renamed;
}

interface Renaming {
  readonly keys: ReadonlySet<Pointer>;
  readonly values: ReadonlySet<Pointer>;
  readonly to: string;
}

function renamedJson(value: Json, pointer: Pointer, renaming: Renaming): Json {
  const { keys, values, to } = renaming;
  if (values.has(pointer)) return to;
  if (Array.isArray(value)) return value.map((each, index) => renamedJson(each, `${pointer}/${index}`, renaming));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, each]): [string, Json] => {
    const inner = pointer + pointerTo(name);
    return [keys.has(inner) ? to : name, renamedJson(each, inner, renaming)];
  });
  return Object.fromEntries(members);
}

/** An id in the text: a value, or a member by its key. */
type IdText = Part | Member;

/** The texts of the ids, each once. */
function idTexts({ documents }: ParsedText, places: readonly IdPlace[]): readonly IdText[] {
  return [...new Set(places.flatMap((place) => textAt(documents[place.document], place) ?? []))];
}

function textAt(root: Part | undefined, { pointer, half }: IdPlace): IdText | undefined {
  const names = namesOf(pointer);
  const last = names.at(-1) ?? "";
  const holder = names.slice(0, -1).reduce<Part | undefined>(childOf, root);
  return half === "key" ? memberNamed(holder, last) : childOf(holder, last);
}

function childOf(part: Part | undefined, name: string): Part | undefined {
  return part?.type === "list" ? part.elements[Number(name)] : memberNamed(part, name)?.value;
}

function editOf(written: IdText, { source }: ParsedText, to: string): TextEdit {
  if ("keyStart" in written) return writingKey(source, written, to);
  // A text in block style may have a comment behind its header, which goes behind the id.
  const comment = /^[|>][-+\d]*([ \t]+#[^\r\n]*)/.exec(source.text.slice(written.start))?.[1] ?? "";
  return replacing(written, inlineText(to, "line", quotesOf(source.file, writtenText(written))) + comment);
}

/** Where an alias makes one text of an id and of something else, such as a name, the aliases of it are written out. */
function withoutSharedTexts(parsed: ParsedText, places: readonly IdPlace[]): ParsedText {
  const wanted = new Map<IdText, number>();
  for (const place of places) {
    const written = textAt(parsed.documents[place.document], place);
    if (written !== undefined) wanted.set(written, (wanted.get(written) ?? 0) + 1);
  }
  const uses = new Map<IdText, number>();
  for (const root of parsed.documents) countUses(root, uses);
  const shared = new Set([...wanted].flatMap(([written, count]) => (uses.get(written) === count ? [] : [written])));
  if (shared.size === 0) return parsed;
  const file = editedFile(parsed.source);
  const aliases = rootPlaces(parsed).flatMap((root) => aliasesIn(root, parsed.source));
  const direct = aliases.filter(({ part }) => shared.has(part));
  // Without one of the text itself, some value around it is used twice.
  const chosen = direct.length > 0 ? direct : aliases.filter(({ part }) => holds(part, shared));
  if (chosen.length === 0) throw new Error(`${parsed.source.file}: an id is used twice without an alias`);
  for (const alias of chosen) {
    writeValue(alias, jsonOf(alias.part), file, "");
  }
  const text = applyEdits(parsed.source.text, file.edits);
  return withoutSharedTexts(parseText(parsed.source.file, text), places);
}

/** With aliases written out, of which there are not many: see `parseText`. */
function countUses(part: Part, uses: Map<IdText, number>): void {
  if (part.type === "scalar") uses.set(part, (uses.get(part) ?? 0) + 1);
  if (part.type === "list") for (const each of part.elements) countUses(each, uses);
  if (part.type !== "map") return;
  for (const member of part.members) {
    uses.set(member, (uses.get(member) ?? 0) + 1);
    countUses(member.value, uses);
  }
}

function holds(part: Part, texts: ReadonlySet<IdText>): boolean {
  if (texts.has(part)) return true;
  if (part.type === "list") return part.elements.some((each) => holds(each, texts));
  return part.type === "map" && part.members.some((member) => texts.has(member) || holds(member.value, texts));
}

function aliasesIn(holder: ValuePlace, source: SourceText): readonly ValuePlace[] {
  return placesIn(holder, source).flatMap((place) => {
    if (place.value?.type !== "alias") return aliasesIn(place, source);
    // `[a: *b]` is a list with a mapping that has no braces.
    const isBare = place.style === "inline" && holder.part.type === "list" && source.text.charAt(place.start) !== "*";
    const own = isBare && place.part.type === "map" ? place.part.members[0]?.value : place.part;
    return own === undefined ? [] : [{ ...place, part: own }];
  });
}
