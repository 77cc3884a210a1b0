/**
 * Whatever a pull request puts where a file is read: no content of another folder, no waiting, no
 * memory without end.
 */
import { execFileSync } from "node:child_process";
import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import {
  CANARY,
  KINDS,
  type Measured,
  MOST_MEMORY,
  measured,
  projectOf,
  put,
  scene,
} from "./scene.ts";

interface Way {
  /** Where the file lies. */
  readonly place: string;
  readonly argv: readonly string[];
  /** Of what stands there. Default: all kinds. */
  readonly kinds?: readonly string[];
  /** Kinds that are all right there. */
  readonly fine?: readonly string[];
  /** The codes that are right. */
  readonly codes?: RegExp;
  /**
   * Whether it is the one that stands for all in runs of the built program, whose memory is
   * measured.
   */
  readonly isMeasured?: boolean;
}

const NO_FOLDERS = ["a folder", "a pipe", "a file of 300 GB"];
const CODES = /outside-repository|unreadable-file|file-too-large/;
const OWN = /outside-repository|unreadable-file|file-too-large|no-(?:manifests|project|scenarios)/;
const STORED = /service-unreachable|unwritable-file/;
const CHECK = ["codegen", "--language", "typescript", "--out", "ids.ts", "--check"];
const WAYS: Readonly<Record<string, Way>> = {
  "a manifest": { place: "game/b.yaml", argv: ["validate"], fine: ["a folder"], isMeasured: true },
  "an entry without an ending": { place: "game/more", argv: ["validate"], fine: NO_FOLDERS },
  "the folder of manifests": { place: "game", argv: ["validate"], codes: OWN },
  "the project file": { place: "laurel.yaml", argv: ["validate"], codes: OWN },
  "--project": { place: "other.yaml", argv: ["validate", "--project", "other.yaml"] },
  scenarios: { place: "game/s.test.yaml", argv: ["test"], codes: OWN, fine: ["a folder"] },
  overrides: { place: "game/overrides/local.yaml", argv: ["plan"], fine: ["a folder"] },
  "the folder of overrides": { place: "game/overrides", argv: ["plan"], fine: NO_FOLDERS },
  "--template": { place: "t.mustache", argv: ["codegen", "--template", "t.mustache"] },
  "codegen --check": {
    place: "ids.ts",
    argv: CHECK,
    codes: /ids\.ts (?:is |cannot be used|has more|names|leads)/,
  },
  "data of the embedded service": {
    place: ".laurel/g@local.json",
    argv: ["plan"],
    codes: STORED,
    isMeasured: true,
  },
  "data that is served": {
    place: "data.json",
    argv: ["serve", "--data", "data.json"],
    kinds: Object.keys(KINDS).filter((kind) => kind !== "a link to nothing"),
    codes: /The data file|--data data.json is below .git/,
  },
};
const MEASURED = ["a pipe", "a link to a device", "a file of 300 GB"];

const TRIALS = Object.entries(WAYS).flatMap(([name, way]) =>
  (way.kinds ?? Object.keys(KINDS)).map((kind) => [kind, name, way] as const),
);
const onLinux = it.skipIf(process.platform !== "linux");

onLinux.each(TRIALS)(
  "%s in the place of %s gives nothing away and ends at once",
  async (kind, _, way) => {
    const { place, argv, fine = [], codes = CODES, isMeasured = false } = way;
    const at = await scene();
    await put(kind, place, at);
    const { exit, output, memory } =
      isMeasured && MEASURED.includes(kind)
        ? await measured(argv, at.folder)
        : await inProcess(argv, at.folder);
    expect(output).not.toContain(CANARY);
    expect(output).not.toContain(" bug");
    expect(memory).toBeLessThan(MOST_MEMORY);
    if (fine.includes(kind)) expect(exit, output).toBe(0);
    else expect([exit === 0, codes.test(output)], output).toEqual([false, true]);
  },
);

async function inProcess(argv: readonly string[], cwd: string): Promise<Measured> {
  const { exit, stdout, stderr } = await runCli(argv, { cwd });
  return { exit, output: stdout + stderr, memory: 0 };
}

describe("a folder that the project file names", () => {
  it.each(["/", "..", "../outside", "/proc", "game/../../outside"])(
    "as %s is refused unseen",
    async (manifests) => {
      const { folder } = await scene({ "laurel.yaml": projectOf(manifests) });
      for (const command of ["validate", "plan", "lint", "test", "graph", "report"]) {
        const { exit, output } = await inProcess([command], folder);
        expect(output, command).toContain("outside-repository");
        expect(output).not.toContain(CANARY);
        expect(exit).toBe(3);
      }
    },
  );

  it("may lie anywhere in the repository, also above the project file; without one, below the project file", async () => {
    const { folder } = await scene({ "deep/er/laurel.yaml": projectOf("../../game") });
    expect((await runCli(["validate"], { cwd: join(folder, "deep/er") })).exit).toBe(0);
    const bare = await scratchFolder();
    await writeFiles(bare, {
      "p/laurel.yaml": projectOf("../game"),
      "game/a.yaml": "actions: []\n",
    });
    const run = await runCli(["validate"], { cwd: join(bare, "p") });
    expect([run.exit, run.stderr.includes("outside-repository")]).toEqual([3, true]);
  });
});

it("links below a folder of manifests are refused, also within the repository", async () => {
  for (const [name, target] of [
    ["z.yaml", "../shared/b.yaml"],
    ["laurel.yaml", "../laurel.yaml"],
    ["y", "../shared"],
  ] as const) {
    const { folder } = await scene({
      "shared/b.yaml": `actions:\n  - { custom_id: a, name: ${CANARY} }\n`,
    });
    await symlink(target, join(folder, "game", name));
    const refused = await runCli(["plan"], { cwd: folder });
    expect([refused.exit, refused.stderr], name).toEqual([
      3,
      expect.stringContaining(`game/${name} is a link`),
    ]);
    expect(refused.stdout + refused.stderr).not.toContain(CANARY);
  }
});

describe("a walk through manifests", () => {
  it("ends with an error below 100 folders", async () => {
    const at = await scene({ [`game/${"d/".repeat(101)}a.yaml`]: "actions: []\n" });
    const run = await runCli(["validate"], { cwd: at.folder });
    expect([run.exit, run.stderr.includes("error[too-many-files]")]).toEqual([3, true]);
  });

  it.skipIf(process.platform === "win32")(
    "ends with an error at 100,000 entries, or when it is told to",
    async () => {
      const at = await scene();
      execFileSync("bash", ["-c", `mkdir game/d && cd game/d && seq 100001 | xargs touch`], {
        cwd: at.folder,
      });
      const { exit, output } = await measured(["validate"], at.folder);
      expect([exit, output.match(/error\[too-many-files\]/g)?.length]).toEqual([3, 1]);
      const run = startLaurel(["plan", "--verbose"], { cwd: at.folder });
      setTimeout(() => run.signal("SIGTERM"), 150);
      const end = await run.ended;
      expect(end.exit === 143 || end.signal === "SIGTERM", JSON.stringify(end)).toBe(true);
    },
  );
});

it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a working directory that cannot be read is a problem like others (root may read anything)",
  async () => {
    const { folder } = await scene();
    await chmod(folder, 0o000);
    const { exit, output } = await measured(["validate"], folder);
    await chmod(folder, 0o755);
    expect(exit).not.toBe(70);
    expect(output).not.toMatch(/\n\s+at /);
  },
);
