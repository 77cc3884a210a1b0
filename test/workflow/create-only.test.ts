/**
 * Services that ignore values at creation, or new ids in PUT: players keep what they have, however
 * often the manifests are applied.
 */
import { describe, expect, it } from "vitest";
import { callService } from "../support/call-service.ts";
import { GAME_ID, inGame, movingClock } from "../support/cli.ts";
import type { GameText } from "../support/games.ts";
import type { ServiceOptions, TestClock } from "../support/service/service.ts";

const BOARD = { custom_id: "races", name: "Races", type: "custom" };
const SPRINTS = { custom_id: "sprints", name: "Sprints", type: "custom" };
const LIVE: GameText = { leaderboards: [BOARD] };
const board = (more: object): string => JSON.stringify({ leaderboards: [{ ...BOARD, ...more }] });
const WANTED = board({ ordering: "smaller-is-better" });
const ALLOW = [
  "apply",
  "--yes",
  "--allow",
  "replaces-player-data",
  "--allow",
  "breaks-clients",
  "--format",
  "json",
];
const MINUTE = 60_000;

type Game = Awaited<ReturnType<typeof inGame>>;

async function started(service: ServiceOptions, manifest = WANTED): Promise<Game> {
  const game = await inGame({ service, live: LIVE, manifests: { "game.json": manifest } });
  await callService(game, "scores", {
    custom_player_id: "ada",
    custom_leaderboard_id: "races",
    score: 7,
  });
  return game;
}

/** The scores of a board, which is found by its id. */
async function scoresOf(game: Game, id: string): Promise<readonly number[]> {
  const { data } = await callService(game, `leaderboards/${id}/rankings`);
  return (data as readonly { readonly score: number }[]).map(({ score }) => score);
}

const boardsIn = (game: Game) =>
  game
    .service()
    .contents(GAME_ID)
    .leaderboards?.map(({ custom_id }) => custom_id);

/** A clock for the service that a test moves on. */
function steppedClock(): TestClock & { readonly pass: (ms: number) => void } {
  let now = Date.UTC(2030, 0, 1);
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
    pass: (ms) => {
      now += ms;
    },
  };
}

describe("a create-only value that the service ignores", () => {
  it("costs no scores in any number of applies, and one problem each", async () => {
    const game = await started({ dropFields: ["ordering"] });
    for (const _ of [1, 2, 3]) {
      const { exit, stdout } = await game.run(ALLOW);
      const [result] = JSON.parse(stdout).results;
      const failed = result.steps.filter(({ status }: { status: string }) => status === "failed");
      expect(exit).toBe(1);
      expect(
        failed.map(({ diagnostic }: { diagnostic: { code: string } }) => diagnostic.code),
      ).toEqual(["not-kept"]);
      expect(result.diagnostics).toEqual([]);
      expect(result.steps.map(({ status }: { status: string }) => status)).toEqual([
        "skipped",
        "failed",
        "skipped",
      ]);
      expect(boardsIn(game)).toEqual(["races"]);
      expect(await scoresOf(game, "races")).toEqual([7]);
    }
    await game.write({ "game.json": board({}) });
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });

  it("leaves open whether a step was taken back if the answer is lost", async () => {
    const lost = { effect: "drop-after", when: { method: "PUT", from: 2, to: 2 } } as const;
    const game = await started({ dropFields: ["ordering"], faults: [lost] });
    const { exit, stdout } = await game.run(ALLOW);
    const [{ steps }] = JSON.parse(stdout).results;
    expect(exit).toBe(1);
    expect(steps.map(({ status }: { status: string }) => status)).toEqual([
      "failed",
      "failed",
      "skipped",
    ]);
    expect(steps[0].diagnostic.code).toBe("step-unknown");
    expect(await scoresOf(game, "races")).toEqual([7]);
  });

  it("is one problem for all resources of a kind that a first apply creates", async () => {
    const boards = ["a", "b", "c"].map((id) => ({
      custom_id: id,
      name: id,
      type: "custom",
      ordering: "smaller-is-better",
    }));
    const manifests = { "game.json": JSON.stringify({ leaderboards: boards }) };
    const game = await inGame({ service: { dropFields: ["ordering"] }, manifests });
    const { exit, stdout } = await game.run(ALLOW);
    const [{ diagnostics }] = JSON.parse(stdout).results;
    expect(exit).toBe(1);
    expect(diagnostics.map(({ code }: { code: string }) => code)).toEqual(["not-kept"]);
    for (const id of ["a", "b", "c"]) expect(diagnostics[0].detail).toContain(`leaderboard/${id}`);
  });

  it.each([
    ["takes its id back where no other resource has it", [], /^heats$/, "is as before"],
    [
      "stays under its mark where another resource has its id",
      [SPRINTS],
      /^races~laurel-left-\d+$/,
      "keeps everything",
    ],
  ])("a board that also moves %s", async (_, others, id, words) => {
    const heats = { custom_id: "heats", name: "Heats", type: "custom" };
    const wanted = { ...heats, custom_id: "races", ordering: "smaller-is-better" };
    const moved = [
      { kind: "leaderboard", from: "heats", to: "races" },
      ...others.map(({ custom_id }) => ({ kind: "leaderboard", from: custom_id, to: "heats" })),
    ];
    const leaderboards = [wanted, ...others.map((other) => ({ ...other, custom_id: "heats" }))];
    const game = await inGame({
      service: { dropFields: ["ordering"] },
      live: { leaderboards: [heats, ...others] },
      manifests: { "game.json": JSON.stringify({ leaderboards, moved }) },
    });
    await callService(game, "scores", {
      custom_player_id: "ada",
      custom_leaderboard_id: "heats",
      score: 7,
    });
    for (const _ of [1, 2]) {
      const { exit, stdout } = await game.run(ALLOW);
      expect(exit).toBe(1);
      const kept =
        boardsIn(game)
          ?.map(String)
          .find((each) => id.test(each)) ?? "";
      expect(stdout).toContain(`leaderboard/${kept} ${words}`);
      expect(await scoresOf(game, kept)).toEqual([7]);
      expect(boardsIn(game)).toHaveLength(1 + others.length);
    }
  });
});

describe("an apply that died after the service ignored a create-only value", () => {
  /** What such an apply leaves: the board with the scores under its mark, and a new one like it. */
  async function leftBehind(manifest: string): Promise<Game> {
    const clock = steppedClock();
    const game = await inGame({
      service: { dropFields: ["ordering"], clock },
      live: {
        leaderboards: [{ ...BOARD, custom_id: "races~laurel-old", name: "Races~laurel-old" }],
      },
      manifests: { "game.json": manifest },
    });
    const score = { custom_player_id: "ada", custom_leaderboard_id: "races~laurel-old", score: 7 };
    await callService(game, "scores", { ...score, date_time_utc: "2029-01-01T00:00:00.000000Z" });
    clock.pass(MINUTE);
    await callService(game, "leaderboards", BOARD);
    return game;
  }

  it.each([
    ["the value that the service keeps", board({}), 0],
    ["the other value", WANTED, 1],
  ])("loses no scores under manifests with %s", async (_, manifest, end) => {
    const game = await leftBehind(manifest);
    for (const _ of [1, 2, 3]) {
      expect((await game.run(ALLOW)).exit).toBe(end);
      expect(await scoresOf(game, "races")).toEqual([7]);
    }
    await game.write({ "game.json": board({}) });
    expect((await game.run(ALLOW)).exit).toBe(0);
    expect(boardsIn(game)).toEqual(["races"]);
    expect(await scoresOf(game, "races")).toEqual([7]);
  });
});

describe("reads that lag for longer than laurel waits", () => {
  it.each([
    ["a replacement loses no scores", WANTED, "races"],
    [
      "a rename is kept",
      JSON.stringify({
        leaderboards: [{ ...BOARD, custom_id: "heats" }],
        moved: [{ kind: "leaderboard", from: "races", to: "heats" }],
      }),
      "heats",
    ],
  ])("%s", async (_, manifest, id) => {
    const clock = movingClock();
    const service = {
      lag: MINUTE,
      clock: { now: clock.now, wait: (ms: number) => clock.sleep(ms) },
    };
    const game = await inGame({ service, live: LIVE, manifests: { "game.json": manifest } });
    await callService(game, "scores", {
      custom_player_id: "ada",
      custom_leaderboard_id: "races",
      score: 7,
      date_time_utc: "2029-01-01T00:00:00.000000Z",
    });
    await clock.sleep(2 * MINUTE);
    await game.run(ALLOW, { clock });
    await clock.sleep(2 * MINUTE);
    expect(boardsIn(game)).toEqual([id]);
    expect(await scoresOf(game, id)).toEqual([7]);
  });
});
