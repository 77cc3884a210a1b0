/** `laurel fmt` as a command: what it writes, prints and refuses. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { format } from "../../src/library.ts";
import { type CliRun, runCli, scratchFolder, writeFiles } from "../support/cli.ts";

const UNFORMATTED = "rewards:\n- name: 'Egg'\n  custom_id: egg # warm\n";
const FORMATTED = "rewards:\n  - custom_id: egg # warm\n    name: Egg\n";
const FILES = {
  "laurel.yaml": "version: 1\ngames:\n  g: { manifests: game, environments: { live: { game_id: g } } }\n",
  "game/a.yaml": UNFORMATTED,
  "game/b.yaml": "actions: []\n",
  "game/a.test.yaml": "scenarios:   []\n",
  "game/overrides/live.yaml": "rewards:\n- { name: 'Other',   custom_id: egg }\n",
};

interface Folder {
  readonly cwd: string;
  run(...argv: readonly string[]): Promise<CliRun>;
  read(file: string): Promise<string>;
}

async function inProject(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { ...FILES, ...files });
  return {
    cwd,
    run: (...argv) => runCli(["fmt", ...argv], { cwd }),
    read: (file) => readFile(join(cwd, file), "utf8"),
  };
}

describe("laurel fmt", () => {
  it("formats manifests, overrides and scenarios, and nothing on the second run", async () => {
    const { run, read } = await inProject();
    const first = await run();
    expect(first).toMatchObject({ exit: 0, stderr: "" });
    expect(first.stdout).toBe(
      "~ game/a.yaml formatted\n~ game/a.test.yaml formatted\n~ game/overrides/live.yaml formatted\n1 file is formatted already\n",
    );
    expect(await read("game/a.yaml")).toBe(FORMATTED);
    expect(await read("game/overrides/live.yaml")).toBe("rewards:\n  - { custom_id: egg, name: Other }\n");
    expect(await run()).toMatchObject({ exit: 0, stdout: "4 files are formatted already\n" });
  });

  it("formats one file", async () => {
    const { run, read } = await inProject();
    expect((await run("game/a.yaml")).stdout).toBe("~ game/a.yaml formatted\n");
    expect(await read("game/a.test.yaml")).toBe(FILES["game/a.test.yaml"]);
    const unknown = await run("laurel.yaml");
    expect(unknown.exit).toBe(64);
    expect(unknown.stderr).toContain("laurel.yaml");
  });

  it("with --check prints the diff, writes nothing and exits with 2", async () => {
    const { run, read } = await inProject();
    const { exit, stdout } = await run("--check", "game/a.yaml");
    expect(exit).toBe(2);
    expect(stdout).toBe(
      "--- game/a.yaml\n+++ game/a.yaml\n@@ -1,3 +1,3 @@\n rewards:\n-- name: 'Egg'\n-  custom_id: egg # warm\n+  - custom_id: egg # warm\n+    name: Egg\n",
    );
    expect(await read("game/a.yaml")).toBe(UNFORMATTED);
    expect((await run("--check", "game/b.yaml")).exit).toBe(0);
  });

  it("leaves a file with an error alone, shows the error, and formats the others", async () => {
    const broken = "rewards:\n  - [\n";
    const { run, read } = await inProject({ "game/b.yaml": broken });
    const { exit, stderr } = await run();
    expect(exit).toBe(3);
    expect(stderr).toContain("syntax-error");
    expect(await read("game/b.yaml")).toBe(broken);
    expect(await read("game/a.yaml")).toBe(FORMATTED);
  });

  it("prints a JSON document", async () => {
    const { run } = await inProject();
    const { exit, stdout } = await run("--check", "--format", "json");
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      format: 1,
      check: true,
      changed: [{ file: "game/a.yaml" }, { file: "game/a.test.yaml" }, { file: "game/overrides/live.yaml" }],
      unchanged: 1,
      diagnostics: [],
    });
  });
});

describe("format of the library", () => {
  it("gives the text of the command, and the text as it was with an error", () => {
    expect(format(UNFORMATTED)).toEqual({ text: FORMATTED, diagnostics: [] });
    expect(format('{"rewards":[]}', "a.json").text).toBe('{\n  "rewards": []\n}\n');
    const broken = format("a: [", "a.yaml");
    expect(broken.text).toBe("a: [");
    expect(broken.diagnostics.map(({ code }) => code)).toEqual(["syntax-error"]);
  });
});
