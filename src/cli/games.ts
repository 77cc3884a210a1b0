/** Which games a command works on: from the project file, from flags, or from both. */
import { access } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { catalog } from "../catalog/index.ts";
import type { Scalars } from "../core/codec.ts";
import { type Checked, type Diagnostic, diagnostic } from "../core/diagnostics.ts";
import { loadDesired } from "../core/manifests/load-desired.ts";
import type { DesiredGame, HazardName, Target } from "../core/model.ts";
import { type ChosenGame, chooseFolders, chooseGames as chooseFromProject } from "../core/project/choose-games.ts";
import { type Project, parseProject } from "../core/project/project.ts";
import { SERVICE_SETTINGS, type ServiceSettings } from "../core/project/project-settings.ts";
import type { ClientSettings } from "../edges/api/client.ts";
import { readManifests } from "../edges/files/manifests.ts";
import { findProjectFile } from "../edges/files/project-file.ts";
import { readTextFile, shownPath } from "../edges/files/read.ts";
import { type Flags, flag, text, texts } from "./command.ts";
import type { Ports } from "./ports.ts";

/** A folder of manifests, with the project file that must not be taken for one of them. */
export interface ManifestsChoice {
  readonly game: string;
  /** Absolute path. */
  readonly manifests: string;
  /** Absolute path; absent when everything is given by flags. */
  readonly projectFile?: string;
}

/** One game in one environment, with everything that is needed to work on it. */
export interface GameChoice extends ManifestsChoice {
  readonly environment: string;
  readonly prune: boolean;
  readonly allow: readonly HazardName[];
  readonly scalars: Scalars;
  readonly settings: ClientSettings;
  readonly target:
    | { readonly type: "embedded"; readonly data: string }
    | { readonly type: "live"; readonly base_url: string; readonly game_id: string; readonly token_env: string };
}

/** The environment's name where no project file gives one. */
const NO_ENVIRONMENT = "default";

/** The folders of the chosen games; needs no environment, so that checking never asks for one. */
export async function chooseManifests(flags: Flags, ports: Ports): Promise<Checked<readonly ManifestsChoice[]>> {
  const folder = text(flags, "manifests");
  if (folder !== undefined && !namesProject(flags)) {
    const manifests = resolve(ports.cwd, folder);
    return { value: [{ game: basename(manifests), manifests }], diagnostics: [] };
  }
  const project = await loadProject(flags, ports);
  if (project.value === undefined) return { diagnostics: project.diagnostics };
  const { path, content } = project.value;
  const chosen = chooseFolders(content, { games: texts(flags, "game"), variables: ports.env });
  const diagnostics = [...project.diagnostics, ...chosen.diagnostics];
  if (chosen.value === undefined) return { diagnostics };
  return withFolderFlag(
    chosen.value.map((game) => ({ ...game, manifests: resolve(dirname(path), game.manifests), projectFile: path })),
    folder,
    ports,
    diagnostics,
  );
}

/** The chosen games with their targets. A target is never guessed. */
export async function chooseGames(flags: Flags, ports: Ports): Promise<Checked<readonly GameChoice[]>> {
  const [folder, base_url, game_id] = [text(flags, "manifests"), text(flags, "base-url"), text(flags, "game-id")];
  if (folder !== undefined && base_url !== undefined && game_id !== undefined && !namesProject(flags)) {
    return { value: [choiceFromFlags(resolve(ports.cwd, folder), base_url, game_id, flags)], diagnostics: [] };
  }
  const project = await loadProject(flags, ports);
  if (project.value === undefined) return { diagnostics: project.diagnostics };
  const { path, content } = project.value;
  const env = text(flags, "env");
  const chosen = chooseFromProject(content, {
    games: texts(flags, "game"),
    variables: ports.env,
    ...(env === undefined ? {} : { env }),
    ...(base_url === undefined ? {} : { base_url }),
    ...(game_id === undefined ? {} : { game_id }),
  });
  const diagnostics = [...project.diagnostics, ...chosen.diagnostics];
  if (chosen.value === undefined) return { diagnostics };
  const misdirected = chosen.value.filter(({ embedded }) => embedded && (base_url ?? game_id) !== undefined);
  if (misdirected.length > 0) return { diagnostics: [...diagnostics, ...misdirected.map(notLive)] };
  if (game_id !== undefined && chosen.value.length > 1) {
    const help = ["name the game with --game"];
    return {
      diagnostics: [...diagnostics, diagnostic("usage", "--game-id is of one game, and several are chosen.", { help })],
    };
  }
  const choices = chosen.value.map((game) => choiceFromProject(game, path, flags));
  return withFolderFlag(choices, folder, ports, diagnostics);
}

/** Reads and checks the manifests of one game. A folder that holds nothing is refused, never taken for "none". */
export async function loadGame(choice: ManifestsChoice, ports: Ports): Promise<Checked<DesiredGame>> {
  const shown = shownPath(choice.manifests, ports.cwd);
  if (!(await exists(choice.manifests))) {
    return { diagnostics: [noManifests(choice.game, `The folder "${shown}" does not exist.`)] };
  }
  const { value: files, diagnostics } = await readManifests(choice.manifests, ports.cwd, choice.projectFile);
  const loaded = loadDesired(files, catalog);
  const all = [...diagnostics, ...loaded.diagnostics];
  if (loaded.value === undefined || diagnostics.some(({ severity }) => severity === "error"))
    return { diagnostics: all };
  if (saysNothing(loaded.value)) {
    const found = files.length === 0 ? "holds no manifests" : "holds only empty manifests";
    return { diagnostics: [...all, noManifests(choice.game, `The folder "${shown}" ${found}.`)] };
  }
  return { value: loaded.value, diagnostics: all };
}

/** Entries alone are something to do: a list of resources is not needed for them. */
function saysNothing({ managed, resources, moved, removed }: DesiredGame): boolean {
  return managed.size + resources.size + moved.length + removed.length === 0;
}

function noManifests(game: string, what: string): Diagnostic {
  return diagnostic("no-manifests", `${what} That is never taken to mean that the game "${game}" should be empty.`, {
    help: [
      "check the branch and the folder",
      `to say that a kind has no resources, write its key with an empty list: ${catalog[0]?.plural}: []`,
    ],
  });
}

function notLive({ game, environment }: ChosenGame): Diagnostic {
  const detail = `The environment "${environment}" of "${game}" is the embedded service, which has no base URL and no game id.`;
  return diagnostic("missing-target", detail, { help: ["choose a live environment with --env"] });
}

function namesProject(flags: Flags): boolean {
  return text(flags, "project") !== undefined || text(flags, "env") !== undefined || texts(flags, "game").length > 0;
}

async function loadProject(flags: Flags, ports: Ports): Promise<Checked<{ path: string; content: Project }>> {
  const given = text(flags, "project");
  const path = given === undefined ? await findProjectFile(ports.cwd) : resolve(ports.cwd, given);
  if (path === undefined) {
    const help = ["go to the project's folder, or name the file with --project"];
    const flagsOnly = "without a project file: laurel plan --manifests DIR --base-url URL --game-id ID";
    return {
      diagnostics: [
        diagnostic("no-project", "There is no laurel.yaml here or in a folder above.", { help: [...help, flagsOnly] }),
      ],
    };
  }
  const file = await readTextFile(path, ports.cwd);
  if (file.value === undefined) return { diagnostics: file.diagnostics };
  const content = parseProject(file.value.text, file.value.file);
  if (content.value === undefined) return { diagnostics: content.diagnostics };
  return { value: { path, content: content.value }, diagnostics: content.diagnostics };
}

function withFolderFlag<Chosen extends ManifestsChoice>(
  choices: readonly Chosen[],
  folder: string | undefined,
  ports: Ports,
  diagnostics: readonly Diagnostic[],
): Checked<readonly Chosen[]> {
  if (folder === undefined) return { value: choices, diagnostics };
  if (choices.length > 1) {
    const problem = diagnostic("usage", "--manifests is the folder of one game, and several are chosen.", {
      help: ["name the game with --game"],
    });
    return { diagnostics: [...diagnostics, problem] };
  }
  return { value: choices.map((choice) => ({ ...choice, manifests: resolve(ports.cwd, folder) })), diagnostics };
}

function choiceFromFlags(manifests: string, base_url: string, game_id: string, flags: Flags): GameChoice {
  const defaults = Object.fromEntries(
    SERVICE_SETTINGS.flatMap((setting) => (setting.default === undefined ? [] : [[setting.name, setting.default]])),
  ) as unknown as ServiceSettings;
  return {
    game: basename(manifests),
    environment: NO_ENVIRONMENT,
    manifests,
    prune: flag(flags, "prune") ?? false,
    allow: [],
    scalars: defaults.scalars,
    settings: clientSettings(defaults, flags),
    target: { type: "live", base_url, game_id, token_env: defaults.token_env },
  };
}

/** A live game that a plan or report names, with the settings that hold where no project file says otherwise. */
export function choiceOfTarget(target: Target, scalars: Scalars, flags: Flags): GameChoice {
  const { game, environment, base_url, game_id } = target;
  return { ...choiceFromFlags("", base_url, game_id, flags), game, environment, scalars };
}

function choiceFromProject(chosen: ChosenGame, projectFile: string, flags: Flags): GameChoice {
  const { game, environment, service, game_id = "" } = chosen;
  const folder = dirname(projectFile);
  return {
    game,
    environment,
    manifests: resolve(folder, chosen.manifests),
    projectFile,
    prune: flag(flags, "prune") ?? chosen.prune,
    allow: chosen.allow,
    scalars: service.scalars,
    settings: clientSettings(service, flags),
    target: chosen.embedded
      ? { type: "embedded", data: join(folder, ".laurel", `${game}.${environment}.json`) }
      : { type: "live", base_url: service.base_url ?? "", game_id, token_env: service.token_env },
  };
}

function clientSettings(service: ServiceSettings, flags: Flags): ClientSettings {
  const { timeout_seconds, retries, requests_per_second, page_size, concurrency } = service;
  return {
    timeout_seconds,
    retries,
    ...(requests_per_second === undefined ? {} : { requests_per_second }),
    allow_insecure_http: flag(flags, "allow-insecure-http") ?? false,
    page_size,
    concurrency,
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
