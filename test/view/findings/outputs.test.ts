/** `--out FILE`: more forms of one result, in files. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { access, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type CliRun,
  createSignals,
  type GameOptions,
  inGame,
  scratchFolder,
  type TestGame,
} from "../../support/cli.ts";
import { runOf } from "./sarif-schema.ts";

const GOOD = "actions:\n  - { custom_id: a, name: A }\n";

const gameWith = (text: string, options: GameOptions = {}) =>
  inGame({ ...options, manifests: { "a.yaml": text } });
const read = (game: TestGame, file: string): Promise<string> =>
  readFile(join(game.folder, file), "utf8");
const outs = (...files: readonly string[]): readonly string[] =>
  files.flatMap((file) => ["--out", file]);

/** Without the line breaks that fit it to the screen. */
const flat = ({ stderr }: CliRun): string => stderr.replaceAll(/\s+/g, " ");

it("one run gives several forms of a plan, each as --format gives it, and nothing is left beside them", async () => {
  const files = { json: "p.json", markdown: "p.MD", html: "p.html", sarif: "p.sarif" };
  const outFiles = outs(...Object.values(files));
  const game = await gameWith(GOOD);
  // What was there is replaced, and the exit code is as without.
  await writeFile(join(game.folder, files.sarif), "old");
  const run = await game.run(["plan", "--detailed-exitcode", ...outFiles]);
  expect(run).toMatchObject({ exit: 2, stdout: expect.stringContaining("1 to create") });
  for (const [format, file] of Object.entries(files)) {
    expect(await read(game, file)).toBe((await game.run(["plan", "--format", format])).stdout);
  }
  expect(runOf(await read(game, files.sarif)).results).toEqual([]);
  const all = ["laurel.yaml", "manifests", ...Object.values(files)];
  expect((await readdir(game.folder)).sort()).toEqual(all.sort());
  await game.write({ "a.yaml": "actions:\n  - { custom_id: a, nmae: A }\n" });
  expect(await game.run(["plan", ...outFiles])).toMatchObject({ exit: 3 });
  for (const file of Object.values(files))
    expect(await read(game, file)).toContain("unknown-field");
});

it.skipIf(process.platform === "win32").each([
  ["no ending", "plan", "must end in .json, .md"],
  ["an ending without a format", "p.txt", "must end in .json, .md"],
  ["a missing folder", "missing/p.sarif", "is in a folder that does not exist"],
  ["a folder", "folder.json", "is a folder, not a file"],
  ["a link to a stream", "stream.json", "is a link;"],
  ["a link to a folder", "folder-link.json", "is a link;"],
  ["a link to a file of the project", "link.json", "is a link;"],
  ["a link to a new file", "new-link.json", "is a link;"],
  ["a pipe", "pipe.json", "is not a plain file but a pipe, a socket or a device"],
])("what cannot be written is refused before anything is begun: %s", async (_, file, words) => {
  const game = await gameWith(GOOD);
  await symlink("/proc/self/fd/1", join(game.folder, "stream.json"));
  await symlink("manifests", join(game.folder, "folder-link.json"));
  await symlink("laurel.yaml", join(game.folder, "link.json"));
  await symlink("new.json", join(game.folder, "new-link.json"));
  await mkdir(join(game.folder, "folder.json"));
  execFileSync("mkfifo", [join(game.folder, "pipe.json")]);
  for (const command of ["validate", "plan"]) {
    const run = await game.run([command, ...outs("first.md", file)]);
    expect(run.exit).toBe(64);
    expect(flat(run)).toContain(words);
    await expect(access(join(game.folder, "first.md"))).rejects.toThrow();
  }
  expect(game.requests(), "no request was sent").toEqual([]);
});

it("a file that cannot be written after all makes the run fail and does not keep the others from being written", async () => {
  const folder = await scratchFolder();
  // The folder is deleted during the first request.
  const game = await gameWith(GOOD, {
    onRequest: () => rmSync(folder, { recursive: true, force: true }),
  });
  const run = await game.run(["plan", ...outs(`${folder}/p.sarif`, "p.md")]);
  expect(run.exit).toBe(1);
  expect(run.stdout).toContain("1 to create");
  expect(flat(run)).toContain("is in a folder that does not exist");
  expect(await read(game, "p.md")).toContain("1 to create");
});

it("a run that is interrupted writes no file, because an empty one would say that all is well", async () => {
  const signals = createSignals();
  const game = await gameWith(GOOD, { onRequest: () => signals.send("SIGTERM") });
  expect((await game.run(["plan", ...outs("p.sarif")], { signals })).exit).toBe(143);
  await expect(access(join(game.folder, "p.sarif"))).rejects.toThrow();
});
