/** An open connection to one game: a live service, or the embedded one, started for the duration of a command. */
import { dirname, join } from "node:path";
import { type Client, openClient, type ServiceTarget } from "../api/client.ts";
import type { RunningService } from "../emulator/server.ts";
import { makeFolders, writeIfMissing } from "../files/write.ts";
import { defined } from "../model/collections.ts";
import { type Checked, type Diagnostic, diagnostic } from "../model/diagnostics.ts";
import type { PageRead, RequestEvent } from "../model/events.ts";
import type { Target } from "../model/model.ts";
import { shownName } from "../project/variables.ts";
import type { GameChoice } from "./game.ts";
import type { LiveReading, RunContext } from "./run.ts";
import { EMBEDDED } from "./selection.ts";

/** How long a run waits for another one with the same data, and between two attempts, in milliseconds. */
const TURN = { patience: 10_000, between: 50 };

export interface Session {
  readonly target: Target;
  readonly client: Client;
  /** Reports what the client reads while this runs. */
  reading<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Called when requests have to wait. */
type WaitListener = (why: string, ms: number) => void;

/** Opens what the game's environment names. The token is read from the environment and goes nowhere else. */
export async function openSession(
  choice: GameChoice,
  run: RunContext,
  onWait?: WaitListener,
): Promise<Checked<Session>> {
  const { reporter } = run;
  const { clock } = run.ports;
  const begun = clock.now();
  let requests = 0;
  const onRequest = (event: RequestEvent): void => {
    requests += 1;
    reporter.log(event);
  };
  let shown: LiveReading | undefined;
  const onPage = (page: PageRead): void => shown?.page(page);
  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    const own = reporter.reads();
    shown = own;
    try {
      return await read();
    } finally {
      own.end();
      shown = undefined;
    }
  };
  const events = { onRequest, onPage, ...defined({ onWait }) };
  const session = await openTarget({ choice, run, events });
  if (session.value === undefined) return { diagnostics: session.diagnostics };
  const { target, client, close } = session.value;
  const closeAndLog = async (): Promise<void> => {
    await close();
    const game = `${choice.game} (${choice.environment})`;
    reporter.log({ event: "game-end", game, requests, duration_ms: clock.now() - begun });
  };
  return { value: { target, client, reading, close: closeAndLog }, diagnostics: session.diagnostics };
}

/** Runs the work in a session. What the session itself warns of comes before the problems of the work. */
export async function inSession<T extends { readonly diagnostics: readonly Diagnostic[] }>(
  choice: GameChoice,
  run: RunContext,
  work: (session: Session) => Promise<T>,
): Promise<T | { readonly diagnostics: readonly Diagnostic[] }> {
  const { value: session, diagnostics } = await openSession(choice, run);
  if (session === undefined) return { diagnostics };
  try {
    const result = await session.reading(() => work(session));
    return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
  } finally {
    await session.close();
  }
}

interface SessionEvents {
  readonly onRequest: (event: RequestEvent) => void;
  readonly onPage: (page: PageRead) => void;
  readonly onWait?: WaitListener;
}

/** A session that reports nothing yet. */
type SilentSession = Omit<Session, "reading">;

/** What a session is opened for. */
interface SessionRequest {
  readonly choice: GameChoice;
  readonly run: RunContext;
  readonly events: SessionEvents;
}

async function openTarget(request: SessionRequest): Promise<Checked<SilentSession>> {
  const { choice, run } = request;
  if (choice.target.type === "embedded") return openEmbedded(request, choice.target.data);
  const { base_url, game_id, token_env } = choice.target;
  const { env } = run.ports;
  const token = env[token_env];
  if (token === undefined || token === "") return { diagnostics: [missingToken(shownName(token_env))] };
  const { value: client, diagnostics } = clientFor(request, { base_url, game_id, token });
  if (client === undefined) return { diagnostics };
  const target = { game: choice.game, environment: choice.environment, base_url, game_id };
  return { value: { target, client, close: async () => undefined }, diagnostics };
}

function missingToken(name: string): Diagnostic {
  const detail = `The environment variable ${name} should hold the API token and is not set.`;
  const help = [
    "set it for this shell:",
    `  export ${name}=...`,
    "a token is never written into a file of the project",
  ];
  return diagnostic("missing-token", detail, { help });
}

async function openEmbedded(request: SessionRequest, data: string): Promise<Checked<SilentSession>> {
  const { choice, run } = request;
  const { placeOfData, ServiceFailure } = await import("../emulator/data-file.ts");
  try {
    await keepTidy(await placeOfData(data));
    const service = await startInTurn(data, run);
    const game_id = choice.game;
    const live = { base_url: service.url, game_id, token: service.token };
    const { value: client, diagnostics } = clientFor(request, live);
    if (client === undefined) {
      await service.close();
      return { diagnostics };
    }
    const target = { game: choice.game, environment: choice.environment, base_url: EMBEDDED, game_id };
    return { value: { target, client, close: service.close }, diagnostics };
  } catch (error) {
    if (error instanceof ServiceFailure) {
      return { diagnostics: [diagnostic(error.code, error.message, { help: error.help })] };
    }
    if (error instanceof Error && "syscall" in error) return { diagnostics: [storeProblem(data, error)] };
    throw error;
  }
}

/** Starts the service as soon as no other run works on the data: a command ends in a moment, `laurel serve` does not. */
async function startInTurn(data: string, { ports: { clock }, reporter, stop }: RunContext): Promise<RunningService> {
  const { ServiceFailure } = await import("../emulator/data-file.ts");
  const { startService } = await import("../emulator/server.ts");
  const onError = (error: unknown): void => reporter.report([storeProblem(data, error)]);
  const until = clock.now() + TURN.patience;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await startService({ dataFile: data, onError });
    } catch (error) {
      const isOver = clock.now() >= until || stop.aborted;
      if (!(error instanceof ServiceFailure) || error.code !== "data-in-use" || isOver) throw error;
      if (isFirst) reporter.wait(error.message.replace(/\.$/, ""), TURN.patience, false);
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

/** The data of the embedded service is local: git ignores its folder. */
async function keepTidy(data: string): Promise<void> {
  await makeFolders(dirname(data));
  await writeIfMissing(join(dirname(data), ".gitignore"), "*\n");
}

function clientFor({ choice, run, events }: SessionRequest, target: ServiceTarget): Checked<Client> {
  const { ports, reporter, connections } = run;
  const { onRequest, onPage, onWait } = events;
  reporter.hide(target.token);
  return openClient(target, choice.settings, {
    connections,
    random: ports.random,
    onWait: (why, ms) => {
      reporter.wait(why, ms, onWait !== undefined);
      onWait?.(why, ms);
    },
    onRequest,
    onPage,
  });
}
