/** Which games a command works on: from the project file, from flags, or from both. */
import { basename, dirname, resolve } from "node:path";
import type { ClientSettings } from "../api/client.ts";
import { type Flags, text, texts } from "../cli/args/command.ts";
import type { Ports } from "../cli/ports.ts";
import type { ManifestsFolder } from "../files/manifests.ts";
import { findProjectFile } from "../files/paths.ts";
import { readTextFile } from "../files/read.ts";
import { parseText } from "../manifest/parse.ts";
import type { Scalars } from "../model/codec.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors, ofGame } from "../model/diagnostics.ts";
import type { HazardName } from "../model/model.ts";
import {
  approvalAt,
  type Chosen,
  type ChosenFolder,
  type ChosenGame,
  chooseFolders,
  chooseGames as chooseFromProject,
  environmentOf,
} from "../project/choose-games.ts";
import { DEFAULT_LINT, type LintSettings } from "../project/lint-settings.ts";
import { type Project, parseProject } from "../project/project.ts";
import { DEFAULT_SEMANTICS, type Semantics } from "../project/rules-settings.ts";
import { type Shard, shardOf } from "../project/shard.ts";
import { type Named, type WrittenTarget, writtenTarget } from "../project/targets.ts";
import { choiceFromFlags, choiceFromProject } from "./choices.ts";
import { shardFlag } from "./shard-flag.ts";
import { refusedTargets } from "./target-guard.ts";

/** A folder of manifests, with what is needed to check them. Without a project file everything is given by flags. */
export interface ManifestsChoice extends ManifestsFolder {
  readonly game: string;
  /** The one whose overrides count. Absent where manifests are checked for every environment. */
  readonly environment?: string;
  /** Those that the project file names. Absent when everything is given by flags. */
  readonly environments?: readonly string[];
  /** What to assume of the run-time rules. */
  readonly semantics: Semantics;
  /** What `laurel lint` is to look for. */
  readonly lint: LintSettings;
}

/** One game in one environment, with everything that is needed to work on it. */
export interface GameChoice extends ManifestsChoice {
  readonly environment: string;
  readonly prune: boolean;
  readonly allow: readonly HazardName[];
  /** Whether only plans that somebody has looked at before are applied. */
  readonly require_approval: boolean;
  /** The environment that says so, where it is another one with the same target. */
  readonly approval_of?: Named;
  readonly scalars: Scalars;
  readonly settings: ClientSettings;
  readonly target:
    | { readonly type: "embedded"; readonly data: string }
    | {
        readonly type: "live";
        readonly base_url: string;
        readonly game_id: string;
        readonly token_env: string;
        /** As the project file writes it. */
        readonly written?: WrittenTarget;
      };
}

/** One game that was asked for: with what is to be worked on, or with why that is not known. */
export interface Asked<Choice extends ManifestsChoice> {
  readonly game: string;
  readonly choice?: Choice;
  /** Its own problems. They do not concern the other games. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface AskedGames<Choice extends ManifestsChoice> {
  /** In the order of the project. */
  readonly games: readonly Asked<Choice>[];
  /** How many there were before they were split into shards. */
  readonly all: number;
  /** The part of them that this job does, if they are split. */
  readonly shard?: Shard;
  /** What is wrong with the command line or the project as a whole. With an error among it there are no games. */
  readonly diagnostics: readonly Diagnostic[];
}

type Split = Pick<AskedGames<ManifestsChoice>, "all" | "shard">;

/** Whether the run is one over several games. Whoever asks for a part of many means several. */
export function isSeveral({ all, shard }: Split): boolean {
  return all > 1 || shard !== undefined;
}

/** The problems of one game, with its name in a run over several. */
export function namedIn(split: Split, game: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return isSeveral(split) ? ofGame(game, diagnostics) : diagnostics;
}

/** The folders of the chosen games. They need no environment, so that checking never asks for one. */
export async function askedFolders(flags: Flags, ports: Ports): Promise<AskedGames<ManifestsChoice>> {
  const shard = shardFlag(flags, ports);
  if (hasErrors(shard.diagnostics)) return { games: [], all: 0, diagnostics: shard.diagnostics };
  const folder = text(flags, "manifests");
  if (folder !== undefined && !namesProject(flags)) {
    const manifests = resolve(ports.cwd, folder);
    return onlyGame(
      { game: basename(manifests), manifests, semantics: DEFAULT_SEMANTICS, lint: DEFAULT_LINT },
      shard.value,
    );
  }
  const project = await loadProject(flags, ports, "add --manifests FOLDER");
  if (project.value === undefined) return { games: [], all: 0, diagnostics: project.diagnostics };
  const { path, content } = project.value;
  const env = text(flags, "env");
  const chosen = chooseFolders(content, {
    ...gamesOf(flags, shard.value),
    ...(env === undefined ? {} : { env }),
  });
  const choiceOf = (game: ChosenFolder): ManifestsChoice => ({
    ...game,
    manifests: resolve(dirname(path), game.manifests),
    projectFile: path,
  });
  return askedOf(chosen, choiceOf, project.diagnostics, shard.value, flags, ports);
}

/** The chosen games with their targets. A target is never guessed. */
export async function askedGames(
  flags: Flags,
  ports: Ports,
  load: LoadProject = loadProject,
): Promise<AskedGames<GameChoice>> {
  const shard = shardFlag(flags, ports);
  if (hasErrors(shard.diagnostics)) return { games: [], all: 0, diagnostics: shard.diagnostics };
  const [folder, base_url, game_id] = [text(flags, "manifests"), text(flags, "base-url"), text(flags, "game-id")];
  if (folder !== undefined && base_url !== undefined && game_id !== undefined && !namesProject(flags)) {
    return askedByFlags(
      choiceFromFlags(resolve(ports.cwd, folder), base_url, game_id, flags),
      flags,
      ports,
      shard.value,
    );
  }
  const project = await load(flags, ports);
  if (project.value === undefined) return { games: [], all: 0, diagnostics: project.diagnostics };
  const { path, content } = project.value;
  const env = text(flags, "env");
  const chosen = chooseFromProject(content, {
    ...gamesOf(flags, shard.value),
    variables: ports.env,
    ...(env === undefined ? {} : { env }),
    ...(base_url === undefined ? {} : { base_url }),
    ...(game_id === undefined ? {} : { game_id }),
  });
  const misdirected = chosen.games.flatMap(({ value }) => (value?.embedded === true ? [value] : []));
  if (misdirected.length > 0 && (base_url ?? game_id) !== undefined) {
    return { games: [], all: 0, diagnostics: [...project.diagnostics, ...misdirected.map(notLive)] };
  }
  if (game_id !== undefined && chosen.all > 1) {
    const problem = diagnostic("usage", "--game-id is of one game, and several are chosen.", {
      help: ["name the game with --game"],
    });
    return { games: [], all: 0, diagnostics: [...project.diagnostics, problem] };
  }
  // What changed is said also where it cannot be read, such as another variable that is not set.
  const named = chosen.games.flatMap(({ game }) => {
    const environment = environmentOf(content, game, env === undefined ? {} : { env });
    return environment === undefined || writtenTarget(content, game, environment) === undefined
      ? []
      : [{ game, environment }];
  });
  const refused = await refusedTargets(project.value, named, flags, ports);
  if (hasErrors(refused)) return { games: [], all: 0, diagnostics: [...project.diagnostics, ...refused] };
  const choiceOf = (game: ChosenGame): GameChoice => choiceFromProject(game, path, flags);
  return askedOf(chosen, choiceOf, project.diagnostics, shard.value, flags, ports);
}

/** Everything is given by flags; a project at hand may still have an environment with this target that requires approval. */
async function askedByFlags(
  choice: GameChoice,
  flags: Flags,
  ports: Ports,
  shard: Shard | undefined,
): Promise<AskedGames<GameChoice>> {
  const project = await loadProject(flags, ports);
  if (project.value === undefined) {
    const isThere = !project.diagnostics.every(({ code }) => code === "no-project");
    return isThere ? { games: [], all: 0, diagnostics: project.diagnostics } : onlyGame(choice, shard);
  }
  const { target } = choice;
  const approval_of = target.type === "live" ? approvalAt(project.value.content, target, ports.env) : undefined;
  return onlyGame(approval_of === undefined ? choice : { ...choice, require_approval: true, approval_of }, shard);
}

/** The chosen games with their targets, for work that begins only when all of them are known. */
export async function chooseGames(
  flags: Flags,
  ports: Ports,
  load: LoadProject = loadProject,
): Promise<Checked<readonly GameChoice[]>> {
  const asked = await askedGames(flags, ports, load);
  const diagnostics = [...asked.diagnostics, ...asked.games.flatMap((each) => each.diagnostics)];
  if (hasErrors(diagnostics)) return { diagnostics };
  return { value: asked.games.flatMap(({ choice }) => (choice === undefined ? [] : [choice])), diagnostics };
}

/**
 * The chosen games for work that reads no manifests: without a project file, a service and a game id are enough. `folder`:
 * what stands in for the manifests then, and gives the game its name; absolute path. `without`: the command line for that.
 */
export async function chooseTargets(
  flags: Flags,
  ports: Ports,
  folder: string | undefined,
  without: string,
): Promise<Checked<readonly GameChoice[]>> {
  const [base_url, game_id] = [text(flags, "base-url"), text(flags, "game-id")];
  if (text(flags, "manifests") === undefined && base_url !== undefined && game_id !== undefined) {
    const isGiven = namesProject(flags) || (await findProjectFile(ports.cwd)) !== undefined;
    const choice = choiceFromFlags(folder ?? ports.cwd, base_url, game_id, flags);
    if (!isGiven) return { value: [folder === undefined ? { ...choice, game: game_id } : choice], diagnostics: [] };
  }
  return chooseGames(flags, ports, (...from) => loadProject(...from, without));
}

function gamesOf(
  flags: Flags,
  shard: Shard | undefined,
): { readonly games: readonly string[]; readonly shard?: Shard } {
  return { games: texts(flags, "game"), ...(shard === undefined ? {} : { shard }) };
}

/** Everything is given by flags. A shard may leave nothing of it. */
function onlyGame<Choice extends ManifestsChoice>(choice: Choice, shard: Shard | undefined): AskedGames<Choice> {
  const isOwn = shard === undefined || shardOf([choice.game], shard).length > 0;
  const games = isOwn ? [{ game: choice.game, choice, diagnostics: [] }] : [];
  return { games, all: 1, ...(shard === undefined ? {} : { shard }), diagnostics: [] };
}

/** `--manifests` takes the place of the folder that the project names. */
function askedOf<T, Choice extends ManifestsChoice>(
  chosen: Chosen<T>,
  choiceOf: (game: T) => Choice,
  problems: readonly Diagnostic[],
  shard: Shard | undefined,
  flags: Flags,
  ports: Ports,
): AskedGames<Choice> {
  const diagnostics = [...problems, ...chosen.diagnostics];
  const folder = text(flags, "manifests");
  if (folder !== undefined && chosen.all > 1) {
    const problem = diagnostic("usage", "--manifests is the folder of one game, and several are chosen.", {
      help: ["name the game with --game"],
    });
    return { games: [], all: 0, diagnostics: [...diagnostics, problem] };
  }
  const moved = folder === undefined ? {} : { manifests: resolve(ports.cwd, folder), isGiven: true };
  const games = chosen.games.map(({ game, value, diagnostics: own }): Asked<Choice> => {
    if (value === undefined) return { game, diagnostics: own };
    return { game, choice: { ...choiceOf(value), ...moved }, diagnostics: own };
  });
  return { games, all: chosen.all, ...(shard === undefined ? {} : { shard }), diagnostics };
}

function notLive({ game, environment }: ChosenGame): Diagnostic {
  const detail = `The environment "${environment}" of "${game}" is the embedded service, which has no base URL and no game id.`;
  return diagnostic("missing-target", detail, { help: ["choose a live environment with --env"] });
}

function namesProject(flags: Flags): boolean {
  return text(flags, "project") !== undefined || text(flags, "env") !== undefined || texts(flags, "game").length > 0;
}

/** Finds and reads the project file. */
export type LoadProject = (flags: Flags, ports: Ports) => Promise<Checked<{ path: string; content: Project }>>;

/** `without`: what does the same without a project file. */
export async function loadProject(
  flags: Flags,
  ports: Ports,
  without = "laurel plan --manifests FOLDER --base-url URL --game-id ID",
): Promise<Checked<{ readonly path: string; readonly content: Project }>> {
  const given = text(flags, "project");
  const path = given === undefined ? await findProjectFile(ports.cwd) : resolve(ports.cwd, given);
  if (path === undefined) {
    const help = [
      "make a project: laurel init FOLDER",
      "or go to the project's folder, or name the file with --project",
      `without a project file: ${without}`,
    ];
    const detail = "There is no laurel.yaml here or in a folder above.";
    return { diagnostics: [diagnostic("no-project", detail, { help })] };
  }
  const file = await readTextFile(path, ports.cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const content = parseProject(parseText(file.value.file, file.value.text));
  if (content.value === undefined) return { diagnostics: content.diagnostics };
  return { value: { path, content: content.value }, diagnostics: content.diagnostics };
}
