/** A client that records its traces and waits. */

import { onTestFinished } from "vitest";
import { type Client, openClient } from "../../../src/api/client.ts";
import type { Clock } from "../../../src/api/clock.ts";
import { Connections } from "../../../src/api/connections.ts";
import type { ClientSettings } from "../../../src/api/line.ts";
import { DEFAULT_DIALECT } from "../../../src/catalog/dialect.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import type { RequestEvent } from "../../../src/model/events.ts";
import { movingClock } from "../../support/run-cli.ts";
import { type Script, type ScriptedServer, startScripted } from "./scripted-server.ts";

export { movingClock };

export const TOKEN = "17|sEcReTsEcReTsEcReTsEcReT42";
export const GAME = "game-1";

interface Opened {
  readonly client: Client;
  readonly connections: Connections;
  readonly traces: RequestEvent[];
  readonly waits: { readonly why: string; readonly ms: number }[];
}

interface OpenOptions extends Partial<ClientSettings> {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly game_id?: string;
  readonly token?: string;
  readonly connections?: Connections;
}

/** A server that ends with the test. */
export async function scripted(script: Script): Promise<ScriptedServer> {
  const server = await startScripted(script);
  onTestFinished(() => server.close());
  return server;
}

export const SETTINGS: ClientSettings = {
  timeout_seconds: 10,
  retries: 5,
  page_size: 100,
  concurrency: 4,
  wire: DEFAULT_DIALECT,
};

/** A client for an address; it must open. */
export function open(base_url: string, options: OpenOptions = {}): Opened {
  const { clock = movingClock(), env = {}, game_id = GAME, token = TOKEN, ...rest } = options;
  const { connections = new Connections({ clock, env }), ...settings } = rest;
  const traces: RequestEvent[] = [];
  const waits: { why: string; ms: number }[] = [];
  const { value: client, diagnostics } = openClient(
    { base_url, game_id, token },
    { ...SETTINGS, ...settings },
    {
      connections,
      random: () => 0.5,
      onRequest: (event) => traces.push(event),
      onWait: (why, ms) => waits.push({ why, ms }),
    },
  );
  if (client === undefined) throw new Error(diagnostics.map(({ code }) => code).join());
  onTestFinished(() => connections.abort());
  return { client, connections, traces, waits };
}

/** A server with this script and a client for it. */
export async function serve(
  script: Script,
  options: OpenOptions = {},
): Promise<Opened & { server: ScriptedServer }> {
  const server = await scripted(script);
  return { ...open(server.url, options), server };
}

/** The diagnostic of an outcome that is a failure. */
export function failureOf(outcome: object): Diagnostic {
  if ("failure" in outcome) return outcome.failure as Diagnostic;
  throw new Error(`no failure in ${JSON.stringify(outcome)}`);
}
