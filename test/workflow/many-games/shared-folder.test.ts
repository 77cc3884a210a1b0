/**
 * Games with the same folder of manifests share what was read, and what is costly to make of it.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { load } from "../../../src/library.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const GAME = "actions:\n  - { custom_id: act, name: Act }\n";
const LOCAL = "environments: { local: { embedded: true }, other: { embedded: true } }";

/** Loads a project with these games. Each is a line of the project file without its name. */
async function loadProject(games: readonly string[], files: Readonly<Record<string, string>>) {
  const cwd = await scratchFolder();
  const lines = games.map((game, index) => `  g${index}: { ${game}, ${LOCAL} }\n`);
  await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${lines.join("")}`, ...files });
  return load({ project: join(cwd, "laurel.yaml"), env: "local" });
}

it("one desired game and one design are made for games with one folder and the same settings", async () => {
  const { games } = await loadProject(["manifests: game", "manifests: ./game/"], {
    "game/a.yaml": GAME,
  });
  const [one, two] = games;
  expect(two?.desired).toBe(one?.desired);
  expect(two?.design).toBe(one?.design);
  expect(two?.sources.manifests[0]).toBe(one?.sources.manifests[0]);
});

it("settings of actions are those of each game", async () => {
  const own = "manifests: game, actions: { act: { effort: 7 } }";
  const { games } = await loadProject(["manifests: game", own], { "game/a.yaml": GAME });
  const [one, two] = games;
  expect(two?.desired).toBe(one?.desired);
  expect(one?.design.actionSettings.get("act")?.effort).toBeUndefined();
  expect(two?.design.actionSettings.get("act")?.effort).toBe(7);
});

it("folders in folders share the parsed files", async () => {
  const files = { "all/in/a.yaml": GAME, "all/b.yaml": "rewards: []\n" };
  const { games } = await loadProject(["manifests: all", "manifests: all/in"], files);
  const [one, two] = games;
  expect(one?.sources.manifests.map(({ source }) => source.name)).toEqual([
    "all/b.yaml",
    "all/in/a.yaml",
  ]);
  expect(two?.sources.manifests[0]).toBe(one?.sources.manifests[1]);
  expect(two?.size).toBe(1);
});

it("a folder that has overrides is checked for each environment", async () => {
  const cwd = await scratchFolder();
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\ngames:\n  a: { manifests: game, ${LOCAL}, default_environment: local }\n  b: { manifests: game, ${LOCAL}, default_environment: other }\n`,
    "game/a.yaml": GAME,
    "game/overrides/other.yaml": "actions:\n  - { custom_id: act, name: Other }\n",
  });
  const project = join(cwd, "laurel.yaml");
  const namesIn = async (env: string) => {
    const { games } = await load({ project, env });
    return games.map(({ desired }) => desired.resources.get("action/act")?.body.name);
  };
  expect(await namesIn("local")).toEqual(["Act", "Act"]);
  expect(await namesIn("other")).toEqual(["Other", "Other"]);
});

it("a mistake in a shared folder is reported once, with the games", async () => {
  const cwd = await scratchFolder();
  const game = `{ manifests: game, ${LOCAL} }`;
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\ngames:\n  a: ${game}\n  b: ${game}\n`,
    "game/a.yaml": "actions:\n  - { custom_id: act, nam: Act }\n",
  });
  const { exit, stdout, stderr } = await runCli(["validate"], { cwd });
  expect(exit).toBe(3);
  expect((stdout + stderr).match(/error\[/g)).toHaveLength(1);
});
