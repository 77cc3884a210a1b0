/**
 * `npm run sbom [folder]`: lists what a user installs with laurel, as `laurel.cdx.json` (CycloneDX) and
 * `laurel.spdx.json` (SPDX). npm makes them from a lock file without anything for development: of the whole one,
 * `npm sbom --omit=dev` leaves out every package that is needed for both (seen with npm 11.19).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = resolve(process.argv[2] ?? ".");
const DOCUMENTS = { cyclonedx: "laurel.cdx.json", spdx: "laurel.spdx.json" };

function read(name) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

const { devDependencies: _, ...manifest } = read("package.json");
const lock = read("package-lock.json");
const used = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
const { devDependencies: __, ...own } = lock.packages[""];
const packages = { ...Object.fromEntries(used), "": own };

const folder = mkdtempSync(join(tmpdir(), "laurel-sbom-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
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
