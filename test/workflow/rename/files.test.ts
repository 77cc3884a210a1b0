/** What `laurel mv` reads and writes: all files or none, whole bytes, and games that share files. */
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const project = (games: string): string => `version: 1\ngames:\n${games}`;
const game = (name: string, folder: string): string =>
  `  ${name}: { manifests: ${folder}, environments: { local: { embedded: true } }, actions: { slay: { effort: 2 } } }\n`;
const EGG = "rewards:\n  - { custom_id: egg, name: Egg }\n";

async function folderWith(files: Readonly<Record<string, string>>) {
  const cwd = await scratchFolder();
  await writeFiles(cwd, files);
  return {
    cwd,
    mv: (...words: readonly string[]) => runCli(["mv", ...words], { cwd }),
    read: (file: string) => readFile(join(cwd, file), "utf8"),
  };
}

describe("the files of a rename", () => {
  it("keep byte order marks, line ends and links", async () => {
    const { cwd, mv, read } = await folderWith({
      "laurel.yaml": project(game("g", "game")),
      "shared/egg.yaml": "\uFEFFrewards:\r\n  - custom_id: egg\r\n    name: Egg\r\n",
      "game/crown.json":
        '{"rewards":[{"custom_id":"crown","name":"Crown"}],"achievements":[{"custom_id":"king","name":"King","rewards":["egg","crown"]}]}',
    });
    await symlink("../shared/egg.yaml", join(cwd, "game/egg.yaml"));
    const { exit, stderr } = await mv("reward/egg", "dragon-egg");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(await read("shared/egg.yaml")).toMatch(
      /^\uFEFFrewards:\r\n {2}- custom_id: dragon-egg\r\n {4}name: Egg\r\n/,
    );
    expect(await read("game/crown.json")).toContain('"rewards":["dragon-egg","crown"]');
  });

  it("get the entry in JSON, too", async () => {
    const { mv, read } = await folderWith({
      "laurel.yaml": project(game("g", "game")),
      "game/game.json": '{\n  "rewards": [\n    { "custom_id": "egg", "name": "Egg" }\n  ]\n}\n',
    });
    expect((await mv("reward/egg", "dragon-egg")).exit).toBe(0);
    expect(JSON.parse(await read("game/game.json"))).toEqual({
      rewards: [{ custom_id: "dragon-egg", name: "Egg" }],
      moved: [{ kind: "reward", from: "egg", to: "dragon-egg" }],
    });
  });

  it("all stay as they are if one cannot be written", async () => {
    const { cwd, mv, read } = await folderWith({
      "laurel.yaml": project(game("g", "game")),
      "game/a.yaml": EGG,
      "game/b.yaml": "achievements:\n  - { custom_id: king, name: King, rewards: [egg] }\n",
    });
    const outside = await scratchFolder();
    await mkdir(join(outside, "real"));
    await writeFile(join(outside, "real/c.yaml"), "actions: []\n");
    await symlink(join(outside, "real/c.yaml"), join(cwd, "game/c.yaml"));
    const { exit, stderr } = await mv("reward/egg", "dragon-egg");
    expect(exit).toBe(3);
    expect(stderr).toContain("outside-repository");
    expect(await read("game/a.yaml")).toBe(EGG);
  });
});

describe("several games", () => {
  it("of one folder are renamed together, with the settings of each", async () => {
    const { mv, read } = await folderWith({
      "laurel.yaml": project(game("one", "game") + game("two", "game")),
      "game/a.yaml": "actions:\n  - { custom_id: slay, name: Slay }\n",
    });
    for (const words of [
      ["action/slay", "hit"],
      ["action/hit", "slay-all", "--game", "one"],
    ]) {
      const { exit, stderr } = await mv(...words, "--format", "json");
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    }
    expect((await read("laurel.yaml")).match(/actions: \{ slay-all:/g)).toHaveLength(2);
  });

  it("that cannot be read do not matter when the game is named", async () => {
    const { mv } = await folderWith({
      "laurel.yaml": project(game("one", "one") + game("two", "two")),
      "one/a.yaml": "actions:\n  - { custom_id: slay, name: Slay }\n",
      "two/a.yaml": "actions: 1\n",
    });
    expect((await mv("action/slay", "hit")).exit).toBe(3);
    expect((await mv("action/slay", "hit", "--game", "one")).exit).toBe(0);
  });
});

it("prints JSON", async () => {
  const { mv } = await folderWith({ "laurel.yaml": project(game("g", "game")), "game/a.yaml": EGG });
  const { stdout, exit } = await mv("reward/egg", "dragon-egg", "--check", "--format", "json");
  expect(exit).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    format: 1,
    rename: { games: ["g"], from: "reward/egg", to: "reward/dragon-egg", written: false },
    diagnostics: [],
  });
  const { rename } = JSON.parse(stdout) as { rename: { files: { file: string; diff: string }[] } };
  expect(rename.files.map(({ file }) => file)).toEqual(["game/a.yaml"]);
  expect(rename.files[0]?.diff).toContain("+  - { custom_id: dragon-egg, name: Egg }\n");
  const refused = await mv("reward/eg", "x", "--format", "json");
  expect(refused.exit).toBe(64);
  expect(JSON.parse(refused.stdout)).toMatchObject({ diagnostics: [{ code: "unknown-target" }] });
});
