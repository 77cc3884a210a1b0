/** A folder with a project file and manifests, and a literal service that it is applied to. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Instead, type LiteralService, startLiteral } from "../support/literal/service.ts";
import { LITERAL, type Variant } from "../support/literal/variant.ts";
import { type CliRun, runCli, TOKEN } from "../support/run-cli.ts";
import { commitAll, GIT_ENV } from "../workflow/drift/repository.ts";

export const GAME_ID = "dungeon";

export interface LiteralGame {
  readonly service: LiteralService;
  readonly folder: string;
  /** Replaces the settings of the service in the project file. */
  configure(settings: string): Promise<void>;
  /** Replaces the manifest. */
  write(manifest: string): Promise<void>;
  /** Commits the folder to the branch `main`. */
  commit(): void;
  run(...argv: readonly string[]): Promise<CliRun>;
  close(): Promise<void>;
}

export interface LiteralOptions {
  readonly variant?: Partial<Variant>;
  /** Settings of the service in the project file, as YAML in one line. */
  readonly settings?: string;
  /** The token that laurel has. The service takes only the one of the tests. */
  readonly token?: string;
  readonly instead?: Instead;
  /** Id of the game on the service. */
  readonly gameId?: string;
  /** Path of the service below its origin. */
  readonly base?: string;
}

/** Starts a service, and writes a project for it. The caller closes it. */
export async function openLiteralGame(options: LiteralOptions = {}): Promise<LiteralGame> {
  const { variant = {}, settings = "", token = TOKEN, gameId = GAME_ID, base = "" } = options;
  const folder = await mkdtemp(join(tmpdir(), "laurel-literal-"));
  const service = await startLiteral({
    variant: { ...LITERAL, ...variant },
    token: TOKEN,
    instead: options.instead,
  });
  const game = `{ manifests: manifests, environments: { live: { game_id: "${gameId}" } } }`;
  const configure = (more: string): Promise<void> => {
    const wire = more === "" ? "" : `, ${more}`;
    const project = `version: 1\nservice: { base_url: "${service.url}${base}"${wire} }\ngames: { dungeon: ${game} }\n`;
    return writeFile(join(folder, "laurel.yaml"), project);
  };
  await configure(settings);
  await mkdir(join(folder, "manifests"));
  const env = { ...GIT_ENV, LAUREL_API_TOKEN: token, LAUREL_ALLOWED_ORIGINS: service.url };
  return {
    service,
    folder,
    configure,
    write: (manifest) => writeFile(join(folder, "manifests", "game.yaml"), manifest),
    commit: () => void commitAll(folder),
    run: (...argv) => runCli(argv, { cwd: folder, env }),
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The same, closed after the test. */
export async function inLiteralGame(options: LiteralOptions = {}): Promise<LiteralGame> {
  const game = await openLiteralGame(options);
  onTestFinished(() => game.close());
  return game;
}
