/**
 * `npm run bench`: measures the built program, prints tables, and ends with 1 when a target is
 * missed. Each file beside this one measures one thing. docs/benchmarks.md says what is measured
 * and how to read it.
 *
 * npm run bench                          everything npm run bench -- start-up validate     some
 * sections npm run bench -- growth                validate and plan, and how they grow npm run
 * bench -- --quick               smaller games, fewer rounds
 *
 * @typedef {object} Surroundings
 * @property {import("./games.js").Games} games
 * @property {import("./bare-service.js").BareService} service
 * @property {readonly number[]} sizes numbers of resources
 * @property {readonly number[]} latencies milliseconds before each answer
 * @property {(resources: number) => number} roundsFor
 * @property {(line: string) => void} say
 *
 * @typedef {(surroundings: Surroundings) => Promise<import("./figures.js").Section>} Measurement
 */
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { apply } from "./apply.js";
import { openBareService } from "./bare-service.js";
import { openGames } from "./games.js";
import { growth } from "./growth.js";
import { plan } from "./plan.js";
import { tableOf, withMeasured } from "./report.js";
import { sizes as sizesSection } from "./sizes.js";
import { startUp } from "./start-up.js";
import { test } from "./test.js";
import { validate } from "./validate.js";

const SECTIONS = { "start-up": startUp, validate, plan, apply, test, sizes: sizesSection };
/** Growth compares two sizes of these sections, so it is measured with them. */
const GROWTH = ["validate", "plan"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    /** Numbers of resources in place of the usual ones, with commas. */
    sizes: { type: "string" },
    rounds: { type: "string" },
    /** Writes everything that was measured into a file. */
    json: { type: "string" },
    /** Writes the tables into a page, between its marks, in place of those of the same sections. */
    write: { type: "string" },
  },
});
const known = [...Object.keys(SECTIONS), "growth"];
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`no section "${unknown}"; there are ${known.join(", ")}\n`);
  process.exit(64);
}
const ofGrowth = positionals.includes("growth") ? GROWTH : [];
const asked =
  positionals.length === 0
    ? Object.keys(SECTIONS)
    : positionals.filter((name) => name !== "growth");
const chosen = [...new Set([...asked, ...ofGrowth])];

/** The larger, the fewer: what takes long is less shaken by what else the machine does. */
function roundsFor(resources) {
  if (values.rounds !== undefined) return Number(values.rounds);
  if (values.quick) return 3;
  if (resources <= 1) return 21;
  if (resources <= 1000) return 9;
  return resources <= 10_000 ? 5 : 3;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

const games = openGames();
const service = await openBareService();
const sizes = (values.sizes ?? (values.quick ? "1000,10000" : "1000,10000,100000"))
  .split(",")
  .map(Number);
const latencies = values.quick ? [0] : [0, 5, 50];
const surroundings = { games, service, sizes, latencies, roundsFor, say };

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const machine = `${cpus().length} × ${cpus()[0]?.model ?? "processor"}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}`;
const about = `laurel ${version}, Node ${process.version}, ${machine}.`;
say(`${about}\n`);
const sections = [];
try {
  for (const name of chosen) {
    const measured = await SECTIONS[name](surroundings);
    sections.push(measured);
    say(tableOf(measured));
  }
  const grown = growth(sections, sizes);
  if (grown.figures.length > 0) {
    sections.push(grown);
    say(tableOf(grown));
  }
} finally {
  service.close();
  games.remove();
}
const failures = sections.flatMap((each) => each.failures);
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ laurel: version, node: process.version, machine, sections }, null, 2)}\n`,
  );
}
if (values.write !== undefined) {
  writeFileSync(
    values.write,
    withMeasured(readFileSync(values.write, "utf8"), { about, sections }),
  );
}
process.stderr.write(failures.map((failure) => `${failure}\n`).join(""));
process.exitCode = failures.length === 0 ? 0 : 1;
