/** Connections to live games. */
import { dirname } from "node:path";
import { openClient } from "../api/client.ts";
import { Connections } from "../api/connections.ts";
import type { Scalars } from "../model/codec.ts";
import { defined } from "../model/collections.ts";
import { type Checked, hasErrors } from "../model/diagnostics.ts";
import type { HazardName, Target, Variables } from "../model/model.ts";
import { SERVICE_DEFAULTS, type ServiceSettings } from "../project/project-schema.ts";
import type { Reporter, RunContext } from "../workflow/run.ts";
import { selectGames } from "../workflow/selection.ts";
import { openSession } from "../workflow/session.ts";
import type { Game } from "./game.ts";
import { contextOf, rememberConnection } from "./handles.ts";
import { portsIn, SILENT } from "./run.ts";

/** One game of one service, and its token. */
export interface ConnectTarget {
  /** Address of the service, without `/v1`. */
  readonly base_url: string;
  readonly game_id: string;
  /** The API token. It is sent to that service and is neither kept nor shown anywhere else. */
  readonly token: string;
  /** What plans call the game. Default: its id. */
  readonly game?: string;
  /** What plans call the environment. Default: `default`. */
  readonly environment?: string;
}

/** Called when requests have to wait, with the milliseconds. */
type OnWait = (why: string, ms: number) => void;

/** How to talk to the service: the settings of `service:` in a project file, with the same defaults. */
export interface ConnectOptions extends Partial<Omit<ServiceSettings, "base_url" | "token_env">> {
  /** For the proxy variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Default: no proxy. */
  readonly variables?: Variables;
  readonly onWait?: OnWait;
}

export interface ConnectGameOptions {
  /** Variables by name, such as `process.env`: for the token, `${…}` in the project file, and proxies. */
  readonly variables: Variables;
  readonly onWait?: OnWait;
}

/** What the project file sets for an environment. */
export interface EnvironmentSettings {
  /** Delete live resources that no manifest declares. */
  readonly prune: boolean;
  /** Hazards that are allowed. */
  readonly allow: readonly HazardName[];
  /** How booleans and integers are sent. */
  readonly scalars: Scalars;
}

/** A connection to one game. */
export interface Connection {
  readonly target: Target;
  readonly settings: EnvironmentSettings;
  /** Resolves once nothing is in flight. */
  close(): Promise<void>;
}

/** Opens a connection to a game. Sends nothing yet. Problems: an address or token that cannot be used. */
export function connect(target: ConnectTarget, options: ConnectOptions = {}): Checked<Connection> {
  const { variables: env = {}, onWait, ...given } = options;
  const settings = { ...SERVICE_DEFAULTS, ...given };
  const { base_url, game_id, game = game_id, environment = "default" } = target;
  const ports = portsIn("", env);
  const connections = new Connections(ports);
  const opened = openClient(target, settings, { ...ports, connections, ...defined({ onWait }) });
  const { value: client, diagnostics } = opened;
  if (client === undefined) return { diagnostics };
  const connection: Connection = {
    target: { game, environment, base_url, game_id },
    settings: { prune: false, allow: [], scalars: settings.scalars },
    close: () => connections.close(),
  };
  rememberConnection(connection, client);
  return { value: connection, diagnostics };
}

/**
 * Opens what the project file has for the game's environment: a live service, with the token from the variables, or the
 * embedded service. Targets and tokens are refused as by the commands.
 */
export async function connectGame(game: Game, options: ConnectGameOptions): Promise<Checked<Connection>> {
  const { projectFile: project } = contextOf(game);
  const { name, environment: env } = game;
  if (project === undefined || env === undefined) {
    throw new Error("connectGame() needs a game of loadProject(file, { environment })");
  }
  const ports = portsIn(dirname(project), options.variables);
  const { onWait } = options;
  const chosen = await selectGames({ project, game: [name], env }, ports);
  const [choice] = chosen.games;
  if (choice === undefined) return { diagnostics: chosen.diagnostics };
  const connections = new Connections(ports);
  const reporter: Reporter = { ...SILENT, inGame: () => reporter, wait: (why, ms) => onWait?.(why, ms) };
  const run: RunContext = {
    ports,
    reporter,
    connections,
    stop: new AbortController().signal,
    signal: () => undefined,
    finishing: (_, work) => work(),
  };
  const session = await openSession(choice, run);
  const diagnostics = [...chosen.diagnostics, ...session.diagnostics];
  const opened = session.value;
  if (opened === undefined || hasErrors(diagnostics)) {
    await connections.close();
    return { diagnostics };
  }
  const { prune, allow, scalars } = choice;
  const connection: Connection = {
    target: opened.target,
    settings: { prune, allow, scalars },
    close: () => opened.close().then(() => connections.close()),
  };
  rememberConnection(connection, opened.client);
  return { value: connection, diagnostics };
}
