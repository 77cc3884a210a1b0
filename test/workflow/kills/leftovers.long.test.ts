/** What a killed run leaves beside a file is taken away by a later one that writes there; what may be in use stays. */
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";

const ABANDONED = "0b2ad3a1-9c5e-4b0e-8f53-2f1f0a6f3c11";
const IN_USE = "7d1c1f3e-52a6-4a37-9a0e-6f6f4f1f2a22";
const PROJECT = `version: 1
games:
  cave: { manifests: game, environments: { local: { embedded: true } } }
`;

/** Files as killed runs leave them: two hours ago, and just now. */
async function leave(folder: string, nameWith: (id: string) => string): Promise<void> {
  for (const id of [ABANDONED, IN_USE]) await writeFile(join(folder, nameWith(id)), "half of a");
  const then = Date.now() / 1000 - 7200;
  await utimes(join(folder, nameWith(ABANDONED)), then, then);
}

describe("what a killed run has left", () => {
  it.each([
    ["a result", ["plan", "--out", "result.json"], ".", (id: string) => `.result.json.${id}.tmp`],
    ["the embedded service", ["plan"], ".laurel", (id: string) => `cave@local.json.${id}.tmp`],
  ])("beside %s goes when it is old, and stays when it may be in use", async (_, argv, place, nameWith) => {
    const cwd = await scratchFolder();
    const game = "rewards:\n  - { custom_id: a, name: A }\n";
    await writeFiles(cwd, { "laurel.yaml": PROJECT, "game/a.yaml": game, "out/notes.md": "", ".laurel/notes.md": "" });
    const folder = join(cwd, place);
    await leave(folder, nameWith);
    const other = `.other.json.${ABANDONED}.tmp`;
    await writeFile(join(folder, other), "of another file");
    await utimes(join(folder, other), 0, 0);
    expect(await runCli(argv, { cwd })).toMatchObject({ exit: 0 });
    const names = await readdir(folder);
    expect(names).not.toContain(nameWith(ABANDONED));
    expect(names).toEqual(expect.arrayContaining([nameWith(IN_USE), other]));
  });
});
