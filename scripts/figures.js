/**
 * `npm run figures`: tokens, lines and files of each folder of the source and the tests, and the
 * size of the package. Needs a build.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import jsTokens from "js-tokens";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Paths below the root, sorted, of what git knows. */
function filesBelow(folder) {
  const { stdout } = spawnSync("git", ["ls-files", "-z", folder], { cwd: root, encoding: "utf8" });
  return stdout.split("\0").filter((path) => path !== "");
}

const readText = (path) => readFileSync(join(root, path), "utf8");

function countLines(paths) {
  return paths.reduce((sum, path) => sum + readText(path).split("\n").length - 1, 0);
}

/** Tokens of the TypeScript and JavaScript files; comments and white space are no tokens. */
function countTokens(paths) {
  let count = 0;
  for (const path of paths.filter((each) => /\.[jt]s$/.test(each))) {
    for (const { type } of jsTokens(readText(path))) {
      if (!/WhiteSpace|LineTerminator|Comment/.test(type)) count += 1;
    }
  }
  return count;
}

function printRow(name, ...figures) {
  const cells = figures.map((figure) => String(figure).padStart(9));
  process.stdout.write(`${name.padEnd(24)}${cells.join("")}\n`);
}

function printFolder(name, paths) {
  printRow(name, countTokens(paths), countLines(paths), paths.length);
}

printRow("", "tokens", "lines", "files");
for (const top of ["src", "test"]) {
  const all = filesBelow(top);
  for (const folder of new Set(all.map((path) => path.split("/").slice(0, 2).join("/")))) {
    const paths = all.filter((path) => path === folder || path.startsWith(`${folder}/`));
    printFolder(folder, paths);
  }
  printFolder(`${top}, all`, all);
}
const pack = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
  cwd: root,
  encoding: "utf8",
});
printRow("package, unpacked, bytes", Object.values(JSON.parse(pack.stdout))[0].unpackedSize);
