/** Who may work on a data file: real processes, and locks that others left behind. */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  createHolderFile,
  type ProcessScope,
  readCurrentScope,
} from "../../src/emulator/lock-holder.ts";
import { type RunningService, startService } from "../../src/emulator/server.ts";
import { MAIN, type RunningLaurel, startLaurel } from "../support/child.ts";
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

const HERE = await readCurrentScope();

/** A lock as a holder that is not this process left it. `process`: its id and its start. */
async function leave(
  { lock }: Place,
  process: string,
  scope: Partial<ProcessScope> = {},
): Promise<void> {
  const { name, text } = await createHolderFile({ ...HERE, ...scope });
  await mkdir(lock);
  await writeFile(join(lock, name.replace(/^\d+\.\d*/, process)), text);
}

/** Whether a process can be started in a PID namespace of its own. */
function canUnshare(mounts: readonly string[]): boolean {
  return spawnSync("unshare", ["-Ur", "--pid", "--fork", ...mounts, "true"]).status === 0;
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
      const running = started.flatMap((each): RunningService[] =>
        each.status === "fulfilled" ? [each.value] : [],
      );
      const refused = started.flatMap((each) =>
        each.status === "rejected" ? [each.reason.code] : [],
      );
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
    await mkdir(at.lock);
    await writeFile(join(at.lock, "notes.txt"), "");
    await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({
      message: `"${at.dataFile}" is in use by "notes.txt".`,
      help: [`end "notes.txt" first; if it is not laurel, delete "${at.lock}"`],
    });
    expect(await readdir(at.lock)).toEqual(["notes.txt"]);
  });

  const STARTED = "1.1";
  const ELSEWHERE = { boot: "another-boot", namespaces: "pid:[1] time:[1]" };
  it.each<[string, string, Partial<ProcessScope>, string]>([
    [
      "another host",
      STARTED,
      { ...ELSEWHERE, host: "build-2", machine: "2" },
      'process 1 on the host "build-2"',
    ],
    [
      "another host with the same boot id",
      STARTED,
      { host: "container-2" },
      'process 1 on the host "container-2"',
    ],
    [
      "another PID namespace",
      STARTED,
      { namespaces: "pid:[1] time:[1]" },
      "process 1 in another container of this host",
    ],
    [
      "another machine with the name of this one",
      STARTED,
      { ...ELSEWHERE, machine: "2" },
      "process 1 in another container",
    ],
    [
      "a host with the name of this one and no other id",
      STARTED,
      { ...ELSEWHERE, machine: "" },
      "process 1 in another",
    ],
  ])("is respected when its holder may run on %s", async (_, process, scope, words) => {
    const at = await place();
    await leave(at, process, scope);
    await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({
      code: "data-in-use",
      message: expect.stringContaining(`"${at.dataFile}" is in use by ${words}`),
      help: [`end it there first; if it does not run any more, delete "${at.lock}"`],
    });
    expect(await readdir(at.lock)).toHaveLength(1);
  });

  it.each(["", "{}", "[1]", "no JSON", "null"])(
    "is respected when its holder says of its machine %j",
    async (text) => {
      const at = await place();
      await leave(at, STARTED, ELSEWHERE);
      const [name = ""] = await readdir(at.lock);
      await writeFile(join(at.lock, name), text);
      await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({
        code: "data-in-use",
      });
    },
  );

  it.runIf(HERE.machine !== "" && HERE.boot !== "")(
    "is free after the machine was started again, although a process has the number of its holder",
    async () => {
      const at = await place();
      const { name } = await createHolderFile(HERE);
      await leave(at, name.split(".").slice(0, 2).join("."), { boot: "the-boot-before" });
      const { status } = await (await testService({ dataFile: at.dataFile })).app.request(
        "/v1/games/game/actions",
      );
      expect(status).toBe(401);
    },
  );

  it.runIf(canUnshare(["--mount-proc"]))(
    "is not taken over from another PID namespace, nor from one without its /proc",
    async () => {
      for (const mounts of [["--mount-proc"], []]) {
        const at = await place();
        const holder = await serving(at);
        const [name = ""] = await readdir(at.lock);
        const inside = [
          "-Ur",
          "--pid",
          "--fork",
          ...mounts,
          process.execPath,
          MAIN,
          "serve",
          "--data",
          "game.json",
        ];
        const refused = spawnSync("unshare", inside, {
          cwd: at.cwd,
          encoding: "utf8",
          timeout: 30_000,
        });
        expect(refused.stderr).toContain("error[data-in-use]");
        expect(refused.stderr).toContain(
          `is in use by process ${name.split(".")[0]} in another container of this host.`,
        );
        expect(refused.status).toBe(1);
        expect(await readdir(at.lock)).toEqual([name]);
        holder.signal("SIGTERM");
        await holder.ended;
      }
    },
  );

  it("is one for a file, also over a link to its folder", async () => {
    const at = await place();
    await writeFile(at.dataFile, '{"format":"laurel-service","version":2,"games":{}}');
    const link = join(await scratchFolder(), "link");
    await symlink(at.cwd, link);
    await testService({ dataFile: join(link, "game.json") });
    await expect(startService({ dataFile: at.dataFile })).rejects.toMatchObject({
      code: "data-in-use",
    });
  });

  it("is given back by a service that cannot start", async () => {
    const at = await place();
    const { port } = await testService();
    await expect(startService({ dataFile: at.dataFile, port })).rejects.toThrow(
      "something else is listening there",
    );
    await writeFile(at.dataFile, "damaged");
    await expect(startService({ dataFile: at.dataFile })).rejects.toThrow("cannot be used");
    expect(await readdir(at.cwd)).toEqual(["game.json"]);
  });

  it("says what is in its way where no folder can be made", async () => {
    const at = await place();
    await writeFile(at.lock, "somebody's file");
    await expect(startService({ dataFile: at.dataFile })).rejects.toThrow(
      "cannot be locked: ENOTDIR",
    );
  });
});
