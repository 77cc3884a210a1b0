/** A client that records its traces and waits. */
import { onTestFinished } from "vitest";
import { type Client, openClient } from "../../../src/api/client.ts";
import type { Clock } from "../../../src/api/clock.ts";
import { Connections } from "../../../src/api/connections.ts";
import type { ClientSettings } from "../../../src/api/line.ts";
import type { Diagnostic } from "../../../src/model/diagnostics.ts";
import type { RequestEvent } from "../../../src/model/events.ts";
import { fakeClock } from "./fake-clock.ts";
import { type Script, type ScriptedServer, startScripted } from "./scripted-server.ts";

export const TOKEN = "17|sEcReTsEcReTsEcReTsEcReT42";
export const GAME = "game-1";

export interface Opened {
  readonly client: Client;
  readonly connections: Connections;
  readonly traces: RequestEvent[];
  readonly waits: { readonly why: string; readonly ms: number }[];
}

export interface OpenOptions extends Partial<ClientSettings> {
  readonly clock?: Clock;
  readonly env?: Readonly<Record<string, string>>;
  readonly game_id?: string;
  readonly token?: string;
  readonly connections?: Connections;
}

/** Runs at the end of the test, passed or failed. */
export function atEnd(end: () => Promise<unknown>): void {
  onTestFinished(async () => {
    await end();
  });
}

export async function scripted(script: Script): Promise<ScriptedServer> {
  const server = await startScripted(script);
  atEnd(() => server.close());
  return server;
}

/** A client for an address; it must open. */
export function open(baseUrl: string, options: OpenOptions = {}): Opened {
  const { clock = fakeClock(), env = {}, game_id, token, ...rest } = options;
  const { connections = new Connections({ clock, env }), ...settings } = rest;
  const traces: RequestEvent[] = [];
  const waits: { why: string; ms: number }[] = [];
  const opened = openClient(
    { base_url: baseUrl, game_id: game_id ?? GAME, token: token ?? TOKEN },
    {
      timeout_seconds: 10,
      retries: 5,
      page_size: 100,
      concurrency: 4,
      ...settings,
    },
    {
      connections,
      random: () => 0.5,
      onRequest: (event) => traces.push(event),
      onWait: (why, ms) => waits.push({ why, ms }),
    },
  );
  const client = opened.value;
  if (client === undefined) throw new Error(JSON.stringify(opened.diagnostics));
  atEnd(() => connections.abort());
  return { client, connections, traces, waits };
}

/** A server with this script and a client for it. */
export async function serve(script: Script, options: OpenOptions = {}): Promise<Opened & { server: ScriptedServer }> {
  const server = await scripted(script);
  return { ...open(server.url, options), server };
}

/** The diagnostic of an outcome that is a failure. */
export function failureOf(outcome: object): Diagnostic {
  if ("failure" in outcome) return outcome.failure as Diagnostic;
  throw new Error(`no failure in ${JSON.stringify(outcome)}`);
}
