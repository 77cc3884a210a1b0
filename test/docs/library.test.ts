/**
 * Runs the program that docs/guides/library.md shows, as a reader would who has installed the
 * package, and compares what it prints.
 */
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE } from "../../src/files/assets.ts";
import * as library from "../../src/library.ts";
import { runScript } from "../pipeline/running.ts";
import { scratchFolder, writeFiles, writeProject } from "../support/cli.ts";
import { textOf } from "./pages.ts";
import { ROOT } from "./reader.ts";
import { linesOf, matches } from "./runnable-blocks.ts";

const page = textOf("docs/guides/library.md");
const firstBlock = (language: string): string =>
  page.split(`\n\`\`\`${language}\n`)[1]?.split("```\n")[0] ?? "";

it("the guide shows a program that runs and prints what it says, and lists every function of the library", async () => {
  const cwd = await scratchFolder();
  const installed = join(cwd, "node_modules", PACKAGE.name);
  await mkdir(dirname(installed), { recursive: true });
  await symlink(ROOT, installed);
  await writeProject(cwd, { manifests: "garden" });
  await writeFiles(cwd, {
    "package.json": '{ "type": "module" }\n',
    "garden/a.yaml": "rewards: [{ custom_id: seed, name: Seed }]\n",
    "example.js": firstBlock("js"),
  });
  const env = { PATH: process.env.PATH ?? "" };
  const { exit, stdout, stderr } = await runScript([process.execPath, "example.js"], { cwd, env });
  expect([exit, stderr]).toEqual([0, ""]);
  const shown = linesOf(firstBlock("text"));
  const printed = linesOf(stdout);
  if (!matches(shown, printed)) expect(printed).toEqual(shown);
  for (const name of Object.keys(library)) expect(page).toMatch(new RegExp(`\`${name}[\`(]`));
});
