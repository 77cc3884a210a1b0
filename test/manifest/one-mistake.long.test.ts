/**
 * One random slip in the example's manifests gives one error, or none where it is valid all the
 * same.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { catalog } from "../../src/catalog/index.ts";
import { checkGame } from "../../src/manifest/game/desired-game.ts";
import { parseText } from "../../src/manifest/parse.ts";
import { randomFrom } from "../fuzz/random.ts";
import { MUTATIONS } from "./mistakes/mutations.ts";

const folder = fileURLToPath(new URL("../../examples/dungeon/game", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.(?:yaml|json)$/.test(file) && !file.includes("overrides"))
  .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
const names = Object.keys(MUTATIONS);
const COUNT = 500;

it("of 500 slips at most 5 give more than one error, and none more than five", () => {
  const parsed = files.map(({ file, text }) => parseText(file, text));
  expect(checkGame(parsed, catalog, [[]]).diagnostics).toEqual([]);
  const many: string[] = [];
  let most = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const random = randomFrom(`slip ${index}`);
    const which = random.below(files.length);
    const name = names[index % names.length] ?? "";
    const { file = "", text = "" } = files[which] ?? {};
    const changed = parsed.with(which, parseText(file, MUTATIONS[name]?.(text, random) ?? ""));
    const errors = checkGame(changed, catalog, [[]]).diagnostics.filter(
      ({ severity }) => severity === "error",
    );
    most = Math.max(most, errors.length);
    if (errors.length > 1)
      many.push(`${index} ${name}: ${errors.map(({ code }) => code).join(" ")}`);
  }
  expect(many.length, many.join("\n")).toBeLessThanOrEqual(COUNT / 100);
  expect(most).toBeLessThanOrEqual(5);
}, 600_000);
