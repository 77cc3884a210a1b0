/** Whatever a pull request puts where a file is read: no content of another folder, no waiting, no memory without end. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { runCli, scratchFolder, writeFiles } from "../support/cli.ts";
import { CANARY, KINDS, type Measured, MOST_MEMORY, MOST_TIME, measured, put, type Scene, scene } from "./scene.ts";

interface Way {
  /** Where the file lies. */
  readonly place: string;
  readonly argv: readonly string[];
  /** Kinds that are all right there. */
  readonly fine?: readonly string[];
  /** The codes that are right. */
  readonly codes?: RegExp;
  /** Whether it is the one that stands for all in runs of the built program, whose memory is measured. */
  readonly isMeasured?: boolean;
}

const NO_FOLDERS = ["a folder", "a pipe", "a socket", "a file of 300 GB"];
const CODES = /outside-repository|unreadable-file|file-too-large/;
const STORED = /service-unreachable|unwritable-file/;
const WAYS: Readonly<Record<string, Way>> = {
  "a manifest": { place: "game/b.yaml", argv: ["validate"], fine: ["a folder"], isMeasured: true },
  "a manifest that is planned": { place: "game/b.json", argv: ["plan"], fine: ["a folder"] },
  "an entry without an ending": { place: "game/more", argv: ["validate"], fine: NO_FOLDERS },
  "the folder of manifests": {
    place: "game",
    argv: ["validate"],
    codes: /outside-repository|unreadable-file|no-manifests/,
  },
  "the project file": {
    place: "laurel.yaml",
    argv: ["validate"],
    codes: /outside-repository|unreadable-file|file-too-large|no-project/,
    isMeasured: true,
  },
  "--project": { place: "other.yaml", argv: ["validate", "--project", "other.yaml"] },
  scenarios: {
    place: "game/s.test.yaml",
    argv: ["test"],
    codes: /outside-repository|unreadable-file|file-too-large|no-scenarios/,
  },
  overrides: { place: "game/overrides/local.yaml", argv: ["plan"], fine: ["a folder"] },
  "the folder of overrides": { place: "game/overrides", argv: ["plan"], fine: NO_FOLDERS },
  "--template": { place: "t.mustache", argv: ["codegen", "--template", "t.mustache"] },
  "codegen --check": {
    place: "ids.ts",
    argv: ["codegen", "--language", "typescript", "--out", "ids.ts", "--check"],
    codes: /ids\.ts (?:is not|cannot be used|has more|names|leads)/,
  },
  "data of the embedded service": {
    place: ".laurel/g@local.json",
    argv: ["plan"],
    fine: ["a link to nothing"],
    codes: STORED,
    isMeasured: true,
  },
};
const MEASURED = ["a pipe", "a link to a device", "a file of 300 GB"];

describe.skipIf(process.platform !== "linux")("in the place of a file (pipes and devices as Linux has them)", () => {
  describe.each(Object.entries(WAYS))("%s", (_, { place, argv, fine = [], codes = CODES, isMeasured = false }) => {
    it.each(Object.keys(KINDS))(
      "%s gives nothing away and ends at once",
      async (kind) => {
        const at = await scene();
        await put(kind, place, at);
        const { exit, output, memory } =
          isMeasured && MEASURED.includes(kind) ? await measured(argv, at.folder) : await inProcess(argv, at.folder);
        expect(output).not.toContain(CANARY);
        expect(output).not.toContain(" bug");
        expect(memory).toBeLessThan(MOST_MEMORY);
        if (fine.includes(kind)) expect(exit, output).toBe(0);
        else expect([exit === 0, codes.test(output)], output).toEqual([false, true]);
      },
      MOST_TIME + 10_000,
    );
  });

  it("data that is served is refused in the same way", async () => {
    for (const kind of Object.keys(KINDS).filter((each) => each !== "a link to nothing")) {
      const at = await scene();
      await put(kind, "data.json", at);
      const { exit, output } = await inProcess(["serve", "--data", "data.json"], at.folder);
      expect([1, 64], `${kind}: ${output}`).toContain(exit);
      expect(output).not.toContain(CANARY);
    }
  });
});

async function inProcess(argv: readonly string[], cwd: string): Promise<Measured> {
  const { exit, stdout, stderr } = await runCli(argv, { cwd });
  return { exit, output: stdout + stderr, memory: 0 };
}

const project = (manifests: string): string =>
  `version: 1\ngames:\n  g:\n    manifests: ${JSON.stringify(manifests)}\n    environments:\n      local: { embedded: true }\n`;

describe("a folder that the project file names", () => {
  it.each(["/", "..", "../outside", "../../..", "/proc", "game/../../outside", "/etc"])(
    "as %s is refused before anything is looked at",
    async (manifests) => {
      const { folder } = await scene({ "laurel.yaml": project(manifests) });
      for (const command of ["validate", "plan", "lint", "test", "graph", "report"]) {
        const { exit, stdout, stderr } = await runCli([command], { cwd: folder });
        expect(stderr + stdout, command).toContain("outside-repository");
        expect(stderr).not.toContain(CANARY);
        expect(exit).toBe(3);
      }
    },
  );

  it("may lie anywhere in the repository, also above the project file; without one, below the project file", async () => {
    const { folder } = await scene({ "deep/er/laurel.yaml": project("../../game") });
    expect((await runCli(["validate"], { cwd: join(folder, "deep/er") })).exit).toBe(0);
    const bare = await scratchFolder();
    await writeFiles(bare, { "p/laurel.yaml": project("../game"), "game/a.yaml": "actions: []\n" });
    const run = await runCli(["validate"], { cwd: join(bare, "p") });
    expect([run.exit, run.stderr.includes("outside-repository")]).toEqual([3, true]);
  });
});

describe("links within the repository", () => {
  async function linked(): Promise<Scene> {
    const at = await scene({
      "shared/b.yaml": "actions:\n  - { custom_id: a, name: A }\n",
    });
    await symlink("../shared/b.yaml", join(at.folder, "game/z.yaml"));
    await symlink("../laurel.yaml", join(at.folder, "game/laurel.yaml"));
    return at;
  }

  it("are followed to files, and refused to folders", async () => {
    const { folder } = await linked();
    const run = await runCli(["plan", "--format", "json"], { cwd: folder });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).toContain('"create action/a"');
    await symlink("../shared", join(folder, "game/y"));
    const refused = await runCli(["plan"], { cwd: folder });
    expect([refused.exit, refused.stderr.includes("game/y is a link;")]).toEqual([3, true]);
  });
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
      execFileSync("bash", ["-c", `mkdir game/d && cd game/d && seq 100001 | xargs touch`], { cwd: at.folder });
      const { exit, output } = await measured(["validate"], at.folder);
      expect([exit, output.match(/error\[too-many-files\]/g)?.length]).toEqual([3, 1]);
      for (const [signal, code] of [
        ["SIGINT", 130],
        ["SIGTERM", 143],
      ] as const) {
        const run = startLaurel(["plan", "--verbose"], { cwd: at.folder });
        setTimeout(() => run.signal(signal), 150);
        const end = await run.ended;
        expect(end.exit === code || end.signal === signal, JSON.stringify(end)).toBe(true);
      }
    },
    60_000,
  );
});

describe("problems", () => {
  it("quote only what was read: a file that a name of a commit could mean is none of it", async () => {
    const at = await scene();
    await mkdir(join(at.folder, "HEAD:game"));
    await symlink(join(at.outside, "file.yaml"), join(at.folder, "HEAD:game/a.yaml"));
    const { problemText } = await import("./quoting.ts");
    expect(problemText("HEAD:game/a.yaml", at.folder)).not.toContain(CANARY);
    expect(problemText(join(at.outside, "file.yaml"), at.folder)).not.toContain(CANARY);
  });
});

describe.skipIf(process.platform === "win32")("the working directory", () => {
  it.skipIf(process.getuid?.() === 0)(
    "that cannot be read is a problem like others (root may read anything)",
    async () => {
      const { folder } = await scene();
      await chmod(folder, 0o000);
      const { exit, output } = await measured(["validate"], folder);
      await chmod(folder, 0o755);
      expect(exit).not.toBe(70);
      expect(output).not.toMatch(/\n\s+at /);
      expect(await readFile(join(folder, "laurel.yaml"), "utf8")).toContain("version");
    },
  );
});
