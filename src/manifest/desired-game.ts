/**
 * From the parsed texts of a game's manifests to the desired game: hoist, override, validate, resolve, in that
 * order, with all problems of all files in one run. A desired game exists only if nothing is wrong with any file.
 */
import type { Catalog } from "../catalog/types.ts";
import { type Checked, compareText, type Diagnostic, hasErrors, sortDiagnostics } from "../model/diagnostics.ts";
import { MAXIMUM_RESOURCES } from "../model/limits.ts";
import type { Address, Desired, DesiredGame, Source } from "../model/model.ts";
import { canonicalBody, canonicalLinks } from "../model/normalise.ts";
import { checkEntries, type Entries, goneByEntries, readEntries, sortedMoved, sortedRemoved } from "./entries.ts";
import { type Declaration, type Hoisted, hoist } from "./hoist.ts";
import { type ManifestLists, manifestLists, OVERRIDES_FILE } from "./manifest-keys.ts";
import { applyOverrides, overrideOrigins } from "./overrides.ts";
import { type ManifestText, type ParsedText, parseTexts } from "./parse.ts";
import { originAt, sourceOf, startSpan } from "./parts.ts";
import { problemAt } from "./problem.ts";
import { byAddress, checkTogether } from "./resolve.ts";
import { makeValidator, policiesOf } from "./validate.ts";
import { inDigits } from "./wording.ts";

/** A game without mistakes. Its resources take their canonical form only where they are used: that costs as much as all checks. */
export interface CheckedGame {
  /** The number of resources. */
  readonly size: number;
  /** Whether the manifests say nothing at all: entries alone are something to do. */
  readonly isEmpty: boolean;
  readonly desired: () => DesiredGame;
}

/**
 * Checks the manifests of one game with the overrides of each of the environments; an environment may have none. The value
 * is the game of the first one. The order of texts makes no difference.
 */
export function checkGame(
  texts: readonly ParsedText[],
  catalog: Catalog,
  environments: readonly (readonly ParsedText[])[],
): Checked<CheckedGame> {
  const declared = declaredBy(texts, catalog);
  const beyond = declared.hoisted.declarations[MAXIMUM_RESOURCES];
  if (beyond !== undefined) {
    const label = `a game has at most ${inDigits(MAXIMUM_RESOURCES)} resources, and this is one more`;
    return { diagnostics: [problemAt("file-too-large", startSpan(beyond.part), label)] };
  }
  const all = environments.map((overrides) => checkEnvironment(declared, overrides, catalog));
  const [first] = all;
  if (first === undefined || all.length === 1) return first ?? { diagnostics: [] };
  // What several environments have in common is reported once.
  const found = new Map(all.flatMap(({ diagnostics }) => diagnostics.map((each) => [JSON.stringify(each), each])));
  const diagnostics = sortDiagnostics([...found.values()]);
  return first.value === undefined || hasErrors(diagnostics) ? { diagnostics } : { value: first.value, diagnostics };
}

/** The game that manifests describe, with the overrides of one environment. */
export function loadDesired(
  files: readonly ManifestText[],
  catalog: Catalog,
  overrides: readonly ManifestText[] = [],
): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(parseTexts(files), catalog, [parseTexts(overrides)]);
  return value === undefined ? { diagnostics } : { value: value.desired(), diagnostics };
}

/** What all environments of a game have in common. */
interface Declared {
  readonly lists: ManifestLists;
  readonly hoisted: Hoisted;
  readonly entries: Entries;
  readonly syntax: readonly Diagnostic[];
  readonly isComplete: boolean;
}

function declaredBy(texts: readonly ParsedText[], catalog: Catalog): Declared {
  const lists = manifestLists(
    texts.flatMap(({ documents }) => documents),
    catalog,
  );
  return {
    lists,
    hoisted: hoist(lists.resources, catalog),
    entries: readEntries(lists.entries, catalog),
    syntax: texts.flatMap((each) => each.diagnostics),
    isComplete: !texts.some(({ isBroken }) => isBroken),
  };
}

function checkEnvironment(
  { lists, hoisted, entries, isComplete, ...read }: Declared,
  overrides: readonly ParsedText[],
  catalog: Catalog,
): Checked<CheckedGame> {
  const { managed } = lists;
  const unread = new Set([...lists.unread, ...hoisted.nameless]);
  const documents = overrides.flatMap((each) => each.documents);
  const overrideLists = manifestLists(documents, catalog, OVERRIDES_FILE);
  const declared = byAddress(hoisted.declarations);
  const gone = goneByEntries(entries, declared);
  const { declarations, diagnostics: overriding } = applyOverrides(
    { declarations: hoisted.declarations, known: declared, gone, isComplete },
    overrideLists.resources,
    catalog,
  );
  const known = declarations === hoisted.declarations ? declared : byAddress(declarations);
  const validate = makeValidator(catalog);
  const repeated = repeatedAddresses(declarations);
  const syntax = [...read.syntax, ...overrides.flatMap((each) => each.diagnostics)];
  const later = [
    ...lists.diagnostics,
    ...overrideLists.diagnostics,
    ...hoisted.diagnostics,
    ...entries.diagnostics,
    ...overriding,
    ...declarations.filter((each) => !isRepeatedId(each, repeated)).flatMap(validate),
    ...checkTogether(declarations, known, gone, managed, catalog, isComplete, unread),
    // Below a key that is not known, there may be what an entry names.
    ...checkEntries(entries, known, isComplete && lists.diagnostics.length === 0),
  ];
  const diagnostics = sortDiagnostics([...syntax, ...withoutPlacesOf(syntax, later)]);
  if (hasErrors(diagnostics)) return { diagnostics };
  const isEmpty = managed.size + declarations.length + entries.moved.length + entries.removed.length === 0;
  const desired = () => gameOf(declarations, entries, managed, catalog);
  return { value: { size: declarations.length, isEmpty, desired }, diagnostics };
}

/** Whether it is nothing but the id of another declaration, as where a line was doubled. That is reported by itself. */
function isRepeatedId({ written, isInPlace, address }: Declaration, repeated: ReadonlySet<Address>): boolean {
  return !isInPlace && address !== undefined && Object.keys(written).length === 1 && repeated.has(address);
}

function repeatedAddresses(declarations: readonly Declaration[]): ReadonlySet<Address> {
  const seen = new Set<Address>();
  const repeated = new Set<Address>();
  for (const { address } of declarations) {
    if (address === undefined) continue;
    if (seen.has(address)) repeated.add(address);
    seen.add(address);
  }
  return repeated;
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
  const all = declarations.map((declaration) => ({ declaration, desired: desiredOf(declaration) }));
  const found = catalog.flatMap(({ name }) =>
    all
      .filter(({ desired }) => desired.kind === name)
      .sort((a, b) => compareText(a.desired.custom_id, b.desired.custom_id)),
  );
  const resources = new Map<Address, Desired>();
  const sources = new Map<Address, Source>();
  for (const { declaration, desired } of found) {
    resources.set(desired.address, desired);
    sources.set(desired.address, sourceOf(declaration.part));
  }
  const forgotten = sortedRemoved(entries, catalog, true);
  return {
    resources,
    managed,
    moved: sortedMoved(entries, catalog),
    removed: sortedRemoved(entries, catalog, false),
    ...(forgotten.length === 0 ? {} : { forgotten }),
    sources,
  };
}

/** With every link of the kind: an omitted link means none, as an omitted field means its default. */
function desiredOf(declaration: Declaration): Desired {
  const { kind, id, address, written, part, overridden } = declaration;
  if (id === undefined || address === undefined) throw new Error(`a ${kind.name} without an id passed validation`);
  const members = kind.links.map((link) => [link.name, (written[link.name] ?? []) as readonly string[]]);
  return {
    address,
    kind: kind.name,
    custom_id: id,
    body: canonicalBody(kind, written),
    links: canonicalLinks(Object.fromEntries(members)),
    ...policiesOf(declaration),
    origin: originAt(startSpan(overridden?.base ?? part)),
    ...(overridden === undefined ? {} : { overrides: overrideOrigins(declaration) }),
  };
}
