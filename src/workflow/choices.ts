/** How the games of a run become choices: from what the project, the flags, a plan or a report says about each. */
import { basename, dirname, join, resolve } from "node:path";
import type { ClientSettings } from "../api/client.ts";
import { type Flags, flag, text } from "../cli/args/command.ts";
import type { Scalars } from "../model/codec.ts";
import type { Target } from "../model/model.ts";
import type { ChosenGame } from "../project/choose-games.ts";
import { DEFAULT_LINT } from "../project/lint-settings.ts";
import { SERVICE_SETTINGS, type ServiceSettings } from "../project/project-settings.ts";
import { DEFAULT_SEMANTICS } from "../project/rules-settings.ts";
import type { GameChoice } from "./games.ts";

/** The environment's name where no project file gives one. */
const NO_ENVIRONMENT = "default";

/** A game of which flags say everything; the folder gives the name. `manifests`: absolute path. */
export function choiceFromFlags(manifests: string, base_url: string, game_id: string, flags: Flags): GameChoice {
  const defaults = Object.fromEntries(
    SERVICE_SETTINGS.flatMap((setting) => (setting.default === undefined ? [] : [[setting.name, setting.default]])),
  ) as unknown as ServiceSettings;
  return {
    game: basename(manifests),
    environment: NO_ENVIRONMENT,
    manifests,
    prune: flag(flags, "prune") ?? false,
    allow: [],
    require_approval: false,
    scalars: defaults.scalars,
    semantics: DEFAULT_SEMANTICS,
    lint: DEFAULT_LINT,
    settings: clientSettings(defaults, flags),
    target: { type: "live", base_url, game_id, token_env: defaults.token_env },
  };
}

/** A live game that a plan or report names, with the settings that hold where no project file says otherwise. */
export function choiceOfTarget(target: Target, scalars: Scalars, flags: Flags): GameChoice {
  const { game, environment, base_url, game_id } = target;
  return { ...choiceFromFlags("", base_url, game_id, flags), game, environment, scalars };
}

/** A game as the project has it. `projectFile`: absolute path. */
export function choiceFromProject(chosen: ChosenGame, projectFile: string, flags: Flags): GameChoice {
  const { game, environment, service, game_id = "" } = chosen;
  const folder = dirname(projectFile);
  const isGiven = (text(flags, "base-url") ?? text(flags, "game-id")) !== undefined;
  const written = chosen.written === undefined || isGiven ? {} : { written: chosen.written };
  return {
    game,
    environment,
    environments: chosen.environments,
    manifests: resolve(folder, chosen.manifests),
    projectFile,
    prune: flag(flags, "prune") ?? chosen.prune,
    allow: chosen.allow,
    require_approval: chosen.require_approval,
    ...(chosen.approval_of === undefined ? {} : { approval_of: chosen.approval_of }),
    scalars: service.scalars,
    semantics: chosen.semantics,
    lint: chosen.lint,
    settings: clientSettings(service, flags),
    target: chosen.embedded
      ? { type: "embedded", data: join(folder, ".laurel", dataFile(game, environment)) }
      : { type: "live", base_url: service.base_url ?? "", game_id, token_env: service.token_env, ...written },
  };
}

/**
 * The name of an embedded service's data: `dungeon@local.json`. No name holds an `@`, so that no two games share a file.
 * Capitals are marked, because some disks do not tell them from small letters.
 */
function dataFile(game: string, environment: string): string {
  return `${game}@${environment}.json`.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
}

function clientSettings(service: ServiceSettings, flags: Flags): ClientSettings {
  const { timeout_seconds, retries, requests_per_second, unreachable_seconds, page_size, concurrency } = service;
  return {
    timeout_seconds,
    retries,
    unreachable_seconds,
    ...(requests_per_second === undefined ? {} : { requests_per_second }),
    allow_insecure_http: flag(flags, "allow-insecure-http") ?? false,
    page_size,
    concurrency,
  };
}
