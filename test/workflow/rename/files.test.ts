/**
 * What `laurel mv` reads and writes: files as they were, and games that share them. The rest:
 * `test/cases/mv`.
 */
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";

const game = (name: string, folder: string): string =>
  `  ${name}: { manifests: ${folder}, environments: { local: { embedded: true } }, actions: { slay: { effort: 2 } } }\n`;
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

it("files keep byte order marks and line ends", async () => {
  const { mv, read } = await folderWith(game("g", "game"), {
    "game/egg.yaml": "\uFEFFrewards:\r\n  - custom_id: egg\r\n    name: Egg\r\n",
    "game/king.json": '{"achievements":[{"custom_id":"king","name":"King","rewards":["egg"]}]}',
  });
  expect(await mv("reward/egg dragon-egg")).toMatchObject({ exit: 0, stderr: "" });
  expect(await read("game/egg.yaml")).toMatch(
    /^\uFEFFrewards:\r\n {2}- custom_id: dragon-egg\r\n {4}name: Egg\r\n/,
  );
  expect(await read("game/king.json")).toContain('"rewards":["dragon-egg"]');
});

it("no file is changed through a link", async () => {
  const egg = "rewards:\n  - { custom_id: egg, name: Egg }\n";
  const { cwd, mv, read } = await folderWith(game("g", "game"), {
    "shared/egg.yaml": egg,
    "game/a.yaml": SLAY,
  });
  await symlink("../shared/egg.yaml", join(cwd, "game/egg.yaml"));
  expect(await mv("action/slay hit")).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining("is a link;"),
  });
  expect(await Promise.all([read("game/a.yaml"), read("shared/egg.yaml")])).toEqual([SLAY, egg]);
});

it("games of one folder are renamed together, with the settings of each", async () => {
  const json = JSON.stringify({ actions: [{ custom_id: "slay", name: "Slay" }] });
  const { mv, read } = await folderWith(game("one", "game") + game("two", "game"), {
    "game/a.json": json,
  });
  for (const line of ["action/slay hit", "action/hit slay-all --game one"]) {
    const { exit, stdout, stderr } = await mv(`${line} --format json`);
    expect([exit, stderr, schemaProblems(SCHEMAS.mv, stdout)]).toEqual([0, "", []]);
    expect(JSON.parse(stdout).rename).toMatchObject({ games: ["one", "two"], written: true });
  }
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
