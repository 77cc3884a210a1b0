/**
 * An apply that sends every kind of request while ids are exchanged. The answers to one kind of
 * request are lost. In: the kind, the fate of its requests, and the service. Out: complaints about
 * each difference between what the apply reported and what is true.
 */
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Plan } from "../../../src/model/model.ts";
import { type CliRun, GAME_ID, inGame, movingClock, type TestGame } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door, ServiceOptions } from "../../support/service/service.ts";
import { SERVICES, type ServiceShape } from "../../support/service-shapes.ts";
import { complaintsAbout, difference, stateOf } from "../faults/truth.ts";

/** Milliseconds for which reads may lag and requests may be late. */
const PATIENCE = 10_000;

const ACTIONS = [{ custom_id: "jump", name: "Jump" }];
const criterion = (custom_id: string, name: string) => ({
  custom_id,
  name,
  custom_action_id: "jump",
});
const group = (custom_id: string, name: string, criteria: readonly string[]) => ({
  custom_id,
  name,
  criteria,
});
const swap = (kind: string, a: string, b: string) => [
  { kind, from: a, to: b },
  { kind, from: b, to: a },
];

interface Scenario {
  readonly service: ServiceOptions;
  readonly shape: ServiceShape;
  readonly live: Readonly<Record<string, readonly JsonObject[]>>;
  readonly wanted: JsonObject;
}

/**
 * The criteria X and Y exchange their ids `x` and `y`. X is detached from G (without Y) and H (with
 * Y). Y is attached to I (without X) and J (with X).
 */
const MEMBERS: Scenario = {
  service: {},
  shape: SERVICES.embedded as ServiceShape,
  live: {
    actions: ACTIONS,
    criteria: [
      criterion("old", "Old"),
      criterion("w", "W"),
      criterion("x", "X"),
      criterion("y", "Y"),
    ],
    criteria_groups: [
      group("g", "G", ["w", "x"]),
      group("h", "H", ["x", "y"]),
      group("i", "I", ["w"]),
      group("j", "J", ["x"]),
    ],
    rewards: [
      { custom_id: "egg", name: "Egg" },
      { custom_id: "nest", name: "Nest" },
    ],
    achievements: [{ custom_id: "hop", name: "Hop", points: 5 }],
  },
  wanted: {
    actions: [...ACTIONS, { custom_id: "dive", name: "Dive" }],
    criteria: [criterion("w", "W"), criterion("y", "X"), criterion("x", "Y")],
    criteria_groups: [
      group("g", "G", ["w"]),
      group("h", "H", ["x"]),
      group("i", "I", ["w", "x"]),
      group("j", "J", ["x", "y"]),
    ],
    rewards: [
      { custom_id: "shell", name: "Shell" },
      { custom_id: "nest", name: "Nest" },
    ],
    achievements: [{ custom_id: "hop", name: "Hop", points: 30 }],
    moved: [...swap("criterion", "x", "y"), { kind: "reward", from: "egg", to: "shell" }],
    removed: [{ kind: "criterion", custom_id: "old", reason: "It is over." }],
  },
};

/**
 * The rewards E and N exchange their ids. Nothing live shows that the service has no requests for
 * the rewards of an achievement.
 */
const FIRST_MEMBERS: Scenario = {
  service: { profile: "members" },
  shape: SERVICES.documented as ServiceShape,
  live: {
    rewards: [
      { custom_id: "egg", name: "E" },
      { custom_id: "nest", name: "N" },
    ],
  },
  wanted: {
    rewards: [
      { custom_id: "nest", name: "E" },
      { custom_id: "egg", name: "N" },
    ],
    achievements: [
      { custom_id: "hop", name: "Hop", rewards: ["egg"] },
      { custom_id: "run", name: "Run", rewards: ["egg", "nest"] },
    ],
    moved: swap("reward", "egg", "nest"),
  },
};

interface Sent {
  readonly method: string;
  /** Below the game. */
  readonly path: string;
  readonly body: JsonObject;
}

interface KindOfRequest {
  readonly scenario: Scenario;
  readonly matches: (sent: Sent) => boolean;
}

export const REQUESTS = {
  create: {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "POST" && !path.includes("/"),
  },
  put: {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "PUT" && path.startsWith("achievements/"),
  },
  "rename put": {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "PUT" && path.startsWith("rewards/"),
  },
  "exchange put": {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "PUT" && path.startsWith("criteria/"),
  },
  attach: {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "POST" && path.includes("/"),
  },
  detach: {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "DELETE" && path.split("/").length > 2,
  },
  delete: {
    scenario: MEMBERS,
    matches: ({ method, path }) => method === "DELETE" && path.split("/").length === 2,
  },
  "put instead of attach": {
    scenario: FIRST_MEMBERS,
    matches: ({ method, path }) => method === "PUT" && path.startsWith("achievements/"),
  },
} as const satisfies Readonly<Record<string, KindOfRequest>>;
export type RequestName = keyof typeof REQUESTS;

/**
 * `times`: the number of answers that are lost for each request. `executed`: milliseconds until the
 * first one is; undefined: never.
 */
export interface Fate {
  readonly times: number;
  readonly executed: number | undefined;
}

export const FATES = {
  "lost, executed": { times: 1, executed: 0 },
  "lost, not executed": { times: 1, executed: undefined },
  "always lost, executed": { times: Number.POSITIVE_INFINITY, executed: 0 },
  "always lost, never executed": { times: Number.POSITIVE_INFINITY, executed: undefined },
  "lost, executed three seconds later": { times: 1, executed: 3_000 },
  "lost, executed nine seconds later": { times: 1, executed: 9_000 },
  "lost, executed a minute later": { times: 1, executed: 60_000 },
} as const satisfies Readonly<Record<string, Fate>>;
export type FateName = keyof typeof FATES;

/**
 * Ends of a request without an answer of the service: a gateway's, the page of a proxy, a closed
 * connection.
 */
export const LOSSES = ["504", "page", "cut"] as const;
export type Loss = (typeof LOSSES)[number];

export interface Cell {
  readonly request: RequestName;
  readonly fate: FateName;
  readonly loss: Loss;
  /** Milliseconds by which reads lag. */
  readonly lag: number;
  readonly pageSize: number;
  /**
   * What the service does with ids of its own in its paths. Absent: paths contain the `custom_id`.
   */
  readonly ownIds?: Pick<ServiceOptions, "pathIds" | "answers">;
}

export function nameOf({ request, fate, loss, lag, pageSize, ownIds }: Cell): string {
  const ids = ownIds === undefined ? "" : `, own ids, writes answered with ${ownIds.answers}`;
  return `${request}: ${fate} (${loss}), reads lag ${lag} ms, pages of ${pageSize}${ids}`;
}

/** Every cell of the matrix. */
export const CELLS: readonly Cell[] = (Object.keys(REQUESTS) as RequestName[]).flatMap((request) =>
  (Object.keys(FATES) as FateName[]).flatMap((fate) =>
    LOSSES.flatMap((loss) =>
      [0, 200, 4_000].flatMap((lag) =>
        [1, 30].map((pageSize): Cell => ({ request, fate, loss, lag, pageSize })),
      ),
    ),
  ),
);

const OWN_IDS = [
  { pathIds: "id", answers: "record" },
  { pathIds: "uuid", answers: "nothing" },
] as const;

/** The cells, on services with ids of their own in their paths. */
export function withOwnIds(cells: readonly Cell[]): readonly Cell[] {
  return cells.flatMap((cell, index) => {
    const ownIds = OWN_IDS[index % OWN_IDS.length];
    return ownIds === undefined ? [] : [{ ...cell, ownIds }];
  });
}

interface Loser {
  readonly door: Door;
  /** Carries out the requests that are late by now. */
  flush(now: number): Promise<void>;
  readonly complaints: readonly string[];
  /** How many answers were lost. */
  lost(): number;
}

const PAGE = "<h1>One moment</h1>";

/** A write as it was sent. `key`: the same for each repetition. */
async function readRequest(
  received: Request,
): Promise<{ readonly sent: Sent; readonly key: string }> {
  const { method } = received;
  const text = await received.clone().text();
  const path = new URL(received.url).pathname
    .replace(`/v1/games/${GAME_ID}/`, "")
    .replace(/\/$/, "");
  return {
    sent: { method, path, body: text === "" ? {} : JSON.parse(text) },
    key: `${method} ${path} ${text}`,
  };
}

function answerInstead(loss: Cell["loss"]): Response | "cut" {
  if (loss === "cut") return "cut";
  const status = loss === "504" ? 504 : 200;
  return new Response(PAGE, { status, headers: { "content-type": "text/html" } });
}

/**
 * Loses the answers of a cell. Complains about a creation that is executed twice, or repeated
 * before its fate can be known.
 */
function loserFor({ request, fate, loss }: Cell, now: () => number): Loser {
  const { times, executed }: Fate = FATES[fate];
  const { matches }: KindOfRequest = REQUESTS[request];
  const late: { readonly due: number; readonly carryOut: () => Promise<Response> }[] = [];
  const attempts = new Map<string, number>();
  const lastLoss = new Map<string, number>();
  const created = new Map<string, number>();
  const complaints: string[] = [];
  let lost = 0;
  const flush = async (until: number): Promise<void> => {
    for (let next = late[0]; next !== undefined && next.due <= until; next = late[0]) {
      late.shift();
      await next.carryOut();
    }
  };
  const door: Door = async (_, carryOut, received) => {
    await flush(now());
    if (received.method === "GET") return carryOut();
    const { sent, key } = await readRequest(received);
    const execute = async (given: Request): Promise<Response> => {
      const answer = await carryOut(given);
      if (answer.status !== 201 || sent.path.includes("/")) return answer;
      created.set(key, (created.get(key) ?? 0) + 1);
      if (created.get(key) === 2) complaints.push(`${key} was executed twice`);
      return answer;
    };
    const before = lastLoss.get(key);
    if (sent.method === "POST" && before !== undefined && now() - before < PATIENCE)
      complaints.push(`${key} was repeated after ${now() - before} ms`);
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (!matches(sent) || attempt > times) return execute(received);
    lost += 1;
    lastLoss.set(key, now());
    if (executed === 0) await execute(received);
    else if (executed !== undefined) {
      const copy = received.clone();
      late.push({ due: now() + executed, carryOut: () => execute(copy) });
    }
    return answerInstead(loss);
  };
  return { door, flush, complaints, lost: () => lost };
}

const FLAGS = ["--format", "json", "--allow", "breaks-earning", "--allow", "breaks-clients"];

function gameFor({ service, live, wanted }: Scenario, more: ServiceOptions): Promise<TestGame> {
  const manifests = { "game.yaml": stringify(wanted) };
  return inGame({
    live,
    manifests,
    service: { ...service, ...more },
    wire: { path_id: more.pathIds ?? "custom_id" },
  });
}

/** The plan of a scenario, and its end when no answer is lost. */
async function cleanRun(
  scenario: Scenario,
): Promise<{ readonly plan: Plan; readonly state: string }> {
  const game = await gameFor(scenario, {});
  const plan: Plan = JSON.parse((await game.run(["plan", ...FLAGS])).stdout).plans[0];
  const { exit, stdout } = await game.run(["apply", "--yes", ...FLAGS]);
  if (exit !== 0) throw new Error(`the scenario cannot be applied: ${stdout}`);
  return { plan, state: stateOf(game.service().contents(GAME_ID)) };
}

const cleanRuns = new Map<Scenario, ReturnType<typeof cleanRun>>();

function cleanRunOf(scenario: Scenario): ReturnType<typeof cleanRun> {
  const known = cleanRuns.get(scenario) ?? cleanRun(scenario);
  cleanRuns.set(scenario, known);
  return known;
}

/** The end of an apply with lost answers. */
interface CellRun {
  readonly run: CliRun;
  readonly game: TestGame;
  readonly loser: Loser;
  readonly before: Contents;
}

/** Applies the scenario of a cell. */
export async function applyCell(cell: Cell): Promise<CellRun> {
  const { scenario }: KindOfRequest = REQUESTS[cell.request];
  const clock = movingClock();
  const loser = loserFor(cell, clock.now);
  const game = await gameFor(scenario, {
    ...cell.ownIds,
    door: loser.door,
    lag: cell.lag,
    maxPageSize: cell.pageSize,
    clock: { now: clock.now, wait: clock.sleep },
  });
  const before = game.service().contents(GAME_ID);
  return { run: await game.run(["apply", "--yes", ...FLAGS], { clock }), game, loser, before };
}

/** Applies the scenario of a cell, and judges the report by what is true in the end. */
export async function complaintsOf(cell: Cell): Promise<readonly string[]> {
  const { scenario }: KindOfRequest = REQUESTS[cell.request];
  const { plan, state } = await cleanRunOf(scenario);
  const { run, game, loser, before } = await applyCell(cell);
  const after = game.service().contents(GAME_ID);
  const stay = { before, after, shape: scenario.shape };
  const all = [
    ...loser.complaints,
    ...complaintsAbout(run, { stay, plan, state, isMisled: false }),
  ];
  if (loser.lost() === 0) all.push("no answer was lost");
  const { executed, times }: Fate = FATES[cell.fate];
  const isHopeless = executed === undefined && times > 1;
  if (isHopeless === (run.exit === 0)) all.push(`exit ${run.exit}`);
  await loser.flush(Number.POSITIVE_INFINITY);
  const late = difference(stateOf(after), stateOf(game.service().contents(GAME_ID)));
  // Effects of a request after the patience cannot be excluded, and are reported.
  const isReported = (executed ?? 0) > PATIENCE && run.stdout.includes('"late-request"');
  if (run.exit === 0 && late !== "" && !isReported)
    all.push(`converged, and the game changed later: ${late}`);
  return all.length === 0 ? [] : [...all, run.stdout];
}
