/** Parses every manifest below a folder with the yaml package, and nothing else. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** @param {string} folder */
export function parseFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".yaml"),
  );
  return names.map((name) => parse(readFileSync(join(folder, name), "utf8")));
}
