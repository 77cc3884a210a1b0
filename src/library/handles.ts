/** What functions know of the values that programs hold, beside what these values show. */
import type { Design } from "../analysis/design/design.ts";
import type { Client } from "../api/client.ts";
import type { SourceText } from "../manifest/parts.ts";
import type { LintSettings, PlaySettings } from "../project/game-settings.ts";

export interface GameContext {
  readonly design: Design;
  readonly lint: LintSettings;
  readonly play: PlaySettings;
  readonly sources: readonly SourceText[];
  /** Absolute path. Absent without a project file. */
  readonly projectFile?: string;
}

const games = new WeakMap<object, GameContext>();
const clients = new WeakMap<object, Client>();

export function rememberGame(game: object, context: GameContext): void {
  games.set(game, context);
}

/** Throws for a value that a program made itself, or copied. */
export function contextOf(game: object): GameContext {
  const context = games.get(game);
  if (context === undefined) throw new Error("a game is made by validate(), loadFolder() or loadProject()");
  return context;
}

export function rememberConnection(connection: object, client: Client): void {
  clients.set(connection, client);
}

/** Throws for a value that a program made itself, or copied. */
export function clientOf(connection: object): Client {
  const client = clients.get(connection);
  if (client === undefined) throw new Error("a connection is made by connect() or connectGame()");
  return client;
}
