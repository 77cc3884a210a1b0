/** What it costs to begin: bare Node against the help, the version, and the check of a game of one resource. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figure, section } from "./figures.js";
import { MAIN, measure } from "./measure.js";
import { TARGETS } from "./targets.js";

/** @type {import("./main.js").Measurement} */
export async function startUp({ roundsFor }) {
  const cwd = mkdtempSync(join(tmpdir(), "laurel-bench-"));
  mkdirSync(join(cwd, "game"));
  writeFileSync(join(cwd, "game/rewards.yaml"), "rewards:\n  - { custom_id: seed, name: Seed }\n");
  const [bare, ...others] = await measure(
    [
      { name: "node -e 0", words: ["-e", "0"], cwd },
      { name: "laurel --version", words: [MAIN, "--version"], cwd },
      { name: "laurel --help", words: [MAIN, "--help"], cwd },
      { name: "laurel validate, 1 resource", words: [MAIN, "validate", "--manifests", "game"], cwd },
    ],
    roundsFor(1),
  );
  rmSync(cwd, { recursive: true });
  return section({
    name: "start-up",
    title: "Start-up",
    floor: "`node -e 0`",
    figures: others.map((each) => figure(each.name, bare, each, { most: TARGETS.startUp })),
  });
}
