/** What it costs to begin: bare Node against the help, the version, and the check of a game of one resource. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measure } from "./measure.js";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));
/** Times of bare Node that the help may take at most. */
const MOST = 1.6;

/**
 * A limit counts as broken when both the median and the fastest run are above it: on a busy machine, one of them may be
 * by chance.
 *
 * @param {number} rounds
 * @returns {import("./report.js").Measured}
 */
export function startUp(rounds) {
  const cwd = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  mkdirSync(join(cwd, "game"));
  writeFileSync(join(cwd, "game/rewards.yaml"), "rewards:\n  - { custom_id: seed, name: Seed }\n");
  const timings = measure(
    [
      { name: "node -e 0", words: ["-e", "0"], cwd },
      { name: "laurel --version", words: [MAIN, "--version"], cwd },
      { name: "laurel --help", words: [MAIN, "--help"], cwd },
      { name: "laurel validate (1 resource)", words: [MAIN, "validate", "--manifests", "game"], cwd },
    ],
    rounds,
  );
  rmSync(cwd, { recursive: true });
  const [bare, ...others] = timings;
  if (bare === undefined) throw new Error("nothing was measured");
  const limits = { "laurel --version": MOST, "laurel --help": MOST };
  return {
    title: "Start-up",
    columns: ["command", "median", "fastest", "of bare Node", "at most"],
    rows: [bare, ...others].map(({ name, median, fastest }) => [
      name,
      `${median.toFixed(1)} ms`,
      `${fastest.toFixed(1)} ms`,
      `${(median / bare.median).toFixed(2)} ×`,
      limits[name] === undefined ? "" : `${limits[name]} ×`,
    ]),
    failures: others
      .filter(({ name, median, fastest }) => {
        const ratio = Math.min(median / bare.median, fastest / bare.fastest);
        return ratio > (limits[name] ?? Number.POSITIVE_INFINITY);
      })
      .map(({ name }) => `${name} takes more than ${limits[name]} times as long as bare Node`),
  };
}
