/** The report of several games that are applied side by side, and the way back from it. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, testService } from "../../support/cli.ts";
import { ENV, gameNames, manyGames, SMALL_WRITES } from "./games.ts";

const NAMES = gameNames(12);

async function applied() {
  const service = await testService();
  const cwd = await manyGames({ names: NAMES, url: service.url });
  const options = { cwd, env: ENV };
  expect((await runCli(["apply", "--yes", "--report", "run.jsonl"], options)).exit).toBe(0);
  const file = join(cwd, "run.jsonl");
  const text = await readFile(file, "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { service, options, file, lines };
}

describe("a report of several games", () => {
  it("says on each line which game it is about, and has the lines of a game in their order", async () => {
    const { lines } = await applied();
    const games = lines.map(({ game }) => game);
    expect(new Set(games)).toEqual(new Set(NAMES));
    const turns = games.filter((game, index) => game !== games[index - 1]).length;
    expect(turns, "the games wrote between each other").toBeGreaterThan(NAMES.length);
    for (const name of NAMES) {
      const [head, ...rest] = lines.filter(({ game }) => game === name);
      expect(head.type).toBe("head");
      expect(rest.map(({ type }) => type).sort()).toEqual([
        ...Array(SMALL_WRITES).fill("end"),
        ...Array(SMALL_WRITES).fill("step"),
      ]);
    }
  });

  it.each([
    ["as it is", (lines: readonly Record<string, unknown>[]) => lines],
    [
      "in the former form, in which lines belong to the last head",
      (lines: readonly Record<string, unknown>[]) =>
        NAMES.flatMap((name) =>
          lines
            .filter(({ game }) => game === name)
            .map(({ game, ...line }) => (line.type === "head" ? { ...line, game, format: 1 } : line)),
        ),
    ],
  ])("leads back in every game, %s", async (_, change) => {
    const { service, options, file, lines } = await applied();
    await writeFile(
      file,
      change(lines)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    const allow = ["--allow", "empties-kind", "--allow", "mass-change"];
    const back = await runCli(["revert", "run.jsonl", "--yes", ...allow], options);
    expect(back.exit, back.stderr).toBe(0);
    expect(back.stdout).toContain(`${NAMES.length} games: ${NAMES.length} done.`);
    for (const name of NAMES) expect(service.contents(name).rewards).toEqual([]);
  });

  it("leaves no file behind when nothing was begun", async () => {
    const service = await testService();
    const cwd = await manyGames({ names: NAMES, url: service.url });
    const declined = await runCli(["apply", "--report", "run.jsonl"], { cwd, env: ENV, answers: ["no"] });
    expect(declined.exit).toBe(1);
    await expect(readFile(join(cwd, "run.jsonl"))).rejects.toThrow();
  });
});

describe("a game that changes while somebody thinks", () => {
  it("is left as it is, the others are applied, and the report is about them", async () => {
    const service = await testService();
    const cwd = await manyGames({ names: NAMES, url: service.url });
    const ask = async (): Promise<string> => {
      await service.seed("game-003", { rewards: [{ custom_id: "egg", name: "Theirs" }] });
      return "yes";
    };
    const run = await runCli(["apply", "--report", "run.jsonl"], { cwd, env: ENV, ask });
    expect(run.exit).toBe(4);
    expect(run.stdout).toContain("stale-plan: The live game");
    expect(run.stdout).toContain('12 games: 11 done, 1 refused ("game-003").');
    expect(service.contents("game-003").rewards).toMatchObject([{ name: "Theirs" }]);
    expect(await readFile(join(cwd, "run.jsonl"), "utf8")).not.toContain("game-003");
  });
});
