/** Loaded before a program: writes at its end what memory it took at most, in bytes, into the file that BENCH_MEMORY names. */
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  process.on("exit", () => {
    writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS * 1024));
  });
}
