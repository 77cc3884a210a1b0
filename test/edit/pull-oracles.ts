/**
 * The rules that every pull has to keep: the plan is empty, and unchanged declarations keep their
 * text.
 */

import { catalog } from "../../src/catalog/index.ts";
import type { KindName } from "../../src/catalog/types.ts";
import { hoist } from "../../src/manifest/hoist.ts";
import { manifestLists } from "../../src/manifest/manifest-keys.ts";
import { type ParsedText, parseText } from "../../src/manifest/parse.ts";
import {
  type MapPart,
  memberNamed,
  type Part,
  partsIn,
  spanBetween,
} from "../../src/manifest/parts.ts";
import type { LiveGame } from "../../src/model/model.ts";
import { isSameJson } from "../../src/model/normalise.ts";
import { planned } from "../plan/planning.ts";
import { type GivenText, loadTexts } from "../support/sources.ts";

export function isOverride({ file }: GivenText): boolean {
  return file.startsWith("overrides");
}

interface PulledSides {
  readonly live: LiveGame;
  /** Kinds that had a list before the pull: without it, no plan would look at them. */
  readonly listed: ReadonlySet<KindName>;
}

/**
 * The kinds of which a text has a list. A kind that is only defined in place is managed as long as
 * such a definition exists.
 */
export function kindsWithList(texts: readonly GivenText[]): ReadonlySet<KindName> {
  const documents = texts.flatMap(({ file, text }) => parseText(file, text).documents);
  const kinds = catalog.filter(({ plural }) =>
    documents.some((root) => memberNamed(root, plural) !== undefined),
  );
  return new Set(kinds.map(({ name }) => name));
}

/**
 * Steps of the plan after a pull, resources that are kept although they are live, and kinds that
 * are not managed any more.
 */
export function leftToDo(
  texts: readonly GivenText[],
  { live, listed }: PulledSides,
): readonly string[] {
  const manifests = texts.filter((text) => !isOverride(text));
  const { value, diagnostics } = loadTexts(manifests, catalog, texts.filter(isOverride));
  if (value === undefined)
    return diagnostics.map(({ code, detail }) => `invalid: ${code}: ${detail}`);
  const { steps, kept } = planned(value, live, { prune: true });
  const forgotten = [...listed].filter((kind) => !value.managed.has(kind));
  return [
    ...forgotten.map((kind) => `no list of ${kind}`),
    ...steps.map(({ id }) => id),
    ...kept.map(({ address, reason }) => `kept ${address}: ${reason}`),
  ];
}

interface ComparedTexts {
  /** Declarations whose text is the same. */
  readonly kept: number;
  /** Addresses of declarations whose text is not the same, although nothing of them has changed. */
  readonly damaged: readonly string[];
}

/** Compares the texts of all declarations that are not among the changed ones. */
export function comparedTexts(
  before: readonly GivenText[],
  after: readonly GivenText[],
  changed: readonly string[],
): ComparedTexts {
  const now = slices(after);
  // A definition inside of another one may have changed.
  const unchanged = [...slices(before)].filter(
    ([address, slice]) => !changed.includes(address) && slice.split("custom_id").length <= 2,
  );
  const damaged = unchanged
    .filter(([address, slice]) => now.get(address) !== slice)
    .map(([address]) => address);
  return { kept: unchanged.length - damaged.length, damaged };
}

/** Numbered comments that only one of two texts has. */
export function lostComments(before: string, after: string): readonly string[] {
  const commentsIn = (text: string): readonly string[] => text.match(/# comment \d+\./g) ?? [];
  const was = commentsIn(before);
  const is = commentsIn(after);
  return [...was.filter((each) => !is.includes(each)), ...is.filter((each) => !was.includes(each))];
}

/** The text of every declaration in a list, by address. */
function slices(texts: readonly GivenText[]): ReadonlyMap<string, string> {
  const parsed = texts.map(({ file, text }) => parseText(file, text));
  const { declarations } = hoist(
    manifestLists(
      parsed.flatMap(({ documents }) => documents),
      catalog,
    ).resources,
    catalog,
  );
  const top = declarations.filter(({ isInPlace }) => !isInPlace);
  return new Map(
    top.map(({ address, part }) => [
      address ?? "",
      part.source.text.slice(part.start, part.end).trimEnd(),
    ]),
  );
}

/** The same file before and after a pull, and where each definition is. */
export interface PulledFile {
  readonly before: ParsedText;
  readonly after: ParsedText;
  /** Definitions before and after, by address. */
  readonly old: ReadonlyMap<string, Part>;
  readonly now: ReadonlyMap<string, Part>;
  /** Returns the address after the pull. */
  readonly addressAfter: (address: string) => string;
}

/** The definitions of texts by address. */
export function definitionsIn(texts: readonly ParsedText[]): ReadonlyMap<string, Part> {
  const roots = texts.flatMap(({ documents }) => documents);
  const { declarations } = hoist(manifestLists(roots, catalog).resources, catalog);
  return new Map(declarations.map(({ address, part }) => [address, part]));
}

/**
 * Comments of definitions that still exist, or of the whole file, that are not there exactly once.
 * `about` has the pointer of each comment by its number.
 */
export function lostNotes(file: PulledFile, about: readonly string[]): readonly string[] {
  const commentsNow = file.after.source.text.match(/# comment \d+\./g) ?? [];
  return about.flatMap((pointer, index) => {
    const comment = `# comment ${index + 1}.`;
    const count = commentsNow.filter((each) => each === comment).length;
    const isFine = count === 1 || (count === 0 && !mustStay(file, pointer));
    return isFine ? [] : [`${count} × ${comment} about ${pointer}`];
  });
}

/** A part before a pull, and what has become of it. */
interface Counterparts {
  readonly old: Part;
  readonly now: Part | undefined;
}

/** Whether the value at a pointer is still there. */
function mustStay(file: PulledFile, pointer: string): boolean {
  const addresses = new Map([...file.old].map(([address, part]) => [part, address]));
  const [, top = "", ...names] = pointer.split("/");
  const root = file.before.documents.find((each) => memberNamed(each, top) !== undefined);
  const list = memberNamed(root, top)?.value;
  if (list === undefined) return true;
  let here: Counterparts = { old: list, now: undefined };
  for (const name of names) {
    const inner = innerPart(here.old, name);
    if (inner === undefined) throw new Error(`nothing is at ${pointer}`);
    const address = addresses.get(inner);
    if (address === undefined && isOtherList(here)) return isElementOf(here.now, inner);
    const now =
      address === undefined ? innerPart(here.now, name) : file.now.get(file.addressAfter(address));
    if (now === undefined) return false;
    here = { old: inner, now };
  }
  return true;
}

function isOtherList({ old, now }: Counterparts): boolean {
  return old.type === "list" && !isSameJson(old.value, now?.value);
}

function isElementOf(list: Part | undefined, element: Part): boolean {
  return list?.type === "list" && list.value.some((each) => isSameJson(each, element.value));
}

function innerPart(part: Part | undefined, name: string): Part | undefined {
  return part?.type === "list" ? part.elements[Number(name)] : memberNamed(part, name)?.value;
}

/** Lines about nothing that a pull changes, which are not in the text afterwards in their order. */
export function changedLines({ before, after, addressAfter }: PulledFile): readonly string[] {
  const touched = new TouchedLines(before, addressAfter);
  for (const [index, root] of before.documents.entries())
    touched.compare(root, after.documents[index]);
  const lines = after.source.text.split(/\r?\n/);
  let place = 0;
  // Where an anchor gets another value, its aliases are written out, also those below their keys.
  const alias = /[:-][^\S\n]*(?:#.*)?\r?\n(?:\s*(?:#.*)?\r?\n)*\s*\*a\d/g;
  for (const { index } of before.source.text.matchAll(alias)) touched.markOffset(index);
  return before.source.text.split(/\r?\n/).filter((line, index) => {
    if (touched.lines.has(index) || /^\s*(?:#.*)?$|\*a\d/.test(line)) return false;
    const found = lines.indexOf(line, place);
    if (found !== -1) place = found + 1;
    return found === -1;
  });
}

/** The lines of a text that an edit has to change, because what is on them has another value. */
class TouchedLines {
  readonly lines = new Set<number>();
  private readonly source: ParsedText["source"];
  private readonly addressAfter: PulledFile["addressAfter"];

  constructor({ source }: ParsedText, addressAfter: PulledFile["addressAfter"]) {
    this.source = source;
    this.addressAfter = addressAfter;
  }

  compare(old: Part, now: Part | undefined): void {
    if (isSameJson(old.value, now?.value)) return;
    const isKept = old.type !== "scalar" && old.type === now?.type;
    if (!isKept || partsIn(old).length === 0 || partsIn(now).length === 0)
      this.mark(old.start, old.end);
    else if (old.type === "map") this.compareMembers(old, now);
    else this.compareElements(old, now);
  }

  private compareMembers(old: MapPart, now: Part): void {
    const isFlow = this.source.text.charAt(old.start) === "{";
    for (const [index, { name, keyStart, value }] of old.members.entries()) {
      const other = memberNamed(now, name)?.value;
      const next = old.members[index + 1];
      if (isSameJson(value.value, other?.value)) continue;
      if (other === undefined || value.type !== other.type || partsIn(other).length === 0)
        this.mark(keyStart, Math.max(keyStart, value.end));
      // A dash gets the next key on its line, and a comma may come or go.
      if (other === undefined) this.mark(next?.keyStart ?? keyStart, next?.keyStart ?? keyStart);
      if (other === undefined && isFlow) this.markAt(old.members[index - 1]?.value);
      this.compare(value, other);
    }
    if (isFlow) this.markNeighbours(old, now);
  }

  /** Marks the lines between brackets on which a new member is written. */
  private markNeighbours(old: MapPart, now: Part): void {
    const members = now.type === "map" ? now.members : [];
    for (const [index, { name }] of members.entries()) {
      if (memberNamed(old, name) !== undefined) continue;
      const before = members.slice(0, index).findLast((each) => memberNamed(old, each.name));
      this.markAt(before && memberNamed(old, before.name)?.value);
    }
  }

  private compareElements(old: Part, now: Part): void {
    const elements = partsIn(old);
    const isFlow = this.source.text.charAt(old.start) === "[";
    for (const [index, element] of elements.entries()) {
      const other = this.counterpart(element, index, { old, now });
      const isOther = element.type === "scalar" && !isSameJson(element.value, other?.value);
      if (other !== undefined && !isOther) {
        this.compare(element, other);
        continue;
      }
      this.mark(elements[index - 1]?.end ?? old.start, element.end);
      this.markAt(elements[index - 1]);
      this.mark(element.end, elements[index + 1]?.start ?? element.end);
    }
    if (isFlow) this.markAt(elements.at(-1));
  }

  private counterpart(
    element: Part,
    index: number,
    { old, now }: { readonly old: Part; readonly now: Part },
  ): Part | undefined {
    const others = partsIn(now);
    const id = memberNamed(element, "custom_id")?.value.value;
    if (typeof id === "string") {
      const ids = catalog.map(({ name }) =>
        this.addressAfter(`${name}/${id}`).slice(name.length + 1),
      );
      return others.find((other) =>
        ids.includes(String(memberNamed(other, "custom_id")?.value.value)),
      );
    }
    const same = others.find(({ value }) => isSameJson(value, element.value));
    return same ?? (others.length === partsIn(old).length ? others[index] : undefined);
  }

  markOffset(offset: number): void {
    this.mark(offset, offset);
  }

  private markAt(part: Part | undefined): void {
    if (part !== undefined) this.mark(part.end, part.end);
  }

  private mark(start: number, end: number): void {
    const first = spanBetween(this.source, start, start).start.line - 1;
    const last = spanBetween(this.source, start, end).end.line - 1;
    for (let line = first; line <= last; line += 1) this.lines.add(line);
  }
}
