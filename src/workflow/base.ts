/**
 * `--base`: the project file and the manifests of an earlier commit, and `--changed`: the games
 * that differ from it. Plans compare with the merge base of HEAD and that commit, other commands
 * with the commit itself. Nothing is checked out or fetched.
 */

import { dirname, posix, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { type Commit, listFiles, readCommitFile, readCommitFolder } from "../files/commit.ts";
import type { FilePorts } from "../files/input-file.ts";
import { type GameFiles, type ManifestsFolder, readGameFolder } from "../files/manifests.ts";
import { pathBelow, realPath } from "../files/paths.ts";
import {
  findCommit,
  findMergeBase,
  type Git,
  gitIn,
  noMergeBase,
  openRepository,
} from "../files/repository.ts";
import { defined, inParallel } from "../ground/collections.ts";
import { inQuotes, quoted } from "../ground/words.ts";
import { loadDesired } from "../manifest/game/desired-game.ts";
import { parseSource } from "../manifest/parse.ts";
import type { BaseFacts } from "../model/base-facts.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { projectSource } from "../model/source.ts";
import type { Base } from "../plan/earlier.ts";
import { changedSentences, hasSameSettings } from "../project/changed.ts";
import { type ComparedTargets, compareTargets } from "../project/compare-targets.ts";
import { gameNamed, type Project, parseProject } from "../project/project.ts";
import { formerName, type ProjectChange, projectChanges } from "../project/project-changes.ts";
import {
  GAMES_AT_ONCE,
  type GameChoice,
  type Games,
  gatherGames,
  type ManifestsChoice,
} from "./game.ts";
import { Problems, Stop, unwrap } from "./problems.ts";
import type { Ports, RunContext } from "./run.ts";
import { type LoadedProject, selectGames, type TargetOptions } from "./selection.ts";

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
export async function openCommit(
  projectFile: string,
  ref: string,
  ports: Pick<Ports, "env">,
): Promise<OpenCommit> {
  const repository = await repositoryOf(projectFile, ports);
  return readCommit(repository, {
    projectFile,
    ref,
    id: unwrap(await findCommit(repository, ref)),
  });
}

/** The commit that a branch is compared with. */
interface OpenBase {
  /** As the user named it. */
  readonly ref: string;
  readonly commit: OpenCommit;
  /**
   * The commit that `ref` names, if HEAD lacks commits of it. Then `commit` is the last one that
   * both have in common.
   */
  readonly tip?: OpenCommit;
  readonly diagnostics: readonly Diagnostic[];
}

/** Opens the commit itself, for commands that do not ask which changes are the branch's. */
async function openRef(
  projectFile: string,
  ref: string,
  ports: Pick<Ports, "env">,
): Promise<OpenBase> {
  return { ref, commit: await openCommit(projectFile, ref, ports), diagnostics: [] };
}

/**
 * Opens the merge base of HEAD and a commit. Changes of the working tree that are not committed
 * count as the branch's.
 */
async function openMergeBase(
  projectFile: string,
  ref: string,
  ports: Pick<Ports, "env">,
): Promise<OpenBase> {
  const repository = await repositoryOf(projectFile, ports);
  const id = unwrap(await findCommit(repository, ref));
  const mergeBase = await findMergeBase(repository, id);
  const named = await readCommit(repository, { projectFile, ref, id });
  if (mergeBase === undefined)
    return { ref, commit: named, diagnostics: [await noMergeBase(repository, ref)] };
  if (mergeBase === id) return { ref, commit: named, diagnostics: [] };
  const commit = await readCommit(repository, {
    projectFile,
    ref: mergeBase.slice(0, SHORT_ID),
    id: mergeBase,
  });
  return { ref, commit, tip: named, diagnostics: [] };
}

/** Digits of a commit in messages. */
const SHORT_ID = 12;

async function repositoryOf(projectFile: string, { env }: Pick<Ports, "env">) {
  const repository = unwrap(await openRepository(dirname(projectFile), env));
  return { ...repository, gitIn: (place: string): Git => gitIn(place, env) };
}

async function readCommit(
  { git, gitIn: other, root }: Awaited<ReturnType<typeof repositoryOf>>,
  { projectFile, ref, id }: { readonly projectFile: string } & Pick<OpenCommit, "ref" | "id">,
): Promise<OpenCommit> {
  const files = unwrap(await listFiles(git, id));
  const inRepository = await pathInRepository(projectFile, root);
  const commit = { git, gitIn: other, ref, files, id, root, projectFile: inRepository };
  const file = await readCommitFile(commit, commit.projectFile);
  if (file === undefined) return commit;
  const { value: project, diagnostics } = parseProject(parseSource(projectSource(unwrap(file))));
  if (project === undefined) throw stopAtBase(diagnostics, ref);
  return { ...commit, project };
}

/**
 * The path of a file or folder of today (absolute path). Outside of the repository it is absolute.
 */
async function pathInRepository(path: string, root: string): Promise<string> {
  return pathBelow(root, await realPath(path));
}

/** The base of a plan, and how the target of each chosen game relates to it. */
export interface PlanBase extends Omit<OpenBase, "diagnostics"> {
  readonly targets: ReadonlyMap<string, PlanTarget>;
}

/** The target of a game, compared with the project files of both commits. */
interface PlanTarget {
  readonly atBase: ComparedTargets;
  /** Undefined unless the branch is behind. */
  readonly atTip: ComparedTargets | undefined;
  /** Warnings for results without a plan, whose page says the same. */
  readonly warnings: readonly Diagnostic[];
}

type Selecting = Pick<RunContext, "ports" | "reporter">;

/** The chosen games with their targets, and the commit of `--base` itself. */
export async function selectWithCommit(
  options: TargetOptions,
  run: Selecting,
): Promise<{ readonly chosen: Games<GameChoice>; readonly commit?: OpenCommit }> {
  const { chosen, from } = await selectFrom(openRef, options, run);
  if (from === undefined) return { chosen };
  const { commit } = from.opened;
  const { project: before } = commit;
  const nameOf = (name: string): string | undefined => before && formerName(before, from.now, name);
  const warnings = from.changes.map(({ warning }) => warning);
  return { chosen: withWarnings(chosen, warnings), commit: { ...commit, nameOf } };
}

/** The chosen games with their targets, and the merge base of HEAD and the commit of `--base`. */
export async function selectWithBase(
  options: TargetOptions,
  run: Selecting,
): Promise<{ readonly chosen: Games<GameChoice>; readonly base?: PlanBase }> {
  const { chosen, from } = await selectFrom(openMergeBase, options, run);
  if (from === undefined) return { chosen };
  const { changes, now, opened } = from;
  const { diagnostics: _, ...commits } = opened;
  const said = new Set<ProjectChange>();
  const targets = new Map(
    chosen.games.map(({ game, environment }): [string, PlanTarget] => {
      const compareWith = ({ project }: OpenCommit) =>
        compareTargets(project, now, { game, environment, env: options.env });
      const atBase = compareWith(opened.commit);
      const atTip = opened.tip && compareWith(opened.tip);
      const own = changes.filter(
        (change) => change.game === game && change.environment === environment,
      );
      const isOnPage = atBase.target.is === "changed";
      if (isOnPage) for (const change of own) said.add(change);
      return [game, { atBase, atTip, warnings: isOnPage ? own.map(({ warning }) => warning) : [] }];
    }),
  );
  const others = changes.filter((change) => !said.has(change)).map(({ warning }) => warning);
  return { chosen: withWarnings(chosen, others), base: { ...commits, targets } };
}

function withWarnings<T>(chosen: Games<T>, warnings: readonly Diagnostic[]): Games<T> {
  return gatherGames([...chosen.general, ...warnings], chosen.byGame, chosen);
}

/** A commit that games are compared with, and how the project file of today differs. */
interface ComparedProject {
  readonly opened: OpenBase;
  readonly now: Project;
  readonly changes: readonly ProjectChange[];
}

/**
 * Opens the commit of `--base`, if there is one. With `--changed`, it notes how many games have
 * changed since.
 */
async function selectFrom(
  open: typeof openRef,
  options: TargetOptions,
  { ports, reporter }: Selecting,
): Promise<{ readonly chosen: Games<GameChoice>; readonly from?: ComparedProject }> {
  const { base: ref, game, changed: isPart } = options;
  const chosen = await selectGames(options, ports);
  const { project } = chosen;
  if (ref === undefined || project === undefined || hasErrors(chosen.general)) return { chosen };
  const problems = new Problems();
  problems.add(chosen.general);
  const { value: opened } = await problems.collect(() => open(project.path, ref, ports));
  if (opened === undefined) return { chosen: gatherGames(problems.all) };
  const { content: now } = project;
  const { commit } = opened;
  problems.add(opened.diagnostics);
  const changes =
    commit.project === undefined ? [] : projectChanges({ before: commit.project, now, ref }, game);
  const from = { opened, now, changes };
  if (isPart !== true) return { chosen: gatherGames(problems.all, chosen.byGame), from };
  const changed = await changedGames(project, commit, { game, ports });
  const count = { base: { ref, commit: commit.id }, games: changed.size, of: chosen.byGame.length };
  for (const line of changedSentences(count)) reporter.note(line);
  // Two games with one target are noticed also where only one of them has changed.
  const byGame = chosen.byGame.filter(({ game: name }) => changed.has(name));
  return { chosen: gatherGames(problems.all, byGame, { changed: count }), from };
}

/**
 * Loads the manifests that a plan is compared with. A commit with another target says nothing about
 * the live game.
 */
export async function loadBase(
  choice: GameChoice,
  base: PlanBase,
  problems: Problems,
): Promise<Base> {
  const { ref, commit, tip } = base;
  const target = base.targets.get(choice.game);
  if (target === undefined) throw new Error(`the game ${quoted(choice.game)} was not compared`);
  const { atBase, atTip } = target;
  const facts = { ref, commit: commit.id, ...(tip && { tip: tip.id }) };
  const load = (from: OpenCommit, earlier: ComparedTargets["earlier"]) =>
    loadGameAt(choice, from, { earlier, problems });
  const game = isKnown(atBase) ? await load(commit, atBase.earlier) : undefined;
  const gameAtTip = tip && atTip && isKnown(atTip) ? await load(tip, atTip.earlier) : undefined;
  if (game !== undefined) {
    const isMoved = atBase.target.is === "same" && atTip?.target.is === "changed";
    const relation = isMoved
      ? { is: "behind" as const, now: atTip.target.now, tip: atTip.target.before }
      : atBase.target;
    const manifests = { base: game, tip: gameAtTip ?? game };
    return { facts: { ...facts, target: relation, settings: atBase.settings }, manifests };
  }
  if (gameAtTip !== undefined && atTip?.earlier !== undefined) {
    // The same change of the target is in both branches.
    return {
      facts: { ...facts, ...described(atTip) },
      manifests: { base: gameAtTip, tip: gameAtTip },
    };
  }
  return { facts: { ...facts, ...described(atBase) }, manifests: undefined };
}

function isKnown({ target: { is } }: ComparedTargets): boolean {
  return is === "same" || is === "unknown";
}

function described({ target, settings }: ComparedTargets): Pick<BaseFacts, "target" | "settings"> {
  const isMissing = target.is === "unknown";
  return { target: isMissing ? { is: "new", what: "game", now: target.now } : target, settings };
}

/**
 * The manifests of one game as a commit has them, for commands that compare with the commit itself.
 */
export async function loadEarlier(
  choice: ManifestsChoice,
  commit: OpenCommit,
  problems: Problems,
): Promise<EarlierManifests> {
  const game = await loadGameAt(choice, commit, { problems });
  return { ref: commit.ref, commit: commit.id, ...defined({ game }) };
}

/** The manifests of a game at a commit. */
interface EarlierManifests {
  readonly ref: string;
  readonly commit: string;
  /** Absent if the commit has none of the game. */
  readonly game?: DesiredGame;
}

/** `earlier`: the name and the environment that the game had. */
async function loadGameAt(
  choice: ManifestsChoice,
  commit: OpenCommit,
  {
    earlier,
    problems,
  }: { readonly earlier?: ComparedTargets["earlier"]; readonly problems: Problems },
): Promise<DesiredGame | undefined> {
  const { ref, project } = commit;
  const name = earlier?.game ?? commit.nameOf?.(choice.game) ?? choice.game;
  const environment = earlier?.environment ?? choice.environment;
  const game = project && gameNamed(project, name);
  if (project !== undefined && game === undefined) return undefined;
  const folder = await folderOf(choice, game?.manifests, commit);
  const files = await readCommitFolder(commit, folder, commit.projectFile);
  if (game !== undefined && files.manifests.length === 0 && !hasErrors(files.diagnostics)) {
    const where = `in the folder ${inQuotes(`${ref}:${folder}`)}, which is missing or holds no manifests`;
    const detail = `The project file of ${ref} says that the game ${quoted(choice.game)} is ${where}.`;
    throw stopAtBase([diagnostic("no-manifests", detail)], ref);
  }
  if (!files.isThere) return undefined;
  const overrides = files.overrides
    .filter((override) => override.environment === environment)
    .map(({ source }) => source);
  const loaded = loadDesired(files.manifests, catalog, overrides);
  const errors = [...files.diagnostics, ...loaded.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (loaded.value === undefined || errors.length > 0) throw stopAtBase(errors, ref);
  problems.add(files.diagnostics);
  return loaded.value;
}

/** The folder of manifests as the commit's project file has it (`written`), else today's. */
async function folderOf(
  { game, manifests }: ManifestsChoice,
  written: string | undefined,
  { root, projectFile }: OpenCommit,
): Promise<string> {
  const atBase = resolve(root, posix.dirname(projectFile), written ?? "");
  const folder =
    written === undefined ? await pathInRepository(manifests, root) : pathBelow(root, atBase);
  if (!/^(\/|[A-Za-z]:)/.test(folder)) return folder;
  const detail = `The manifests of ${quoted(game)} are in ${folder}, outside of the repository ${root}.`;
  const help = ["--base needs the manifests and the project file in one repository"];
  throw new Stop(diagnostic("git-failed", detail, { help }));
}

/**
 * The requested games (`game`: names; default: all) that differ from the commit. A game that cannot
 * be compared has changed.
 */
export async function changedGames(
  { path, content }: LoadedProject,
  commit: OpenCommit,
  {
    game: names,
    ports,
  }: { readonly game?: readonly string[] | undefined; readonly ports: FilePorts },
): Promise<ReadonlySet<string>> {
  const all = Object.entries(content.settings.games);
  const requested = names === undefined ? all : all.filter(([name]) => names.includes(name));
  const compared = await inParallel(
    requested,
    { limit: GAMES_AT_ONCE },
    async ([game, written]) => {
      if (commit.project === undefined || !hasSameSettings(content, commit.project, game))
        return [game];
      const folder = { manifests: resolve(dirname(path), written.manifests), projectFile: path };
      return (await hasSameFiles(folder, commit, ports)) ? [] : [game];
    },
  );
  return new Set(compared.flat());
}

/** Whether the bytes of a game's files are the same. */
async function hasSameFiles(
  today: ManifestsFolder,
  commit: OpenCommit,
  ports: FilePorts,
): Promise<boolean> {
  const folder = await pathInRepository(today.manifests, commit.root);
  const before = await readCommitFolder(commit, folder, commit.projectFile);
  const now = await readGameFolder(today, ports);
  if (!before.isThere || before.diagnostics.length > 0 || hasErrors(now.diagnostics)) return false;
  const known = textsBelow(folder, before);
  const texts = textsBelow(today.manifests, now);
  return texts.size === known.size && [...texts].every(([name, text]) => known.get(name) === text);
}

/**
 * The texts of a game's files by their paths from its folder. Git may keep a text with other line
 * breaks than the working tree has (`core.autocrlf`).
 */
function textsBelow(folder: string, { manifests, scenarios, overrides }: GameFiles) {
  const files = [...manifests, ...scenarios, ...overrides.map(({ source }) => source)];
  return new Map(
    files.map(({ path, text }) => [pathBelow(folder, path), text.replaceAll("\r\n", "\n")]),
  );
}

/**
 * Problems of the commit's files. Those of their contents say why they matter now, those of the
 * clone have a fix of their own.
 */
function stopAtBase(diagnostics: readonly Diagnostic[], ref: string): Stop {
  const why = `this is how ${ref} has it, with which --base compares; choose a commit whose manifests are valid`;
  const isOfClone = ({ code }: Diagnostic): boolean =>
    code === "git-failed" || code === "missing-submodule";
  return new Stop(
    ...diagnostics.map((problem) =>
      isOfClone(problem) ? problem : { ...problem, help: [...problem.help, why] },
    ),
  );
}
