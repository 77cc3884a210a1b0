/** The embedded service in a process of its own. Its log of requests goes into a file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { MAIN, TOKEN } from "./measure.js";

/**
 * @param {readonly string[]} words flags of `laurel serve`
 * @param {string} log
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startEmbedded(words, log) {
  const sink = openSync(log, "a");
  const serve = ["serve", "--token", TOKEN, "--verbose", ...words];
  const child = spawn(process.execPath, [MAIN, ...serve], { stdio: ["ignore", "pipe", sink] });
  closeSync(sink);
  const kill = () => child.kill();
  // When a measurement fails, nobody asks it to stop.
  process.once("exit", kill);
  const [greeting] = await once(child.stdout, "data");
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await once(child, "exit");
  };
  return { url: /http:\S+/.exec(String(greeting))?.[0] ?? "", stop };
}

/**
 * What the service answered by its log.
 *
 * @param {string} log
 * @returns {{ at: number, status: number }[]} `at`: milliseconds since 1970
 */
export function servedIn(log) {
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes('"event":"served"'))
    .map((line) => JSON.parse(line))
    .map(({ time, status }) => ({ at: Date.parse(time), status }));
}
