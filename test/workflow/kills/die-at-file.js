/**
 * Loaded before the program (`node --import`): the process dies at one of its operations that
 * change files. KILL_AT is its number, counted from 1; KILL_HOW says whether the operation is
 * carried out (`after`) or not, but for half of what is written (`half`). With 0 for a number it
 * lives, and writes into the file KILL_COUNT how many operations there were.
 */
import { appendFileSync, constants, existsSync, writeFileSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const at = Number(process.env.KILL_AT ?? "0");
const how = process.env.KILL_HOW;
let count = 0;

const die = () => {
  process.kill(process.pid, "SIGKILL");
  // The signal may take a moment, in which nothing more may happen.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

/** `half(args)`: does half of the operation at once. */
const strike = (owner, name, half) => {
  const original = owner[name];
  owner[name] = async function (...args) {
    count += 1;
    if (count !== at) return original.apply(this, args);
    if (how === "half") half?.call(this, ...args);
    else await original.apply(this, args);
    die();
  };
};

const firstHalf = (text) => String(text).slice(0, String(text).length / 2);
const probe = await files.open(process.execPath, "r");
const handle = Object.getPrototypeOf(probe);
await probe.close();
strike(handle, "writeFile", function (text) {
  writeFileSync(this.fd, firstHalf(text));
});
strike(handle, "appendFile", function (text) {
  appendFileSync(this.fd, firstHalf(text));
});
strike(files, "writeFile", (file, text, options) => {
  const isKept = options?.flag === "wx" && existsSync(file);
  if (!isKept) writeFileSync(file, firstHalf(text), options);
});
for (const name of ["mkdir", "rename", "rm", "truncate"]) strike(files, name);
const open = files.open;
const WRITING = constants.O_WRONLY | constants.O_RDWR;
files.open = async (path, flags, ...rest) => {
  const isWriting =
    typeof flags === "number" ? (flags & WRITING) !== 0 : /[wax+]/.test(flags ?? "r");
  if (isWriting) count += 1;
  const isHere = isWriting && count === at;
  if (isHere && how === "half") die();
  const opened = await open(path, flags, ...rest);
  if (isHere) die();
  return opened;
};
syncBuiltinESMExports();
if (at === 0) process.on("exit", () => writeFileSync(process.env.KILL_COUNT, String(count)));
