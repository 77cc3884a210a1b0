/** Loaded before a program: writes at its end what it took of memory and of the processors into the file that BENCH_USAGE names. */
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { memory: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 };
    writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
  });
}
