/** Files that a CI system names: whatever is there, no command ends as a bug, and no apply that was carried out as a failure. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runShell } from "../support/child.ts";
import { type CliRun, inGame, scratchFolder, type TestGame } from "../support/cli.ts";

const GAME = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const SCENARIO = "scenarios: [{ name: nothing, steps: [], expect: { earned: [] } }]\n";

const gameWith = (): Promise<TestGame> =>
  inGame({ manifests: { "a.yaml": GAME, "a.test.yaml": SCENARIO }, live: { rewards: [] } });

const flat = ({ stderr }: Pick<CliRun, "stderr">): string => stderr.replaceAll(/\s+/g, " ");

/** What may be at the path that a variable holds, and the words about it. `make`: returns the value of the variable. */
const BAD: Readonly<Record<string, { readonly make: (folder: string) => Promise<string>; readonly words: string }>> = {
  "an empty value": { make: async () => "", words: "is empty." },
  "a file in a missing folder": {
    make: async (folder) => join(folder, "none/x"),
    words: "in a folder that does not exist",
  },
  "a path below a file": {
    make: async (folder) => join(folder, "laurel.yaml/x"),
    words: "in a folder that does not exist",
  },
  "a folder": {
    make: async (folder) => {
      await mkdir(join(folder, "target"));
      return join(folder, "target");
    },
    words: "is a folder, not a file",
  },
  "a read-only file": {
    make: async (folder) => {
      await writeFile(join(folder, "target"), "x\n");
      await chmod(join(folder, "target"), 0o444);
      return "target";
    },
    words: "is read-only",
  },
  "a file in a read-only folder": {
    make: async (folder) => {
      await mkdir(join(folder, "target"));
      await chmod(join(folder, "target"), 0o555);
      return "target/x";
    },
    words: "is in a folder that is read-only",
  },
  "a pipe that nothing reads": {
    make: async (folder) => {
      execFileSync("mkfifo", [join(folder, "target")]);
      return "target";
    },
    words: "is a pipe or a socket that no program reads from",
  },
  "a full disk": { make: async () => "/dev/full", words: "no space left on device" },
  "a file of a megabyte": {
    make: async (folder) => {
      await writeFile(join(folder, "target"), "");
      await truncate(join(folder, "target"), 1024 * 1024);
      return "target";
    },
    words: "would have more than 1 MB, which is the limit",
  },
  "a link out of the repository": {
    make: async (folder) => {
      await mkdir(join(folder, ".git"), { recursive: true });
      await symlink(join(await scratchFolder(), "target"), join(folder, "target"));
      return "target";
    },
    words: "leads out of its repository",
  },
  "a link to itself": {
    make: async (folder) => {
      await symlink("target", join(folder, "target"));
      return "target";
    },
    words: "too many symbolic links",
  },
};

/** All of them succeed, in this order. */
const COMMANDS = ["plan", "apply --yes", "validate", "test", "lint", "pull --check"];
const VARIABLES = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "LAUREL_OUTPUTS"] as const;

describe.skipIf(process.platform !== "linux")("a file that cannot be added to", () => {
  describe.each(Object.entries(BAD))("because it is %s", (_, { make, words }) => {
    it.each(VARIABLES)("named by %s, ends no command as a bug", async (variable) => {
      const game = await gameWith();
      const file = await make(game.folder);
      for (const command of COMMANDS) {
        const argv = command.split(" ");
        const env = { ...game.env, GITHUB_ACTIONS: "true", [variable]: file };
        const run = await game.run(argv, { env });
        const isValues = variable !== "GITHUB_STEP_SUMMARY" && argv[0] === "plan";
        const isSummary = variable === "GITHUB_STEP_SUMMARY";
        expect(run.exit, `${command}: ${run.stderr}`).toBe(isValues ? 1 : 0);
        const found = flat(run).match(/(?:error|warning)\[unwritable-(?:file|summary)\]/g) ?? [];
        const expected = isValues ? ["error[unwritable-file]"] : isSummary ? ["warning[unwritable-summary]"] : [];
        expect(found, `${command}: ${run.stderr}`).toEqual(expected);
        if (found.length > 0) expect(flat(run)).toContain(words);
        if (argv[0] === "apply") expect(run.stdout).toContain("Converged");
      }
    });
  });
});

/** Runs a command on GitHub with one variable, and returns what the file holds then. */
async function added(game: TestGame, command: string, variable: (typeof VARIABLES)[number]): Promise<string> {
  const env = { ...game.env, GITHUB_ACTIONS: "true", [variable]: "target" };
  const run = await game.run(command.split(" "), { env });
  expect(run.exit, run.stderr).toBe(0);
  return readFile(join(game.folder, "target"), "utf8");
}

const EXPECT = /^expect=sha256:[0-9a-f]{64}\n$/;

describe("a file that can be added to", () => {
  it.each(VARIABLES)("by %s is made if it is missing, also through a link", async (variable) => {
    const game = await gameWith();
    await symlink("real", join(game.folder, "target"));
    const text = await added(game, "plan", variable);
    expect(text).toMatch(variable === "GITHUB_STEP_SUMMARY" ? /^## Plan/ : EXPECT);
    expect(await readFile(join(game.folder, "real"), "utf8")).toBe(text);
  });

  it.each(VARIABLES)("by %s gets its last line break first", async (variable) => {
    for (const start of ["x=1", "x=1\n", "x=1\r\n", "\n", "é"]) {
      const game = await gameWith();
      await writeFile(join(game.folder, "target"), start);
      const text = await added(game, "plan", variable);
      const whole = start.endsWith("\n") ? start : `${start}\n`;
      expect(text.slice(0, whole.length)).toBe(whole);
      expect(text.slice(whole.length)).toMatch(variable === "GITHUB_STEP_SUMMARY" ? /^## Plan/ : EXPECT);
    }
  });

  it.each(VARIABLES)("by %s keeps its permissions", async (variable) => {
    const game = await gameWith();
    await writeFile(join(game.folder, "target"), "expect=old\n");
    await chmod(join(game.folder, "target"), 0o660);
    await added(game, "plan", variable);
    expect((await stat(join(game.folder, "target"))).mode & 0o777).toBe(0o660);
  });

  it("is one that GitHub still takes", async () => {
    const game = await gameWith();
    await writeFile(join(game.folder, "target"), "x\n".repeat(512 * 1024 - 100));
    await expect(added(game, "validate", "GITHUB_STEP_SUMMARY")).resolves.toContain("\n## ");
  });

  it("of laurel's own has each value once, however often a workspace is used, and keeps all other lines", async () => {
    const game = await gameWith();
    const file = join(game.folder, "target");
    await writeFile(file, "first=1\nexpect=sha256:0000\r\nmiddle=expect=2\nlast=\u00e9");
    const others = "first=1\nmiddle=expect=2\nlast=\u00e9\n";
    const text = await added(game, "plan", "LAUREL_OUTPUTS");
    expect(text.slice(0, others.length)).toBe(others);
    expect(text.slice(others.length)).toMatch(EXPECT);
    expect(await added(game, "plan", "LAUREL_OUTPUTS")).toBe(text);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    // The plan before this one is no plan to apply any more.
    expect(await added(game, "plan", "LAUREL_OUTPUTS")).toBe(others);
  });

  it("of GitHub ends with the values of the last plan, of which it takes the last", async () => {
    const game = await gameWith();
    const text = await added(game, "plan", "GITHUB_OUTPUT");
    expect(text).toMatch(EXPECT);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect(await added(game, "plan", "GITHUB_OUTPUT")).toBe(`${text}expect=\n`);
  });

  it.skipIf(process.platform === "win32")("may be a pipe that is read, or a stream", async () => {
    const game = await gameWith();
    const env = { ...game.env, GITHUB_ACTIONS: "true" };
    const run = await runShell(
      "LAUREL_OUTPUTS=>(cat >values; touch done) $LAUREL plan >plan; until [ -e done ]; do :; done",
      {
        cwd: game.folder,
        env,
      },
    );
    expect(run, run.stderr).toMatchObject({ exit: 0, stderr: "" });
    expect(await readFile(join(game.folder, "values"), "utf8")).toMatch(EXPECT);
    const toStream = { ...env, GITHUB_STEP_SUMMARY: "/dev/stdout" };
    const stream = await runShell("$LAUREL validate | cat", { cwd: game.folder, env: toStream });
    expect([stream.exit, stream.stderr]).toEqual([0, ""]);
    expect(stream.stdout).toContain("\n## ");
  });

  it.skipIf(process.platform !== "linux")("may reach a limit of the system: the run goes on", async () => {
    const game = await gameWith();
    await writeFile(join(game.folder, "target"), "x".repeat(1024));
    const env = { ...game.env, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "target" };
    const run = await runShell("ulimit -f 1; $LAUREL apply --yes | cat", { cwd: game.folder, env });
    expect([run.exit, flat(run)]).toEqual([0, expect.stringContaining("warning[unwritable-summary]")]);
    expect(run.stdout).toContain("Converged");
  });
});
