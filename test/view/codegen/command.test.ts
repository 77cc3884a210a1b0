/** What `laurel codegen` refuses; what it writes: test/cases/codegen. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles, writeProject } from "../../support/cli.ts";

const GAME = "rewards: [{ custom_id: egg, name: Egg }]\n";

async function inFolder(files: Readonly<Record<string, string>> = {}) {
  const cwd = await scratchFolder();
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(cwd, { "game/game.yaml": GAME, ...files });
  return { cwd, run: (line: string) => runCli(["codegen", ...line.split(" ")], { cwd }) };
}

it("--check is content where Git wrote other line breaks, and fails with the reason where the file cannot be read", async () => {
  const { cwd, run } = await inFolder();
  const file = join(cwd, "ids.ts");
  const line = "--language typescript --out ids.ts";
  await run(line);
  await writeFile(file, (await readFile(file, "utf8")).replaceAll("\n", "\r\n"));
  expect((await run(`${line} --check`)).exit).toBe(0);
  await writeFile(file, Buffer.from([0xff, 0xfe, 0xff]));
  const { exit, stderr } = await run(`${line} --check`);
  expect(stderr).toContain("error[");
  expect([0, 2]).not.toContain(exit);
});

it.each([
  ["no language", "--reveal-secrets", "language"],
  ["--check without a file", "--language lua --check", "check -> out"],
  ["a file among the manifests", "--language lua --out game/ids.json", "files that laurel reads"],
  ["the project file as the file", "--language lua --out laurel.yaml", "files that laurel reads"],
  ["a language and a template", "--language lua --template t", "mutually exclusive"],
  ["the template as the file", "--out t --template ./t", "files that laurel reads"],
])("%s is refused", async (_, line, words) => {
  const { cwd, run } = await inFolder({ t: "x" });
  const project = await readFile(join(cwd, "laurel.yaml"), "utf8");
  const { exit, stdout, stderr } = await run(line);
  expect([exit, stdout]).toEqual([64, ""]);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(words);
  expect((await readdir(cwd, { recursive: true })).sort()).toEqual([
    "game",
    "game/game.yaml",
    "laurel.yaml",
    "t",
  ]);
  expect(await readFile(join(cwd, "laurel.yaml"), "utf8")).toBe(project);
});

it("several games at once are refused", async () => {
  const games = ["one", "two"].map(
    (name) => `  ${name}: { manifests: ${name}, environments: { e: { embedded: true } } }\n`,
  );
  const files = {
    "laurel.yaml": `version: 1\ngames:\n${games.join("")}`,
    "one/a.yaml": GAME,
    "two/a.yaml": GAME,
  };
  const { run } = await inFolder(files);
  const both = await run("--language lua");
  expect(both.exit).toBe(64);
  expect(both.stderr).toContain("Name the game with --game");
  expect((await run("--language lua --game two")).exit).toBe(0);
});
