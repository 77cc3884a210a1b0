/** The data of the embedded service: one file for each game in each environment, on every disk. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

describe("the data of embedded environments", () => {
  it("never share a file, whatever the names and whether or not the disk tells case apart", async () => {
    const pairs = [
      ["a.b", "c"],
      ["a", "b.c"],
      ["X", "c"],
      ["x", "c"],
      ["x", "C"],
      ["con", "nul"],
      ["dots.", "c"],
      ["dots", "c"],
    ] as const;
    const games = [...new Set(pairs.map(([game]) => game))].map((game) => {
      const environments = pairs
        .filter(([name]) => name === game)
        .map(([, env]) => `      ${env}: { embedded: true }\n`);
      return `  ${game}:\n    manifests: game\n    environments:\n${environments.join("")}`;
    });
    const cwd = await scratchFolder();
    const manifest = "rewards:\n  - { custom_id: egg, name: Egg }\n";
    await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n${games.join("")}`, "game/a.yaml": manifest });
    for (const [game, env] of pairs) {
      const run = await runCli(["apply", "--yes", "--game", game, "--env", env, "--format", "json"], { cwd });
      expect(run.exit, run.stderr).toBe(0);
      // Nothing was there before: no other game or environment has left its resources in the file.
      expect(JSON.parse(run.stdout).results[0].totals.done).toBeGreaterThan(0);
    }
    const files = (await readdir(join(cwd, ".laurel"))).filter((name) => name.endsWith(".json"));
    expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(pairs.length);
    expect(files).toContain("a.b@c.json");
    // Names of devices are taken on Windows, with whatever ending.
    for (const name of files) expect(name.split(".")[0]).not.toMatch(/^(con|nul|aux|prn)$/i);
  });
});
