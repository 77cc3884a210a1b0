/** `laurel init --from-live`: a live game as manifests whose plan is empty. */
import { readdir } from "node:fs/promises";
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
  writeFiles,
} from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

const LIVE = {
  actions: [{ custom_id: "slay", name: "Slay", custom_data: { icon: "x.png" } }],
  criteria: [{ custom_id: "slay-10", name: "Slay ten", custom_action_id: "slay", rule: "gte:10" }],
  criteria_groups: [{ custom_id: "slayer", name: "Slayer", criteria: ["slay-10"] }],
  rewards: [{ custom_id: "egg", name: "Egg: # a 'text'" }],
  achievements: [
    {
      custom_id: "slayer",
      name: "Slayer",
      is_secret: true,
      custom_criteria_group_id: "slayer",
      rewards: ["egg"],
    },
  ],
};
const ENV = { LAUREL_API_TOKEN: TOKEN };

/** A folder with a project whose game is the live one. `more`: lines of other games. */
async function folderFor(game: TestGame, more = ""): Promise<string> {
  const cwd = await scratchFolder();
  const project = `version: 1
service: { base_url: "${game.service().url}", retries: 0 }
games:
  dungeon: { manifests: games/dungeon, environments: { production: { game_id: ${GAME_ID} } } }
${more}`;
  await writeFiles(cwd, { "laurel.yaml": project });
  return cwd;
}

const fromLive = (cwd: string, ...flags: readonly string[]) =>
  runCli(["init", "--from-live", ...flags], { cwd, env: ENV });

describe("laurel init --from-live", () => {
  it("writes manifests that validate, and whose plan is empty", async () => {
    const game = await inGame({ live: LIVE });
    const cwd = await folderFor(game);
    const run = await fromLive(cwd);
    expect(run.exit, run.stderr).toBe(0);
    expect(game.writes()).toEqual([]);
    const manifests = catalog.map(({ plural }) => `games/dungeon/${plural}.yaml`);
    expect(Object.keys(await filesBelow(cwd))).toEqual(["laurel.yaml", ...manifests].sort());
    expect(run.stdout).toMatch(/^Wrote the live game "dungeon" \(production\) as manifests\n/);
    expect(run.stdout).toMatch(/\+ games\/dungeon\/\* +manifests\n/);
    expect(run.stdout).toMatch(
      /\nNext:\n {2}laurel plan --env production +# finds nothing to do\n {2}laurel lint .*\n$/,
    );
    expect((await runCli(["validate"], { cwd })).exit).toBe(0);
    const plan = await runCli(["plan", "--prune", "--detailed-exitcode"], { cwd, env: ENV });
    expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
  });

  it("prints the eight lines to create where there is no project file", async () => {
    const cwd = await scratchFolder();
    const run = await fromLive(cwd);
    expect(run.exit).toBe(64);
    const lines = run.stderr.split("\n").map((line) => line.replace(/^ {2}/, ""));
    const from = lines.indexOf("version: 1");
    const text = lines.slice(from, from + 8).join("\n");
    await writeFiles(cwd, { "laurel.yaml": `${text}\n`, "games/my-game/a.yaml": "rewards: []\n" });
    expect((await runCli(["validate"], { cwd })).exit, run.stderr).toBe(0);
  });

  it("chooses the game and the environment as every command does", async () => {
    const other =
      "  forest: { manifests: games/forest, environments: { production: { game_id: other } } }\n";
    const cwd = await folderFor(await inGame({ live: LIVE }), other);
    const several = await fromLive(cwd);
    expect([several.exit, several.stderr]).toEqual([
      64,
      expect.stringContaining("Name the game with --game"),
    ]);
    expect((await fromLive(cwd, "--game", "dungeon", "--env", "staging")).exit).toBe(64);
    expect((await fromLive(cwd, "--game", "dungeon", "--env", "production")).exit).toBe(0);
    expect(await readdir(join(cwd, "games"))).toEqual(["dungeon"]);
  });

  it.each([
    ["a manifest of any name", "games/dungeon/deeper/mine.yaml"],
    ["overrides", "games/dungeon/overrides/production.yaml"],
  ])("reads no service and writes nothing where the game has %s", async (_, path) => {
    const game = await inGame({ live: LIVE });
    const cwd = await folderFor(game);
    await writeFiles(cwd, { [path]: "rewards: []\n" });
    const before = await filesBelow(cwd);
    const run = await fromLive(cwd);
    expect([run.exit, run.stderr]).toEqual([4, expect.stringContaining(path)]);
    expect(await filesBelow(cwd)).toEqual(before);
    expect(game.requests()).toEqual([]);
  });

  it("writes nothing without a token, with a wrong one, and without a service", async () => {
    const game = await inGame({ live: LIVE });
    const cwd = await folderFor(game);
    const init = (env: Record<string, string>) => runCli(["init", "--from-live"], { cwd, env });
    expect((await init({})).exit).toBe(3);
    expect((await init({ LAUREL_API_TOKEN: "wrong" })).exit).toBe(1);
    await game.service().close();
    expect((await init(ENV)).exit).toBe(1);
    expect(await readdir(cwd)).toEqual(["laurel.yaml"]);
  });

  it("warns of an empty game, which may be another than was meant", async () => {
    const run = await fromLive(await folderFor(await inGame()));
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).toBe("warning: the live game is empty; check game_id in the project file\n");
  });
});
