/**
 * `npm run bench:haul`: the long haul in real time. The built program creates 10,000 resources on the embedded service,
 * which runs in a process of its own, takes 20 requests a second and lets two in a hundred fail. Takes about eleven
 * minutes, prints what it saw, and ends with 1 when a limit is not kept. `npm run bench:haul -- 500` takes 500 resources.
 *
 * The floor is the time that the limit allows for the requests of the same apply without limit and faults, which is run
 * first.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { servedIn, startEmbedded } from "./embedded-service.js";
import { megabytes } from "./figures.js";
import { MAIN, TOKEN } from "./measure.js";

const RESOURCES = Number(process.argv[2] ?? 10_000);
const LIMIT = 20;
/** What fails of a hundred requests, each a third of one, at requests that a seed chooses. */
const FAULTS = ["error-before=500", "error-after=502", "drop-before", "drop-after", "truncate", "html"];
const MOST = 1.2;

const folder = mkdtempSync(join(tmpdir(), "laurel-haul-"));
try {
  writeManifests();
  const floor = await applied("floor", []);
  const faults = FAULTS.flatMap((fault, index) => ["--fault", `${fault}@0.333%,seed=${index + 1}`]);
  const haul = await applied("haul", ["--rate-limit", `${LIMIT}/1`, ...faults]);
  const allowed = floor.served.length / LIMIT;
  const first = haul.served.find(({ status }) => status === 429);
  const after = haul.served.filter(({ at }) => first !== undefined && at >= first.at + 1000);
  const refused = haul.served.filter(({ status }) => status === 429).length;
  const refusedAfter = after.filter(({ status }) => status === 429).length;
  const fullest = mostInASecond(after.map(({ at }) => at));
  const lines = [
    ["resources", RESOURCES],
    ["requests without limit and faults", floor.served.length],
    ["requests", haul.served.length],
    ["time that the limit allows", `${allowed.toFixed(0)} s`],
    ["time", `${haul.seconds.toFixed(0)} s`],
    [`ratio (at most ${MOST})`, (haul.seconds / allowed).toFixed(3)],
    ["answers 429", refused],
    ["answers 429 after the first one's second", refusedAfter],
    ["most requests in any second after that", fullest],
    ["exit code", haul.exit],
    ["exit code of a plan afterwards (0: nothing to do)", haul.planExit],
    [
      "memory after a tenth of the time, half, and at the end",
      haul.memory.map((bytes) => (bytes === 0 ? "not known" : megabytes(bytes))).join(", "),
    ],
    [
      "report file",
      `${(haul.reportBytes / 1000).toFixed(0)} kB, ${(haul.reportBytes / RESOURCES).toFixed(0)} bytes a resource`,
    ],
    ["lines on stderr about a wait for the limit", haul.limitLines],
  ];
  for (const [what, figure] of lines) process.stdout.write(`${String(what).padEnd(56)} ${figure}\n`);
  const isKept =
    haul.exit === 0 && haul.planExit === 0 && haul.seconds <= MOST * allowed && refusedAfter === 0 && fullest <= LIMIT;
  if (!isKept) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writeManifests() {
  mkdirSync(join(folder, "game"));
  const write = (kind, share, line) => {
    const lines = Array.from({ length: Math.round(RESOURCES * share) }, (_, index) => `  - { ${line(index)} }\n`);
    writeFileSync(join(folder, "game", `${kind}.yaml`), `${kind}:\n${lines.join("")}`);
  };
  write("actions", 0.1, (n) => `custom_id: act-${n}, name: Act ${n}`);
  write("criteria", 0.1, (n) => `custom_id: often-${n}, name: Often ${n}, custom_action_id: act-${n}`);
  write("rewards", 0.7, (n) => `custom_id: prize-${n}, name: Prize ${n}, description: For ${n}`);
  write("achievements", 0.1, (n) => `custom_id: deed-${n}, name: Deed ${n}, points: ${n}`);
}

/** Applies everything on a new service that is started with these words more. */
async function applied(name, words) {
  const log = join(folder, `${name}.log`);
  const service = await startEmbedded(words, log);
  try {
    const game = ["--manifests", "game", "--base-url", service.url, "--game-id", "haul"];
    const report = join(folder, `${name}.json`);
    const begun = Date.now();
    const run = await laurel(name, ["apply", "--yes", "--report", report, ...game]);
    const seconds = (Date.now() - begun) / 1000;
    const served = servedIn(log);
    const limitLines = run.stderr.split("\n").filter((line) => line.includes("rate limit")).length;
    const { exit: planExit } = await laurel(`${name}-plan`, ["plan", "--detailed-exitcode", ...game]);
    return { ...run, seconds, served, planExit, limitLines, reportBytes: statSync(report).size };
  } finally {
    await service.stop();
  }
}

/** Runs the built program, and looks each second at how much of it is in memory, where the system shows it. */
async function laurel(name, words) {
  const [out, err] = ["out", "err"].map((stream) => join(folder, `${name}.${stream}`));
  const sinks = [openSync(out, "w"), openSync(err, "w")];
  const child = spawn(process.execPath, [MAIN, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, LAUREL_API_TOKEN: TOKEN },
    stdio: ["ignore", ...sinks],
  });
  const sizes = [];
  const look = setInterval(() => sizes.push(residentBytes(child.pid)), 1000);
  const [exit] = await once(child, "exit");
  clearInterval(look);
  for (const sink of sinks) closeSync(sink);
  const memory = [0.1, 0.5, 1].map((share) => sizes[Math.max(0, Math.floor((sizes.length - 1) * share) - 1)] ?? 0);
  return { exit, memory, stderr: readFileSync(err, "utf8") };
}

function residentBytes(pid) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function mostInASecond(moments) {
  let [most, from] = [0, 0];
  for (const [index, at] of moments.entries()) {
    while (at - moments[from] >= 1000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  return most;
}
