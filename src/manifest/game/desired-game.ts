/**
 * From the parsed texts of a game's manifests to the desired game: first the form of every file, then what
 * they say together. A desired game exists only if nothing is wrong with any file.
 */
import type { Catalog } from "../../catalog/types.ts";
import { MAXIMUM_RESOURCES } from "../../ground/limits.ts";
import { inDigits } from "../../ground/words.ts";
import { inAddressOrder } from "../../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, hasErrors, problemAt, sortDiagnostics } from "../../model/diagnostics.ts";
import type { Desired, DesiredGame } from "../../model/model.ts";
import { canonicalForm } from "../../model/normalise.ts";
import type { DocumentSchema } from "../checks.ts";
import { checkEntries, type Entries, entriesOfGame, goneByEntries, readEntries } from "../entries.ts";
import { explainText } from "../explain/explain-text.ts";
import { type Declaration, hoist } from "../hoist.ts";
import { documentSchemas, manifestLists } from "../manifest-keys.ts";
import { applyOverrides, overrideOrigins } from "../overrides.ts";
import { type ManifestText, type ParsedText, parseTexts } from "../parse.ts";
import { originAt, type Part, sourceOf, startSpan } from "../parts.ts";
import { byAddress, checkTogether } from "../resolve.ts";
import { suggestIdOfName } from "./name-for-id.ts";
import { checkValues, policiesOf } from "./validate.ts";

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
  const [manifests, overrides] = documentSchemas(catalog);
  const broken = [...fileProblems(texts, manifests), ...fileProblems(environments.flat(), overrides)];
  // References and duplicates are looked for where every file has its form: else, one mistake would be several.
  if (hasErrors(broken)) {
    const sources = [...texts, ...environments.flat()].map(({ source }) => source);
    const named = { sources, documents: documentsIn(texts), catalog };
    return { diagnostics: sortDiagnostics(broken.map((problem) => suggestIdOfName(problem, named))) };
  }
  const declared = declaredBy(texts, catalog);
  const beyond = declared.declarations[MAXIMUM_RESOURCES];
  if (beyond !== undefined) {
    const label = `a game has at most ${inDigits(MAXIMUM_RESOURCES)} resources, and this is one more`;
    return { diagnostics: [problemAt("file-too-large", startSpan(beyond.part), { label })] };
  }
  const all = environments.map((environment) => checkEnvironment(declared, environment, catalog));
  const [first] = all;
  if (first === undefined || all.length === 1) return first ?? { diagnostics: [] };
  // What several environments have in common is reported once.
  const unique = new Map(
    all.flatMap(({ diagnostics }) => diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])),
  );
  const diagnostics = sortDiagnostics([...unique.values()]);
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
type Declared = ReturnType<typeof declaredBy>;

function declaredBy(texts: readonly ParsedText[], catalog: Catalog) {
  const { resources, entries } = manifestLists(documentsIn(texts), catalog);
  const { declarations, diagnostics } = hoist(resources, catalog);
  const managed = new Set([...resources, ...declarations].map(({ kind }) => kind.name));
  return { declarations, diagnostics, known: byAddress(declarations), managed, entries: readEntries(entries, catalog) };
}

function documentsIn(texts: readonly ParsedText[]): readonly Part[] {
  return texts.flatMap(({ documents }) => documents);
}

/** What is wrong with files by themselves: their syntax, and where that is right, their form. */
function fileProblems(texts: readonly ParsedText[], schema: DocumentSchema): readonly Diagnostic[] {
  return texts.flatMap((text) => explainText(text, schema));
}

function checkEnvironment(
  declared: Declared,
  overrides: readonly ParsedText[],
  catalog: Catalog,
): Checked<CheckedGame> {
  const { managed, entries } = declared;
  const gone = goneByEntries(entries);
  const lists = manifestLists(documentsIn(overrides), catalog);
  const { declarations, diagnostics: overriding } = applyOverrides({ ...declared, gone }, lists.resources, catalog);
  const known = declarations === declared.declarations ? declared.known : byAddress(declarations);
  const diagnostics = sortDiagnostics([
    ...declared.diagnostics,
    ...overriding,
    ...declarations.flatMap(checkValues),
    ...checkTogether({ declarations, known, gone, managed }, catalog),
    ...checkEntries(entries, known, catalog),
  ]);
  if (hasErrors(diagnostics)) return { diagnostics };
  const isEmpty = managed.size + declarations.length + entries.moved.length + entries.removed.length === 0;
  const desired = () => gameOf(declarations, { entries, managed }, catalog);
  return { value: { size: declarations.length, isEmpty, desired }, diagnostics };
}

function gameOf(
  declarations: readonly Declaration[],
  { entries, managed }: { readonly entries: Entries; readonly managed: DesiredGame["managed"] },
  catalog: Catalog,
): DesiredGame {
  const resources = inAddressOrder(declarations.map(desiredOf), catalog);
  return {
    resources: new Map(resources.map((resource) => [resource.address, resource])),
    managed,
    ...entriesOfGame(entries, catalog),
    sources: new Map(declarations.map(({ address, part }) => [address, sourceOf(part)])),
  };
}

function desiredOf(declaration: Declaration): Desired {
  const { kind, id, address, written, part, overridden } = declaration;
  return {
    address,
    kind: kind.name,
    custom_id: id,
    ...canonicalForm(kind, written),
    ...policiesOf(declaration),
    origin: originAt(startSpan(overridden?.base ?? part)),
    ...(overridden === undefined ? {} : { overrides: overrideOrigins(declaration) }),
  };
}
