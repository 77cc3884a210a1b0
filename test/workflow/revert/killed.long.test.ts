/** An apply that is killed at any moment leaves a report that leads back, and a game that the next apply finishes. */
import { describe, expect, it } from "vitest";
import type { Contents } from "../../../src/emulator/panel.ts";
import { startLaurel } from "../../support/child.ts";
import { inGame, runCli, type TestGame } from "../../support/cli.ts";
import { apply, contentsOf, EVERYTHING, LIVE, LIVE_WITH_BOARD, MANIFEST, REPLACING, revert } from "./support.ts";

/** A game in which an apply was killed while its request of that number was answered. */
async function killedAt(
  number: number,
  live: Contents = LIVE,
  manifest: string = MANIFEST,
): Promise<{ readonly game: TestGame; readonly before: unknown }> {
  let left = number;
  let kill = (): void => undefined;
  const game = await inGame({
    live,
    manifests: { "game.yaml": manifest },
    onRequest: ({ method }) => {
      if (method === "GET") return;
      left -= 1;
      if (left === 0) kill();
    },
  });
  const before = contentsOf(game);
  const argv = ["apply", "--yes", "--prune", "--report", "report.jsonl", ...EVERYTHING, ...game.flags];
  const child = startLaurel(argv, { cwd: game.folder, env: game.env });
  kill = () => child.signal("SIGKILL");
  expect((await child.ended).signal).toBe("SIGKILL");
  return { game, before };
}

const MOMENTS = [1, 2, 5, 9, 13, 17, 20];

describe("an apply that is killed", () => {
  it.each(MOMENTS)("at its request %i can be gone back", async (number) => {
    const { game, before } = await killedAt(number);
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
  });

  it("can be finished instead, and gone back in two steps", async () => {
    const { game, before } = await killedAt(8);
    const finished = await game.run(["apply", "--yes", "--prune", "--report", "rest.jsonl", ...EVERYTHING]);
    expect(finished).toMatchObject({ exit: 0 });
    const rest = await runCli(["revert", "rest.jsonl", "--yes", ...EVERYTHING], { cwd: game.folder, env: game.env });
    expect(rest).toMatchObject({ exit: 0 });
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
  });
});

describe("an apply that replaces what cannot be changed, and is killed", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("at its request %i can be gone back", async (number) => {
    const { game, before } = await killedAt(number, LIVE_WITH_BOARD, REPLACING);
    const back = await revert(game, ["--yes", ...EVERYTHING]);
    expect(back, back.stdout + back.stderr).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
  });
});

describe("a way back that is killed", () => {
  it.each([1, 4, 6, 9, 12])("at its request %i is found again by the same command", async (number) => {
    let left = Number.POSITIVE_INFINITY;
    let kill = (): void => undefined;
    const game = await inGame({
      live: LIVE,
      manifests: { "game.yaml": MANIFEST },
      onRequest: ({ method }) => {
        if (method === "GET") return;
        left -= 1;
        if (left === 0) kill();
      },
    });
    const before = contentsOf(game);
    expect(await apply(game, "--prune", ...EVERYTHING)).toMatchObject({ exit: 0 });
    left = number;
    const child = startLaurel(["revert", "report.jsonl", "--yes", ...EVERYTHING], { cwd: game.folder, env: game.env });
    kill = () => child.signal("SIGKILL");
    expect((await child.ended).signal).toBe("SIGKILL");
    expect(await revert(game, ["--yes", ...EVERYTHING])).toMatchObject({ exit: 0 });
    expect(contentsOf(game)).toEqual(before);
  });
});
