/**
 * `npm run executable [folder]`: laurel as one file that needs neither Node nor this repository, for the platform that this
 * runs on. It is this Node with laurel, its schemas and its templates inside (https://nodejs.org/api/single-executable-applications.html).
 * The folder (default: `executable`) gets the program and the licences of everything in it.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inject } from "postject";
import { builtInPackages } from "./build/built-in.js";
import { bundleOptions } from "./build/bundle.js";
import { licencesOf } from "./build/licences.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const target = resolve(process.argv[2] ?? join(root, "executable"));
const program = join(target, process.platform === "win32" ? "laurel.exe" : "laurel");
/** Node looks for its application under this name, and for this text in itself. */
const RESOURCE = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
/** As in src/files/assets.ts. */
const ASSET_LIST = "assets.json";

/** Paths below the root of what laurel reads of itself. */
function assetPaths() {
  const below = ["schemas", "templates"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
  );
  return ["package.json", ...below.sort()];
}

function run(command, words) {
  const { status, stderr, error } = spawnSync(command, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} exited with ${status}: ${error ?? stderr}`);
}

/** The licence of Node, where its archives and the packages of systems have it. */
function nodeLicence() {
  const home = dirname(process.execPath);
  const found = [join(home, "LICENSE"), join(home, "../LICENSE"), join(home, "../share/doc/nodejs/LICENSE")];
  const path = found.find((each) => existsSync(each));
  if (path === undefined) throw new Error(`The licence of Node is in none of: ${found.join(", ")}`);
  return path;
}

mkdirSync(target, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "laurel-executable-"));
try {
  // In one script: an executable cannot load modules of its own at run time.
  const main = join(folder, "laurel.cjs");
  const { metafile } = await build({
    ...bundleOptions(root),
    entryPoints: ["src/main.ts"],
    outfile: main,
    format: "cjs",
    metafile: true,
    // A script has no address; Node's `createRequire` takes the executable's.
    banner: { js: 'const executableUrl = require("node:url").pathToFileURL(process.execPath).href;' },
    define: { "import.meta.url": "executableUrl" },
    logOverride: { "empty-import-meta": "silent" },
  });

  const paths = assetPaths();
  const list = join(folder, ASSET_LIST);
  writeFileSync(list, JSON.stringify(paths));
  const blob = join(folder, "laurel.blob");
  const config = join(folder, "config.json");
  const assets = { [ASSET_LIST]: list, ...Object.fromEntries(paths.map((path) => [path, join(root, path)])) };
  const settings = { main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets };
  writeFileSync(config, JSON.stringify(settings));
  run(process.execPath, ["--experimental-sea-config", config]);

  rmSync(program, { force: true });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  const isMac = process.platform === "darwin";
  // macOS runs no program whose signature does not match: the signature of Node goes, and one without an identity comes.
  if (isMac) run("codesign", ["--remove-signature", program]);
  await inject(program, RESOURCE, readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(isMac ? { machoSegmentName: "NODE_SEA" } : {}),
  });
  if (isMac) run("codesign", ["--sign", "-", program]);

  copyFileSync(join(root, "LICENSE"), join(target, "LICENSE"));
  copyFileSync(nodeLicence(), join(target, "NODE-LICENSE"));
  writeFileSync(join(target, "THIRD-PARTY-LICENSES"), licencesOf(builtInPackages(metafile.outputs), root));
  process.stdout.write(`${program} (${(statSync(program).size / 1_000_000).toFixed(1)} MB)\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
