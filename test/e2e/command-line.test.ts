/** A reader of the output takes as much of it as it likes. */
import { describe, expect, it } from "vitest";
import { runShell } from "../support/child.ts";
import { inGame } from "../support/cli.ts";
import { manyRewards } from "./small-game.ts";

/** More than a pipe holds. */
const COUNT = 2000;

describe("a reader of the output", () => {
  it.each(["plan", "plan --format json --verbose"])(
    "that stops reading %s early is no failure",
    async (command) => {
      const { folder, env } = await inGame({ manifests: manyRewards(COUNT) });
      const run = await runShell(`$LAUREL ${command} | head -1`, { cwd: folder, env });
      expect(run.exit, run.stderr).toBe(0);
      expect(run.stdout.trimEnd().split("\n")).toHaveLength(1);
      expect(run.stderr).not.toContain("EPIPE");
    },
  );

  it("gets all of a long output through a pipe", async () => {
    const { folder, env } = await inGame({ manifests: manyRewards(COUNT) });
    const run = await runShell("$LAUREL plan --format json | cat", { cwd: folder, env });
    expect(run.exit, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout).plans[0].steps).toHaveLength(COUNT);
  });
});
