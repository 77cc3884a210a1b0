/** `laurel init --from-live`: a live game as manifests whose plan is empty. */
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
const ENV = { LAUREL_API_TOKEN: TOKEN };

const project = (url: string, more = ""): string => `version: 1
service: { base_url: "${url}", retries: 0 }
games:
  dungeon: { manifests: games/dungeon, environments: { production: { game_id: ${GAME_ID} } } }
${more}`;

async function folderFor(game: TestGame, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": project(game.service().url), ...files });
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
    const files = await filesBelow(cwd);
    expect(Object.keys(files)).toEqual(
      ["laurel.yaml", ...catalog.map(({ plural }) => `games/dungeon/${plural}.yaml`)].sort(),
    );
    for (const file of Object.values(files)) expect(file).not.toContain(TOKEN);
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
    const game = await inGame({ live: LIVE });
    const other = "  forest: { manifests: games/forest, environments: { production: { game_id: other } } }\n";
    const cwd = await folderFor(game, { "laurel.yaml": project(game.service().url, other) });
    const several = await fromLive(cwd);
    expect([several.exit, several.stderr]).toEqual([64, expect.stringContaining("Name the game with --game")]);
    expect((await fromLive(cwd, "--game", "dungeon", "--env", "staging")).exit).toBe(64);
    expect((await fromLive(cwd, "--game", "dungeon", "--env", "production")).exit).toBe(0);
    expect(await readdir(join(cwd, "games"))).toEqual(["dungeon"]);
  });

  it.each([
    ["a manifest", "games/dungeon/rewards.yaml", "rewards: []\n"],
    ["a manifest of another name", "games/dungeon/deeper/mine.yaml", "rewards: []\n"],
    ["overrides", "games/dungeon/overrides/production.yaml", "rewards: []\n"],
  ])("reads no service and writes nothing where the game has %s", async (_, path, text) => {
    const game = await inGame({ live: LIVE });
    const cwd = await folderFor(game, { [path]: text });
    const before = await filesBelow(cwd);
    const run = await fromLive(cwd);
    expect(run.exit, run.stderr).toBe(4);
    expect(run.stderr).toContain(path);
    expect(await filesBelow(cwd)).toEqual(before);
    expect(game.requests()).toEqual([]);
  });

  it("writes nothing without a token, with a wrong one, and without a service", async () => {
    const service = await testService();
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": project(service.url) });
    const init = (env: Record<string, string>) => runCli(["init", "--from-live"], { cwd, env });
    expect((await init({})).exit).toBe(3);
    expect((await init({ LAUREL_API_TOKEN: "wrong" })).exit).toBe(1);
    await service.close();
    expect((await init(ENV)).exit).toBe(1);
    expect(await readdir(cwd)).toEqual(["laurel.yaml"]);
  });

  it("writes nothing where manifests cannot express what is live, and names it", async () => {
    const game = await inGame({ live: { rewards: [{ custom_id: "egg", name: "x".repeat(300) }] } });
    const cwd = await folderFor(game);
    const run = await fromLive(cwd);
    expect(run.exit, run.stderr).toBe(4);
    expect(run.stderr).toContain("error[not-expressible]");
    expect(await readdir(cwd)).toEqual(["laurel.yaml"]);
  });

  it("warns of an empty game, which may be another than was meant", async () => {
    const run = await fromLive(await folderFor(await inGame()));
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr).toBe("warning: the live game is empty; check game_id in the project file\n");
  });

  it("shows names from the service without what a terminal would obey", async () => {
    const names = ["red \u001b[31m", "RED \u001b[31m"];
    const game = await inGame({ live: { rewards: names.map((name, index) => ({ custom_id: `r${index}`, name })) } });
    const cwd = await folderFor(game);
    const run = await fromLive(cwd);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stderr + run.stdout).not.toContain("\u001b");
    expect(await readFile(join(cwd, "games/dungeon/rewards.yaml"), "utf8")).toContain("\\u001b[31m");
  });

  it.each([
    [["--ci", "github"], "mutually exclusive"],
    [["--empty"], "Unknown argument: empty"],
  ])("refuses %j beside it", async (flags, words) => {
    const run = await fromLive(await scratchFolder(), ...flags);
    expect([run.exit, run.stderr]).toEqual([64, expect.stringContaining(words)]);
  });
});
