/** An open way to one game: a live service, or the embedded one started for the length of a command. */
import { dirname, join } from "node:path";
import { type Client, openClient, type ServiceTarget } from "../api/client.ts";
import type { Connections } from "../api/connections.ts";
import type { Ports } from "../cli/ports.ts";
import type { Screen } from "../cli/terminal/screen.ts";
import { openSessionLog, type SessionLog } from "../cli/terminal/session-log.ts";
import type { RunningService } from "../emulator/server.ts";
import { makeFolders, overwrite, removeLeftovers } from "../files/write.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { Target } from "../model/model.ts";
import { originProblem, shownName } from "../project/variables.ts";
import type { GameChoice } from "./games.ts";

/** What a plan gives as the address of the embedded service, whose port is another one each time. */
export const EMBEDDED = "embedded";

/** How long a run waits for another one that works on the same data, and between two looks, in milliseconds. */
const TURN = { patience: 10_000, between: 50 };

export interface Session {
  readonly target: Target;
  readonly client: Client;
  close(): Promise<void>;
}

export interface SessionOptions {
  /** Told when requests have to wait. */
  readonly onWait?: (why: string, ms: number) => void;
  /** Is given the client, so that an interruption can break its requests off. */
  readonly watch: (client: Client) => void;
  /** Aborted when the person interrupts the command. */
  readonly stop?: AbortSignal;
  /** Shared by all games of the command. Default: the session's own. */
  readonly connections?: Connections;
}

/** Opens what the game's environment names. The token is read from the environment and goes nowhere else. */
export async function openSession(
  choice: GameChoice,
  ports: Ports,
  screen: Screen,
  options: SessionOptions,
): Promise<Checked<Session>> {
  const own = screen.inGame(choice);
  const log = openSessionLog(own);
  const session = await openTarget(choice, ports, own, options, log);
  if (session.value === undefined) return session;
  const { target, client, close } = session.value;
  log.begin(target);
  const closeAndTell = async (): Promise<void> => {
    await close();
    log.end();
  };
  return { value: { target, client, close: closeAndTell }, diagnostics: session.diagnostics };
}

async function openTarget(
  choice: GameChoice,
  ports: Ports,
  screen: Screen,
  options: SessionOptions,
  log: SessionLog,
): Promise<Checked<Session>> {
  if (choice.target.type === "embedded") {
    // A service of the session's own shares nothing with others.
    const { connections: _, ...own } = options;
    return openEmbedded(choice, choice.target.data, ports, screen, own, log);
  }
  const { base_url, game_id, token_env, written } = choice.target;
  // Every command comes by here before it has a token.
  const pinned = originProblem(base_url, written?.base_url ?? base_url, ports.env);
  if (pinned !== undefined) return { diagnostics: [pinned] };
  const token = ports.env[token_env];
  if (token === undefined || token === "") {
    return {
      diagnostics: [
        diagnostic(
          "missing-token",
          `The environment variable ${shownName(token_env)} should hold the API token and is not set.`,
          {
            help: [
              `set it for this shell:`,
              `  export ${shownName(token_env)}=...`,
              "a token is never written into a file of the project",
            ],
          },
        ),
      ],
    };
  }
  const client = clientFor(choice, { base_url, game_id, token }, ports, screen, options, log);
  if (client.value === undefined) return { diagnostics: client.diagnostics };
  const opened = client.value;
  const target = { game: choice.game, environment: choice.environment, base_url, game_id };
  return { value: { target, client: opened, close: () => opened.close() }, diagnostics: client.diagnostics };
}

async function openEmbedded(
  choice: GameChoice,
  data: string,
  ports: Ports,
  screen: Screen,
  options: SessionOptions,
  log: SessionLog,
): Promise<Checked<Session>> {
  const { placeOfData, ServiceFailure } = await import("../emulator/data-file.ts");
  try {
    await keepTidy(await placeOfData(data));
    const service = await startInTurn(data, ports, screen, options.stop, log);
    const game_id = choice.game;
    const live = { base_url: service.url, game_id, token: service.token, isOwn: true };
    const client = clientFor(choice, live, ports, screen, options, log);
    if (client.value === undefined) {
      await service.close();
      return { diagnostics: client.diagnostics };
    }
    const opened = client.value;
    const close = async (): Promise<void> => {
      await opened.close();
      await service.close();
    };
    const target = { game: choice.game, environment: choice.environment, base_url: EMBEDDED, game_id };
    return { value: { target, client: opened, close }, diagnostics: client.diagnostics };
  } catch (error) {
    if (error instanceof ServiceFailure) {
      return { diagnostics: [diagnostic(error.code, error.message, { help: error.help })] };
    }
    if (error instanceof Error && "syscall" in error) return { diagnostics: [storeProblem(data, error)] };
    throw error;
  }
}

/** Starts the service as soon as no other run works on the data: a command ends in a moment, `laurel serve` does not. */
async function startInTurn(
  data: string,
  { clock }: Ports,
  screen: Screen,
  stop: AbortSignal | undefined,
  log: SessionLog,
): Promise<RunningService> {
  const { ServiceFailure } = await import("../emulator/data-file.ts");
  const { startService } = await import("../emulator/server.ts");
  const onError = (error: unknown): void => screen.report([storeProblem(data, error)]);
  const until = clock.now() + TURN.patience;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await startService({ dataFile: data, onError });
    } catch (error) {
      const isOver = clock.now() >= until || stop?.aborted === true;
      if (!(error instanceof ServiceFailure) || error.code !== "data-in-use" || isOver) throw error;
      if (isFirst) log.onWait(error.message.replace(/\.$/, ""), TURN.patience, false);
      await clock.sleep(TURN.between, stop);
    }
  }
}

/** The embedded service cannot keep its data. */
function storeProblem(data: string, error: unknown): Diagnostic {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
  return diagnostic("unwritable-file", `The embedded service cannot keep its data in ${data}: ${reason}.`, {
    help: ["make its folder writable, or take another environment with --env"],
  });
}

/** The data of the embedded service is one person's plaything; its folder is marked as not to be committed. */
async function keepTidy(data: string): Promise<void> {
  const mark = join(dirname(data), ".gitignore");
  await makeFolders(dirname(data));
  await overwrite(mark, "*\n");
  await removeLeftovers(data, mark);
}

function clientFor(
  choice: GameChoice,
  target: ServiceTarget,
  ports: Ports,
  screen: Screen,
  { onWait, watch, connections }: SessionOptions,
  log: SessionLog,
): Checked<Client> {
  screen.hide(target.token);
  const client = openClient(target, choice.settings, {
    clock: ports.clock,
    env: ports.env,
    random: ports.random,
    onWait: (why, ms) => {
      log.onWait(why, ms, onWait !== undefined);
      onWait?.(why, ms);
    },
    onTrace: log.onTrace,
    ...(connections === undefined ? {} : { connections }),
  });
  if (client.value !== undefined) watch(client.value);
  return client;
}
