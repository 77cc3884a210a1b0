/**
 * Makes the desired game of the parsed texts of its manifests. The form of each file is checked
 * first, then the resources of all files together. There is no desired game if a file has an error.
 */

import type { Catalog } from "../../catalog/types.ts";
import { pushAll } from "../../ground/collections.ts";
import { MAXIMUM_PROBLEMS, MAXIMUM_RESOURCES } from "../../ground/limits.ts";
import { inDigits } from "../../ground/words.ts";
import { inAddressOrder } from "../../model/catalog-lookup.ts";
import {
  type Checked,
  checked,
  type Diagnostic,
  failed,
  hasErrors,
  mapErrors,
  problemAt,
  sortDiagnostics,
} from "../../model/diagnostics.ts";
import type { Desired, DesiredGame } from "../../model/model.ts";
import { canonicalForm } from "../../model/normalise.ts";
import type { SourceFile } from "../../model/source.ts";
import type { DocumentSchema } from "../checks.ts";
import {
  checkEntries,
  type Entries,
  entriesOfGame,
  goneByEntries,
  readEntries,
} from "../entries.ts";
import { explainText } from "../explain/explain-text.ts";
import { RepairBudget } from "../explain/try-repairs.ts";
import { type Declaration, type Hoisted, hoist } from "../hoist.ts";
import { documentSchemas, manifestLists } from "../manifest-keys.ts";
import { applyOverrides, overrideOrigins } from "../overrides.ts";
import { type ParsedText, parseSources } from "../parse.ts";
import { beginningOf, originAt, type Part, sourceOf, startSpan } from "../parts.ts";
import { moreProblems } from "../reading.ts";
import { type ByAddress, byAddress, checkTogether } from "../resolve.ts";
import { suggestIdsOfNames } from "./name-for-id.ts";
import { checkValues, policiesOf } from "./validate.ts";

/**
 * A game without errors. Its resources get their canonical form only on demand, because that costs
 * as much as all checks.
 */
export interface CheckedGame {
  /** The number of resources. */
  readonly size: number;
  /** Whether the manifests have neither resources nor entries. */
  readonly isEmpty: boolean;
  readonly desired: () => DesiredGame;
}

/**
 * Checks the manifests of one game with the overrides of each of the environments; an environment
 * may have none. The value is the game of the first one. The order of texts makes no difference.
 */
export function checkGame(
  texts: readonly ParsedText[],
  catalog: Catalog,
  environments: readonly [readonly ParsedText[], ...(readonly ParsedText[])[]],
): Checked<CheckedGame> {
  const [manifests, overrides] = documentSchemas(catalog);
  const broken = fileProblems([
    ...texts.map((text) => ({ text, schema: manifests })),
    ...environments.flat().map((text) => ({ text, schema: overrides })),
  ]);
  // References and duplicates are checked only if each file has the right form. Otherwise one
  // mistake could cause several errors.
  if (hasErrors(broken)) {
    const sources = [...texts, ...environments.flat()].map(({ source }) => source);
    const named = { sources, documents: documentsIn(texts), catalog };
    const explained = suggestIdsOfNames(broken, named);
    return { diagnostics: mapErrors(broken, () => sortDiagnostics(explained)) };
  }
  const declared = declaredBy(texts, catalog);
  const beyond = declared.declarations[MAXIMUM_RESOURCES];
  if (beyond !== undefined) {
    const label = `a game has at most ${inDigits(MAXIMUM_RESOURCES)} resources, and this is one more`;
    return failed(problemAt("file-too-large", startSpan(beyond.part), { label }));
  }
  const [one, ...more] = environments;
  const first = checkEnvironment(declared, one, catalog);
  if (more.length === 0) return first;
  const all = [
    first,
    ...more.map((environment) => checkEnvironment(declared, environment, catalog)),
  ];
  // A problem of several environments is reported once.
  const unique = new Map(
    all.flatMap(({ diagnostics }) =>
      diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic]),
    ),
  );
  const diagnostics = sortDiagnostics([...unique.values()]);
  if (first.value === undefined)
    return { diagnostics: mapErrors(first.diagnostics, () => diagnostics) };
  return checked(first.value, diagnostics);
}

/** Returns the desired game of manifests, with the overrides of one environment. */
export function loadDesired(
  files: readonly SourceFile[],
  catalog: Catalog,
  overrides: readonly SourceFile[] = [],
): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(parseSources(files), catalog, [parseSources(overrides)]);
  return value === undefined ? { diagnostics } : { value: value.desired(), diagnostics };
}

/** The checked manifests of a game, without overrides. */
interface Declared extends Hoisted {
  readonly known: ByAddress;
  readonly managed: DesiredGame["managed"];
  readonly entries: Entries;
}

function declaredBy(texts: readonly ParsedText[], catalog: Catalog): Declared {
  const { resources, entries } = manifestLists(documentsIn(texts), catalog);
  const { declarations, diagnostics } = hoist(resources, catalog);
  const managed = new Set([...resources, ...declarations].map(({ kind }) => kind.name));
  return {
    declarations,
    diagnostics,
    known: byAddress(declarations),
    managed,
    entries: readEntries(entries, catalog),
  };
}

function documentsIn(texts: readonly ParsedText[]): readonly Part[] {
  return texts.flatMap(({ documents }) => documents);
}

interface FileToCheck {
  readonly text: ParsedText;
  readonly schema: DocumentSchema;
}

/**
 * Returns the problems of single files: of their syntax, or else of their form. Too many problems
 * end the check.
 */
function fileProblems(files: readonly FileToCheck[]): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const budget = new RepairBudget();
  for (const { text, schema } of files) {
    if (problems.length >= MAXIMUM_PROBLEMS) {
      return [...problems, moreProblems(beginningOf(text.source), problems.length)];
    }
    pushAll(problems, explainText(text, schema, budget));
  }
  return problems;
}

function checkEnvironment(
  declared: Declared,
  overrides: readonly ParsedText[],
  catalog: Catalog,
): Checked<CheckedGame> {
  const { managed, entries } = declared;
  const gone = goneByEntries(entries);
  const lists = manifestLists(documentsIn(overrides), catalog);
  const { declarations, diagnostics: overriding } = applyOverrides(
    { ...declared, gone },
    lists.resources,
    catalog,
  );
  const known = declarations === declared.declarations ? declared.known : byAddress(declarations);
  const diagnostics = sortDiagnostics([
    ...declared.diagnostics,
    ...overriding,
    ...declarations.flatMap(checkValues),
    ...checkTogether({ declarations, known, gone, managed }, catalog),
    ...checkEntries(entries, known, catalog),
  ]);
  if (hasErrors(diagnostics)) return { diagnostics };
  const isEmpty =
    managed.size + declarations.length + entries.moved.length + entries.removed.length === 0;
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
