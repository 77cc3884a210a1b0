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
  return { clock, reporter, of: (game: string) => reporter.inGame({ game, environment: "live" }), written };
}

const page = (form: string, records: number, more: Partial<PageRead> = {}): PageRead => {
  return { path: form, form, records, ...more };
};

/** What a terminal shows after all that was written. */
function screen(written: readonly string[]): readonly string[] {
  return written
    .join("")
    .split("\n")
    .map((line) => line.split("\u001b[2K").at(-1) ?? "");
}

describe("a read of a live game on a terminal", () => {
  it("is shown after 300 ms, with what was read so far, and is gone at its end", async () => {
    const { clock, of, written } = scene();
    const reading = of("a").reads();
    await clock.advance(299);
    reading.page(page("actions", 62, { total: 62 }));
    expect(written).toEqual([]);
    await clock.advance(1);
    reading.page(page("criteria", 100, { total: 1200 }));
    expect(screen(written)).toEqual(["Reading the live game… 100 of 1,200 criteria, 62 actions"]);
    reading.page(page("criteria", 100, { total: 1200 }));
    expect(screen(written)[0], "not drawn for every page").toContain("100 of 1,200 criteria");
    await clock.advance(300);
    for (const id of ["x", "y"])
      reading.page(page("achievements/*/rewards", 3, { path: `achievements/${id}/rewards` }));
    await clock.advance(300);
    reading.page(page("leaderboards", 0));
    expect(screen(written)).toEqual([
      "Reading the live game… 200 of 1,200 criteria, 62 actions, rewards of 2 achieve…",
    ]);
    reading.end();
    expect(screen(written)).toEqual([""]);
  });

  it("counts the records of several games, and shows a short wait", async () => {
    const { clock, of, written } = scene();
    const [a, b] = [of("a"), of("b")];
    const readings = [a.reads(), b.reads()];
    for (const each of readings) each.page(page("actions", 700));
    await clock.advance(300);
    readings[0]?.page(page("actions", 1));
    expect(screen(written)).toEqual(["Reading 2 live games… 1,401 records"]);
    b.wait("the service's rate limit", 2000, false);
    expect(screen(written)).toEqual(["Reading 2 live games… waiting 2 s: the service's rate limit"]);
    await clock.advance(2000);
    readings[1]?.page(page("rewards", 1));
    expect(screen(written)).toEqual(["Reading 2 live games… 1,402 records"]);
    for (const each of readings) each.end();
    expect(screen(written)).toEqual([""]);
  });

  it("stays below notes and problems", async () => {
    const { clock, reporter, of, written } = scene();
    const reading = of("a").reads();
    await clock.advance(300);
    reading.page(page("actions", 1));
    reporter.note("A note.");
    expect(screen(written)).toEqual(["A note.", "Reading the live game… 1 actions"]);
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

describe("a read of a live game elsewhere", () => {
  it.each<[string, Scene]>([
    ["in a pipe", { isTerminal: false }],
    ["on a dumb terminal", { env: { TERM: "dumb" } }],
  ])("%s gets a line every 30 s", async (_, options) => {
    const { clock, of, written } = scene(options);
    const reading = of("a").reads();
    for (let second = 0; second < 70; second += 1) {
      await clock.advance(1000);
      reading.page(page("actions", 10, { total: 2000 }));
    }
    reading.end();
    expect(written).toEqual([
      "Reading the live game… 300 of 2,000 actions\n",
      "Reading the live game… 600 of 2,000 actions\n",
    ]);
  });
});
