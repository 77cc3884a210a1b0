/** `npm run figures`: the size of each folder of the source, of the tests and of the package. Needs a build. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Paths below the root, sorted, of what git knows. */
function filesBelow(folder) {
  const { stdout } = spawnSync("git", ["ls-files", "-z", folder], { cwd: root, encoding: "utf8" });
  return stdout.split("\0").filter((path) => path !== "");
}

const lines = (paths) =>
  paths.reduce((sum, path) => sum + readFileSync(join(root, path), "utf8").split("\n").length - 1, 0);
const row = (name, count, files) =>
  process.stdout.write(`${name.padEnd(24)}${String(count).padStart(8)}${String(files ?? "").padStart(8)}\n`);

process.stdout.write(`${"".padEnd(24)}${"lines".padStart(8)}${"files".padStart(8)}\n`);
for (const top of ["src", "test"]) {
  const all = filesBelow(top);
  for (const folder of new Set(all.map((path) => path.split("/").slice(0, 2).join("/")))) {
    const paths = all.filter((path) => path === folder || path.startsWith(`${folder}/`));
    row(folder, lines(paths), paths.length);
  }
  row(`${top}, all`, lines(all), all.length);
}
const pack = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" });
row("package, unpacked, bytes", Object.values(JSON.parse(pack.stdout))[0].unpackedSize);
