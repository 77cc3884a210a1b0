/**
 * The rules that every pull has to keep: the plan is empty, and unchanged declarations keep their
 * text.
 */

import { catalog } from "../../src/catalog/index.ts";
import type { KindName } from "../../src/catalog/types.ts";
import { hoist } from "../../src/manifest/hoist.ts";
import { manifestLists } from "../../src/manifest/manifest-keys.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { memberNamed } from "../../src/manifest/parts.ts";
import type { LiveGame } from "../../src/model/model.ts";
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
