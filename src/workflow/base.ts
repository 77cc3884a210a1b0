/**
 * `--base`: the project file and the manifests of an earlier commit, and `--changed`: the games
 * that differ from it. Plans compare with the merge base of HEAD and that commit, other commands
 * with the commit itself. laurel neither checks out nor fetches.
 */

import { dirname, posix, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import { commitTree, listFiles } from "../files/commit.ts";
import { type GameFiles, GameReader } from "../files/manifests.ts";
import { pathBelow, realPath } from "../files/paths.ts";
import {
  findCommit,
  findMergeBase,
  type Git,
  gitIn,
  noMergeBase,
  openRepository,
} from "../files/repository.ts";
import type { ManifestsFolder } from "../files/tree.ts";
import { defined, grouped, inParallel, memoizedBy } from "../ground/collections.ts";
import { inQuotes, quoted } from "../ground/words.ts";
import { checkGame } from "../manifest/game/desired-game.ts";
import { type ParsedText, parseSource } from "../manifest/parse.ts";
import type { BaseFacts } from "../model/base-facts.ts";
import { type Diagnostic, diagnostic, hasErrors } from "../model/diagnostics.ts";
import type { DesiredGame } from "../model/model.ts";
import { projectSource, type SourceFile } from "../model/source.ts";
import type { Base } from "../plan/earlier.ts";
import { changedSentences, hasSameSettings } from "../project/changed.ts";
import { type ComparedTargets, compareTargets } from "../project/compare-targets.ts";
import { gameNamed, type Project, parseProject } from "../project/project.ts";
import { formerName, type ProjectChange, projectChanges } from "../project/project-changes.ts";
import {
  addProblems,
  GAMES_AT_ONCE,
  type GameChoice,
  type Games,
  gatherGames,
  type LoadedProject,
  type ManifestsChoice,
} from "./game.ts";
import { parseFolder } from "./game-sources.ts";
import type { ManifestFolders } from "./manifest-folders.ts";
import { Problems, Stop, unwrap } from "./problems.ts";
import type { Ports, RunContext } from "./run.ts";
import { selectGames, type TargetOptions } from "./selection.ts";

/** A commit to read manifests from. */
export interface OpenCommit {
  readonly id: string;
  /** As the user named it. */
  readonly ref: string;
  /** Absolute path of the working tree, with links resolved. */
  readonly root: string;
  readonly reader: GameReader;
  /** Parses a file of the commit, each once. */
  readonly parse: (source: SourceFile) => ParsedText;
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
  const repository = await openRepositoryOf(projectFile, ports);
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
  const repository = await openRepositoryOf(projectFile, ports);
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

async function openRepositoryOf(projectFile: string, { env }: Pick<Ports, "env">) {
  const repository = unwrap(await openRepository(dirname(projectFile), env));
  return { ...repository, gitIn: (place: string): Git => gitIn(place, env) };
}

async function readCommit(
  { git, gitIn: other, root }: Awaited<ReturnType<typeof openRepositoryOf>>,
  { projectFile, ref, id }: { readonly projectFile: string } & Pick<OpenCommit, "ref" | "id">,
): Promise<OpenCommit> {
  const files = unwrap(await listFiles(git, id));
  const tree = commitTree({ git, gitIn: other, ref, files, root });
  const commit = {
    id,
    ref,
    root,
    reader: new GameReader(tree),
    parse: memoizedBy(parseSource),
    projectFile: await findPathInRepository(projectFile, root),
  };
  const file = await tree.read(commit.projectFile);
  if (file === undefined) return commit;
  const { value: project, diagnostics } = parseProject(parseSource(projectSource(unwrap(file))));
  if (project === undefined) throw makeBaseStop(diagnostics, ref);
  return { ...commit, project };
}

/**
 * The path of a file or folder of today (absolute path). Outside of the repository it is absolute.
 */
async function findPathInRepository(path: string, root: string): Promise<string> {
  return pathBelow(root, await realPath(path));
}

/** The base of a plan, and how the target of each chosen game relates to it. */
export interface PlanBase extends Omit<OpenBase, "diagnostics"> {
  readonly targets: ReadonlyMap<string, PlanTarget>;
}

/** The target of a game, compared with the project files of both commits. */
interface PlanTarget {
  readonly atBase: ComparedTargets;
  /** Undefined unless the branch lacks commits of `--base`. */
  readonly atTip: ComparedTargets | undefined;
  /** Warnings for results without a plan, whose page says the same. */
  readonly warnings: readonly Diagnostic[];
}

/** Selects the chosen games with their targets, and the commit of `--base` itself. */
export async function selectWithCommit(
  options: TargetOptions,
  run: Pick<RunContext, "reporter">,
  folders: ManifestFolders,
): Promise<{ readonly chosen: Games<GameChoice>; readonly commit?: OpenCommit }> {
  const { chosen, from } = await selectFrom({ open: openRef, options, folders }, run);
  if (from === undefined) return { chosen };
  const { commit } = from.opened;
  const { project: before } = commit;
  const nameOf = (name: string): string | undefined => before && formerName(before, from.now, name);
  const warnings = from.changes.map(({ warning }) => warning);
  return { chosen: addProblems(chosen, warnings), commit: { ...commit, nameOf } };
}

/**
 * Selects the chosen games with their targets, and the merge base of HEAD and the commit of
 * `--base`.
 */
export async function selectWithBase(
  options: TargetOptions,
  run: Pick<RunContext, "reporter">,
  folders: ManifestFolders,
): Promise<{ readonly chosen: Games<GameChoice>; readonly base?: PlanBase }> {
  const { chosen, from } = await selectFrom({ open: openMergeBase, options, folders }, run);
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
  return { chosen: addProblems(chosen, others), base: { ...commits, targets } };
}

/** A commit that games are compared with, and how the project file of today differs. */
interface ComparedProject {
  readonly opened: OpenBase;
  readonly now: Project;
  readonly changes: readonly ProjectChange[];
}

interface Selection {
  readonly open: typeof openRef;
  readonly options: TargetOptions;
  readonly folders: ManifestFolders;
}

/**
 * Opens the commit of `--base`, if there is one. With `--changed`, it notes how many games have
 * changed since.
 */
async function selectFrom(
  { open, options, folders }: Selection,
  { reporter }: Pick<RunContext, "reporter">,
): Promise<{ readonly chosen: Games<GameChoice>; readonly from?: ComparedProject }> {
  const { base: ref, game, changed: isPart } = options;
  const chosen = await selectGames(options, folders.disk);
  const { project } = chosen;
  if (ref === undefined || project === undefined || hasErrors(chosen.general)) return { chosen };
  const problems = new Problems();
  problems.add(chosen.general);
  const { value: opened } = await problems.collect(() =>
    open(project.path, ref, folders.disk.ports),
  );
  if (opened === undefined) return { chosen: gatherGames(problems.all) };
  const { content: now } = project;
  const { commit } = opened;
  problems.add(opened.diagnostics);
  const changes =
    commit.project === undefined ? [] : projectChanges({ before: commit.project, now, ref }, game);
  const from = { opened, now, changes };
  if (isPart !== true) return { chosen: gatherGames(problems.all, chosen.byGame), from };
  const changed = await changedGames(project, commit, { game, reader: folders.reader });
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
      facts: { ...facts, ...describeTarget(atTip) },
      manifests: { base: gameAtTip, tip: gameAtTip },
    };
  }
  return { facts: { ...facts, ...describeTarget(atBase) }, manifests: undefined };
}

function isKnown({ target: { is } }: ComparedTargets): boolean {
  return is === "same" || is === "unknown";
}

function describeTarget({
  target,
  settings,
}: ComparedTargets): Pick<BaseFacts, "target" | "settings"> {
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
  const folder = await findFolder(choice, game?.manifests, commit);
  const { reader, projectFile } = commit;
  const files = await reader.read({ manifests: folder, projectFile });
  if (game !== undefined && files.manifests.length === 0 && !hasErrors(files.diagnostics)) {
    const where = `in the folder ${inQuotes(`${ref}:${folder}`)}, which is missing or holds no manifests`;
    const detail = `The project file of ${ref} says that the game ${quoted(choice.game)} is ${where}.`;
    throw makeBaseStop([diagnostic("no-manifests", detail)], ref);
  }
  if (!files.isThere) return undefined;
  const { sources, diagnostics } = parseFolder({ ...files, scenarios: [] }, commit.parse);
  const overrides = sources.overrides.get(environment ?? "") ?? [];
  const checked = checkGame(sources.manifests, catalog, [overrides]);
  const errors = [...diagnostics, ...checked.diagnostics].filter(
    ({ severity }) => severity === "error",
  );
  if (checked.value === undefined || errors.length > 0) throw makeBaseStop(errors, ref);
  problems.add(diagnostics);
  return checked.value.desired();
}

/** The folder of manifests as the commit's project file has it (`written`), else today's. */
async function findFolder(
  { game, manifests }: ManifestsChoice,
  written: string | undefined,
  { root, projectFile }: OpenCommit,
): Promise<string> {
  const atBase = resolve(root, posix.dirname(projectFile), written ?? "");
  const folder =
    written === undefined ? await findPathInRepository(manifests, root) : pathBelow(root, atBase);
  if (!/^(\/|[A-Za-z]:)/.test(folder)) return folder;
  const detail = `The manifests of ${quoted(game)} are in ${folder}, outside of the repository ${root}.`;
  const help = ["--base needs the manifests and the project file in one repository"];
  throw new Stop(diagnostic("git-failed", detail, { help }));
}

/** Games to compare with a commit. */
interface RequestedGames {
  /** Their names. Default: all. */
  readonly game?: readonly string[] | undefined;
  readonly reader: GameReader;
}

/** Returns the games that differ from a commit. A game that cannot be compared has changed. */
export async function changedGames(
  { path, content }: LoadedProject,
  commit: OpenCommit,
  { game: names, reader }: RequestedGames,
): Promise<ReadonlySet<string>> {
  const { project } = commit;
  const all = Object.entries(content.settings.games).map(([game, written]) => {
    const manifests = resolve(dirname(path), written.manifests);
    const isAlike = project !== undefined && hasSameSettings(content, project, game);
    return { game, manifests, isAlike };
  });
  const requested = all.filter(({ game }) => names === undefined || names.includes(game));
  const compared = await inParallel(
    [...grouped(requested, ({ manifests }) => manifests)],
    { limit: GAMES_AT_ONCE },
    async ([manifests, games]) => {
      if (games.every(({ isAlike }) => !isAlike)) return games;
      const today = { manifests, projectFile: path };
      const then = {
        manifests: await findPathInRepository(manifests, commit.root),
        projectFile: commit.projectFile,
      };
      const before = await commit.reader.read(then);
      const now = await reader.read(today);
      const isRead = before.isThere && before.diagnostics.length === 0;
      if (!isRead || hasErrors(now.diagnostics)) return games;
      if (!isSame(collectTexts(then, before), collectTexts(today, now))) return games;
      const changed = games.filter(({ isAlike }) => !isAlike);
      if (changed.length > 0) return changed;
      // Most games have not changed. Their texts need not stay in memory.
      await Promise.all([reader.forget(today), commit.reader.forget(then)]);
      return [];
    },
  );
  return new Set(compared.flat().map(({ game }) => game));
}

type Texts = ReadonlyMap<string, string>;

function isSame(one: Texts, other: Texts): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}

/**
 * Returns the texts of a game's files by their paths from its folder. Git may keep a text with other line breaks than the working tree has (`core.autocrlf`).
 */
function collectTexts(
  { manifests: folder }: ManifestsFolder,
  { manifests, scenarios, overrides }: GameFiles,
): Texts {
  const files = [...manifests, ...scenarios, ...overrides.map(({ source }) => source)];
  return new Map(
    files.map(({ path, text }) => [pathBelow(folder, path), text.replaceAll("\r\n", "\n")]),
  );
}

/**
 * Ends the work with problems of the commit's files. Problems of contents say why they matter now;
 * problems of the clone have a fix of their own.
 */
function makeBaseStop(diagnostics: readonly Diagnostic[], ref: string): Stop {
  const why = `this is how ${ref} has it, with which --base compares; choose a commit whose manifests are valid`;
  const isOfClone = ({ code }: Diagnostic): boolean =>
    code === "git-failed" || code === "missing-submodule";
  return new Stop(
    ...diagnostics.map((problem) =>
      isOfClone(problem) ? problem : { ...problem, help: [...problem.help, why] },
    ),
  );
}
