/** Who may work on a data file: real processes, and locks that others left behind. */
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type RunningService, startService } from "../../src/emulator/server.ts";
import { type RunningLaurel, startLaurel } from "../support/child.ts";
import { scratchFolder, testService } from "../support/cli.ts";

async function place() {
  const cwd = await scratchFolder();
  return { cwd, dataFile: join(cwd, "game.json"), lock: join(cwd, "game.json.lock") };
}
type Place = Awaited<ReturnType<typeof place>>;

/** A process that serves the file, once it listens. */
async function serving({ cwd }: Place): Promise<RunningLaurel> {
  const child = startLaurel(["serve", "--data", "game.json"], { cwd });
  await child.printed(/Ctrl-C stops it/);
  return child;
}

/** A lock as a holder that is not this process left it. */
async function leave({ lock }: Place, holder: string): Promise<void> {
  await mkdir(lock);
  await writeFile(join(lock, holder), "");
}

describe("the lock of a data file", () => {
  it("refuses a second serve at once, naming the first, and changes nothing", async () => {
    const at = await place();
    const first = await serving(at);
    const [holder = ""] = await readdir(at.lock);
    const second = await startLaurel(["serve", "--data", "game.json"], { cwd: at.cwd }).ended;
    expect(second).toMatchObject({ exit: 1, stdout: "" });
    expect(second.stderr).toContain("error[data-in-use]");
    expect(second.stderr).toContain(`is in use by process ${holder.split(".")[0]}.`);
    first.signal("SIGTERM");
    expect((await first.ended).exit).toBe(0);
    expect(await readdir(at.cwd)).toEqual([]);
  });

  it("is free at once when its holder was killed", async () => {
    const at = await place();
    const killed = await serving(at);
    killed.signal("SIGKILL");
    await killed.ended;
    expect(await readdir(at.lock)).toHaveLength(1);
    const next = await testService({ dataFile: at.dataFile });
    await next.close();
    expect(await readdir(at.cwd)).toEqual([]);
  });

  it("goes to exactly one of many that find it free, or left by a dead process", async () => {
    for (let round = 0; round < 20; round += 1) {
      const at = await place();
      if (round % 2 === 1) await leave(at, `${2 ** 30}.1`);
      const started = await Promise.allSettled(Array.from({ length: 12 }, () => startService(at)));
      const running = started.flatMap((each): RunningService[] => (each.status === "fulfilled" ? [each.value] : []));
      const refused = started.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      expect(running).toHaveLength(1);
      expect(new Set(refused)).toEqual(new Set(["data-in-use"]));
      expect(await readdir(at.lock)).toHaveLength(1);
      await running[0]?.close();
      expect(await readdir(at.cwd)).toEqual([]);
    }
  });

  const onLinux = it.runIf(process.platform === "linux");
  onLinux("is not held by a later process that got the number of a dead one", async () => {
    const at = await place();
    await leave(at, `${process.pid}.1`);
    const { port } = await testService({ dataFile: at.dataFile });
    expect(port).toBeGreaterThan(0);
  });

  it("is respected when it holds a file that is of no lock, with the way out", async () => {
    const at = await place();
    await leave(at, "notes.txt");
    await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({
      message: `"${at.dataFile}" is in use by "notes.txt".`,
      help: [`end "notes.txt" first; if it is not laurel, delete "${at.lock}"`],
    });
    expect(await readdir(at.lock)).toEqual(["notes.txt"]);
  });

  it("is one for a file and a link to it", async () => {
    const at = await place();
    await writeFile(at.dataFile, '{"format":"laurel-service","version":2,"games":{}}');
    const link = join(at.cwd, "link.json");
    await symlink(at.dataFile, link);
    await testService({ dataFile: link });
    await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({ code: "data-in-use" });
  });

  it("is given back by a service that cannot start", async () => {
    const at = await place();
    const { port } = await testService();
    await expect(startService({ dataFile: at.dataFile, port })).rejects.toThrow("something else is listening there");
    await writeFile(at.dataFile, "damaged");
    await expect(startService({ dataFile: at.dataFile })).rejects.toThrow("cannot be used");
    expect(await readdir(at.cwd)).toEqual(["game.json"]);
  });

  it("says what is in its way where no folder can be made", async () => {
    const at = await place();
    await writeFile(at.lock, "somebody's file");
    await expect(startService({ dataFile: at.dataFile })).rejects.toThrow("cannot be locked: ENOTDIR");
  });
});
