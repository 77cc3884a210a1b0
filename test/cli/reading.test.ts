/** What is shown while live games are read: nothing of short reads, progress of long ones, and nothing that is left behind. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ProcessPorts } from "../../src/cli/terminal/ports.ts";
import { openReporter } from "../../src/cli/terminal/reporter.ts";
import type { PageRead } from "../../src/model/events.ts";
import { SMALL_GAME } from "../e2e/small-game.ts";
import { inGame, runCli } from "../support/cli.ts";

/** A clock that is moved by hand. */
function handClock() {
  let now = 0;
  return {
    now: () => now,
    advance: async (ms: number) => {
      now += ms;
      await nextTurn();
    },
  };
}

interface Scene {
  readonly isTerminal?: boolean;
  readonly env?: Record<string, string>;
  readonly columns?: number;
  readonly flags?: Parameters<typeof openReporter>[0];
}

function scene({ isTerminal = true, env = {}, columns = 80, flags = {} }: Scene = {}) {
  const clock = handClock();
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), isTerminal, columns: isTerminal ? columns : undefined };
  const ports = { env, cwd: "/", stdout: output, stderr: output, clock } as unknown as ProcessPorts;
  const reporter = openReporter({ color: false, ...flags }, ports);
  return { clock, reporter, written };
}

const page = (records: number): PageRead => ({ path: "actions", form: "actions", records });

/** What a terminal shows after all that was written. */
function screen(written: readonly string[]): readonly string[] {
  return written
    .join("")
    .split("\n")
    .map((line) => line.split("\u001b[2K").at(-1) ?? "");
}

describe("a read of a live game on a terminal", () => {
  it("is shown after 300 ms, with the records of all games, and is gone when problems are reported", async () => {
    const { clock, reporter, written } = scene();
    await clock.advance(299);
    reporter.page(page(1062));
    expect(written).toEqual([]);
    await clock.advance(1);
    reporter.page(page(100));
    expect(screen(written)).toEqual(["Reading from the service… 1,162 records"]);
    reporter.page(page(100));
    expect(screen(written), "not drawn for every page").toEqual(["Reading from the service… 1,162 records"]);
    reporter.wait("the service's rate limit", 2000, false);
    expect(screen(written)).toEqual(["Reading from the service… waiting 2 s: the service's rate limit"]);
    reporter.report([]);
    expect(screen(written)).toEqual([""]);
  });

  it("stays below notes", async () => {
    const { clock, reporter, written } = scene();
    await clock.advance(300);
    reporter.page(page(1));
    reporter.note("A note.");
    expect(screen(written)).toEqual(["A note.", "Reading from the service… 1 records"]);
    reporter.report([]);
    expect(screen(written)).toEqual(["A note.", ""]);
  });

  it.each(["plan", "apply --yes", "rankings points", "plan --format json"])(
    "leaves nothing behind: %s",
    async (words) => {
      const game = await inGame({ manifests: SMALL_GAME });
      await game.run(["apply", "--yes"]);
      const run = await runCli([...words.split(" "), "--no-color"], {
        ...{ cwd: game.folder, env: game.env, isTerminal: true, columns: 200 },
      });
      expect(run.exit, run.stderr).toBe(0);
      expect(screen([run.stderr]).join("")).toBe("");
      expect(run.stdout).not.toContain("Reading");
    },
  );
});

it.each<[string, Scene]>([
  ["in a pipe", { isTerminal: false }],
  ["on a dumb terminal", { env: { TERM: "dumb" } }],
])("a read of a live game is not shown %s", async (_, options) => {
  const { clock, reporter, written } = scene(options);
  await clock.advance(60_000);
  reporter.page(page(10));
  expect(written).toEqual([]);
});
