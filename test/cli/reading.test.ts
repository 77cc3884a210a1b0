/**
 * What is shown while live games are read: nothing of short reads, progress of long ones, and
 * nothing that is left behind.
 */
import { expect, it } from "vitest";
import { openReporter } from "../../src/cli/terminal/reporter.ts";
import { SMALL_GAME } from "../e2e/small-game.ts";
import { inGame, movingClock } from "../support/cli.ts";
import { testPorts } from "../support/run-cli.ts";

/** A terminal, and a clock that is moved by hand. */
function scene(env: Record<string, string> = {}, isTerminal = true) {
  const written: string[] = [];
  let now = 0;
  const output = {
    write: (text: string) => written.push(text),
    isTerminal,
    columns: isTerminal ? 80 : undefined,
  };
  const clock = { ...movingClock(), now: () => now };
  const ports = testPorts({ env, stdout: output, stderr: output, clock });
  const reporter = openReporter({ color: false }, ports);
  const readAt = (time: number, records: number): void => {
    now = time;
    reporter.page({ path: "actions", form: "actions", records });
  };
  return { reporter, written, readAt };
}

/** What a terminal shows after all that was written. */
function screen(written: readonly string[]): readonly string[] {
  return written
    .join("")
    .split("\n")
    .map((line) => line.split("\u001b[2K").at(-1) ?? "");
}

it("a read is shown after 300 ms, with the records of all games, below notes, and is gone when problems are reported", () => {
  const { reporter, written, readAt } = scene();
  readAt(299, 1062);
  expect(written).toEqual([]);
  readAt(300, 100);
  expect(screen(written)).toEqual(["Reading from the service… 1,162 records"]);
  readAt(300, 100);
  expect(screen(written), "not drawn for every page").toEqual([
    "Reading from the service… 1,162 records",
  ]);
  reporter.note("A note.");
  reporter.wait("the service's rate limit", 2000, false);
  expect(screen(written)).toEqual([
    "A note.",
    "Reading from the service… waiting 2 s: the service's rate limit",
  ]);
  reporter.report([]);
  expect(screen(written)).toEqual(["A note.", ""]);
});

it.each<[string, Parameters<typeof scene>]>([
  ["in a pipe", [{}, false]],
  ["on a dumb terminal", [{ TERM: "dumb" }]],
])("a read is not shown %s", (_, terminal) => {
  const { written, readAt } = scene(...terminal);
  readAt(60_000, 10);
  expect(written).toEqual([]);
});

it("a read leaves nothing behind", async () => {
  const game = await inGame({ manifests: SMALL_GAME });
  await game.run(["apply", "--yes"]);
  for (const line of ["plan", "apply --yes", "rankings points", "plan --format json"]) {
    const run = await game.run([...line.split(" "), "--no-color"], {
      isTerminal: true,
      columns: 200,
    });
    expect(run.exit, run.stderr).toBe(0);
    expect(screen([run.stderr]).join("")).toBe("");
    expect(run.stdout).not.toContain("Reading");
  }
});
