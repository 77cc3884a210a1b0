/**
 * What a run loads stays little: it is paid for by every run, and a careless import is not seen in
 * any other way.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { MAIN } from "../support/child.ts";
import { scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

const DIST = join(MAIN, "..");
/** What the build put into each file of `dist`, by paths below the root. */
const BUILT = JSON.parse(readFileSync(join(DIST, "built.json"), "utf8")) as Readonly<
  Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>
>;

/**
 * Runs a command in a small project, and looks at what V8 says was run: files of `dist`, modules
 * below `src`, and packages of which anything was run; of Ajv, what compiled checks call is named
 * by itself.
 */
async function loadedBy(word: string) {
  const folder = await scratchFolder();
  await writeProject(folder, { manifests: "game" });
  await writeFiles(folder, { "game/rewards.yaml": "rewards: [{ custom_id: seed, name: Seed }]\n" });
  const coverage = join(folder, "coverage");
  const env = { ...process.env, NODE_V8_COVERAGE: coverage };
  const { status, stderr } = spawnSync(process.execPath, [MAIN, word], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const reports = readdirSync(coverage).map(
    (name) => JSON.parse(readFileSync(join(coverage, name), "utf8")) as Report,
  );
  const scripts = reports
    .flatMap(({ result }) => result)
    .filter(({ url }) => url.startsWith("file:"));
  const files = scripts.map(({ url }) => fileURLToPath(url));
  // A module that is run on its first use is a function that is called by the module's path.
  const asleep = new Set(
    scripts.flatMap(({ functions }) =>
      functions
        .filter(({ ranges }) => ranges[0]?.count === 0)
        .map(({ functionName }) => functionName),
    ),
  );
  const inputs = files.flatMap((file) =>
    Object.keys(BUILT[file.slice(DIST.length + 1)]?.inputs ?? {}),
  );
  const run = inputs.filter((path) => !asleep.has(path));
  const packages = run.map(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+(?:\/dist\/runtime)?)/.exec(path)?.[1],
  );
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const modules = run
    .filter((path) => path.startsWith("src/"))
    .map((path) => path.slice("src/".length));
  return {
    files,
    bytes,
    modules,
    packages: [...new Set(packages.filter((name) => name !== undefined))].sort(),
  };
}

/** As V8 writes it. */
interface Report {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { count: number }[];
    }[];
  }[];
}

/** yargs with what it loads, and what it lays out help with. */
const YARGS = [
  "ansi-regex",
  "cliui",
  "escalade",
  "get-caller-file",
  "strip-ansi",
  "y18n",
  "yargs",
  "yargs-parser",
];
const LAYOUT = ["ansi-styles", "get-east-asian-width", "string-width", "wrap-ansi"];

describe("the start", () => {
  it("of the help loads yargs and the list of commands, and no command", async () => {
    const { files, bytes, modules, packages } = await loadedBy("--help");
    expect(packages).toEqual([...YARGS, ...LAYOUT].sort());
    expect(
      modules.filter((path) =>
        /^(view\/(?!render\/layout\b)|emulator|rules|analysis\/(?!impact\/classes)|files\/(?!assets)|api\/(?!clock|masking))|^cli\/commands\/(?!index)/.test(
          path,
        ),
      ),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(6);
    expect(bytes).toBeLessThan(250_000);
  });

  it("of a check loads nothing that reads services, draws or compiles", async () => {
    const { files, bytes, modules, packages } = await loadedBy("validate");
    const own = [
      "ajv/dist/runtime",
      "fast-deep-equal",
      "jsonc-parser",
      "leven",
      "lossless-json",
      "yaml",
    ];
    expect(packages).toEqual([...own, ...YARGS].sort());
    expect(
      modules.filter((path) =>
        /^(emulator|rules|files\/(commit|repository|ignored)|view\/(render\/(markdown|html|difference)|plan|graph))/.test(
          path,
        ),
      ),
    ).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(11);
    // The names of local variables take no time that can be measured.
    expect(bytes).toBeLessThan(920_000);
  });

  it("never builds schemas: their compiled checks and their files are in the package instead", () => {
    const inputs = Object.values(BUILT).flatMap((output) => Object.keys(output.inputs));
    expect(
      inputs.filter((path) => /node_modules\/(?:typebox|ajv\/(?!dist\/runtime\/))/.test(path)),
    ).toEqual([]);
  });
});
