/**
 * `--base`: the manifests of the chosen games as an earlier commit has them. The commit's own project file says where
 * they lay then; nothing is checked out and nothing is fetched.
 */
import { dirname, posix, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { type Flags, text } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import { readCommitManifests } from "../files/git/tree.ts";
import { desiredGame } from "../manifest/desired-game.ts";
import { parseTexts } from "../manifest/parse.ts";
import { quoted } from "../manifest/wording.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Base } from "../plan/cause.ts";
import { chooseFolders } from "../project/choose-games.ts";
import type { Project } from "../project/project.ts";
import {
  belowRoot,
  declares,
  movedProject,
  type OpenCommit,
  openCommit,
  pathInRepository,
  readProject,
} from "./base-commit.ts";
import type { ManifestsChoice } from "./games.ts";

/** Reads the manifests of one game as the commit of `--base` has them. */
export type ReadBase = (choice: ManifestsChoice) => Promise<Checked<Base>>;

/** Finds the commit; nothing without `--base`. The choices of a run lie beside one project file, or there is only one. */
export async function openBase(
  choices: readonly ManifestsChoice[],
  flags: Flags,
  ports: Ports,
): Promise<Checked<ReadBase>> {
  const ref = text(flags, "base");
  const [first] = choices;
  if (ref === undefined || first === undefined) return { diagnostics: [] };
  const isGiven = text(flags, "manifests") !== undefined;
  const folder = first.projectFile === undefined || isGiven ? first.manifests : dirname(first.projectFile);
  const opened = await openCommit(folder, ref, ports);
  const commit = opened.value;
  if (commit === undefined) return { diagnostics: opened.diagnostics };
  return { value: (choice) => loadBase(choice, isGiven, commit), diagnostics: opened.diagnostics };
}

async function loadBase(choice: ManifestsChoice, isGiven: boolean, commit: OpenCommit): Promise<Checked<Base>> {
  const named = { ref: commit.ref, commit: commit.id };
  const place = isGiven ? undefined : await placeAtBase(choice, commit);
  if (place !== undefined && place.value === undefined) return { diagnostics: ofBase(place.diagnostics, commit) };
  if (place?.value === "no-game") return { value: named, diagnostics: [] };
  const folder = place?.value?.folder ?? pathInRepository(choice.manifests, commit);
  if (folder === undefined) return { diagnostics: [outside(choice, commit)] };
  const files = await readCommitManifests(commit, folder, place?.value?.projectFile, choice.environment);
  if (place?.value?.isDeclared === true && files.value.length === 0 && !hasErrors(files.diagnostics)) {
    return { diagnostics: ofBase([missingManifests(choice, folder, files.isThere, commit)], commit) };
  }
  if (!files.isThere) return { value: named, diagnostics: [] };
  const loaded = desiredGame(parseTexts(files.value), catalog, parseTexts(files.overrides));
  const errors = [...files.diagnostics, ...loaded.diagnostics].filter(({ severity }) => severity === "error");
  if (loaded.value === undefined || errors.length > 0) return { diagnostics: ofBase(errors, commit) };
  return { value: { ...named, game: loaded.value }, diagnostics: files.diagnostics };
}

/** Where a commit has the manifests of a game. */
interface Place {
  /** Path in the repository. */
  readonly folder: string;
  readonly projectFile?: string;
  /** Whether the commit's own project file says so. */
  readonly isDeclared: boolean;
}

/** The place by the commit's own project file; without one, today's folder. */
async function placeAtBase(choice: ManifestsChoice, commit: OpenCommit): Promise<Checked<Place | "no-game">> {
  const { game, manifests, projectFile } = choice;
  const today = pathInRepository(manifests, commit);
  const projectPath = projectFile === undefined ? undefined : pathInRepository(projectFile, commit);
  if (projectPath !== undefined) {
    const project = await readProject(projectPath, commit);
    if (project?.value !== undefined) return placeOf(project.value, projectPath, game, commit);
    if (project !== undefined) return { diagnostics: project.diagnostics };
    const moved = await movedProject(game, commit);
    if (moved !== undefined) return placeOf(moved.project, moved.path, game, commit);
  }
  if (today === undefined) return { diagnostics: [outside(choice, commit)] };
  return { value: { folder: today, isDeclared: false }, diagnostics: [] };
}

function placeOf(project: Project, projectFile: string, game: string, commit: OpenCommit): Checked<Place | "no-game"> {
  if (!declares(project, game)) return { value: "no-game", diagnostics: [] };
  const [chosen] = chooseFolders(project, { games: [game] }).games;
  const written = chosen?.value?.manifests;
  if (written === undefined) return { diagnostics: chosen?.diagnostics ?? [] };
  const absolute = resolve(commit.repository.root, posix.dirname(projectFile), written);
  const folder = belowRoot(absolute, commit.repository.root);
  if (folder === undefined) return { diagnostics: [outside({ game, manifests: absolute }, commit)] };
  return { value: { folder, projectFile, isDeclared: true }, diagnostics: [] };
}

/** Problems of the commit's files, each with a word on why they matter now. */
function ofBase(diagnostics: readonly Diagnostic[], { ref }: OpenCommit): readonly Diagnostic[] {
  const why = `this is how ${ref} has it, which --base names; choose a commit whose manifests are valid`;
  return diagnostics.map((each) => ({ ...each, help: [...each.help, why] }));
}

function missingManifests(
  { game }: ManifestsChoice,
  folder: string,
  isThere: boolean,
  { ref }: OpenCommit,
): Diagnostic {
  const what = isThere ? "holds no manifests" : "does not exist";
  const detail = `The project file of ${ref} says that the game ${quoted(game)} is in the folder "${ref}:${folder}", which ${what}.`;
  return diagnostic("no-manifests", detail);
}

function outside(
  { game, manifests }: Pick<ManifestsChoice, "game" | "manifests">,
  { repository }: OpenCommit,
): Diagnostic {
  const detail = `The manifests of ${quoted(game)} lie in ${manifests}, outside of the repository ${repository.root}.`;
  return diagnostic("git-failed", detail, {
    help: ["--base needs the manifests and the project file in one repository"],
  });
}
