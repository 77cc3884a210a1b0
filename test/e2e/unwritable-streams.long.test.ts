/**
 * Streams that cannot be written, as on a full disk: nothing stops in the middle, and a lost result
 * is a failure.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runShell } from "../support/child.ts";
import { GAME_ID, inGame } from "../support/cli.ts";
import { manyRewards } from "./small-game.ts";

const COUNT = 20;

describe.runIf(process.platform === "linux")("a full disk", () => {
  it.each(["text", "json", "markdown"])(
    "behind stdout lets an apply in the form %s end, writes its files, and is told at the end",
    async (format) => {
      const game = await inGame({ manifests: manyRewards(COUNT) });
      const line = `$LAUREL apply --yes --format ${format} --out result.json > /dev/full`;
      const run = await runShell(line, { cwd: game.folder, env: game.env });
      expect(run.stderr).toContain("laurel: stdout cannot be written (ENOSPC)");
      expect(run.stderr).not.toContain("bug");
      expect(run.exit).toBe(1);
      expect(game.service().contents(GAME_ID).rewards).toHaveLength(COUNT);
      const written = JSON.parse(await readFile(join(game.folder, "result.json"), "utf8"));
      expect(written.results[0]).toMatchObject({ outcome: "done", totals: { done: COUNT } });
    },
  );

  it("behind stderr stops nothing", async () => {
    const game = await inGame({ manifests: manyRewards(COUNT) });
    const line = `$LAUREL apply --yes --verbose 2> /dev/full`;
    const run = await runShell(line, { cwd: game.folder, env: game.env });
    expect(run.exit).toBe(0);
    expect(run.stdout).toContain("Converged: a new plan has no changes.");
    expect(game.service().contents(GAME_ID).rewards).toHaveLength(COUNT);
  });
});
