/** Runs the program that docs/guides/library.md shows, as a reader would who has installed the package, and compares what it prints. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE } from "../../src/files/assets.ts";
import * as library from "../../src/library.ts";
import { linesOf, matches } from "./runnable-blocks.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAGE = join(ROOT, "docs/guides/library.md");

/** The text of the first block of a language. */
function firstBlock(page: string, language: string): string {
  return page.split(`\n\`\`\`${language}\n`)[1]?.split("```\n")[0] ?? "";
}

it("shows a program that runs and prints what it says", () => {
  const page = readFileSync(PAGE, "utf8");
  const folder = mkdtempSync(join(tmpdir(), "laurel-library-"));
  const installed = join(folder, "node_modules", PACKAGE.name);
  mkdirSync(dirname(installed), { recursive: true });
  symlinkSync(ROOT, installed);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const embedded = "version: 1\ngames: { garden: { manifests: game, environments: { local: { embedded: true } } } }\n";
  writeFileSync(join(folder, "laurel.yaml"), embedded);
  mkdirSync(join(folder, "game"));
  writeFileSync(join(folder, "game/a.yaml"), "rewards: [{ custom_id: seed, name: Seed }]\n");
  writeFileSync(join(folder, "example.js"), firstBlock(page, "js"));
  const { status, stdout, stderr } = spawnSync("node", ["example.js"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const expected = firstBlock(page, "text");
  if (!matches(linesOf(expected), linesOf(stdout))) expect(linesOf(stdout)).toEqual(linesOf(expected));
});

it("lists every function of the library", () => {
  const page = readFileSync(PAGE, "utf8");
  for (const name of Object.keys(library)) expect(page).toMatch(new RegExp(`\`${name}[\`(]`));
});
