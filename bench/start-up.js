/**
 * What it costs to begin: an empty program of yargs, bundled like laurel, against the help and the
 * check of one resource.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../scripts/build/bundle.js";
import { figure, section } from "./figures.js";
import { projectOf } from "./games.js";
import { floor, MAIN, measure } from "./measure.js";
import { TARGETS } from "./targets.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** @type {import("./main.js").Measurement} */
export async function startUp({ roundsFor }) {
  const cwd = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  mkdirSync(join(cwd, "game"));
  writeFileSync(join(cwd, "game/rewards.yaml"), "rewards:\n  - { custom_id: seed, name: Seed }\n");
  const empty = await bundled(join(cwd, "empty.mjs"));
  writeFileSync(join(cwd, "laurel.yaml"), projectOf("game", "http://127.0.0.1"));
  const [emptyVersion, version, emptyHelp, help, emptyCheck, validate] = await measure(
    [
      { name: "empty --version", words: [empty, "--version"], cwd },
      { name: "laurel --version", words: [MAIN, "--version"], cwd },
      { name: "empty --help", words: [empty, "--help"], cwd },
      { name: "laurel --help", words: [MAIN, "--help"], cwd },
      { name: "empty validate", words: [empty, "validate"], cwd },
      { name: "laurel validate, 1 resource", words: [MAIN, "validate"], cwd },
    ],
    roundsFor(1),
  );
  rmSync(cwd, { recursive: true });
  const most = TARGETS.startUp;
  return section({
    name: "start-up",
    title: "Start-up",
    floor: "an empty program of yargs with the same table of commands, bundled like laurel",
    figures: [
      figure(version.name, emptyVersion, version, { most }),
      figure(help.name, emptyHelp, help, { most }),
      figure(validate.name, emptyCheck, validate, { most }),
    ],
  });
}

/** The commands themselves are left out. */
async function bundled(outfile) {
  const leaveOut = {
    name: "commands",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      ),
  };
  const options = bundleOptions(ROOT);
  const plugins = [leaveOut, ...options.plugins];
  await build({ ...options, entryPoints: [floor("yargs")], outfile, plugins });
  return outfile;
}
