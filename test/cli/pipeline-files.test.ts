/**
 * Files that a CI system names: whatever is there, no command ends as a bug, and no apply that was
 * carried out as a failure.
 */
import { execFileSync } from "node:child_process";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlain } from "../../src/files/write.ts";
import { runShell } from "../support/child.ts";
import { type CliRun, inGame, scratchFolder, type TestGame } from "../support/cli.ts";

const GAME = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const SCENARIO = "scenarios: [{ name: nothing, steps: [], expect: { earned: [] } }]\n";

const gameWith = (): Promise<TestGame> =>
  inGame({ manifests: { "a.yaml": GAME, "a.test.yaml": SCENARIO }, live: { rewards: [] } });

const flat = ({ stderr }: Pick<CliRun, "stderr">): string => stderr.replaceAll(/\s+/g, " ");

/**
 * What may be at the path that a variable holds, and the words about it. `make`: returns the value
 * of the variable.
 */
const BAD: Readonly<
  Record<string, { readonly make: (folder: string) => Promise<string>; readonly words: string }>
> = {
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
    words: "is not a plain file but a pipe, a socket or a device",
  },
  "a device": {
    make: async () => "/dev/full",
    words: "is not a plain file but a pipe, a socket or a device",
  },
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
    words: "is a link; laurel writes through none",
  },
  "a link to itself": {
    make: async (folder) => {
      await symlink("target", join(folder, "target"));
      return "target";
    },
    words: "is a link; laurel writes through none",
  },
  "a link to nothing": {
    make: async (folder) => {
      await symlink("nowhere", join(folder, "target"));
      return "target";
    },
    words: "is a link; laurel writes through none",
  },
  "a link to a folder": {
    make: async (folder) => {
      await symlink("manifests", join(folder, "target"));
      return "target";
    },
    words: "is a link; laurel writes through none",
  },
  "a link to a link to a manifest": {
    make: async (folder) => {
      await symlink("manifests/a.yaml", join(folder, "other"));
      await symlink("other", join(folder, "target"));
      return "target";
    },
    words: "is a link; laurel writes through none",
  },
};

/** All of them succeed, in this order. */
const COMMANDS = ["plan", "apply --yes", "validate", "test", "lint", "pull --check"];
const VARIABLES = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "LAUREL_OUTPUTS"] as const;

/** How a command ends whose file cannot be added to, and what it shows. */
interface End {
  readonly exit: number;
  readonly problems: readonly string[];
}

const WARNED: End = { exit: 0, problems: ["warning[unwritable-summary]"] };
const UNUSED: End = { exit: 0, problems: [] };

const PLAN_ENDS: Readonly<Record<(typeof VARIABLES)[number], End>> = {
  GITHUB_STEP_SUMMARY: WARNED,
  GITHUB_OUTPUT: { exit: 1, problems: ["error[unwritable-file]"] },
  LAUREL_OUTPUTS: { exit: 64, problems: [] },
};

/** Commands besides `plan` have no values to add. */
const OTHER_ENDS: typeof PLAN_ENDS = {
  GITHUB_STEP_SUMMARY: WARNED,
  GITHUB_OUTPUT: UNUSED,
  LAUREL_OUTPUTS: UNUSED,
};

function expectEnd(
  run: CliRun,
  command: string,
  { exit, problems, words }: End & { readonly words: string },
): void {
  expect(run.exit, `${command}: ${run.stderr}`).toBe(exit);
  if (exit === 64) {
    expect(flat(run)).toContain("laurel: LAUREL_OUTPUTS");
    expect(run.stdout).toBe("");
    return;
  }
  const found = flat(run).match(/(?:error|warning)\[unwritable-(?:file|summary)\]/g) ?? [];
  expect(found, `${command}: ${run.stderr}`).toEqual(problems);
  if (found.length > 0) expect(flat(run)).toContain(words);
  if (command.startsWith("apply")) expect(run.stdout).toContain("Converged");
}

describe.skipIf(process.platform !== "linux")("a file that cannot be added to", () => {
  describe.each(Object.entries(BAD))("because it is %s", (_, { make, words }) => {
    it.each(VARIABLES)("named by %s, ends no command as a bug", async (variable) => {
      const game = await gameWith();
      const file = await make(game.folder);
      for (const command of COMMANDS) {
        const argv = command.split(" ");
        const env = { ...game.env, GITHUB_ACTIONS: "true", [variable]: file };
        const run = await game.run(argv, { env });
        const ends = argv[0] === "plan" ? PLAN_ENDS : OTHER_ENDS;
        expectEnd(run, command, { ...ends[variable], words });
      }
    });
  });
});

/** Runs a command on GitHub with one variable, and returns what the file holds then. */
async function added(
  game: TestGame,
  command: string,
  variable: (typeof VARIABLES)[number],
): Promise<string> {
  const env = { ...game.env, GITHUB_ACTIONS: "true", [variable]: "target" };
  const run = await game.run(command.split(" "), { env });
  expect(run.exit, run.stderr).toBe(0);
  return readFile(join(game.folder, "target"), "utf8");
}

const EXPECT = /^expect=sha256:[0-9a-f]{64}\n$/;
const ADDED = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"] as const;

describe("a file that can be added to", () => {
  it.each(VARIABLES)("by %s is made if it is missing", async (variable) => {
    const game = await gameWith();
    const text = await added(game, "plan", variable);
    expect(text).toMatch(variable === "GITHUB_STEP_SUMMARY" ? /^## Plan/ : EXPECT);
  });

  it.each(ADDED)("by %s gets its last line break first", async (variable) => {
    for (const start of ["x=1", "x=1\n", "x=1\r\n", "\n", "é"]) {
      const game = await gameWith();
      await writeFile(join(game.folder, "target"), start);
      const text = await added(game, "plan", variable);
      const whole = start.endsWith("\n") ? start : `${start}\n`;
      expect(text.slice(0, whole.length)).toBe(whole);
      expect(text.slice(whole.length)).toMatch(
        variable === "GITHUB_STEP_SUMMARY" ? /^## Plan/ : EXPECT,
      );
    }
  });

  it.each(ADDED)("by %s keeps its permissions", async (variable) => {
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

  it("of laurel's own is new, and has one line also where there is nothing to do", async () => {
    const game = await gameWith();
    expect(await added(game, "plan", "LAUREL_OUTPUTS")).toMatch(EXPECT);
    const again = await game.run(["plan"], { env: { ...game.env, LAUREL_OUTPUTS: "target" } });
    expect([again.exit, flat(again)]).toEqual([
      64,
      expect.stringContaining("a commit could have put it there"),
    ]);
    expect(await readFile(join(game.folder, "target"), "utf8")).toMatch(EXPECT);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    await rm(join(game.folder, "target"));
    expect(await added(game, "plan", "LAUREL_OUTPUTS")).toBe("expect=\n");
  });

  it("of GitHub ends with the values of the last plan, of which it takes the last", async () => {
    const game = await gameWith();
    const text = await added(game, "plan", "GITHUB_OUTPUT");
    expect(text).toMatch(EXPECT);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect(await added(game, "plan", "GITHUB_OUTPUT")).toBe(`${text}expect=\n`);
  });

  it.skipIf(process.platform !== "linux")(
    "may reach a limit of the system: the run goes on",
    async () => {
      const game = await gameWith();
      await writeFile(join(game.folder, "target"), "x".repeat(1024));
      const env = { ...game.env, GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "target" };
      const run = await runShell("ulimit -f 1; $LAUREL apply --yes | cat", {
        cwd: game.folder,
        env,
      });
      expect([run.exit, flat(run)]).toEqual([
        0,
        expect.stringContaining("warning[unwritable-summary]"),
      ]);
      expect(run.stdout).toContain("Converged");
    },
  );
});

describe.skipIf(process.platform === "win32")("a file that is opened for writing", () => {
  it.each([
    ["a link", (path: string) => symlink("other", path)],
    ["a pipe", async (path: string) => execFileSync("mkfifo", [path])],
    ["a folder", (path: string) => mkdir(path)],
  ])("is none of those that have become %s since they were checked", async (_, put) => {
    const folder = await scratchFolder();
    const path = join(folder, "target");
    await put(path);
    for (const way of ["new", "append"] as const)
      await expect(openPlain(path, way)).rejects.toThrow();
    expect(await readdir(folder)).toEqual(["target"]);
  });
});
