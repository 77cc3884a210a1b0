/** What reads a game and writes files is broken off while it reads: no file is begun, and the next run makes them. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BLOWS, breakOff } from "./blows.ts";
import { filesIn } from "./file-moments.ts";
import { sample, upTo } from "./sample.ts";
import { REMOVING } from "./scene.ts";
import { openStage, type Stage } from "./stage.ts";

const COMMANDS: Readonly<Record<string, (stage: Stage) => readonly string[]>> = {
  "plan --out": ({ scene }) => ["plan", "--out", "new.json", ...scene.flags],
  "init --from-live": () => ["init", "--from-live"],
};

/** None of them has writes. */
const SIGNALS = BLOWS.filter((blow) => blow !== "killed-after" && blow !== "twice");

/** `init --from-live` writes into an empty folder only. */
async function openReading(name: string): Promise<Stage> {
  const stage = await openStage(REMOVING);
  if (name.startsWith("init")) await rm(join(stage.game.folder, "manifests"), { recursive: true });
  return stage;
}

describe.each(Object.entries(COMMANDS))("%s", (name, words) => {
  it.each(SIGNALS)("is broken off by %s, and begins no file", { timeout: 600_000 }, async (blow) => {
    const stage = await openReading(name);
    const { folder } = stage.game;
    let count = 0;
    stage.guard((number, _isWrite, carryOut) => {
      count = number;
      return carryOut();
    });
    const probe = await openReading(name);
    const before = await filesIn(probe.game.folder);
    expect(await stage.run(words(stage))).toMatchObject({ exit: 0 });
    const made = await filesIn(folder);
    const argv = words(probe);
    probe.game.forget();
    for (const at of sample(upTo(count), 9, SIGNALS.indexOf(blow) * 3)) {
      const end = await breakOff(probe, argv, blow, at);
      const wanted = { "killed-before": null, SIGINT: 130, SIGTERM: 143 }[blow as "SIGINT"];
      expect(end.exit, `at request ${at}: ${end.stdout}${end.stderr}`).toBe(wanted);
      if (blow !== "killed-before") expect(end.stderr).toContain("error[interrupted]");
      expect(await filesIn(probe.game.folder)).toEqual(before);
    }
    expect(await probe.run(argv)).toMatchObject({ exit: 0 });
    expect([...(await filesIn(probe.game.folder)).keys()].sort()).toEqual([...made.keys()].sort());
    expect(probe.game.writes()).toEqual([]);
  });
});
