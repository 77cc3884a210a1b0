/** What a killed run leaves beside a file goes with the next run that writes the file. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const PROJECT = `version: 1
games:
  cave: { manifests: game, environments: { local: { embedded: true } } }
`;

it.each([
  ["a result", ["plan", "--out", "result.json"], ".result.json.laurel-tmp"],
  ["the data of the embedded service", ["apply", "--yes"], ".laurel/cave@local.json.tmp"],
])("beside %s", async (_, argv, left) => {
  const cwd = await scratchFolder();
  const game = "rewards:\n  - { custom_id: a, name: A }\n";
  await writeFiles(cwd, { "laurel.yaml": PROJECT, "game/a.yaml": game, ".laurel/notes.md": "", [left]: "half of a" });
  expect(await runCli(argv, { cwd })).toMatchObject({ exit: 0 });
  const names = await readdir(join(cwd, left, ".."));
  expect(names.filter((name) => name.endsWith("tmp"))).toEqual([]);
});
