/**
 * A game on the embedded service in this process, with manifests that want every sort of step of
 * it. Between the two stands a server that can be told to spoil the answers.
 */
import { rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { JsonObject } from "../../src/ground/json.ts";
import { startScripted } from "../api/support/scripted-server.ts";
import { writeFiles } from "../support/cli.ts";
import { type CliRun, runCli, TOKEN } from "../support/run-cli.ts";
import { createService } from "../support/service/service.ts";
import { CHANGING_GAME } from "../workflow/faults/scenarios.ts";

const LIVE_GAME = "live";
const OTHER_GAME = "other";
/** A leaderboard of the game, which has rankings. */
export const BOARD = "of-others";
const JSON_BOTH_WAYS = { accept: "application/json", "content-type": "application/json" };

/** One request as it came. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Answers a request in place of the service, or lets it do so; `honest` asks the service. */
export type Spoil = (
  sent: Sent,
  response: ServerResponse,
  honest: () => Promise<Response>,
) => Promise<void>;

export interface Scene {
  /** The working directory: a project of the game, and nothing else after `reset`. */
  readonly folder: string;
  /** Requests that would change something, since `reset`. */
  writes(): readonly Sent[];
  /** Everything as it was at the beginning, with answers as `spoil` gives them. */
  reset(spoil?: Spoil): Promise<void>;
  run(argv: readonly string[]): Promise<CliRun>;
  close(): Promise<void>;
}

export async function openScene(folder: string): Promise<Scene> {
  const service = createService({ token: TOKEN });
  await service.seed(LIVE_GAME, CHANGING_GAME.live);
  await service.seed(OTHER_GAME, { rewards: [{ custom_id: "cup", name: "Cup of another game" }] });
  await play(service.app);
  const snapshot = service.snapshot();
  let spoil: Spoil | undefined;
  let writes: Sent[] = [];
  const server = await startScripted(async ({ method, path, query, headers, body }, response) => {
    const sent = { method, path: query.size === 0 ? path : `${path}?${query}`, body };
    if (method !== "GET") writes.push(sent);
    const honest = async (): Promise<Response> =>
      service.app.request(sent.path, {
        method,
        headers: { authorization: String(headers.authorization), ...JSON_BOTH_WAYS },
        ...(body === "" ? {} : { body }),
      });
    if (spoil === undefined) await passOn(await honest(), response);
    else await spoil(sent, response, honest);
    return undefined;
  });
  const own = join(folder, "a/b/c");
  return {
    folder: own,
    writes: () => writes,
    reset: async (next) => {
      spoil = next;
      writes = [];
      await service.restore(snapshot);
      await rm(folder, { recursive: true, force: true });
      await writeFiles(own, { "laurel.yaml": projectAt(server.url) });
      await CHANGING_GAME.write(join(own, "game"));
    },
    run: (argv) => runCli(argv, { cwd: own, env: { LAUREL_API_TOKEN: TOKEN } }),
    close: server.close,
  };
}

function projectAt(url: string): string {
  return `version: 1
service: { base_url: "${url}", token_env: LAUREL_API_TOKEN, timeout_seconds: 3, page_size: 2 }
games:
  demo:
    manifests: game
    prune: true
    default_environment: live
    environments:
      live: { game_id: ${LIVE_GAME} }
      other: { game_id: ${OTHER_GAME} }
      local: { embedded: true }
`;
}

/** Somebody plays, so that there are rankings and badges to lose. */
async function play(app: ReturnType<typeof createService>["app"]): Promise<void> {
  const send = (path: string, body: JsonObject): Promise<Response> =>
    Promise.resolve(
      app.request(`/v1/games/${LIVE_GAME}/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, ...JSON_BOTH_WAYS },
        body: JSON.stringify(body),
      }),
    );
  for (const [index, player] of ["lea", "ole", "ida"].entries()) {
    await send("scores", {
      custom_player_id: player,
      custom_leaderboard_id: BOARD,
      score: 10 * index,
    });
    await send("activities", { custom_player_id: player, custom_action_id: "jump", amount: 20 });
  }
}

export async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
