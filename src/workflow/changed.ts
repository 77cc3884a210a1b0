/**
 * `--changed`: which games of a project differ from a commit. The bytes of files are compared, and nothing but project
 * files is parsed. Whatever cannot be compared counts as changed, so that no change is left out.
 */

import { dirname, relative, resolve, sep } from "node:path";
import { folderInCommit, readFiles } from "../files/git/commit.ts";
import { findOverrides, readManifests, readFiles as readTexts } from "../files/manifests.ts";
import { inParallel } from "../model/collections.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import { type ChangedGames, hasSameSettings } from "../project/changed.ts";
import { requestedNames } from "../project/choose-games.ts";
import { type Project, settingsAt } from "../project/project.ts";
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
  const requested = requestedNames(project.content, games);
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
  const { manifests: written } = settingsAt(content, "games", game);
  const manifests = resolve(dirname(path), String(written));
  const folder = pathInRepository(manifests, commit);
  if (folder === undefined) return false;
  const base = folderInCommit(commit, folder, projectFile);
  if (!base.isThere || base.others.length > 0) return false;
  const before = await readFiles(commit, [...base.manifests, ...base.scenarios, ...base.overrides]);
  const place = { manifests, projectFile: path };
  const [now, overrides] = [await readManifests(place, cwd), await findOverrides(place, cwd)];
  const read = await readTexts(
    overrides.value.map((file) => file.path),
    cwd,
    overrides.root,
  );
  if (hasErrors([before, now, overrides, read].flatMap(({ diagnostics }) => diagnostics))) return false;
  const texts = [...now.value, ...now.scenarios, ...read.value].map(({ file, text }) => {
    return [relative(manifests, resolve(cwd, file)).split(sep).join("/"), withoutCarriageReturns(text)] as const;
  });
  const start = `${commit.ref}:${folder === "" ? "" : `${folder}/`}`.length;
  const known = new Map(before.value.map(({ file, text }) => [file.slice(start), withoutCarriageReturns(text)]));
  return texts.length === known.size && texts.every(([name, text]) => known.get(name) === text);
}

/** Git may keep a text with other line breaks than the working tree has (`core.autocrlf`). */
function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
