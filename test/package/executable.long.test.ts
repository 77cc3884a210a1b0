/** The single executable works in an empty folder, without Node, npm or this repository. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROOT, readJson } from "./lock.ts";
import { type Ended, run, temporaryFolder } from "./packed.ts";

/** Bytes. Node is 99 MB of it. */
const MOST_OF_LAUREL = 6_000_000;

const made = temporaryFolder();
const program = join(made, "laurel");
let folder: string;

/** Runs the executable in the folder with no environment at all: nothing is on the PATH. */
function laurel(...words: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env: {}, encoding: "utf8" });
  return { exit: status, stdout, stderr };
}

beforeAll(() => {
  const { exit, stderr } = run("npm", ["run", "--silent", "executable", made], ROOT);
  expect(exit, stderr).toBe(0);
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  folder = temporaryFolder();
  return () => rmSync(folder, { recursive: true, force: true });
});

describe("the single executable", () => {
  it("comes with the licences of all that is in it", () => {
    expect(readdirSync(made).sort()).toEqual(["LICENSE", "NODE-LICENSE", "THIRD-PARTY-LICENSES", "laurel"]);
    expect(readFileSync(join(made, "NODE-LICENSE"), "utf8")).toContain("Node.js");
    expect(readFileSync(join(made, "THIRD-PARTY-LICENSES"), "utf8")).toMatch(/^undici [\d.]+ \(MIT\)$/m);
  });

  it("is Node and little else", () => {
    expect(readFileSync(program).length - readFileSync(process.execPath).length).toBeLessThan(MOST_OF_LAUREL);
  });

  it("prints its version", () => {
    const { version } = readJson<{ readonly version: string }>("package.json");
    expect(laurel("--version")).toEqual({ exit: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("creates a project, checks it, plans it, applies it", () => {
    expect(laurel("init", "--yes")).toMatchObject({ exit: 0, stderr: "" });
    expect(readFileSync(join(folder, "schemas/manifest.schema.json"), "utf8")).toBe(
      readFileSync(join(ROOT, "schemas/manifest.schema.json"), "utf8"),
    );
    for (const command of ["validate", "lint", "test", "report"]) {
      const { exit, stderr } = laurel(command);
      expect([command, exit, stderr]).toEqual([command, 0, expect.not.stringMatching(/error/i)]);
    }
    const planned = laurel("plan", "--out", "plan.json", "--detailed-exitcode");
    expect(planned.exit, planned.stderr).toBe(2);
    const applied = laurel("apply", "plan.json", "--yes");
    expect(applied.exit, applied.stderr).toBe(0);
    expect(laurel("plan", "--detailed-exitcode").exit).toBe(0);
  });

  it("has the scripts and styles of its pages", () => {
    laurel("init", "--yes");
    const { exit, stdout, stderr } = laurel("graph", "--format", "html");
    expect(exit, stderr).toBe(0);
    expect(stdout).toContain(readFileSync(join(ROOT, "templates/pages/page.css"), "utf8").split("\n")[0]);
  });

  it("prints every published schema and writes constants in every language", () => {
    laurel("init", "--yes");
    for (const file of readdirSync(join(ROOT, "schemas")).filter((name) => name.endsWith(".schema.json"))) {
      const name = file.replace(".schema.json", "");
      expect(laurel("schema", name), name).toMatchObject({
        exit: 0,
        stdout: readFileSync(join(ROOT, "schemas", file), "utf8"),
      });
    }
    for (const template of readdirSync(join(ROOT, "templates/codegen"))) {
      const { exit, stderr } = laurel("codegen", "--language", template.replace(".mustache", ""), "--out", "ids.txt");
      expect(exit, stderr).toBe(0);
      expect(existsSync(join(folder, "ids.txt"))).toBe(true);
      rmSync(join(folder, "ids.txt"));
    }
  });

  it("starts the embedded service, to which another one applies", async () => {
    laurel("init", "--yes");
    const server = spawn(program, ["serve", "--port", "0", "--token", "t"], { cwd: folder, env: {} });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let text = "";
        for (const stream of [server.stdout, server.stderr]) {
          stream.setEncoding("utf8").on("data", (piece: string) => {
            text += piece;
            const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
            if (found !== undefined) resolve(found);
          });
        }
        server.once("close", () => reject(new Error(text)));
      });
      const words = ["apply", "--yes", "--manifests", "games", "--base-url", url, "--game-id", "g"];
      const { status, stderr } = spawnSync(program, words, {
        cwd: folder,
        env: { LAUREL_API_TOKEN: "t" },
        encoding: "utf8",
      });
      expect(status, stderr).toBe(0);
    } finally {
      const ended = new Promise((resolve) => server.once("close", resolve));
      server.kill();
      await ended;
    }
  });

  it("says what is wrong with a command line as the package does", () => {
    const { exit, stdout, stderr } = laurel("paln");
    const packaged = spawnSync(process.execPath, [join(ROOT, "dist/main.js"), "paln"], { env: {}, encoding: "utf8" });
    expect({ exit, stdout, stderr }).toEqual({ exit: 64, stdout: packaged.stdout, stderr: packaged.stderr });
  });
});
