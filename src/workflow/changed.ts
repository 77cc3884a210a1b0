/**
 * `--changed`: which games of a project differ from a commit. The bytes of files are compared, and nothing but project
 * files is parsed. Whatever cannot be compared counts as changed, so that no change is left out.
 */

import { dirname, resolve } from "node:path";
import { readCommitFolder } from "../files/git/commit.ts";
import { type GameFiles, readGameFolder } from "../files/manifests.ts";
import { pathBelow } from "../files/paths.ts";
import { inParallel } from "../model/collections.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import { type ChangedGames, hasSameSettings } from "../project/changed.ts";
import { gameNamed, type Project } from "../project/project.ts";
import { type OpenCommit, ofBase, openCommit, pathInRepository, readProject } from "./base.ts";
import { GAMES_AT_ONCE } from "./game.ts";
import type { Ports } from "./run.ts";

/** The games of a run that have changed. */
export interface FoundChanges {
  readonly names: ReadonlySet<string>;
  readonly changed: ChangedGames;
}

/** A project file; `path`: absolute. */
interface ProjectAt {
  readonly path: string;
  readonly content: Project;
}

/** Compares the requested games (`games`: names; none means all) with a commit. Problems: of git, and of the commit's project file. */
export async function findChanges(
  project: ProjectAt,
  games: readonly string[],
  ref: string,
  ports: Pick<Ports, "cwd" | "env">,
): Promise<Checked<FoundChanges>> {
  const opened = await openCommit(dirname(project.path), ref, ports);
  const commit = opened.value;
  if (commit === undefined) return { diagnostics: opened.diagnostics };
  const path = pathInRepository(project.path, commit);
  const before = path === undefined ? undefined : await readProject(path, commit);
  if (before !== undefined && before.value === undefined) return { diagnostics: ofBase(before.diagnostics, commit) };
  const all = Object.keys(project.content.settings.games);
  const requested = games.length === 0 ? all : all.filter((name) => games.includes(name));
  const isChanged = async (game: string): Promise<boolean> => {
    if (path === undefined || before?.value === undefined) return true;
    if (!hasSameSettings(project.content, before.value, game)) return true;
    return !(await hasSameFiles(game, project, path, commit, ports.cwd));
  };
  const answers = await inParallel(requested, { limit: GAMES_AT_ONCE }, isChanged);
  const names = new Set(requested.filter((_, index) => answers[index]));
  return {
    value: {
      names,
      changed: { base: { ref, commit: commit.id }, games: names.size, of: requested.length },
    },
    diagnostics: [],
  };
}

/** Whether a game with the same settings has the same files. `projectFile`: path in the repository. */
async function hasSameFiles(
  game: string,
  { path, content }: ProjectAt,
  projectFile: string,
  commit: OpenCommit,
  cwd: string,
): Promise<boolean> {
  const manifests = resolve(dirname(path), gameNamed(content, game)?.manifests ?? "");
  const folder = pathInRepository(manifests, commit);
  if (folder === undefined) return false;
  const before = await readCommitFolder(commit, folder, projectFile);
  const now = await readGameFolder({ manifests, projectFile: path }, cwd);
  if (!before.isThere || before.diagnostics.length > 0 || hasErrors(now.diagnostics)) return false;
  const start = `${commit.ref}:${folder === "" ? "" : `${folder}/`}`.length;
  const known = textsOf(before, (file) => file.slice(start));
  const texts = textsOf(now, (file) => pathBelow(manifests, resolve(cwd, file)));
  return texts.size === known.size && [...texts].every(([name, text]) => known.get(name) === text);
}

/** Git may keep a text with other line breaks than the working tree has (`core.autocrlf`). */
function textsOf({ manifests, scenarios, overrides }: GameFiles, nameOf: (file: string) => string) {
  const files = [...manifests, ...scenarios, ...overrides];
  return new Map(files.map(({ file, text }) => [nameOf(file), text.replaceAll("\r\n", "\n")]));
}
