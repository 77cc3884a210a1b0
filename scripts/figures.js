/** `npm run figures`: the size of the source, the tests and the package. Needs a build, for the size of the package. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const src = filesBelow("src").filter((path) => path.endsWith(".ts"));

const lines = (paths) =>
  paths.reduce((sum, path) => sum + readFileSync(join(root, path), "utf8").split("\n").length - 1, 0);
const entered = await filesEntered();
const rows = [
  ["files in src", src.length],
  ["lines in src", lines(src)],
  ["largest file in src, lines", Math.max(...src.map((path) => lines([path])))],
  ["lines in test, golden files included", lines(filesBelow("test"))],
  ["folders in test, without those of cases", new Set(filesBelow("test").map(testFolder)).size],
  ["folders of src that import each other", mutualFolders().length],
  ["files loaded by a plan with nothing to do", entered.loaded],
  ["files in which such a plan calls a function", entered.called],
  ["package, unpacked, bytes", packageSize()],
];
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(46)}${String(value).padStart(10)}\n`);
for (const pair of mutualFolders()) process.stdout.write(`  ${pair}\n`);

/** Paths below the root, sorted, of what git knows. */
function filesBelow(folder) {
  const { stdout } = spawnSync("git", ["ls-files", "-z", folder], { cwd: root, encoding: "utf8" });
  return stdout.split("\0").filter((path) => path !== "");
}

function testFolder(path) {
  const folder = dirname(path);
  return /^test\/cases(-invalid)?\//.exec(`${folder}/`)?.[0] ?? folder;
}

function mutualFolders() {
  const uses = new Set();
  for (const path of src) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, to] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      uses.add(`${dirname(path)} ${dirname(join(dirname(path), to))}`);
    }
  }
  return [...uses].filter((use) => {
    const [one, other] = use.split(" ");
    return one < other && uses.has(`${other} ${one}`);
  });
}

function packageSize() {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(stdout)[0].unpackedSize;
}

/** Plans the example game, which is live already, with the sources as files of their own, and looks at what V8 ran. */
async function filesEntered() {
  const folder = mkdtempSync(join(tmpdir(), "laurel-figures-"));
  try {
    for (const path of src) {
      const { code } = transformSync(readFileSync(join(root, path), "utf8"), { loader: "ts", format: "esm" });
      const to = join(folder, "dist", path.slice("src/".length).replace(/\.ts$/, ".js"));
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, code.replaceAll(/((?:from|import)\s*\(?\s*"\.[^"]+)\.ts"/g, '$1.js"'));
    }
    for (const name of ["node_modules", "package.json", "schemas", "templates"])
      symlinkSync(join(root, name), join(folder, name));
    const main = join(folder, "dist/main.js");
    const env = { PATH: process.env.PATH, LAUREL_API_TOKEN: "token", LAUREL_GAME_ID_DUNGEON: "g" };
    const server = spawn(process.execPath, [main, "serve", "--port", "0", "--token", "token"], { cwd: folder, env });
    const [text] = await once(server.stdout, "data");
    const url = /http:\/\/\S+/.exec(String(text))?.[0];
    const run = (words, coverage = "") =>
      spawnSync(
        process.execPath,
        [main, ...words, "--project", join(root, "examples/dungeon/laurel.yaml"), "--env", "production"],
        {
          cwd: root,
          env: {
            ...env,
            LAUREL_BASE_URL: url,
            LAUREL_ALLOWED_ORIGINS: url,
            ...(coverage === "" ? {} : { NODE_V8_COVERAGE: coverage }),
          },
          encoding: "utf8",
        },
      );
    const applied = run(["apply", "--yes"]);
    const coverage = join(folder, "coverage");
    const planned = run(["plan"], coverage);
    server.kill();
    if (applied.status !== 0 || planned.status !== 0) throw new Error(applied.stderr + planned.stderr);
    const base = pathToFileURL(join(folder, "dist/")).href;
    const reports = readdirSync(coverage).flatMap(
      (name) => JSON.parse(readFileSync(join(coverage, name), "utf8")).result,
    );
    const own = reports.filter(({ url: each }) => each.startsWith(base));
    const called = own.filter(({ functions }) =>
      functions.some((each) => each.functionName !== "" && each.ranges[0].count > 0),
    );
    return { loaded: own.length, called: called.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
