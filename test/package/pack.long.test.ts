/**
 * What `npm pack` makes is small, whole, the same each time, and works on a machine that has never
 * seen the repository.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles, writeProject } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Folders at the top of a clone from which nothing gets into a package. */
const LEFT_OUT = new Set(["node_modules", ".git", "dist", "test", ".laurel"]);
/**
 * Bytes. The packages that it needs are built into it as published, and with their names, which
 * stack traces show.
 */
const LIMITS = { size: 760_000, unpackedSize: 3_050_000 };
const { name: NAME, version } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
) as Record<string, string>;

interface Packed {
  /** Absolute path. */
  readonly tarball: string;
  readonly files: readonly { readonly path: string }[];
  /** Bytes of the tarball, and when it is unpacked. */
  readonly size: number;
  readonly unpackedSize: number;
}

/**
 * Runs a program without what npm has put into the environment of the tests, and without colour.
 */
function run(
  program: string,
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|LAUREL_|FORCE_COLOR)/i.test(name),
  );
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...env },
    encoding: "utf8",
  });
  return { exit: status, stdout, stderr };
}

function npm(words: readonly string[], cwd: string): string {
  const { exit, stdout, stderr } = run("npm", words, cwd);
  if (exit !== 0) throw new Error(`npm ended with ${exit}: ${stdout}${stderr}`);
  return stdout;
}

/**
 * Packs a copy of the sources with everything that npm does on the way, so that the tree's own
 * `dist` stays as it is.
 */
function pack(folder: string): Packed {
  const source = join(folder, "source");
  const filter = (path: string): boolean => !LEFT_OUT.has(relative(ROOT, path));
  cpSync(ROOT, source, { recursive: true, filter });
  symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
  // What an earlier build has left must not get into the package.
  mkdirSync(join(source, "dist"));
  writeFileSync(join(source, "dist/of-an-earlier-build.js"), "");
  return packedIn(npm(["pack", "--json", "--pack-destination", folder], source), folder);
}

/** What npm says of a package that is packed already. */
function describePacked(tarball: string): Packed {
  return {
    ...packedIn(npm(["pack", "--json", "--dry-run", "--ignore-scripts", tarball], folder), folder),
    tarball,
  };
}

function packedIn(stdout: string, folder: string): Packed {
  // Newer versions of npm answer with an object by name, older ones with a list.
  const all: Readonly<Record<string, Packed & { readonly filename: string }>> = JSON.parse(
    stdout.slice(stdout.search(/^[[{]/m)),
  );
  const [packed] = Object.values(all);
  if (packed === undefined) throw new Error("npm packed nothing");
  return { ...packed, tarball: join(folder, packed.filename) };
}

const folder = mkdtempSync(join(tmpdir(), "laurel-package-"));
const studio = join(folder, "studio");
const installed = join(studio, "node_modules", NAME ?? "");
let packed: Packed;

/** The package that a release is going to publish, packed already. */
const { LAUREL_TARBALL: RELEASED } = process.env;

beforeAll(async () => {
  packed =
    RELEASED === undefined ? pack(join(folder, "one")) : describePacked(join(ROOT, RELEASED));
  await writeFiles(studio, {
    "package.json": '{ "name": "studio", "private": true, "type": "module" }\n',
  });
  const install = [
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    packed.tarball,
  ];
  npm(install, studio);
  npm([...install, "--global", "--prefix", join(folder, "global")], folder);
  await writeProject(studio, { manifests: "garden" });
  await writeFiles(studio, {
    "garden/rewards.yaml": "rewards:\n  - { custom_id: seed, name: Seed }\n",
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("holds what is needed to run, and nothing else", () => {
    const kinds = [
      /^(package\.json|README\.md|LICENSE|action\.yml)$/,
      /^dist\/(main|library|chunks\/[\w-]+)\.js$/,
      /^dist\/THIRD-PARTY-LICENSES$/,
      /^dist\/.*\.d\.ts$/,
      /^schemas\/([a-z-]+\.schema\.json|catalog\.json|documents\.d\.ts)$/,
      /^templates\/(?!.*(?:\.test\.[jt]s|\.map|\.laurel))/,
    ];
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
    for (const kind of kinds) expect(paths.some((path) => kind.test(path))).toBe(true);
    for (const path of ["dist/main.js", "dist/library.js"]) expect(paths).toContain(path);
  });

  it("is the same to the byte when it is made again in another folder, so that a published one can be checked", () => {
    const digests = [pack(join(folder, "first")), pack(join(folder, "another"))].map(
      ({ tarball }) => createHash("sha512").update(readFileSync(tarball)).digest("hex"),
    );
    expect(digests[0]).toBe(digests[1]);
  });

  it("has the licences of all the packages that are built into it", () => {
    const licences = readFileSync(join(installed, "dist/THIRD-PARTY-LICENSES"), "utf8");
    for (const name of ["ajv", "diff", "hono", "leven", "string-width", "undici", "yaml"]) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\([\\w-]+\\)$`, "m"));
    }
  });

  it("is small, may be published, needs no scripts to be installed, and says which Node it needs", () => {
    expect(packed.size).toBeLessThan(LIMITS.size);
    expect(packed.unpackedSize).toBeLessThan(LIMITS.unpackedSize);
    const { scripts, ...described } = JSON.parse(
      readFileSync(join(installed, "package.json"), "utf8"),
    );
    expect(described).toMatchObject({
      name: "@laurel-progression/laurel",
      engines: { node: ">=20.19" },
    });
    for (const member of ["private", "dependencies"]) expect(described).not.toHaveProperty(member);
    expect(Object.keys(scripts).filter((script) => /install|prepare$/.test(script))).toEqual([]);
  });
});

describe("the command of the package", () => {
  it.each([
    ["installed globally, on the PATH", "laurel"],
    ["in a project that has it, fetching nothing", "npx --no -- laurel"],
  ])("works %s", (_, command) => {
    const [program = "", ...words] = command.split(" ");
    const path = `${join(folder, "global/bin")}:${process.env.PATH}`;
    const laurel = (...argv: readonly string[]) =>
      run(program, [...words, ...argv], studio, { PATH: path });
    rmSync(join(studio, ".laurel"), { recursive: true, force: true });
    expect(laurel("--version")).toMatchObject({ exit: 0, stdout: `${version}\n` });
    const planned = laurel("plan", "--detailed-exitcode");
    expect(planned.exit, planned.stderr).toBe(2);
    expect(planned.stdout).toMatch(/\+ create +reward\/seed/);
    expect(laurel("apply", "--yes")).toMatchObject({ exit: 0 });
    expect(laurel("schema", "manifest").stdout).toContain('"$schema"');
  });
});

describe("the library of the package", () => {
  it("has everything that a strict program needs, typed as the JSON documents are, and refuses what is wrong", async () => {
    const program = `import * as laurel from "${NAME}";
declare const console: { log(text: string): void };
const files = [{ file: "a.yaml", text: "rewards:\\n  - { custom_id: seed, name: Seed }\\n" }];
const { value, diagnostics }: laurel.Checked<laurel.DesiredGame> = laurel.validate(files);
const project = "laurel.yaml";
const findings: readonly laurel.Diagnostic[] = (await laurel.lint({ project })).diagnostics;
const points: number | undefined = (await laurel.report({ project })).games[0]?.economy.totals.points;
const planned: laurel.GameResults<laurel.PlannedGame> = await laurel.plan({ project, prune: true });
const plans: readonly laurel.Plan[] = planned.games.map(({ plan }) => plan);
const { results }: laurel.AppliedGames = await laurel.apply({ project, expect: plans.map(({ digest }) => digest) });
console.log(JSON.stringify([value?.resources.size, diagnostics.length, findings.length, points, results[0]?.converged]));
// @ts-expect-error
export const wrong = (): number => laurel.plan("everything");
`;
    const strict = {
      module: "nodenext",
      strict: true,
      skipLibCheck: false,
      target: "es2023",
      outDir: "out",
      types: [],
    };
    const settings = JSON.stringify({ compilerOptions: strict, files: ["use.ts"] });
    await writeFiles(studio, { "use.ts": program, "tsconfig.json": settings });
    const compiled = run(join(ROOT, "node_modules/.bin/tsc"), ["--project", studio], studio);
    expect(compiled).toMatchObject({ exit: 0, stdout: "" });
    const ran = run("node", ["out/use.js"], studio);
    expect(ran.stderr).toBe("");
    expect(JSON.parse(ran.stdout)).toEqual([1, 0, 0, 0, true]);
  });

  it("opens its schemas and nothing of its inside", () => {
    const names = ["schemas/manifest.schema.json", "package.json", "dist/core/plan/plan.js"];
    const script = `for (const name of ${JSON.stringify(names)})
      try { import.meta.resolve("${NAME}/" + name); console.log(name); } catch {}`;
    const { stdout } = run("node", ["--input-type=module", "--eval", script], studio);
    expect(stdout.trim().split("\n")).toEqual(names.slice(0, 2));
  });
});
