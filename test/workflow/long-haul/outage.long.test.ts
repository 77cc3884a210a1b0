/**
 * A service that is gone from the middle of a run on, in a time that jumps. What is then on it, and services that come back:
 * `faults`; how requests are given up: `test/api/outages.test.ts`.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { printedCommands } from "../../support/printed-commands.ts";
import type { FaultEffect } from "../../support/service/service.ts";
import { ENV, gameNames, manyGames } from "../many-games/games.ts";
import { requestsUnderWay, virtualClock } from "./virtual-clock.ts";

const MANIFESTS = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const STEPS = 290;
const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games: { dungeon: { manifests: game, environments: { production: { game_id: dungeon } } } }
`;

it.each<[string, number, FaultEffect | "closed"]>([
  ["refuses connections", 60, "closed"],
  ["closes every connection", 8, { effect: "drop-before" }],
  ["closes every connection after it has done what was asked", 295, { effect: "drop-after" }],
  ["is gone behind a proxy that answers 503", 60, { effect: "error-before", status: 503 }],
  ["answers nonsense", 60, { effect: "html", status: 200 }],
  ["answers 429 without end", 295, { effect: "rate-limit", retryAfter: { form: "none" } }],
])("an apply of 290 steps whose service %s ends within a minute, and its command goes on", async (_, from, effect) => {
  const clock = virtualClock(requestsUnderWay());
  let seen = 0;
  const service = await testService({
    faults: effect === "closed" ? [] : [{ ...effect, when: { from } }],
    onRequest: ({ index }) => {
      seen = index;
      if (effect === "closed" && index === from) void service.close();
    },
  });
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "laurel.yaml": PROJECT });
  await cp(MANIFESTS, join(cwd, "game"), { recursive: true });
  const run = (argv: readonly string[], { url }: { readonly url: string }): Promise<CliRun> =>
    runCli(argv, { cwd, env: { ...ENV, LAUREL_BASE_URL: url }, clock });
  const begun = clock.now();
  const applied = await run(["apply", "--yes"], service);
  expect(applied.exit, applied.stdout).toBe(1);
  const seconds = (clock.now() - begun) / 1000;
  expect(seconds).toBeLessThanOrEqual(62);
  expect(seconds).toBeGreaterThan(55);
  expect(seen).toBeLessThan(from + 40);
  const totals = /^\d+ steps? done.*$/m.exec(applied.stdout)?.[0] ?? "";
  const counts = [...totals.matchAll(/\d+/g)].map(([count]) => Number(count));
  const sum = counts.reduce((one, other) => one + other, 0);
  expect(sum, totals).toBe(STEPS);
  const content = service.snapshot();
  await service.close();
  const next = await testService();
  await next.restore(content);
  const [command = []] = printedCommands(`${applied.stdout}\n${applied.stderr}`);
  expect(command).toEqual(["apply", "--yes"]);
  const again = await run(command, next);
  expect(again.exit, `${again.stdout}${again.stderr}`).toBe(0);
  expect((await run(["plan", "--detailed-exitcode"], next)).exit).toBe(0);
});

const NAMES = gameNames(200);

it.each<[string, number, readonly string[], number]>([
  ["is never there", 1, ["plan"], 16],
  ["goes while they are planned", 90, ["plan"], 62],
  ["goes while they are applied", 300, ["apply", "--yes"], 62],
])("200 games on one service that %s: the run ends in time", async (_, from, argv, seconds) => {
  const clock = virtualClock(requestsUnderWay());
  let seen = 0;
  const service = await testService({
    faults: [{ effect: "drop-before", when: { from } }],
    onRequest: () => (seen += 1),
  });
  const cwd = await manyGames({ names: NAMES, url: service.url });
  const begun = clock.now();
  const run = await runCli(argv, { cwd, env: ENV, clock });
  expect(run.exit, run.stderr.slice(-1000)).toBe(1);
  expect((clock.now() - begun) / 1000).toBeLessThanOrEqual(seconds);
  expect(seen).toBeLessThan(from + 60);
});
