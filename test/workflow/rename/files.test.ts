/** What `laurel mv` reads and writes: all files or none, and games that share files. The rest: `test/cases/mv`. */
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const game = (name: string, folder: string): string =>
  `  ${name}: { manifests: ${folder}, environments: { local: { embedded: true } }, actions: { slay: { effort: 2 } } }\n`;
const EGG = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const SLAY = "actions:\n  - { custom_id: slay, name: Slay }\n";

async function folderWith(games: string, files: Readonly<Record<string, string>>) {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games}`, ...files });
  return {
    cwd,
    mv: (line: string) => runCli(["mv", ...line.split(" ")], { cwd }),
    read: (file: string) => readFile(join(cwd, file), "utf8"),
  };
}

it("files keep byte order marks, line ends and links", async () => {
  const { cwd, mv, read } = await folderWith(game("g", "game"), {
    "shared/egg.yaml": "\uFEFFrewards:\r\n  - custom_id: egg\r\n    name: Egg\r\n",
    "game/king.json": '{"achievements":[{"custom_id":"king","name":"King","rewards":["egg"]}]}',
  });
  await symlink("../shared/egg.yaml", join(cwd, "game/egg.yaml"));
  expect(await mv("reward/egg dragon-egg")).toMatchObject({ exit: 0, stderr: "" });
  expect(await read("shared/egg.yaml")).toMatch(/^\uFEFFrewards:\r\n {2}- custom_id: dragon-egg\r\n {4}name: Egg\r\n/);
  expect(await read("game/king.json")).toContain('"rewards":["dragon-egg"]');
});

it("all files stay as they are if one leads outside of the repository", async () => {
  const { cwd, mv, read } = await folderWith(game("g", "game"), { "game/a.yaml": EGG });
  const outside = await scratchFolder();
  await writeFiles(outside, { "c.yaml": "actions: []\n" });
  await symlink(join(outside, "c.yaml"), join(cwd, "game/c.yaml"));
  const { exit, stderr } = await mv("reward/egg dragon-egg");
  expect([exit, stderr]).toEqual([3, expect.stringContaining("outside-repository")]);
  expect(await read("game/a.yaml")).toBe(EGG);
});

it("games of one folder are renamed together, with the settings of each", async () => {
  const json = JSON.stringify({ actions: [{ custom_id: "slay", name: "Slay" }] });
  const { mv, read } = await folderWith(game("one", "game") + game("two", "game"), { "game/a.json": json });
  for (const line of ["action/slay hit", "action/hit slay-all --game one"])
    expect(await mv(`${line} --format json`)).toMatchObject({ exit: 0, stderr: "" });
  expect((await read("laurel.yaml")).match(/actions: \{ slay-all:/g)).toHaveLength(2);
  expect(JSON.parse(await read("game/a.json"))).toEqual({
    actions: [{ custom_id: "slay-all", name: "Slay" }],
    moved: [
      { kind: "action", from: "slay", to: "hit" },
      { kind: "action", from: "hit", to: "slay-all" },
    ],
  });
});

it("a game that cannot be read does not matter when another one is named", async () => {
  const games = game("one", "one") + game("two", "two");
  const { mv } = await folderWith(games, { "one/a.yaml": SLAY, "two/a.yaml": "actions: 1\n" });
  expect((await mv("action/slay hit")).exit).toBe(3);
  expect((await mv("action/slay hit --game one")).exit).toBe(0);
});

it("prints JSON", async () => {
  const { mv } = await folderWith(game("g", "game"), { "game/a.yaml": EGG });
  const { stdout, exit } = await mv("reward/egg dragon-egg --check --format json");
  expect(exit).toBe(2);
  const diff = expect.stringContaining("+  - { custom_id: dragon-egg, name: Egg }\n");
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ format: 1, diagnostics: [] },
    rename: {
      ...{ games: ["g"], from: "reward/egg", to: "reward/dragon-egg", written: false },
      files: [{ file: "game/a.yaml", diff }],
    },
  });
  const refused = await mv("reward/eg x --format json");
  expect(refused.exit).toBe(64);
  expect(JSON.parse(refused.stdout)).toMatchObject({ diagnostics: [{ code: "unknown-target" }] });
});
