/** A service that is gone in the middle of a run, for a while or for good, in a time that jumps. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, TOKEN, testService, writeFiles, writeProject } from "../../support/cli.ts";
import { printedCommands } from "../../support/printed-commands.ts";
import type { Fault, FaultEffect, ServiceOptions } from "../../support/service/service.ts";
import { ENV, gameNames, manyGames } from "../many-games/games.ts";
import { requestsUnderWay, virtualClock } from "./virtual-clock.ts";

const MANIFESTS = fileURLToPath(new URL("../../../examples/dungeon/game", import.meta.url));
const STEPS = 290;

/** The example in a project; its service is gone from one request to another. */
async function example(effect: FaultEffect | "closed", from: number, to?: number) {
  const clock = virtualClock(requestsUnderWay());
  const faults: Fault[] =
    effect === "closed" ? [] : [{ ...effect, when: { from, ...(to === undefined ? {} : { to }) } }];
  let seen = 0;
  const onRequest: ServiceOptions["onRequest"] = ({ index }) => {
    seen = index;
    if (effect === "closed" && index === from) void service.close();
  };
  const service = await testService({ faults, onRequest });
  const cwd = await scratchFolder();
  const project = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games: { dungeon: { manifests: game, environments: { production: { game_id: dungeon } } } }
`;
  await writeFiles(cwd, { "laurel.yaml": project });
  await cp(MANIFESTS, join(cwd, "game"), { recursive: true });
  const run = (argv: readonly string[], url = service.url): Promise<CliRun> =>
    runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN, LAUREL_BASE_URL: url }, clock });
  const begun = clock.now();
  return { service, run, seconds: () => (clock.now() - begun) / 1000, seen: () => seen };
}

const gone: readonly (readonly [string, FaultEffect | "closed"])[] = [
  ["refuses connections", "closed"],
  ["closes every connection", { effect: "drop-before" }],
  ["closes every connection after it has done what was asked", { effect: "drop-after" }],
  ["is gone behind a proxy that answers 503", { effect: "error-before", status: 503 }],
  ["is gone behind a proxy that answers 502 with a page", { effect: "html", status: 502 }],
  ["answers 500", { effect: "error-before", status: 500 }],
  ["answers nonsense", { effect: "html", status: 200 }],
  ["answers 429 without end", { effect: "rate-limit", retryAfter: { form: "none" } }],
];

describe("an apply of 290 steps whose service", () => {
  describe.each(gone)("%s", (_, effect) => {
    it.each([8, 60, 295])(
      "from request %i on ends within a minute, and goes on by the command that it prints",
      async (from) => {
        const { service, run, seconds, seen } = await example(effect, from);
        const applied = await run(["apply", "--yes"]);
        expect(applied.exit, applied.stdout).toBe(1);
        expect(seconds()).toBeLessThanOrEqual(62);
        expect(seconds()).toBeGreaterThan(55);
        expect(seen()).toBeLessThan(from + 40);
        const totals = /^\d+ steps? done.*$/m.exec(applied.stdout)?.[0] ?? "";
        const counts = [...totals.matchAll(/\d+/g)].map(([count]) => Number(count));
        expect(
          counts.reduce((sum, count) => sum + count, 0),
          totals,
        ).toBe(STEPS);
        const content = service.snapshot();
        await service.close();
        const next = await testService();
        await next.restore(content);
        const [command = []] = printedCommands(`${applied.stdout}\n${applied.stderr}`);
        expect(command).toEqual(["apply", "--yes"]);
        const again = await run(command, next.url);
        expect(again.exit, `${again.stdout}${again.stderr}`).toBe(0);
        expect((await run(["plan", "--detailed-exitcode"], next.url)).exit).toBe(0);
      },
    );
  });

  it.each(gone.slice(1))("%s for a while goes on when it is back, and converges", async (_, effect) => {
    const { run, seconds } = await example(effect, 60, 71);
    const applied = await run(["apply", "--yes"]);
    expect(applied.exit, `${applied.stdout}${applied.stderr}`).toBe(0);
    expect(applied.stdout).toContain("Converged");
    expect(seconds()).toBeLessThan(60);
  });

  it("answers all but one request is not given up: that step fails, and the others are done", async () => {
    const clock = virtualClock(requestsUnderWay());
    const fault: Fault = { effect: "error-before", status: 503, when: { method: "POST", path: "/leaderboards$" } };
    const service = await testService({ faults: [fault] });
    const cwd = await scratchFolder();
    await cp(MANIFESTS, join(cwd, "game"), { recursive: true });
    await writeProject(cwd, { manifests: "game", base_url: service.url, game_id: "dungeon" });
    const run = await runCli(["apply", "--yes"], { cwd, env: { LAUREL_API_TOKEN: TOKEN }, clock });
    expect(run.exit).toBe(1);
    expect(run.stdout).toMatch(/\d+ steps done, \d failed\./);
    expect(run.stdout).not.toContain("not started");
  });
});

describe("200 games on one service", () => {
  const names = gameNames(200);
  const rewards = "rewards:\n  - { custom_id: r, name: R }\n  - { custom_id: s, name: S }\n";
  const manifests = Object.fromEntries(names.map((name) => [name, rewards]));

  it.each<[string, number, readonly string[], number]>([
    ["is never there", 1, ["plan"], 16],
    ["goes while they are planned", 90, ["plan"], 62],
    ["goes while they are applied", 300, ["apply", "--yes"], 62],
  ])("that %s: the run ends in time", async (_, from, argv, seconds) => {
    const clock = virtualClock(requestsUnderWay());
    let seen = 0;
    const service = await testService({
      faults: [{ effect: "drop-before", when: { from } }],
      onRequest: ({ index }) => {
        seen = index;
      },
    });
    const cwd = await manyGames({ names, url: service.url, manifests });
    const begun = clock.now();
    const run = await runCli(argv, { cwd, env: ENV, clock });
    expect(run.exit, run.stderr.slice(-1000)).toBe(1);
    expect((clock.now() - begun) / 1000).toBeLessThanOrEqual(seconds);
    expect(seen).toBeLessThan(from + 60);
  });
});
