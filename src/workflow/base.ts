/**
 * `--base`: the project file and the manifests of an earlier commit, and `--changed`: the games that differ from it. Nothing is
 * checked out or fetched.
 */
import { dirname, posix, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { type Commit, listFiles, readCommitFile, readCommitFolder } from "../files/commit.ts";
import type { FilePorts } from "../files/input-file.ts";
import { type GameFiles, type ManifestsFolder, readGameFolder } from "../files/manifests.ts";
import { pathBelow, realPath } from "../files/paths.ts";
import { findCommit, type Git, gitIn, openRepository } from "../files/repository.ts";
import { inParallel } from "../ground/collections.ts";
import { quoted } from "../ground/words.ts";
import { loadDesired } from "../manifest/game/desired-game.ts";
import { parseText } from "../manifest/parse.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { Base } from "../plan/earlier.ts";
import { changedSentences, hasSameSettings } from "../project/changed.ts";
import { gameNamed, type Project, parseProject } from "../project/project.ts";
import { formerName, projectChanges } from "../project/project-changes.ts";
import { GAMES_AT_ONCE, type GameChoice, type GameResults, type ManifestsChoice, resultsOf } from "./game.ts";
import type { TargetOptions } from "./options.ts";
import { Problems, Stop, unwrap } from "./problems.ts";
import type { Ports, RunContext } from "./run.ts";
import { type LoadedProject, selectGames } from "./selection.ts";

/** A commit to read manifests from. */
export interface OpenCommit extends Commit {
  readonly id: string;
  /** The project file's path in the repository. */
  readonly projectFile: string;
  /** As the commit has it. Absent: the project is new, or was elsewhere. */
  readonly project?: Project;
  /** The name that a game of today had, if it is known. Default: the same. */
  readonly nameOf?: (game: string) => string | undefined;
}

/** Opens a commit of the repository that contains a project file (absolute path). */
export async function openCommit(projectFile: string, ref: string, ports: Pick<Ports, "env">): Promise<OpenCommit> {
  const repository = unwrap(await openRepository(dirname(projectFile), ports.env));
  const { git, root } = repository;
  const id = unwrap(await findCommit(repository, ref));
  const files = unwrap(await listFiles(git, id));
  const inRepository = await pathInRepository(projectFile, root);
  const other = (place: string): Git => gitIn(place, ports.env);
  const commit = { git, gitIn: other, ref, files, id, root, projectFile: inRepository };
  const file = await readCommitFile(commit, commit.projectFile);
  if (file === undefined) return commit;
  const { file: name, text } = unwrap(file);
  const { value: project, diagnostics } = parseProject(parseText(name, text, "project"));
  if (project === undefined) throw stopAtBase(diagnostics, ref);
  return { ...commit, project };
}

/** The path of a file or folder of today (absolute path). Outside of the repository it is absolute. */
async function pathInRepository(path: string, root: string): Promise<string> {
  return pathBelow(root, await realPath(path));
}

/** The chosen games with their targets, and the commit of `--base`. With `--changed`, it notes how many have changed. */
export async function selectWithBase(
  options: TargetOptions,
  { ports, reporter }: Pick<RunContext, "ports" | "reporter">,
): Promise<{ readonly chosen: GameResults<GameChoice>; readonly commit?: OpenCommit }> {
  const { base: ref, game, changed: isPart } = options;
  const chosen = await selectGames(options, ports);
  const { project } = chosen;
  if (ref === undefined || project === undefined || hasErrors(chosen.general)) return { chosen };
  const problems = new Problems();
  problems.add(chosen.general);
  const { value: opened } = await problems.collect(() => openCommit(project.path, ref, ports));
  if (opened === undefined) return { chosen: resultsOf(problems.all) };
  const { content: now } = project;
  const { project: before } = opened;
  if (before !== undefined) problems.add(projectChanges({ before, now, ref }, game));
  const commit = { ...opened, nameOf: (name: string) => before && formerName(before, now, name) };
  if (isPart !== true) return { chosen: resultsOf(problems.all, chosen.byGame), commit };
  const changed = await changedGames(project, commit, { game, ports });
  const count = { base: { ref, commit: commit.id }, games: changed.size, of: chosen.byGame.length };
  for (const line of changedSentences(count)) reporter.note(line);
  // Two games with one target are noticed also where only one of them has changed.
  const byGame = chosen.byGame.filter(({ game: name }) => changed.has(name));
  return { chosen: resultsOf(problems.all, byGame, { changed: count }), commit };
}

/** The manifests of one game as the commit has them. */
export async function loadBase(choice: ManifestsChoice, commit: OpenCommit, problems: Problems): Promise<Base> {
  const { ref, id, project } = commit;
  const named = { ref, commit: id };
  const name = commit.nameOf?.(choice.game) ?? choice.game;
  const game = project && gameNamed(project, name);
  if (project !== undefined && game === undefined) return named;
  const folder = await folderOf(choice, game?.manifests, commit);
  const files = await readCommitFolder(commit, folder, commit.projectFile);
  if (game !== undefined && files.manifests.length === 0 && !hasErrors(files.diagnostics)) {
    const where = `in the folder "${ref}:${folder}", which is missing or holds no manifests`;
    const detail = `The project file of ${ref} says that the game ${quoted(choice.game)} is ${where}.`;
    throw stopAtBase([diagnostic("no-manifests", detail)], ref);
  }
  if (!files.isThere) return named;
  const overrides = files.overrides.filter(({ environment }) => environment === choice.environment);
  const loaded = loadDesired(files.manifests, catalog, overrides);
  const errors = [...files.diagnostics, ...loaded.diagnostics].filter(({ severity }) => severity === "error");
  if (loaded.value === undefined || errors.length > 0) throw stopAtBase(errors, ref);
  problems.add(files.diagnostics);
  return { ...named, game: loaded.value };
}

/** The folder of manifests as the commit's project file has it (`written`), else today's. */
async function folderOf(
  { game, manifests }: ManifestsChoice,
  written: string | undefined,
  { root, projectFile }: OpenCommit,
): Promise<string> {
  const atBase = resolve(root, posix.dirname(projectFile), written ?? "");
  const folder = written === undefined ? await pathInRepository(manifests, root) : pathBelow(root, atBase);
  if (!/^(\/|[A-Za-z]:)/.test(folder)) return folder;
  const detail = `The manifests of ${quoted(game)} are in ${folder}, outside of the repository ${root}.`;
  const help = ["--base needs the manifests and the project file in one repository"];
  throw new Stop(diagnostic("git-failed", detail, { help }));
}

/** The requested games (`game`: names; default: all) that differ from the commit. A game that cannot be compared has changed. */
export async function changedGames(
  { path, content }: LoadedProject,
  commit: OpenCommit,
  { game: names, ports }: { readonly game?: readonly string[] | undefined; readonly ports: FilePorts },
): Promise<ReadonlySet<string>> {
  const all = Object.entries(content.settings.games);
  const requested = names === undefined ? all : all.filter(([name]) => names.includes(name));
  const compared = await inParallel(requested, { limit: GAMES_AT_ONCE }, async ([game, written]) => {
    if (commit.project === undefined || !hasSameSettings(content, commit.project, game)) return [game];
    const folder = { manifests: resolve(dirname(path), written.manifests), projectFile: path };
    return (await hasSameFiles(folder, commit, ports)) ? [] : [game];
  });
  return new Set(compared.flat());
}

/** Whether the bytes of a game's files are the same. */
async function hasSameFiles(today: ManifestsFolder, commit: OpenCommit, ports: FilePorts): Promise<boolean> {
  const folder = await pathInRepository(today.manifests, commit.root);
  const before = await readCommitFolder(commit, folder, commit.projectFile);
  const now = await readGameFolder(today, ports);
  if (!before.isThere || before.diagnostics.length > 0 || hasErrors(now.diagnostics)) return false;
  const start = `${commit.ref}:${folder === "" ? "" : `${folder}/`}`.length;
  const known = textsOf(before, (file) => file.slice(start));
  const texts = textsOf(now, (file) => pathBelow(today.manifests, resolve(ports.cwd, file)));
  return texts.size === known.size && [...texts].every(([name, text]) => known.get(name) === text);
}

/** Git may keep a text with other line breaks than the working tree has (`core.autocrlf`). */
function textsOf({ manifests, scenarios, overrides }: GameFiles, nameOf: (file: string) => string) {
  const files = [...manifests, ...scenarios, ...overrides];
  return new Map(files.map(({ file, text }) => [nameOf(file), text.replaceAll("\r\n", "\n")]));
}

/** Problems of the commit's files. Those of their contents say why they matter now, those of the clone have a fix of their own. */
function stopAtBase(diagnostics: readonly Diagnostic[], ref: string): Stop {
  const why = `this is how ${ref} has it, which --base names; choose a commit whose manifests are valid`;
  const isOfClone = ({ code }: Diagnostic): boolean => code === "git-failed" || code === "missing-submodule";
  return new Stop(
    ...diagnostics.map((problem) => (isOfClone(problem) ? problem : { ...problem, help: [...problem.help, why] })),
  );
}
