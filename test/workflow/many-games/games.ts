/** Projects of many games on one service. */
import { scratchFolder, TOKEN, testService, writeFiles } from "../../support/cli.ts";
import type { Door, ServiceOptions } from "../../support/service/service.ts";

export const ENV = { LAUREL_API_TOKEN: TOKEN };

/** `game-001` and so on, in the order of the project. */
export function gameNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `game-${String(index + 1).padStart(3, "0")}`);
}

/** Two things to create, of a kind of which one list is all that has to be read. */
export const SMALL =
  "rewards:\n  - { custom_id: egg, name: Egg }\n  - { custom_id: shell, name: Shell }\n";

/** How many requests write a small game. */
export const SMALL_WRITES = 2;

export interface ManyGames {
  readonly names: readonly string[];
  readonly url: string;
  /** Lines below `service:`. */
  readonly service?: string;
  /** Manifests of single games instead of the small one. */
  readonly manifests?: Readonly<Record<string, string>>;
  /** Whole environments of single games instead of the game's id on the service. */
  readonly environments?: Readonly<Record<string, string>>;
}

/** A folder with a project of these games. */
export async function manyGames(options: ManyGames): Promise<string> {
  const { names, url, service = "", manifests = {}, environments = {} } = options;
  const folder = await scratchFolder();
  const games = names.map(
    (name) =>
      `  ${name}:\n    manifests: games/${name}\n    environments: { live: ${environments[name] ?? `{ game_id: ${name} }`} }\n`,
  );
  await writeFiles(folder, {
    "laurel.yaml": `version: 1\nservice:\n  base_url: "${url}"\n${service}games:\n${games.join("")}`,
    ...Object.fromEntries(
      names.map((name) => [`games/${name}/game.yaml`, manifests[name] ?? SMALL]),
    ),
  });
  return folder;
}

/**
 * A service that is watched at its door. `now`: the clock of the program that asks. `before`: runs
 * before each answer.
 */
export async function watchedService(
  options: ServiceOptions,
  now: () => number,
  before: () => Promise<void>,
) {
  let inside = 0;
  let most = 0;
  let moments: number[] = [];
  const door: Door = async (_, carryOut) => {
    inside += 1;
    most = Math.max(most, inside);
    moments.push(now());
    try {
      await before();
      return await carryOut();
    } finally {
      inside -= 1;
    }
  };
  const service = await testService({ ...options, door });
  return {
    url: service.url,
    service,
    /** The most requests that were being answered at a time. */
    mostAtOnce: () => most,
    /** The moments at which requests came, in milliseconds of `now`. */
    moments: (): readonly number[] => moments,
    forget: () => {
      most = 0;
      moments = [];
    },
  };
}
