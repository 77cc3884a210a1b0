/**
 * A game on the embedded service in this process, with manifests that want every sort of step of it. Between the two
 * stands a server that can be told to spoil the answers.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../src/model/json.ts";
import { type CliRun, runCli, TOKEN } from "../support/run-cli.ts";
import { createService } from "../support/service/service.ts";

export const LIVE_GAME = "live";
const OTHER_GAME = "other";

const LIVE: Readonly<Record<string, readonly JsonObject[]>> = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "run", name: "Run", reactions: ["jump"], custom_data: { icon: "run.png", deep: [1, { a: null }] } },
  ],
  criteria: [
    { custom_id: "jumps", name: "Jumps", custom_action_id: "jump", rule: "gte:10" },
    {
      custom_id: "runs",
      name: "Runs",
      custom_action_id: "run",
      conditions: { groups: [{ conditions: ["dayOfMonth:last"] }] },
    },
  ],
  criteria_groups: [
    { custom_id: "athletes", name: "Athletes", operator: "or", criteria: ["jumps", "runs"] },
    { custom_id: "all", name: "All", criteria_groups: ["athletes"] },
  ],
  rewards: [
    { custom_id: "cup", name: "Cup" },
    { custom_id: "bowl", name: "Bowl", description: "A bowl." },
  ],
  achievements: [
    { custom_id: "athlete", name: "Athlete", custom_criteria_group_id: "athletes", rewards: ["cup"] },
    { custom_id: "hidden", name: "Hidden", is_secret: true, custom_criteria_group_id: "all", rewards: ["bowl"] },
  ],
  leaderboards: [{ custom_id: "points", name: "Points" }],
};

/** Creates, updates, renames, replaces, deletes, attaches, detaches, and lets two take each other's names. */
const MANIFEST = `actions:
  - { custom_id: jump, name: Run }
  - { custom_id: run, name: Jump }
  - { custom_id: swim, name: Swim, reactions: [jump], custom_data: { icon: swim.png } }
criteria:
  - { custom_id: jumps, name: Jumps, custom_action_id: jump, rule: gte:20 }
  - { custom_id: swims, name: Swims, custom_action_id: swim }
criteria_groups:
  - { custom_id: athletes, name: Athletes, operator: or, criteria: [jumps, swims] }
  - { custom_id: all, name: All, criteria_groups: [athletes] }
rewards:
  - { custom_id: trophy, name: Trophy }
  - { custom_id: medal, name: Medal }
achievements:
  - { custom_id: athlete, name: Athlete, points: 20, custom_criteria_group_id: athletes, rewards: [medal, trophy] }
  - { custom_id: hidden, name: Hidden, is_secret: true, custom_criteria_group_id: all, rewards: [trophy] }
leaderboards:
  - { custom_id: points, name: Points, ordering: smaller-is-better, score_preference: prefer-lower }
moved:
  - { kind: reward, from: cup, to: trophy }
`;

/** One request as it came. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** Answers a request in place of the service, or lets it do so; `honest` asks the service. */
export type Spoil = (sent: Sent, response: ServerResponse, honest: () => Promise<Response>) => Promise<void>;

export interface Scene {
  /** The working directory: a project of the game, and nothing else after `reset`. */
  readonly folder: string;
  /** The address of the server in between; another one in each run. */
  readonly url: string;
  /** Requests that would change something, since `reset`. */
  writes(): readonly Sent[];
  /** Everything as it was at the beginning, with answers as `spoil` gives them. */
  reset(spoil?: Spoil): Promise<void>;
  run(argv: readonly string[]): Promise<CliRun>;
  close(): Promise<void>;
}

export async function openScene(folder: string): Promise<Scene> {
  const service = createService({ token: TOKEN });
  await service.seed(LIVE_GAME, LIVE);
  await service.seed(OTHER_GAME, { rewards: [{ custom_id: "cup", name: "Cup of another game" }] });
  await play(service.app);
  const snapshot = service.snapshot();
  let spoil: Spoil | undefined;
  let writes: Sent[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const sent = await received(request);
      if (sent.method !== "GET") writes.push(sent);
      const honest = async (): Promise<Response> => service.app.request(sent.path, initOf(request, sent));
      if (spoil === undefined) await passOn(await honest(), response);
      else await spoil(sent, response, honest);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const files = { "laurel.yaml": projectAt(url), "game/game.yaml": MANIFEST };
  const own = join(folder, "a/b/c");
  return {
    folder: own,
    url,
    writes: () => writes,
    reset: async (next) => {
      spoil = next;
      writes = [];
      await service.restore(snapshot);
      await rm(folder, { recursive: true, force: true });
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(own, file)), { recursive: true });
        await writeFile(join(own, file), text);
      }
    },
    run: (argv) => runCli(argv, { cwd: own, env: { LAUREL_API_TOKEN: TOKEN } }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
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
        headers: { authorization: `Bearer ${TOKEN}`, accept: "application/json", "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  for (const [index, player] of ["lea", "ole", "ida"].entries()) {
    await send("scores", { custom_player_id: player, custom_leaderboard_id: "points", score: 10 * index });
    await send("activities", { custom_player_id: player, custom_action_id: "jump", amount: 20 });
  }
}

async function received(request: IncomingMessage): Promise<Sent> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return { method: request.method ?? "", path: request.url ?? "", body };
}

function initOf(request: IncomingMessage, { method, body }: Sent): RequestInit {
  const headers = { authorization: String(request.headers.authorization), accept: "application/json" };
  return { method, headers: { ...headers, "content-type": "application/json" }, ...(body === "" ? {} : { body }) };
}

export async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
