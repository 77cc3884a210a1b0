/** `laurel init --from-live`: the project of a game that is there already. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import {
  GAME_ID,
  inGame,
  runCli,
  scratchFolder,
  type TestGame,
  TOKEN,
  testService,
  writeFiles,
} from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

const LIVE = {
  actions: [{ custom_id: "slay", name: "Slay", custom_data: { icon: "x.png" } }],
  criteria: [{ custom_id: "slay-10", name: "Slay ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [{ custom_id: "slayer", name: "Slayer", criteria: ["slay-10"] }],
  rewards: [{ custom_id: "egg", name: "Egg: # a 'text'" }],
  achievements: [
    { custom_id: "slayer", name: "Slayer", is_secret: true, custom_criteria_group_id: "slayer", rewards: ["egg"] },
  ],
};
const targetOf = (game: TestGame) => ["--base-url", game.service().url, "--game-id", GAME_ID];
const ENV = { LAUREL_API_TOKEN: TOKEN };

describe("laurel init --from-live", () => {
  it.each(["extended", "documented"] as const)("plans empty against a service of the profile %s", async (profile) => {
    const game = await inGame({ live: LIVE, service: { profile } });
    const cwd = await scratchFolder();
    const run = await runCli(["init", "my game", "--from-live", ...targetOf(game)], { cwd, env: ENV });
    expect(run.exit, run.stderr).toBe(0);
    expect(game.writes()).toEqual([]);
    const folder = join(cwd, "my game");
    const files = await filesBelow(folder);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(catalog.map(({ plural }) => `games/my-game/${plural}.yaml`)),
    );
    for (const file of Object.values(files)) expect(file).not.toContain(TOKEN);
    expect(files["games/my-game/actions.yaml"]).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/schemas\/manifest\.schema\.json\n/,
    );
    const next = run.stdout.slice(run.stdout.indexOf("Next:"));
    expect(next).toMatch(
      /^Next:\n {2}cd 'my game'\n {2}laurel plan --env production +# finds nothing to do\n {2}laurel lint .*\n {2}laurel plan .*\n {2}laurel apply .*\n$/,
    );
    expect(run.stderr).not.toContain("the live game is empty");

    const plan = await runCli(["plan", "--env", "production", "--prune", "--detailed-exitcode"], {
      cwd: folder,
      env: ENV,
    });
    expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
    expect(plan.stdout).toContain("No changes.");
    const local = await runCli(["apply", "--yes"], { cwd: folder });
    expect(local.exit, local.stderr).toBe(0);
  });

  it("warns of an empty game, which may be another than was meant", async () => {
    const game = await inGame();
    const run = await runCli(["init", "--from-live", ...targetOf(game)], { cwd: await scratchFolder(), env: ENV });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).toBe("warning: the live game is empty; check --game-id\n");
  });

  it("asks in a terminal for what no flag says", async () => {
    const game = await inGame({ live: LIVE });
    const cwd = await scratchFolder();
    const [enter, down] = ["\r", "\u001b[B"];
    const keys = [`dungeon${enter}`, down + down + enter, game.service().url + enter, GAME_ID + enter, enter];
    const run = await runCli(["init"], { cwd, env: ENV, keys });
    expect(run.exit, run.stderr).toBe(0);
    expect(await readFile(join(cwd, "games/dungeon/achievements.yaml"), "utf8")).toContain("custom_id: slayer");
  });

  it("writes nothing without a token, with a wrong one, and without a service", async () => {
    const service = await testService();
    const cwd = await scratchFolder();
    const init = (url: string, env: Record<string, string>) =>
      runCli(["init", "--from-live", "--base-url", url, "--game-id", GAME_ID], { cwd, env });
    expect((await init(service.url, {})).exit).toBe(3);
    expect((await init(service.url, { LAUREL_API_TOKEN: "wrong" })).exit).toBe(1);
    await service.close();
    expect((await init(service.url, ENV)).exit).toBe(1);
    expect(await readdir(cwd)).toEqual([]);
  });

  it("asks no service when something is in the way", async () => {
    const game = await inGame({ live: LIVE });
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "games/g/rewards.yaml": "mine" });
    const run = await runCli(["init", "--from-live", ...targetOf(game), "--game", "g"], { cwd, env: ENV });
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("games/g/rewards.yaml");
    expect(game.requests()).toEqual([]);
  });

  it("shows names from the service without what a terminal would obey", async () => {
    const game = await inGame({
      live: {
        rewards: [
          { custom_id: "a", name: "red \u001b[31m" },
          { custom_id: "b", name: "RED \u001b[31m" },
        ],
      },
    });
    const cwd = await scratchFolder();
    const run = await runCli(["init", "--from-live", ...targetOf(game)], { cwd, env: ENV });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr + run.stdout).not.toContain("\u001b");
  });
});
