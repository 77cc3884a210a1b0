/**
 * `npm run bench`: measures the built program, prints tables, and ends with 1 when a limit is not kept. Each file beside
 * this one measures one thing. `npm run bench -- 51` takes so many rounds; more of them make the medians steadier.
 */
import { readFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { tableOf } from "./report.js";
import { startUp } from "./start-up.js";

const rounds = Number(process.argv[2] ?? 21);
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const [cpu] = cpus();
const machine = `${cpus().length} × ${cpu?.model ?? "processor"}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}`;
process.stdout.write(`laurel ${version}, Node ${process.version}, ${machine}; medians of ${rounds} rounds\n\n`);
const measured = [startUp(rounds)];
for (const each of measured) process.stdout.write(`${tableOf(each)}\n`);
const failures = measured.flatMap((each) => each.failures);
process.stderr.write(failures.map((failure) => `${failure}\n`).join(""));
process.exitCode = failures.length === 0 ? 0 : 1;
