/** Rankings are passed on, whatever a service answers; and what is needed to ask. */
import { describe, expect, it } from "vitest";
import { inGame, runCli, scratchFolder, TOKEN, writeFiles, writeProject } from "../support/cli.ts";
import { listening } from "../support/listening.ts";

/** Runs the command against a service that gives this answer; the query is what it was asked. */
async function rankings(answer: () => Response, ...flags: readonly string[]) {
  const game = await inGame({ service: { door: async () => answer() } });
  const run = await game.run(["rankings", "races", ...flags]);
  return { ...run, asked: game.requests().map(({ query }) => decodeURIComponent(query === "" ? "" : `?${query}`)) };
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
    const { data = body } = body as { data?: unknown };
    expect(JSON.parse(json.stdout)).toMatchObject({ leaderboard: "races", rankings: data, ...more });
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

describe("rankings need no manifests", () => {
  it("the folder may be missing", async () => {
    const game = await inGame({ live: { leaderboards: [{ custom_id: "races", name: "Races", type: "custom" }] } });
    const cwd = await scratchFolder();
    await writeProject(cwd, { manifests: "missing", base_url: game.service().url });
    expect((await runCli(["rankings", "nowhere"], { cwd, env: game.env })).exit).toBe(1);
    const run = await runCli(["rankings", "races"], { cwd, env: game.env });
    expect(run.exit, run.stderr).toBe(0);
  });
});

describe("a list whose end cannot be found", () => {
  it("gets advice that helps", async () => {
    const url = await listening(async () => Response.json({ data: [1, 2, 3].map((id) => ({ custom_id: `r${id}` })) }));
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\nservice: { base_url: "${url}", page_size: 3 }\ngames: { g: { manifests: m, environments: { live: { game_id: g } } } }\n`,
      "m/a.yaml": "rewards: []\n",
    });
    const run = await runCli(["plan"], { cwd, env: { LAUREL_API_TOKEN: TOKEN } });
    expect(run.exit).toBe(1);
    const text = run.stderr.replaceAll(/\s+/g, " ");
    expect(text).toContain("Raise `page_size` in the project file, or write `page_size: none`");
  });
});
