/**
 * `npm run sbom [folder]`: lists the packages that are built into laurel, as `laurel.cdx.json` (CycloneDX) and
 * `laurel.spdx.json` (SPDX). For npm these are packages for development, because nobody installs them with laurel: so it is
 * given a lock file in which they, and nothing else, are what laurel needs.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { builtInPackages } from "./build/built-in.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = resolve(process.argv[2] ?? ".");
const DOCUMENTS = { cyclonedx: "laurel.cdx.json", spdx: "laurel.spdx.json" };

function read(name) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

const lock = read("package-lock.json");
const builtIn = builtInPackages(read("dist/built.json"));
const isTop = (folder) => folder.lastIndexOf("node_modules/") === 0;
const nameIn = (folder) => folder.replace(/^.*node_modules\//, "");
const entries = builtIn.map((folder) => {
  // What a package needs for something that is not built in is not there; the rest is in the version that is built in.
  const { dev: _, peerDependencies: __, dependencies = {}, ...entry } = lock.packages[folder];
  const used = Object.keys(dependencies).flatMap((name) => {
    const found = [`${folder}/node_modules/${name}`, `node_modules/${name}`].find((each) => builtIn.includes(each));
    return found === undefined ? [] : [[name, lock.packages[found].version]];
  });
  return [folder, { ...entry, dependencies: Object.fromEntries(used) }];
});
const { devDependencies: _, ...manifest } = read("package.json");
const { devDependencies: __, ...own } = lock.packages[""];
const dependencies = Object.fromEntries(
  entries.flatMap(([folder, { version }]) => (isTop(folder) ? [[nameIn(folder), version]] : [])),
);

const folder = mkdtempSync(join(tmpdir(), "laurel-sbom-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
  const packages = { "": { ...own, dependencies }, ...Object.fromEntries(entries) };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
  mkdirSync(target, { recursive: true });
  for (const [format, file] of Object.entries(DOCUMENTS)) {
    const words = ["sbom", "--package-lock-only", `--sbom-format=${format}`, "--loglevel=error"];
    // On Windows npm is a script of the shell.
    const { status, stdout, stderr } = spawnSync("npm", words, { cwd: folder, encoding: "utf8", shell: true });
    if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`);
    writeFileSync(join(target, file), stdout);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
