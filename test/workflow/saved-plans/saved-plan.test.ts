/** `plan --out` and `apply PLAN`: what was looked at is what is done, or nothing is. */

import { access, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/files/hash.ts";
import { MAXIMUM_FILES } from "../../../src/model/limits.ts";
import { withSeal } from "../../../src/plan/plan-file.ts";
import { planSchema } from "../../../src/plan/plan-schema.ts";
import { createSignals, GAME_ID, inGame, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { schemaProblems } from "../../support/schemas.ts";
import { flat, MANIFESTS, PLAN_FILE, savedScene, scene } from "./scene.ts";

describe("plan --out", () => {
  it("saves the document of --format json, which follows the schema and holds no token", async () => {
    const game = await scene();
    const run = await game.save("--format", "json");
    expect(run.exit, flat(run)).toBe(0);
    const text = await readFile(join(game.folder, PLAN_FILE), "utf8");
    expect(text).toBe(run.stdout);
    expect(text).not.toContain(TOKEN);
    expect(schemaProblems(planSchema, text)).toEqual([]);
    expect(run.stderr).toContain(`The plan was saved in ${PLAN_FILE}. To apply it: laurel apply ${PLAN_FILE}`);
    expect(game.writes()).toEqual([]);
  });

  it("replaces what was there and leaves nothing else behind", async () => {
    const game = await scene();
    await writeFile(join(game.folder, PLAN_FILE), `{\n  "format": 1,\n  "plans": []\n}\n`);
    await game.save();
    expect((await readdir(game.folder)).sort()).toEqual(["manifests", PLAN_FILE]);
    expect((await game.document()).format).toBe(1);
  });

  it("replaces nothing but a plan: a manifest named by mistake is safe", async () => {
    const game = await scene();
    await writeFile(join(game.folder, PLAN_FILE), "actions: []\n");
    const run = await game.save();
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("file-exists");
    expect(await readFile(join(game.folder, PLAN_FILE), "utf8")).toBe("actions: []\n");
  });

  it("saves nothing when a game could not be planned, and says so", async () => {
    const game = await scene();
    await game.write({ "more.yaml": "rewards:\n  - { custom_id: crown, name: Twice }\n" });
    const run = await game.save();
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain(`No plan was saved in ${PLAN_FILE}`);
    await expect(access(join(game.folder, PLAN_FILE))).rejects.toThrow();
  });

  it.each([
    ["in a folder that is not there", "missing/plan.json", "folder that does not exist"],
    ["that is a folder", "manifests", "names a folder"],
  ])("fails for a file %s", async (_, file, words) => {
    const game = await scene();
    const run = await game.run(["plan", "--out", file]);
    expect(run.exit).toBe(1);
    expect(flat(run)).toContain("unwritable-file");
    expect(flat(run)).toContain(words);
  });
});

describe("apply PLAN", () => {
  it("carries out exactly the requests of the plan, needing only the token, and says that it came to what it said", async () => {
    const game = await savedScene();
    const { plans } = await game.document();
    game.forget();
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
    expect(run.stdout).toContain("Converged: the live game matches the plan.");
    const planned = plans[0]?.steps.map(({ request }) => `${request.method} ${request.path}`).sort();
    const sent = game.writes().map(({ method, path }) => `${method} ${path.replace(/^.*\/games\/[^/]*\//, "")}`);
    expect(sent.sort()).toEqual(planned);
    expect((await game.run(["plan", "--prune", "--detailed-exitcode"])).exit).toBe(0);
  });

  it("does what the plan says, whatever the manifests say by now", async () => {
    const game = await savedScene();
    await game.write({ "game.yaml": "rewards: []\n" });
    expect((await game.apply()).exit).toBe(0);
    expect(game.service().contents(GAME_ID).rewards).toHaveLength(3);
  });

  it("asks before it writes, as a plain apply does", async () => {
    const game = await savedScene();
    const options = { cwd: game.folder, env: game.env, isTerminal: true };
    const declined = await runCli(["apply", PLAN_FILE], { ...options, answers: ["no"] });
    expect(declined.exit).toBe(1);
    expect(game.writes()).toEqual([]);
    expect((await runCli(["apply", PLAN_FILE], { ...options, answers: ["yes"] })).exit).toBe(0);
  });

  it("is refused when it was applied already", async () => {
    const game = await savedScene();
    expect((await game.apply()).exit).toBe(0);
    game.forget();
    const again = await game.apply();
    expect(again.exit).toBe(4);
    expect(flat(again)).toContain("applied-already");
    expect(game.writes()).toEqual([]);
  });

  it("has nothing to do for an empty plan, as often as it is applied", async () => {
    const game = await savedScene();
    await game.apply();
    await game.save();
    game.forget();
    for (const _ of [1, 2]) {
      const run = await game.apply();
      expect(run.exit, flat(run)).toBe(0);
      expect(run.stdout).toContain("No changes.");
    }
    expect(game.writes()).toEqual([]);
  });

  it("names what the service accepted and did not keep", async () => {
    const game = await savedScene({ service: { dropFields: ["points"] } });
    const run = await game.apply(["--format", "json"]);
    expect(run.exit).toBe(1);
    const [result] = JSON.parse(run.stdout).results;
    expect(result).toMatchObject({ converged: false, saved: true, totals: { failed: 0 } });
    expect(result.diagnostics).toMatchObject([{ code: "not-kept", address: "achievement/slayer" }]);
    expect(result.diagnostics[0].detail).toContain('did not keep "points": it is 10, wanted 50');
  });

  it.each([["--prune"], ["--no-prune"], ["--target", "reward/egg"]])(
    "takes no flag that changes a plan: %s %s",
    async (...flags) => {
      const game = await scene();
      await game.save();
      const run = await game.apply(flags.filter((word) => word !== undefined));
      expect(run.exit).toBe(64);
      expect(game.writes()).toEqual([]);
    },
  );

  it("interrupted, it tells to plan again; the plan is stale then, and a new one finishes", async () => {
    const signals = createSignals();
    let posts = 0;
    const game = await scene({
      manifests: { "game.yaml": manyRewards(30) },
      onRequest: ({ method }) => {
        if (method === "POST") posts += 1;
        if (posts === 3) signals.send("SIGINT");
      },
    });
    await game.run(["plan", "--out", PLAN_FILE]);
    const run = await game.apply([], { signals });
    expect(run.exit).toBe(130);
    expect(flat(run)).toContain("Plan again and apply the new plan: this one no longer fits");
    const again = await game.apply();
    expect(again.exit).toBe(4);
    expect(flat(again)).toContain("stale-plan");
    expect(flat(again)).toContain("the plan may have been applied in part");
    await game.run(["plan", "--out", PLAN_FILE]);
    expect((await game.apply()).exit).toBe(0);
    expect(game.service().contents(GAME_ID).rewards).toHaveLength(32);
  });
});

function manyRewards(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `  - { custom_id: coin-${index}, name: Coin ${index} }\n`);
  return `rewards:\n${lines.join("")}`;
}

describe("apply PLAN --report", () => {
  it("records a way back, as a plain apply does", async () => {
    const game = await scene();
    const before = game.service().contents(GAME_ID).achievements;
    await game.save();
    const run = await game.apply(["--report", "report.jsonl"]);
    expect(run.exit, flat(run)).toBe(0);
    expect(game.service().contents(GAME_ID).achievements).not.toEqual(before);
    const options = { cwd: game.folder, env: game.env };
    const back = await runCli(["revert", "report.jsonl", "--yes", "--allow", "deletes-player-data"], options);
    expect(back.exit, flat(back)).toBe(0);
    expect(game.service().contents(GAME_ID).achievements).toMatchObject([{ points: 10, rewards: ["shell"] }]);
  });
});

describe("hazards of a saved plan", () => {
  const live = { leaderboards: [{ custom_id: "old", name: "Old" }] };
  const manifests = { "game.yaml": "leaderboards: []\n" };
  const allow = ["--allow", "deletes-player-data", "--allow", "empties-kind"];

  it("not allowed when it was made: it is saved, and refused until they are allowed", async () => {
    const game = await scene({ live, manifests });
    const saved = await game.save();
    expect(saved.exit).toBe(4);
    expect(flat(saved)).toContain(`laurel apply ${PLAN_FILE} --base-url ${game.service().url} --allow`);
    for (const flags of [[], ["--format", "json"]]) {
      const run = await game.apply(flags);
      expect(run.exit).toBe(4);
      expect(flat(run)).toContain("--allow");
    }
    expect(game.writes()).toEqual([]);
    const run = await game.apply(allow);
    expect(run.exit, flat(run)).toBe(0);
    expect(game.service().contents(GAME_ID).leaderboards).toEqual([]);
  });

  it("allowed when it was made: they need not be allowed again", async () => {
    const game = await scene({ live, manifests });
    expect((await game.save(...allow)).exit).toBe(0);
    expect((await game.document()).plans[0]?.allowed).toEqual(["deletes-player-data", "empties-kind"]);
    const run = await game.apply();
    expect(run.exit, flat(run)).toBe(0);
  });

  it("allowing one does not allow another, and what is allowed does not change the digest", async () => {
    const game = await savedScene({ live, manifests });
    const digest = (await game.document()).plans[0]?.digest;
    await game.save("--allow", "empties-kind");
    const { plans } = await game.document();
    expect(plans[0]).toMatchObject({ allowed: ["empties-kind"], digest });
    expect((await game.apply()).exit).toBe(4);
    expect((await game.apply(["--allow", "deletes-player-data"])).exit).toBe(0);
  });
});

/** Of a document without plans and problems. */
const { seal: SEAL } = withSeal({ format: 1, plans: [], diagnostics: [] }, sha256);

describe("a file that is no saved plan", () => {
  it.each([
    ["not there", undefined, "does not exist"],
    ["empty", "", "it is empty"],
    ["cut off", "half", "not JSON, or is cut off"],
    ["a manifest", "rewards: []\n", "not JSON"],
    ["other JSON", "[1, 2]", "not a document of laurel"],
    ["another document of laurel", '{ "format": 1, "results": [], "diagnostics": [] }', "holds no plans"],
    [
      "of a later format",
      '{ "format": 2, "plans": [], "diagnostics": [] }',
      'has the format "2", and this version of laurel reads 1',
    ],
    ["of a format in words", '{ "format": "one", "plans": [] }', "one"],
    ["without a plan", `{ "format": 1, "plans": [], "diagnostics": [], "seal": "${SEAL}" }`, "holds no plan"],
    ["of another shape", '{ "format": 1, "plans": [{ "game": 7 }], "diagnostics": [] }', "does not follow the schema"],
    ["in another encoding", Buffer.from("\ufeff{}", "utf16le"), "not text in UTF-8"],
  ])("is refused: %s", async (_, content, words) => {
    const game = await savedScene();
    const file = join(game.folder, PLAN_FILE);
    if (content === "half") await truncate(file, Math.floor((await stat(file)).size / 2));
    else if (content !== undefined) await writeFile(file, content);
    game.forget();
    const run = await runCli(["apply", content === undefined ? "nowhere.json" : PLAN_FILE, "--yes"], {
      cwd: game.folder,
      env: game.env,
    });
    expect(run.exit).toBe(3);
    expect(flat(run)).toContain(words);
    expect(game.requests()).toEqual([]);
  });

  it("is not read when it is huge", async () => {
    const game = await scene();
    await writeFile(join(game.folder, PLAN_FILE), "{");
    await truncate(join(game.folder, PLAN_FILE), MAXIMUM_FILES + 1);
    const run = await game.apply();
    expect(run.exit).toBe(3);
    expect(flat(run)).toContain("256 MB, which is the limit");
  });

  it("is refused when planning met problems, because something may be missing from it", async () => {
    const game = await savedScene();
    await game.forge((document) => {
      document.diagnostics = [
        { code: "incomplete-read", severity: "error", summary: "s", detail: "d", help: [] } as never,
      ];
    });
    const run = await game.apply();
    expect(run.exit).toBe(3);
    expect(flat(run)).toContain("incomplete-read");
  });
});

describe("a plan for another target", () => {
  it.each([
    ["--game", "other"],
    ["--env", "production"],
    ["--base-url", "https://elsewhere.example"],
    ["--game-id", "h"],
  ])("is refused with %s %s, before anything is asked", async (...flags) => {
    const game = await savedScene();
    game.forget();
    const run = await game.apply(flags);
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("other-target");
    expect(game.requests()).toEqual([]);
  });

  it("goes ahead with flags that say the same, a slash more or less", async () => {
    const game = await savedScene();
    const url = `${game.service().url}/v1/`;
    expect((await game.apply(["--base-url", url, "--game-id", GAME_ID])).exit).toBe(0);
  });

  const project = (url: string, id: string): Readonly<Record<string, string>> => ({
    "laurel.yaml": `version: 1
service: { base_url: "${url}", token_env: LAUREL_MY_TOKEN }
games:
  dungeon: { manifests: manifests, prune: true, environments: { live: { game_id: "${id}" } } }
`,
  });

  it("is refused where the project says another game id or another address, and where it has no such game", async () => {
    const game = await scene();
    const url = game.service().url;
    const options = { cwd: game.folder, env: { LAUREL_MY_TOKEN: TOKEN } };
    await writeFiles(game.folder, project(url, GAME_ID));
    expect((await runCli(["plan", "--out", PLAN_FILE], options)).exit).toBe(0);
    game.forget();
    for (const [base, id] of [
      [url, "h"],
      ["https://elsewhere.example", GAME_ID],
    ] as const) {
      await writeFiles(game.folder, project(base, id));
      const run = await runCli(["apply", PLAN_FILE, "--yes"], options);
      expect(run.exit).toBe(4);
      expect(flat(run)).toContain("other-target");
    }
    await writeFiles(game.folder, {
      "laurel.yaml": project(url, GAME_ID)["laurel.yaml"]?.replace("dungeon:", "castle:") ?? "",
    });
    expect((await runCli(["apply", PLAN_FILE, "--yes"], options)).exit).toBe(4);
    expect(game.requests()).toEqual([]);
    await writeFiles(game.folder, project("${LAUREL_NOT_SET_HERE}", "${LAUREL_NOR_THIS}"));
    expect((await runCli(["apply", PLAN_FILE, "--yes"], options)).stderr).toContain("error[unverified-target]");
    expect(game.requests()).toEqual([]);
    const run = await runCli(["apply", PLAN_FILE, "--yes", "--base-url", url], options);
    expect(run.exit, flat(run)).toBe(0);
  });
});

describe("several games in one file", () => {
  const twoGames = (url: string): Readonly<Record<string, string>> => ({
    "laurel.yaml": `version: 1
service: { base_url: "${url}" }
games:
  one: { manifests: one, environments: { test: { game_id: g1 } } }
  two: { manifests: two, environments: { test: { game_id: g2 } } }
`,
    "one/a.yaml": "rewards:\n  - { custom_id: a, name: A }\n",
    "two/b.yaml": "rewards:\n  - { custom_id: b, name: B }\n",
  });

  it("are applied together, and one that is stale is left as it is", async () => {
    const game = await inGame();
    await writeFiles(game.folder, twoGames(game.service().url));
    const options = { cwd: game.folder, env: game.env };
    expect((await runCli(["plan", "--out", PLAN_FILE], options)).exit).toBe(0);
    await game.service().seed("g2", { rewards: [{ custom_id: "b", name: "Theirs" }] });
    game.forget();
    const refused = await runCli(["apply", PLAN_FILE, "--yes"], options);
    expect(refused.exit).toBe(4);
    expect(flat(refused)).toContain("reward/b was not there and has been made");
    expect(game.writes().map(({ path }) => path)).toEqual(["/v1/games/g1/rewards"]);
    expect(game.service().contents("g2").rewards).toMatchObject([{ name: "Theirs" }]);
    await runCli(["plan", "--out", PLAN_FILE], options);
    expect((await runCli(["apply", PLAN_FILE, "--yes", "--game", "one"], options)).exit).toBe(4);
    expect((await runCli(["apply", PLAN_FILE, "--yes"], options)).exit).toBe(0);
    expect(game.service().contents("g1").rewards).toHaveLength(1);
    expect(game.service().contents("g2").rewards).toMatchObject([{ name: "B" }]);
  });
});

describe("the embedded service", () => {
  it("is found through the project file, and needs one", async () => {
    const game = await inGame();
    const laurel = `version: 1
games:
  dungeon: { manifests: manifests, environments: { local: { embedded: true } } }
`;
    await writeFiles(game.folder, { "laurel.yaml": laurel, "manifests/game.yaml": MANIFESTS["game.yaml"] ?? "" });
    const options = { cwd: game.folder };
    expect((await runCli(["plan", "--out", PLAN_FILE], options)).exit).toBe(0);
    const run = await runCli(["apply", PLAN_FILE, "--yes"], options);
    expect(run.exit, flat(run)).toBe(0);
    const elsewhere = await scratchFolder();
    const away = await runCli(["apply", join(game.folder, PLAN_FILE), "--yes"], { cwd: elsewhere });
    expect(away.exit).toBe(3);
    expect(flat(away)).toContain("no-project");
  });
});
