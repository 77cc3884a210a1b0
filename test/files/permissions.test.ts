/**
 * Whoever may read or write a file may do so after laurel has written it, and nobody else. Each
 * writer, each mode.
 */
import { chmod, chown, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import { projectOf } from "./scene.ts";

const LIVE = {
  "laurel.yaml": projectOf("game"),
  "game/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
};
const OUT = "out/result.json";
const IDS = "out/ids.ts";
const DATA = ".laurel/g@local.json";
const CODEGEN = ["codegen", "--language", "typescript", "--out", IDS];

interface Writer {
  /** The file that is written. */
  readonly file: string;
  readonly argv: readonly string[];
  /** Makes the file with another text than it will get. */
  readonly prepare: (cwd: string) => Promise<unknown>;
}

async function applied(cwd: string): Promise<void> {
  const run = await runCli(["apply", "--yes"], { cwd });
  expect(run.exit, run.stderr).toBe(0);
}

/** The live game has a name that the files lack. */
async function drifted(cwd: string): Promise<void> {
  await applied(cwd);
  await writeFile(join(cwd, "game/a.yaml"), LIVE["game/a.yaml"].replace("Egg", "Old egg"));
}

const WRITERS: Readonly<Record<string, Writer>> = {
  "--out": {
    file: OUT,
    argv: ["validate", "--out", OUT],
    prepare: (cwd) => writeFiles(cwd, { [OUT]: "old" }),
  },
  pull: { file: "game/a.yaml", argv: ["pull", "--yes"], prepare: drifted },
  mv: { file: "game/a.yaml", argv: ["mv", "reward/egg", "seed"], prepare: async () => undefined },
  codegen: { file: IDS, argv: CODEGEN, prepare: (cwd) => writeFiles(cwd, { [IDS]: "old" }) },
  "the data of the embedded service": {
    file: DATA,
    argv: ["apply", "--yes"],
    prepare: async (cwd) => {
      await applied(cwd);
      await writeFile(join(cwd, "game/a.yaml"), LIVE["game/a.yaml"].replace("Egg", "New egg"));
    },
  },
};

/** Runs with another umask than that of the tests. */
async function withUmask<T>(mask: number, work: () => Promise<T>): Promise<T> {
  const usual = process.umask(mask);
  try {
    return await work();
  } finally {
    process.umask(usual);
  }
}

const octal = (mode: number): string => (mode & 0o7777).toString(8);

describe.skipIf(process.platform === "win32")("permissions", () => {
  describe.each(Object.entries(WRITERS))(
    "of a file that %s replaces",
    (_, { file, argv, prepare }) => {
      it.each([0o644, 0o664, 0o600, 0o640, 0o755, 0o666, 0o2664, 0o4755])(
        "stay: %o",
        async (mode) => {
          const cwd = await scratchFolder();
          await writeFiles(cwd, LIVE);
          await prepare(cwd);
          await chmod(join(cwd, file), mode);
          const old = await readFile(join(cwd, file), "utf8");
          const run = await withUmask(0o077, () => runCli(argv, { cwd }));
          expect(run.exit, run.stderr).toBe(0);
          expect(await readFile(join(cwd, file), "utf8")).not.toBe(old);
          expect(octal((await stat(join(cwd, file))).mode)).toBe(octal(mode));
        },
      );

      it.each([0o444, 0o400, 0o555])("refuse it if they are read-only: %o", async (mode) => {
        const cwd = await scratchFolder();
        await writeFiles(cwd, LIVE);
        await prepare(cwd);
        await chmod(join(cwd, file), mode);
        const old = await readFile(join(cwd, file), "utf8");
        const run = await runCli(argv, { cwd });
        expect([1, 64], run.stderr).toContain(run.exit);
        expect(run.stderr.replaceAll(/\s+/g, " ")).toContain("is read-only");
        expect(await readFile(join(cwd, file), "utf8")).toBe(old);
        expect(octal((await stat(join(cwd, file))).mode)).toBe(octal(mode));
      });

      it.runIf(process.getuid?.() === 0)("and its group and owner stay", async () => {
        const cwd = await scratchFolder();
        await writeFiles(cwd, LIVE);
        await prepare(cwd);
        await chown(join(cwd, file), 4711, 4712);
        await chmod(join(cwd, file), 0o2660);
        const run = await runCli(argv, { cwd });
        expect(run.exit, run.stderr).toBe(0);
        const { uid, gid, mode } = await stat(join(cwd, file));
        expect([uid, gid, octal(mode)]).toEqual([4711, 4712, "2660"]);
      });

      // `mv` makes no new file.
      const masks = argv[0] === "mv" ? [] : [0o022, 0o002, 0o077, 0o027];
      for (const mask of masks)
        it(`of a new one are those of the umask ${mask.toString(8)}`, async () => {
          const cwd = await scratchFolder();
          await writeFiles(cwd, LIVE);
          if (argv[0] === "pull") {
            await applied(cwd);
            await writeFiles(cwd, { "laurel.yaml": projectOf("new") });
          } else await writeFiles(cwd, { "out/other": "" });
          const run = await withUmask(mask, () => runCli(argv, { cwd }));
          expect(run.exit, run.stderr).toBe(0);
          const made = argv[0] === "pull" ? "new/rewards.yaml" : file;
          expect(octal((await stat(join(cwd, made))).mode)).toBe(octal(0o666 & ~mask));
        });
    },
  );

  it.each([0o022, 0o077])(
    "of new projects are those of the umask %o, scripts with the right to run them",
    async (mask) => {
      const cwd = await scratchFolder();
      const run = await withUmask(mask, () =>
        runCli(["init", ".", "--yes", "--game", "g", "--ci", "shell"], { cwd }),
      );
      expect(run.exit, run.stderr).toBe(0);
      expect(octal((await stat(join(cwd, "laurel.yaml"))).mode)).toBe(octal(0o666 & ~mask));
      expect(octal((await stat(join(cwd, "laurel-ci.sh"))).mode)).toBe(octal(0o777 & ~mask));
    },
  );

  const isRoot = process.getuid?.() === 0;
  it.runIf(isRoot)("for a group that cannot be kept are those that everybody has", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ...LIVE, [OUT]: "old" });
    for (const path of ["", "out", "game", OUT])
      await chmod(join(cwd, path), path === OUT ? 0o2676 : 0o777);
    await chown(join(cwd, OUT), 4711, 4712);
    await chmod(join(cwd, OUT), 0o2676);
    const built = startLaurel(["validate", "--out", OUT], { cwd, uid: 4713, gid: 4713 });
    expect((await built.ended).stderr).toBe("");
    const { uid, gid, mode } = await stat(join(cwd, OUT));
    expect([uid, gid, octal(mode)]).toEqual([4713, 4713, "666"]);
  });
});
