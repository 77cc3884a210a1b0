/** The package as `npm pack` makes it, and folders in which it is installed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Folders of a clone that are no part of what a package is made from. */
const LEFT_OUT = new Set(["node_modules", ".git", "dist", "test", ".laurel"]);

export interface PackedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface Packed {
  /** Absolute path of the tarball. */
  readonly tarball: string;
  readonly files: readonly PackedFile[];
  /** Bytes of the tarball. */
  readonly size: number;
  /** Bytes when it is unpacked. */
  readonly unpackedSize: number;
}

export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "laurel-package-"));
}

/** Runs a program without what npm has put into the environment of the tests, and without colour. */
export function run(
  program: string,
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Ended {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|LAUREL_|FORCE_COLOR)/i.test(name));
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1", ...env },
    encoding: "utf8",
  });
  return { exit: status, stdout, stderr };
}

/** Packs a copy of the sources with everything that npm does on the way, so that the tree's own `dist` stays as it is. */
export function pack(folder: string): Packed {
  const source = join(folder, "source");
  cpSync(ROOT, source, {
    recursive: true,
    filter: (path) => path === ROOT || !LEFT_OUT.has(path.split("/").at(-1) ?? ""),
  });
  symlinkSync(join(ROOT, "node_modules"), join(source, "node_modules"));
  // What an earlier build has left must not get into the package.
  mkdirSync(join(source, "dist"));
  writeFileSync(join(source, "dist/of-an-earlier-build.js"), "");
  const { exit, stdout, stderr } = run("npm", ["pack", "--json", "--pack-destination", folder], source);
  if (exit !== 0) throw new Error(`npm pack ended with ${exit}: ${stdout}${stderr}`);
  const found: unknown = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  // Newer versions of npm answer with an object by name, older ones with a list.
  const [packed] = Object.values(found as Record<string, Packed & { filename: string }>);
  if (packed === undefined) throw new Error(`npm pack made nothing: ${stdout}`);
  return { ...packed, tarball: join(folder, packed.filename) };
}

const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];

/** Installs the tarball into a new project. Dependencies come from npm's cache or the registry. */
export function installLocally(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "studio", "private": true, "type": "module" }\n');
  succeed(run("npm", [...INSTALL, tarball], folder));
}

/** Installs the tarball as a global command below the prefix. */
export function installGlobally(tarball: string, prefix: string): void {
  mkdirSync(prefix, { recursive: true });
  succeed(run("npm", [...INSTALL, "--global", "--prefix", prefix, tarball], prefix));
}

function succeed({ exit, stdout, stderr }: Ended): void {
  if (exit !== 0) throw new Error(`npm ended with ${exit}: ${stdout}${stderr}`);
}
