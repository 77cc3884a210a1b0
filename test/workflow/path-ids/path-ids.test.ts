/**
 * A service that makes ids of its own and has them in its paths: every kind of request, over HTTP.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/ground/json.ts";
import type { Plan } from "../../../src/model/model.ts";
import { callService } from "../../support/call-service.ts";
import { GAME_ID, inGame, movingClock, type TestGame, TOKEN } from "../../support/cli.ts";
import type { Contents } from "../../support/service/panel.ts";
import type { Door, ServiceOptions } from "../../support/service/service.ts";
import { stateOf } from "../faults/truth.ts";

const ALLOWED = [
  "breaks-earning",
  "breaks-clients",
  "replaces-player-data",
  "deletes-player-data",
  "mass-change",
];
const FLAGS = ["--format", "json", "--prune", ...ALLOWED.flatMap((name) => ["--allow", name])];

const criterion = (custom_id: string, name: string) => ({
  custom_id,
  name,
  custom_action_id: "jump",
});
const reward = (custom_id: string, name = custom_id) => ({ custom_id, name });

/** Every kind, and every link. */
const FIRST = {
  actions: [
    { custom_id: "jump", name: "Jump" },
    { custom_id: "dive", name: "Dive", reactions: ["jump"] },
  ],
  criteria: [criterion("x", "X"), criterion("y", "Y"), criterion("old", "Old")],
  criteria_groups: [
    { custom_id: "g", name: "G", criteria: ["x"] },
    { custom_id: "all", name: "All", criteria: ["x", "y"], criteria_groups: ["g"] },
  ],
  rewards: [reward("egg"), reward("nest"), reward("a~b")],
  achievements: [
    {
      custom_id: "hop",
      name: "Hop",
      points: 5,
      custom_criteria_group_id: "g",
      rewards: ["egg", "a~b"],
    },
    { custom_id: "hush", name: "Hush", is_secret: true, rewards: ["nest"] },
  ],
  leaderboards: [{ custom_id: "races", name: "Races", type: "custom" }],
};

/**
 * Updates, renames, an exchange of ids, members that join and leave, a replacement and deletions.
 */
const SECOND = {
  ...FIRST,
  criteria: [criterion("y", "X"), criterion("x", "Y")],
  criteria_groups: [
    { custom_id: "g", name: "G", criteria: ["x"] },
    { custom_id: "all", name: "All groups", criteria: ["x"], criteria_groups: ["g"] },
  ],
  rewards: [reward("shell", "egg"), reward("nest"), reward("new")],
  achievements: [
    {
      custom_id: "hop",
      name: "Hop",
      points: 30,
      custom_criteria_group_id: "g",
      rewards: ["shell", "new"],
    },
    { custom_id: "hush", name: "Hush", is_secret: true, rewards: [] },
  ],
  leaderboards: [
    { custom_id: "races", name: "Races", type: "custom", ordering: "smaller-is-better" },
  ],
  moved: [
    { kind: "criterion", from: "x", to: "y" },
    { kind: "criterion", from: "y", to: "x" },
    { kind: "reward", from: "egg", to: "shell" },
  ],
};

interface Options {
  readonly live?: Contents;
  readonly service: ServiceOptions;
  readonly wire?: JsonObject;
}

function gameWith(
  wanted: JsonObject,
  { service, live = {}, wire = { path_id: service.pathIds ?? "custom_id" } }: Options,
) {
  return inGame({ live, wire, service, manifests: { "game.yaml": stringify(wanted) } });
}

/** Applies the manifests, and expects that the next plan is empty. */
async function converge(game: TestGame, wanted: JsonObject): Promise<void> {
  await game.write({ "game.yaml": stringify(wanted) });
  const { exit, stdout } = await game.run(["apply", "--yes", ...FLAGS], { clock: movingClock() });
  expect({ exit, converged: JSON.parse(stdout).results?.[0].converged }, stdout).toEqual({
    exit: 0,
    converged: true,
  });
  const again = await game.run(["plan", "--detailed-exitcode", ...FLAGS]);
  expect(again.exit, again.stdout).toBe(0);
}

/** The live game as text. */
function stateIn(game: TestGame): string {
  return stateOf(game.service().contents(GAME_ID));
}

/** The requests, with a star for each id in their paths. */
function formsOf(game: TestGame): readonly string[] {
  return game.requests().map(({ method, path, query, status }) => {
    const words = path.split("/").slice(4);
    return `${method} ${words.map((word, index) => (index % 2 === 1 ? "*" : word)).join("/")} ${query} ${status}`;
  });
}

async function applyBoth() {
  const game = await gameWith(FIRST, { service: {} });
  await converge(game, FIRST);
  const first = stateIn(game);
  const created = formsOf(game);
  game.forget();
  await converge(game, SECOND);
  return { first, created, second: stateIn(game), changed: formsOf(game) };
}

let known: ReturnType<typeof applyBoth> | undefined;

/** The game after each of both applies with custom_ids in paths, and the requests. */
function ended(): ReturnType<typeof applyBoth> {
  known ??= applyBoth();
  return known;
}

describe.each([
  { pathIds: "id", answers: "record" },
  { pathIds: "id", answers: "object" },
  { pathIds: "uuid", answers: "nothing" },
  { pathIds: "uuid", answers: "record", profile: "members" },
  { pathIds: "id", answers: "nothing", maxPageSize: 2, put: "replace" },
] as const satisfies readonly ServiceOptions[])("a service with %j", (service) => {
  it("gets a whole game, and every kind of change", async () => {
    const wanted = await ended();
    const game = await gameWith(FIRST, { service });
    await converge(game, FIRST);
    expect(stateIn(game)).toBe(wanted.first);
    game.forget();
    await converge(game, SECOND);
    expect(stateIn(game)).toBe(wanted.second);
    const methods = new Set(
      game.writes().map(({ method, path }) => `${method} ${path.split("/").length}`),
    );
    if (!("profile" in service))
      expect([...methods].sort()).toEqual(["DELETE 6", "DELETE 8", "POST 5", "POST 7", "PUT 6"]);
  });
});

it("a service that answers with records gets the requests that it would get with custom_ids", async () => {
  const { created, changed } = await ended();
  const game = await gameWith(FIRST, { service: { pathIds: "id" } });
  await converge(game, FIRST);
  expect([...formsOf(game)].sort()).toEqual([...created].sort());
  game.forget();
  await converge(game, SECOND);
  expect([...formsOf(game)].sort()).toEqual([...changed].sort());
});

it("plans show custom_ids, and have the digests that they would have with custom_ids in paths", async () => {
  const planOf = async (service: ServiceOptions): Promise<Plan> => {
    const game = await gameWith(SECOND, { service, live: FIRST });
    const { stdout } = await game.run(["plan", ...FLAGS]);
    return JSON.parse(stdout).plans[0];
  };
  const own = await planOf({ pathIds: "uuid" });
  const plain = await planOf({});
  expect(own.steps).toEqual(plain.steps);
  // The first digits depend on the address of the service.
  expect(own.digest.slice(-36)).toBe(plain.digest.slice(-36));
  expect(own.steps.map(({ request }) => request.path)).toContain("achievements/hop/rewards/a~b");
});

describe("an apply that is broken off", () => {
  /**
   * Carries out some writes. The next one, executed or not, and all later requests have no answer.
   */
  const breakingAt = (most: number, isExecuted: boolean) => {
    let count = 0;
    let isUp = true;
    const door: Door = async (_, carryOut, { method }) => {
      if (!isUp) return "cut";
      if (method === "GET") return carryOut();
      count += 1;
      if (count <= most) return carryOut();
      isUp = false;
      if (isExecuted) await carryOut();
      return "cut";
    };
    const lift = (): void => {
      [most, isUp] = [Number.POSITIVE_INFINITY, true];
    };
    return { door, lift, wasBroken: () => !isUp };
  };

  it.each([
    { isExecuted: true, answers: "record" },
    { isExecuted: false, answers: "nothing" },
  ] as const)("at any request is finished by the next one: %j", async ({ isExecuted, answers }) => {
    const { second } = await ended();
    let broken = 0;
    for (let at = 0, wasBroken = true; wasBroken; at += 1) {
      const breaking = breakingAt(at, isExecuted);
      const game = await gameWith(SECOND, {
        service: { pathIds: "id", answers, door: breaking.door },
        live: FIRST,
      });
      const { exit } = await game.run(["apply", "--yes", ...FLAGS], { clock: movingClock() });
      wasBroken = breaking.wasBroken();
      expect(exit === 0).toBe(!wasBroken);
      broken += wasBroken ? 1 : 0;
      breaking.lift();
      await converge(game, SECOND);
      expect(stateIn(game), `after ${at} writes`).toBe(second);
    }
    expect(broken).toBeGreaterThan(15);
  });
});

describe("what the service ignores is taken back, as with custom_ids in paths", () => {
  const LIVE = {
    rewards: [reward("egg"), reward("nest")],
    leaderboards: [{ custom_id: "races", name: "Races", type: "custom" }],
  };
  const moved = [
    { kind: "reward", from: "egg", to: "nest" },
    { kind: "reward", from: "nest", to: "egg" },
  ];
  const WANTED = {
    "a new id": {
      rewards: [reward("shell", "egg"), reward("nest")],
      moved: [{ ...moved[0], to: "shell" }],
    },
    "an exchange of ids": { rewards: [reward("nest", "egg"), reward("egg", "nest")], moved },
    "a replacement": {
      leaderboards: [{ ...LIVE.leaderboards[0], ordering: "smaller-is-better" }],
    },
  };
  const IGNORING = {
    "new ids": { putIgnores: ["custom_id"] },
    orderings: { dropFields: ["ordering"] },
    nothing: {},
  };
  const cells = Object.entries(WANTED).flatMap(([change, wanted]) =>
    Object.entries(IGNORING).map(([what, ignoring]) => ({ change, what, wanted, ignoring })),
  );

  it.each(cells)("$change of a service that ignores $what", async ({ wanted, ignoring }) => {
    const endOn = async (service: ServiceOptions): Promise<object> => {
      const clock = movingClock();
      const timed = { ...service, ...ignoring, clock: { now: clock.now, wait: clock.sleep } };
      const game = await gameWith(wanted, { service: timed, live: LIVE });
      const { exit, stdout } = await game.run(["apply", "--yes", ...FLAGS], { clock });
      const [{ steps, diagnostics }] = JSON.parse(
        stdout.replaceAll(game.service().url, "URL"),
      ).results;
      return { exit, steps, diagnostics, state: stateIn(game) };
    };
    const plain = await endOn({});
    for (const answers of ["record", "nothing"] as const)
      for (const lag of [0, 4_000])
        expect(await endOn({ pathIds: "id", answers, lag })).toEqual(plain);
  });
});

describe("other commands", () => {
  it.each(["id", "uuid"] as const)("read rankings and pull by the %s", async (pathIds) => {
    const game = await gameWith(FIRST, { service: { pathIds }, live: FIRST });
    await callService(game, "scores", {
      custom_player_id: "ada",
      custom_leaderboard_id: "races",
      score: 7,
    });
    for (const player of [[], ["--player", "ada"]]) {
      const rankings = await game.run(["rankings", "races", "--format", "json", ...player]);
      expect(rankings.exit, rankings.stderr).toBe(0);
      expect(JSON.parse(rankings.stdout).rankings[0]).toMatchObject({ score: 7 });
    }
    const unknown = await game.run(["rankings", "no-such"]);
    expect(unknown.stderr).toContain('has no ranking of the leaderboard "no-such".');
    await game.service().edit(GAME_ID, "achievement", "hop", { points: 40, rewards: ["nest"] });
    const pulled = await game.run(["pull", "--yes"]);
    expect(pulled.exit, pulled.stderr).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode", ...FLAGS])).exit).toBe(0);
  });

  it("plan on the embedded service, which has no ids of its own", async () => {
    const game = await gameWith(FIRST, { service: { pathIds: "id" } });
    const file = join(game.folder, "laurel.yaml");
    const project = await readFile(file, "utf8");
    await writeFile(file, project.replace(`game_id: "${GAME_ID}"`, "embedded: true"));
    for (const manifests of [FIRST, SECOND]) {
      await game.write({ "game.yaml": stringify(manifests) });
      const { exit, stderr } = await game.run(["apply", "--yes", ...FLAGS]);
      expect(exit, stderr).toBe(0);
    }
    expect(game.requests()).toEqual([]);
  });

  it("make manifests of what is live", async () => {
    const game = await gameWith({}, { service: { pathIds: "id" }, live: FIRST });
    await rm(join(game.folder, "manifests"), { recursive: true });
    const made = await game.run(["init", "--from-live", "."]);
    expect(made.exit, made.stderr).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });
});

describe("a wrong setting", () => {
  const words = (text: string): string => text.replaceAll(/\s+/g, " ");

  it("a member that records lack is named with the setting", async () => {
    const game = await gameWith(FIRST, {
      service: { pathIds: "id" },
      wire: { path_id: "key" },
      live: FIRST,
    });
    const { exit, stderr } = await game.run(["plan"]);
    expect(exit).toBe(1);
    expect(stderr).toContain("unexpected-response");
    expect(words(stderr)).toContain('has no "key" that is text or a number');
    expect(words(stderr)).toContain("check `service.wire.path_id`");
  });

  it("a member that several records share is not used", async () => {
    const game = await gameWith(FIRST, {
      service: {},
      wire: { path_id: "custom_action_id" },
      live: FIRST,
    });
    await game.write({ "game.yaml": stringify({ criteria: [], actions: FIRST.actions }) });
    const { exit, stdout } = await game.run(["plan", ...FLAGS]);
    expect(exit).toBe(1);
    expect(stdout).toMatch(
      /no \\"custom_action_id\\"|the same \\"custom_action_id\\" as another one/,
    );
    expect(game.writes()).toEqual([]);
  });

  const CHANGES = {
    update: { rewards: [reward("egg", "Egg"), reward("nest")] },
    rename: {
      rewards: [reward("shell", "egg"), reward("nest")],
      moved: [{ kind: "reward", from: "egg", to: "shell" }],
    },
    delete: { rewards: [reward("nest")] },
  };

  it.each(Object.entries(CHANGES))(
    "without the setting, the refusal of each %s suggests it",
    async (_, wanted) => {
      const live = { rewards: [reward("egg"), reward("nest")] };
      const game = await gameWith(wanted, { service: { pathIds: "uuid" }, wire: {}, live });
      const { exit, stdout } = await game.run(["apply", "--yes", ...FLAGS], {
        clock: movingClock(),
      });
      expect(exit).toBe(1);
      const [{ steps }] = JSON.parse(stdout).results;
      expect(steps).toMatchObject([{ status: "failed", diagnostic: { code: "step-failed" } }]);
      expect(steps[0].diagnostic.help.join()).toContain("service: { wire: { path_id: uuid } }");
      expect(game.service().contents(GAME_ID).rewards).toMatchObject(live.rewards);
    },
  );

  it("a member that paths do not contain is named in the refusal", async () => {
    const live = { rewards: [reward("egg"), reward("nest")] };
    const door: Door = async (_, carryOut, { method }) =>
      method === "GET" ? carryOut() : Response.json({ message: "Not found." }, { status: 404 });
    const game = await gameWith(CHANGES.update, { service: { pathIds: "id", door }, live });
    const { stdout } = await game.run(["apply", "--yes", ...FLAGS], { clock: movingClock() });
    const [step] = JSON.parse(stdout).results[0].steps;
    expect(step.diagnostic.help.join()).toContain("check `service.wire.path_id`");
  });

  it("without the setting, a list that cannot be read for that reason suggests it", async () => {
    const service = { pathIds: "id", includes: "none" } as const;
    const game = await gameWith(FIRST, { service, wire: {}, live: FIRST });
    const { exit, stderr } = await game.run(["plan"]);
    expect(exit).toBe(1);
    expect(stderr).toContain("incomplete-read");
    expect(words(stderr)).toContain("service: { wire: { path_id: id } }");
  });

  it("a 404 of a service whose records have no other id suggests nothing", async () => {
    const door: Door = async (_, carryOut, { method }) =>
      method === "PUT" ? Response.json({ message: "Gone." }, { status: 404 }) : carryOut();
    const game = await gameWith(CHANGES.update, {
      service: { door },
      live: { rewards: [reward("egg"), reward("nest")] },
    });
    const { stdout } = await game.run(["apply", "--yes", ...FLAGS], { clock: movingClock() });
    expect(JSON.parse(stdout).results[0].steps).toMatchObject([
      { diagnostic: { code: "step-failed", help: [] } },
    ]);
  });
});

it("a resource that is deleted meanwhile counts as deleted, and a change of it fails", async () => {
  const game: TestGame = await gameWith(
    { rewards: [reward("nest", "Nest")] },
    {
      live: { rewards: [reward("egg"), reward("nest")] },
      service: {
        pathIds: "id",
        door: async (_, carryOut, { method }) => {
          for (const id of method === "GET" ? [] : ["egg", "nest"])
            await game.service().app.request(`/v1/games/${GAME_ID}/rewards/${id}`, {
              method: "DELETE",
              headers: { authorization: `Bearer ${TOKEN}` },
            });
          return carryOut();
        },
      },
    },
  );
  const { exit, stdout } = await game.run(["apply", "--yes", ...FLAGS], { clock: movingClock() });
  expect(exit).toBe(1);
  const { steps } = JSON.parse(stdout).results[0];
  const ends = steps.map(({ id, status }: Record<string, string>) => `${id}: ${status}`);
  expect(ends.sort()).toEqual(["delete reward/egg: done", "update reward/nest: failed"]);
});
