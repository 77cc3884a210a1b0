/**
 * An open connection to one game: a live service, or the embedded one, started for the duration of
 * a command.
 */
import { dirname, join } from "node:path";
import { type Client, openClient, type ServiceTarget } from "../api/client.ts";
import type { ClientPorts } from "../api/sender.ts";
import { DATA_FOLDER } from "../files/inputs.ts";
import { makeFolders, writeIfMissing } from "../files/write.ts";
import { type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import { shownName } from "../project/variables.ts";
import type { GameChoice } from "./game.ts";
import { Stop, unwrap } from "./problems.ts";
import type { RunContext } from "./run.ts";

/** The base URL that plans give the embedded service, whose port is another one each time. */
const EMBEDDED = "embedded";

export interface Session {
  readonly target: Target;
  readonly client: Client;
}

/** `onWait`: shows waits as its own progress; without it, what is read is shown. */
interface SessionRun extends RunContext {
  readonly onWait?: (why: string, ms: number) => void;
}

/**
 * Runs the work with what the game's environment names. The token is read from the environment and
 * goes nowhere else.
 */
export async function inSession<T>(
  choice: GameChoice,
  run: SessionRun,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { onWait, connections, ports, reporter } = run;
  const begun = ports.clock.now();
  let requests = 0;
  const { base_url, token, game_id, close } = await openTarget(choice, run);
  try {
    reporter.hide(token);
    const clientPorts: ClientPorts = {
      connections,
      random: ports.random,
      onWait: (why, ms) => {
        reporter.wait(why, ms, onWait !== undefined);
        onWait?.(why, ms);
      },
      onRequest: (event) => {
        requests += 1;
        reporter.log(event);
      },
      ...(onWait === undefined && { onPage: reporter.page }),
    };
    const client = unwrap(openClient({ base_url, game_id, token }, choice.service, clientPorts));
    const { game, environment } = choice;
    const service = choice.game_id === undefined ? EMBEDDED : base_url;
    return await work({ client, target: { game, environment, base_url: service, game_id } });
  } finally {
    await close?.();
    const game = `${choice.game} (${choice.environment})`;
    reporter.log({ event: "game-end", game, requests, duration_ms: ports.clock.now() - begun });
  }
}

/** What a client is opened for, and how to end it. */
interface OpenTarget extends ServiceTarget {
  readonly close?: () => Promise<void>;
}

async function openTarget(choice: GameChoice, run: RunContext): Promise<OpenTarget> {
  const { game, environment, game_id, projectFile } = choice;
  if (game_id === undefined) {
    const data = join(dirname(projectFile), DATA_FOLDER, dataFile(game, environment));
    return { ...(await openEmbedded(data, run)), game_id: game };
  }
  const { base_url = "", token_env } = choice.service;
  const token = run.ports.env[token_env];
  if (token === undefined || token === "") throw new Stop(missingToken(shownName(token_env)));
  return { base_url, game_id, token };
}

/**
 * `dungeon@local.json`. Names hold no `@`; capitals are marked, because some disks do not
 * distinguish them.
 */
function dataFile(game: string, environment: string): string {
  return `${game}@${environment}.json`.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
}

function missingToken(name: string): Diagnostic {
  const detail = `The environment variable ${name} should hold the API token and is not set.`;
  const help = [
    { text: "set it for this shell:", command: `export ${name}=...` },
    "a token is never written into a file of the project",
  ];
  return diagnostic("missing-token", detail, { help });
}

async function openEmbedded(data: string, run: RunContext): Promise<Omit<OpenTarget, "game_id">> {
  const { locateData, ServiceFailure } = await import("../emulator/data-file.ts");
  const { startService } = await import("../emulator/server.ts");
  const onError = (error: unknown): void => run.reporter.report([storeProblem(data, error)]);
  try {
    // Git ignores the folder of the data, which is local.
    const folder = dirname(await locateData(data));
    await makeFolders(folder);
    await writeIfMissing(join(folder, ".gitignore"), "*\n");
    const { url, token, close } = await startService({ dataFile: data, onError });
    return { base_url: url, token, close };
  } catch (error) {
    if (error instanceof ServiceFailure)
      throw new Stop(diagnostic(error.code, error.message, { help: error.help }));
    if (error instanceof Error && "syscall" in error) throw new Stop(storeProblem(data, error));
    throw error;
  }
}

/** The embedded service cannot keep its data. */
function storeProblem(data: string, error: unknown): Diagnostic {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
  return diagnostic(
    "unwritable-file",
    `The embedded service cannot keep its data in ${data}: ${reason}.`,
    {
      help: ["make its folder writable, or take another environment with --env"],
    },
  );
}
