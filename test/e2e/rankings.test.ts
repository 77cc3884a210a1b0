/** Rankings are passed on, whatever a service answers. */
import { describe, expect, it } from "vitest";
import { callService } from "../support/call-service.ts";
import { inGame, type TestGame } from "../support/cli.ts";
import { parseJson } from "../support/parse-json.ts";
import { SCHEMAS, schemaProblems } from "../support/schemas.ts";

const LARGEST = "9223372036854775807";

/** Runs the command against a service that gives this answer; the query is what it was asked. */
async function rankings(answer: () => Response, ...flags: readonly string[]) {
  const game = await inGame({ service: { door: async () => answer() } });
  const run = await game.run(["rankings", "races", ...flags]);
  return {
    ...run,
    asked: game.requests().map(({ query }) => decodeURIComponent(query === "" ? "" : `?${query}`)),
  };
}

describe("the answer is passed on", () => {
  it.each<[string, unknown, object, string]>([
    ["rows", { data: [{ rank: 0, score: 9, custom_player_id: "ada" }] }, {}, "ada"],
    [
      "other members",
      { data: [{ place: "1st", who: { id: "bob" } }], meta: { total: 5 } },
      { meta: { total: 5 } },
      "1st",
    ],
    ["one record", { data: { position: 3 } }, {}, '{"position":3}'],
    ["no envelope", [["cyd", 7]], {}, '[["cyd",7]]'],
    ["nothing", { data: [] }, {}, "No rows."],
  ])("%s", async (_, body, more, shown) => {
    const json = await rankings(() => Response.json(body), "--format", "json");
    expect(json.exit, json.stderr).toBe(0);
    expect(schemaProblems(SCHEMAS.rankings, json.stdout)).toEqual([]);
    const { data = body } = body as { data?: unknown };
    expect(JSON.parse(json.stdout)).toMatchObject({
      leaderboard: "races",
      rankings: data,
      ...more,
    });
    expect((await rankings(() => Response.json(body))).stdout).toContain(shown);
  });

  it("with parameters as they were given, in one request", async () => {
    const flags = ["--query", "time_span=daily", "--query", "page[number]=2", "--query", "a==b"];
    const { exit, asked } = await rankings(() => Response.json({ data: [] }), ...flags);
    expect(exit).toBe(0);
    expect(asked).toEqual(["?time_span=daily&page[number]=2&a==b"]);
    const wrong = await rankings(() => Response.json({ data: [] }), "--query", "daily");
    expect(wrong).toMatchObject({ exit: 64, asked: [] });
    expect(wrong.stderr).toContain('--query needs KEY=VALUE, found "daily".');
  });

  it.each([
    [[], 'has no ranking of the leaderboard "races".'],
    [["--player", "nobody"], 'has no ranking of the leaderboard "races" for the player "nobody".'],
  ])("or there is none, and the base URL is not to blame: %j", async (flags, words) => {
    const none = () => Response.json({ message: "No query results." }, { status: 404 });
    const { exit, stdout, stderr } = await rankings(none, ...flags);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: "" });
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(words);
    expect(stderr).not.toContain("base URL");
  });
});

describe("of the embedded service", () => {
  async function playedGame(): Promise<TestGame> {
    const board = {
      custom_id: "races",
      name: "Races",
      type: "custom",
      ordering: "smaller-is-better",
    };
    const game = await inGame({
      live: { leaderboards: [{ ...board, score_preference: "prefer-lower" }] },
    });
    for (const [custom_player_id, score] of Object.entries({
      lea: "90",
      tom: "70",
      ida: LARGEST,
    })) {
      const body = { custom_player_id, custom_leaderboard_id: "races", score: parseJson(score) };
      await callService(game, "scores", body);
    }
    return game;
  }

  it("they stand in their order, with every digit of the largest score", async () => {
    const game = await playedGame();
    const run = await game.run(["rankings", "races"]);
    expect(run.stdout.match(/\b(lea|tom|ida)\b/g)).toEqual(["tom", "lea", "ida"]);
    expect(run.stdout).toContain(LARGEST);
    const json = await game.run([
      "rankings",
      "races",
      "--format",
      "json",
      "--query",
      "page[number]=2",
      "--query",
      "page[size]=2",
    ]);
    expect(json.stdout).toContain(LARGEST);
    expect(JSON.parse(json.stdout).rankings).toHaveLength(1);
  });

  it("those of one player are one row for each time span, and no manifests are needed", async () => {
    const game = await playedGame();
    const run = await game.run(["rankings", "races", "--player", "lea"]);
    expect(run.exit, run.stderr).toBe(0);
    for (const span of ["all-time", "daily", "weekly", "monthly", "yearly"])
      expect(run.stdout).toContain(span);
  });
});
