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
  it("is shown after 300 ms, with the records of all games, and is gone at its end", async () => {
    const { clock, reporter, written } = scene();
    const [first, second] = [reporter.reads(), reporter.reads()];
    await clock.advance(299);
    first.page(page(1062));
    expect(written).toEqual([]);
    await clock.advance(1);
    second.page(page(100));
    expect(screen(written)).toEqual(["Reading 2 live games… 1,162 records"]);
    second.page(page(100));
    expect(screen(written), "not drawn for every page").toEqual(["Reading 2 live games… 1,162 records"]);
    second.end();
    reporter.wait("the service's rate limit", 2000, false);
    expect(screen(written)).toEqual(["Reading the live game… waiting 2 s: the service's rate limit"]);
    first.end();
    expect(screen(written)).toEqual([""]);
  });

  it("stays below notes and problems", async () => {
    const { clock, reporter, written } = scene();
    const reading = reporter.reads();
    await clock.advance(300);
    reading.page(page(1));
    reporter.note("A note.");
    expect(screen(written)).toEqual(["A note.", "Reading the live game… 1 records"]);
    reading.end();
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
  const reading = reporter.reads();
  await clock.advance(60_000);
  reading.page(page(10));
  reading.end();
  expect(written).toEqual([]);
});
