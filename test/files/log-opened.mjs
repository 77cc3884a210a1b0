/** Loaded before the program: writes down each path that it opens below a folder. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const { OPENED_BELOW: folder = "", OPENED_LOG: log = "" } = process.env;
const append = fs.appendFileSync;
let isLogging = false;

function note(path) {
  if (isLogging || (typeof path !== "string" && !(path instanceof URL) && !Buffer.isBuffer(path)))
    return;
  const absolute = resolve(path instanceof URL ? fileURLToPath(path) : path.toString());
  if (!absolute.startsWith(folder + sep)) return;
  isLogging = true;
  append(log, `${absolute.slice(folder.length + 1)}\n`);
  isLogging = false;
}

function wrap(target, names) {
  for (const name of names) {
    const original = target[name];
    target[name] = function (path, ...rest) {
      note(path);
      return original.call(this, path, ...rest);
    };
  }
}

wrap(fs, [
  "openSync",
  "open",
  "readFileSync",
  "readFile",
  "createReadStream",
  "cpSync",
  "copyFileSync",
]);
wrap(fs.promises, ["open", "readFile", "copyFile"]);
syncBuiltinESMExports();
