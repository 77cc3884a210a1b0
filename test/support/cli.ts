/**
 * The whole product in one process, against the embedded service over real HTTP: command lines go
 * through `main` with ports of the test's own, manifests lie in a real folder, and the service
 * tells what it was asked.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { defined } from "../../src/ground/collections.ts";
import type { JsonObject } from "../../src/ground/json.ts";
import { type CliOptions, type CliRun, GAME_ID, runCli, TOKEN } from "./run-cli.ts";
import type { Contents } from "./service/panel.ts";
import {
  type SeenRequest,
  type ServiceOptions,
  type StartOptions,
  startService,
  type TestService,
} from "./service/service.ts";

export * from "./run-cli.ts";

export interface GameOptions {
  readonly service?: ServiceOptions;
  /** What is live at the beginning. */
  readonly live?: Contents;
  /** Files by their path in the folder `manifests`. */
  readonly manifests?: Readonly<Record<string, string>>;
  /** `service.wire` of the project file. */
  readonly wire?: JsonObject;
  /** Told about every request while it is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
}

/** A service with a game on it, and a folder with a project file and the game's manifests. */
export interface TestGame {
  readonly folder: string;
  /** The token, and the service as the only origin. */
  readonly env: Readonly<Record<string, string>>;
  service(): TestService;
  /** What the service was asked since the last call of `forget`, in the order of its answers. */
  requests(): readonly SeenRequest[];
  /** The requests that would change something. */
  writes(): readonly SeenRequest[];
  forget(): void;
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a command in the game's folder. */
  run(argv: readonly string[], options?: Partial<CliOptions>): Promise<CliRun>;
}

/** An empty folder of its own, which is gone after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "laurel-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A service with the token of the tests, which is closed after the test. */
export async function testService(options: StartOptions = {}): Promise<TestService> {
  const service = await startService({ token: TOKEN, ...options });
  onTestFinished(() => service.close());
  return service;
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

interface ProjectOptions {
  /** The folder of manifests; its name is the game's. Default: `manifests`. */
  readonly manifests?: string;
  /** Absent: the game is on the embedded service. */
  readonly base_url?: string;
  readonly game_id?: string;
  readonly wire?: JsonObject;
}

/** Writes a project file with one game, whose only environment is `default`. */
export function writeProject(folder: string, options: ProjectOptions = {}): Promise<void> {
  const { manifests = "manifests", base_url, game_id = GAME_ID, wire = {} } = options;
  const service = base_url === undefined ? "" : `service: ${JSON.stringify({ base_url, wire })}\n`;
  const place = base_url === undefined ? "embedded: true" : `game_id: ${JSON.stringify(game_id)}`;
  const game = `{ manifests: ${JSON.stringify(manifests)}, environments: { default: { ${place} } } }`;
  return writeFiles(folder, {
    "laurel.yaml": `version: 1\n${service}games:\n  ${basename(manifests)}: ${game}\n`,
  });
}

/** Starts a service, fills it, and writes the manifests. */
export async function inGame(options: GameOptions = {}): Promise<TestGame> {
  const folder = await scratchFolder();
  const seen: SeenRequest[] = [];
  const onRequest = (request: SeenRequest): void => {
    seen.push(request);
    options.onRequest?.(request);
  };
  const service = await testService({ ...options.service, onRequest });
  const env = { LAUREL_API_TOKEN: TOKEN };
  if (options.live !== undefined) await service.seed(GAME_ID, options.live);
  const game: TestGame = {
    folder,
    env: { ...env, LAUREL_ALLOWED_ORIGINS: service.url },
    service: () => service,
    requests: () => [...seen],
    writes: () => seen.filter(({ method }) => method !== "GET"),
    forget: () => {
      seen.length = 0;
    },
    write: (files) => writeFiles(join(folder, "manifests"), files),
    run: (argv, more = {}) => runCli(argv, { cwd: folder, env, ...more }),
  };
  await writeProject(folder, { base_url: service.url, ...defined({ wire: options.wire }) });
  await game.write(options.manifests ?? {});
  return game;
}
