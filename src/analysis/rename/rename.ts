/**
 * Renames an id in everything that is written about a game: manifests, overrides, scenarios, and the project file. In:
 * parsed texts. Out: the texts that change, or why the id cannot be changed. Pure.
 */
import type { Catalog } from "../../catalog/types.ts";
import { addMoved, idsAfter, type NewId, redirectMoved, renameIds } from "../../edit/rename-ids.ts";
import { checkGame } from "../../manifest/desired-game.ts";
import type { ParsedText } from "../../manifest/parse.ts";
import { type Checked, type Diagnostic, hasErrors } from "../../model/diagnostics.ts";
import type { Address, DesiredGame } from "../../model/model.ts";
import { DEFAULT_PLAY } from "../../project/game-settings.ts";
import { designOf } from "../design/design.ts";
import { readScenarios } from "../scenarios/read-scenarios.ts";
import { type ProjectText, renamedProject, settingProblems } from "./project-settings.ts";
import { type Rename, renameProblems } from "./rename-problems.ts";
import { renameInScenarios } from "./scenario-ids.ts";

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
  const all: readonly NewId[] = [rename];
  const renamed = renameIds(texts.manifests, all, catalog);
  const { project } = texts;
  return {
    manifests: rename.moved ? addMoved(renamed, all, catalog) : redirectMoved(renamed, all),
    overrides: new Map([...texts.overrides].map(([name, files]) => [name, renameIds(files, all, catalog)])),
    scenarios: texts.scenarios.map((parsed) => renameInScenarios(parsed, idsAfter(all))),
    ...(project === undefined ? {} : { project: { ...project, parsed: renamedProject(project, rename) } }),
  };
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
