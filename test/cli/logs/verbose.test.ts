/** `--verbose` for people: a line for each request, and a live line that nothing tears apart. */
import { describe, expect, it } from "vitest";
import { sources } from "../../architecture/sources.ts";
import { SMALL_GAME } from "../../e2e/small-game.ts";
import { inGame } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";

const ONE_REWARD = { "rewards.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };
const slow: readonly Fault[] = [
  {
    effect: "rate-limit",
    retryAfter: { form: "seconds", seconds: 7 },
    when: { method: "POST", from: 1, to: 1 },
  },
];

describe("--verbose", () => {
  it("shows every request, why one is sent again, and a line in the end", async () => {
    const game = await inGame({ manifests: ONE_REWARD, service: { faults: slow } });
    const run = await game.run(["apply", "--yes", "--verbose"]);
    expect(run.exit).toBe(0);
    expect(run.stderr.replaceAll(/\d+ bytes/g, "N bytes").split("\n")).toEqual([
      "GET /v1/games/g/rewards?page[size]=100&page[number]=1 -> 200 (0 ms, N bytes)",
      "manifests (default): 1 request, in 0 ms",
      "POST /v1/games/g/rewards -> 429 (0 ms, N bytes); retrying in 7 s: the service's rate limit",
      "POST /v1/games/g/rewards -> 201 (0 ms, N bytes, attempt 2)",
      "GET /v1/games/g/rewards?page[size]=100&page[number]=1 -> 200 (0 ms, N bytes)",
      "manifests (default): 3 requests, in 7 s",
      "",
    ]);
  });

  it("says why no answer came", async () => {
    const game = await inGame({ manifests: ONE_REWARD });
    await game.service().close();
    const run = await game.run(["plan", "--verbose"]);
    expect(run.stderr).toMatch(
      /^GET \S+ -> no response: no connection \(0 ms\); retrying in 375 ms: no connection$/m,
    );
    expect(run.stderr).toMatch(/^GET \S+ -> no response: no connection \(0 ms, attempt 6\)$/m);
  });

  it("never tears a live line apart: what stays is above it", async () => {
    const game = await inGame({ manifests: SMALL_GAME, service: { faults: slow } });
    const run = await game.run(["apply", "--yes", "--verbose", "--no-color"], {
      isTerminal: true,
      columns: 200,
    });
    expect(run.exit).toBe(0);
    const screen = shown(run.stderr);
    expect(screen.at(-1)).toBe("");
    for (const line of screen.slice(0, -1)) {
      expect(line).toMatch(
        /^(?:(?:GET|POST) \S+ -> .*\)(?:; retrying in .*)?|manifests \(default\): .*)$/,
      );
    }
    expect(screen.filter((line) => line.startsWith("POST"))).toHaveLength(9);
  });
});

it("a wait of more than a few seconds is told while a plan is made, too", async () => {
  const faults: readonly Fault[] = [
    {
      effect: "rate-limit",
      retryAfter: { form: "seconds", seconds: 61 },
      when: { from: 1, to: 1 },
    },
    { effect: "error-before", status: 503, when: { from: 2, to: 2 } },
  ];
  const game = await inGame({ manifests: ONE_REWARD, service: { faults } });
  expect((await game.run(["plan"])).stderr).toBe("waiting 1 min 1 s: the service's rate limit\n");
});

it("stderr is written in few places, so that nothing passes the masking by", () => {
  const writing = sources
    .filter(({ code }) => /\bstderr\b[\s\S]{0,3}\.write\(/.test(code))
    .map(({ path }) => path);
  const places = ["program.ts", "terminal/ports.ts", "terminal/prompts.ts", "terminal/reporter.ts"];
  expect(writing).toEqual(places.map((path) => `cli/${path}`));
});

/**
 * What a terminal shows in the end: `\r` goes to the beginning of the line, and `ESC [2K` erases
 * it.
 */
function shown(output: string): readonly string[] {
  return output
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\u001b[2K") + 1).replace(/^\[2K/, ""));
}
