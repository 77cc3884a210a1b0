/** The data of the embedded service: one file for each game in each environment, on every disk. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

/** Games and environments. Those of one environment are applied at once. */
const PAIRS = [
  ["a.b", "c"],
  ["a", "b.c"],
  ["X", "c"],
  ["x", "c"],
  ["x", "C"],
  ["con", "nul"],
  ["dots.", "c"],
  ["dots", "c"],
] as const;

it("games and environments never share a file, whatever the names and whether or not the disk tells case apart", async () => {
  const games = [...new Set(PAIRS.map(([game]) => game))].map((game) => {
    const environments = PAIRS.filter(([name]) => name === game).map(
      ([, env]) => `${env}: { embedded: true }`,
    );
    return `  ${game}: { manifests: game, environments: { ${environments.join(", ")} } }\n`;
  });
  const cwd = await scratchFolder();
  const manifest = "rewards:\n  - { custom_id: egg, name: Egg }\n";
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\ngames:\n${games.join("")}`,
    "game/a.yaml": manifest,
  });
  for (const env of new Set(PAIRS.map(([, name]) => name))) {
    const chosen = PAIRS.filter(([, name]) => name === env).flatMap(([game]) => ["--game", game]);
    const run = await runCli(["apply", "--yes", ...chosen, "--env", env, "--format", "json"], {
      cwd,
    });
    expect(run.exit, run.stderr).toBe(0);
    // Nothing was there before: no other game or environment has left its resources in the file.
    for (const { totals } of JSON.parse(run.stdout).results) expect(totals.done).toBe(1);
    const again = await runCli(["plan", "--detailed-exitcode", ...chosen, "--env", env], { cwd });
    expect(again.exit, again.stdout).toBe(0);
  }
  const files = (await readdir(join(cwd, ".laurel"))).filter((name) => name.endsWith(".json"));
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(PAIRS.length);
  expect(files).toContain("a.b@c.json");
  // Names of devices are taken on Windows, with whatever ending.
  for (const name of files) expect(name.split(".")[0]).not.toMatch(/^(con|nul|aux|prn)$/i);
});
