/**
 * Renames an id in everything that is written about a game: manifests, overrides, scenarios, and the project file. In:
 * parsed texts. Out: the texts that change, or why the id cannot be changed. Pure.
 */
import type { Catalog } from "../../catalog/types.ts";
import { type IdPlace, renameIds } from "../../edit/rename-ids.ts";
import { checkGame } from "../../manifest/desired-game.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { pointerTo } from "../../manifest/parts.ts";
import { kindNamed } from "../../model/catalog-lookup.ts";
import { type Checked, type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import { DEFAULT_PLAY } from "../../project/action-settings.ts";
import { designOf } from "../design/design.ts";
import { readScenarios } from "../scenarios/read-scenarios.ts";
import { destinationPlaces, placesIn, resourcePlaces } from "./id-places.ts";
import { withMovedEntry } from "./moved-entry.ts";
import { type ProjectText, renamedProject, settingProblems } from "./project-settings.ts";
import { type Rename, renameProblems } from "./rename-problems.ts";
import { scenarioPlaces } from "./scenario-places.ts";

/** Everything that is written about a game. */
export interface RenameTexts {
  readonly manifests: readonly ParsedText[];
  /** By environment. */
  readonly overrides: ReadonlyMap<string, readonly ParsedText[]>;
  readonly scenarios: readonly ParsedText[];
  readonly project?: ProjectText;
}

/** A file with its text before and after. */
export interface TextChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** A rename that was written, or would be. */
export interface RenamedResource {
  /** The games that have the manifests. */
  readonly games: readonly string[];
  readonly from: Address;
  readonly to: Address;
  /** Whether a `moved` entry is written. */
  readonly moved: boolean;
  /** Whether the files were changed. */
  readonly written: boolean;
  readonly files: readonly TextChange[];
}

/** The files that change. The resource must be declared. Without a value, the files or the new id have an error. */
export function renameInTexts(rename: Rename, texts: RenameTexts, catalog: Catalog): Checked<readonly TextChange[]> {
  const checked = checkTexts(texts, catalog);
  if (checked.value === undefined) return { diagnostics: checked.diagnostics };
  const problems = [
    ...renameProblems(rename, checked.value, catalog),
    ...(texts.project === undefined ? [] : settingProblems(texts.project, rename)),
  ];
  if (hasErrors(problems)) return { diagnostics: problems };
  const renamed = renamedTexts(rename, texts, catalog);
  const again = checkTexts(renamed, catalog);
  if (again.value === undefined) return { diagnostics: again.diagnostics };
  return { value: changesOf(texts, renamed), diagnostics: [] };
}

/** The game without overrides, if nothing is wrong with any file. Warnings stay what they were, and are left out. */
function checkTexts({ manifests, overrides, scenarios }: RenameTexts, catalog: Catalog): Checked<DesiredGame> {
  const { value, diagnostics } = checkGame(manifests, catalog, [[], ...overrides.values()]);
  if (value === undefined) return { diagnostics };
  const desired = value.desired();
  if (scenarios.length === 0) return { value: desired, diagnostics: [] };
  const design = designOf(desired.resources.values(), desired.managed, DEFAULT_PLAY);
  const played = scenarios.flatMap((parsed): readonly Diagnostic[] => readScenarios(parsed, design).diagnostics);
  return hasErrors(played) ? { diagnostics: played } : { value: desired, diagnostics: [] };
}

function renamedTexts(rename: Rename, texts: RenameTexts, catalog: Catalog): RenameTexts {
  const { kind: name, from, to, moved } = rename;
  const inResources = resourcePlaces(rename, catalog);
  const inEntries = destinationPlaces(rename);
  const found = texts.manifests.map((parsed): readonly IdPlace[] => [
    ...placesIn(parsed, inResources),
    ...(moved ? [] : placesIn(parsed, inEntries)),
  ]);
  const renamed = texts.manifests.map((parsed, index) => renameIds(parsed, found[index] ?? [], to));
  const declaration = declarationIn(found, kindNamed(catalog, name).fields[0]?.name ?? "");
  const entry = { kind: name, from, to };
  const { project } = texts;
  return {
    manifests: moved ? withMovedEntry(renamed, declaration, entry) : renamed,
    overrides: new Map(
      [...texts.overrides].map(([environment, files]) => [
        environment,
        files.map((parsed) => renameIds(parsed, placesIn(parsed, inResources), to)),
      ]),
    ),
    scenarios: texts.scenarios.map((parsed) => renameIds(parsed, placesIn(parsed, scenarioPlaces(rename)), to)),
    ...(project === undefined ? {} : { project: { ...project, parsed: renamedProject(project, rename) } }),
  };
}

/** Where the resource is declared: there its own id is written. */
function declarationIn(found: readonly (readonly IdPlace[])[], idField: string) {
  for (const [file, places] of found.entries()) {
    const own = places.find(({ pointer }) => pointer.endsWith(pointerTo(idField)));
    if (own !== undefined) return { file, document: own.document };
  }
  throw new Error("a resource that is declared nowhere cannot be renamed");
}

function changesOf(before: RenameTexts, after: RenameTexts): readonly TextChange[] {
  const renamed = parsedTexts(after);
  return parsedTexts(before).flatMap(({ source }, index) => {
    const text = renamed[index]?.source.text ?? source.text;
    return text === source.text ? [] : [{ file: source.file, before: source.text, after: text }];
  });
}

function parsedTexts({ manifests, overrides, scenarios, project }: RenameTexts): readonly ParsedText[] {
  const ofProject = project === undefined ? [] : [project.parsed];
  return [...manifests, ...[...overrides.values()].flat(), ...scenarios, ...ofProject];
}
