/**
 * From the texts of a game's manifests to the desired game: parse, hoist, validate, resolve, in that order, with all
 * problems of all files in one run. A desired game exists only if nothing is wrong with any file.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addressOf, addressOrder } from "../catalog-lookup.ts";
import { type Checked, type Diagnostic, hasErrors, sortDiagnostics } from "../diagnostics.ts";
import type { Address, Desired, DesiredGame, Source } from "../model.ts";
import { canonicalBody, canonicalLinks } from "../normalise.ts";
import { type Entries, readEntries, sortedMoved, sortedRemoved } from "./entries.ts";
import { checkEntries, goneByEntries } from "./entry-checks.ts";
import { type Declaration, hoist } from "./hoist.ts";
import { manifestLists } from "./manifest-keys.ts";
import { parseText } from "./parse.ts";
import { sourceOf, startSpan } from "./parts.ts";
import { policiesOf } from "./policy-keys.ts";
import { byAddress, checkTogether } from "./resolve.ts";
import { makeValidator } from "./validate.ts";

/** A file's name as the user would give it, and its text. */
export interface ManifestText {
  readonly file: string;
  readonly text: string;
}

/** Reads the manifests of one game. The order of files makes no difference to the result. */
export function loadDesired(files: readonly ManifestText[], catalog: Catalog): Checked<DesiredGame> {
  const parsed = files.map(({ file, text }) => parseText(file, text));
  const lists = manifestLists(
    parsed.flatMap(({ documents }) => documents),
    catalog,
  );
  const { managed } = lists;
  const { declarations, diagnostics: hoisting } = hoist(lists.resources, catalog);
  const entries = readEntries(lists.entries, catalog);
  const known = byAddress(declarations);
  const validate = makeValidator(catalog);
  const syntax = parsed.flatMap((each) => each.diagnostics);
  const isComplete = !parsed.some(({ isBroken }) => isBroken);
  const later = [
    ...lists.diagnostics,
    ...hoisting,
    ...entries.diagnostics,
    ...declarations.flatMap(validate),
    ...checkTogether(declarations, known, goneByEntries(entries, known), managed, catalog, isComplete),
    // Below a key that is not known, there may be what an entry names.
    ...checkEntries(entries, known, isComplete && lists.diagnostics.length === 0),
  ];
  const diagnostics = sortDiagnostics([...syntax, ...withoutPlacesOf(syntax, later)]);
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: gameOf(declarations, entries, managed, catalog), diagnostics };
}

/** A value that parsing already complained about is not judged again. */
function withoutPlacesOf(earlier: readonly Diagnostic[], later: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ primary }: Diagnostic): string => `${primary?.span.start.offset} ${primary?.span.file}`;
  const places = new Set(earlier.map(place));
  return places.size === 0 ? later : later.filter((each) => !places.has(place(each)));
}

function gameOf(
  declarations: readonly Declaration[],
  entries: Entries,
  managed: DesiredGame["managed"],
  catalog: Catalog,
): DesiredGame {
  const compare = addressOrder(catalog);
  const found = declarations.map((declaration) => ({ declaration, desired: desiredOf(declaration) }));
  found.sort((a, b) => compare(a.desired.address, b.desired.address));
  const resources = new Map<Address, Desired>();
  const sources = new Map<Address, Source>();
  for (const { declaration, desired } of found) {
    resources.set(desired.address, desired);
    sources.set(desired.address, sourceOf(declaration.part));
  }
  return {
    resources,
    managed,
    moved: sortedMoved(entries, catalog),
    removed: sortedRemoved(entries, catalog),
    sources,
  };
}

/** Every link of the kind is there: a link that is left out means none, as an omitted field means its default. */
function desiredOf(declaration: Declaration): Desired {
  const { kind, id, written, part } = declaration;
  if (id === undefined) throw new Error(`a ${kind.name} without an id passed validation`);
  const members = kind.links.map((link) => [link.name, (written[link.name] ?? []) as readonly string[]]);
  const { file, start } = startSpan(part);
  return {
    address: addressOf(kind.name, id),
    kind: kind.name,
    custom_id: id,
    body: canonicalBody(kind, written),
    links: canonicalLinks(Object.fromEntries(members)),
    ...policiesOf(declaration),
    origin: { file, line: start.line, column: start.column },
  };
}
