/** Two names for one game on a service: each would undo what the other does. */
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, testService } from "../../support/cli.ts";
import { ENV, gameNames, manyGames } from "./games.ts";

/** The first two of the games are the same on the service, the second by a variable and another way to write its address. */
async function project(count = 3) {
  const requests: string[] = [];
  const service = await testService({ onRequest: ({ method }) => requests.push(method) });
  const names = gameNames(count);
  const cwd = await manyGames({
    names,
    url: service.url,
    environments: {
      "game-001": "{ game_id: same }",
      "game-002": `{ game_id: "\${LAUREL_SECOND}", service: { base_url: "${service.url}/v1/" } }`,
    },
  });
  const run = (argv: readonly string[], env: Record<string, string> = {}): Promise<CliRun> =>
    runCli(argv, { cwd, env: { ...ENV, LAUREL_SECOND: "same", ...env } });
  return { service, cwd, run, requests, names };
}

describe("two games with one target", () => {
  it("are both refused with both places, before any request, and the others are not", async () => {
    const { run, service, requests } = await project();
    const applied = await run(["apply", "--yes", "--prune", "--format", "json"]);
    expect(applied.exit).toBe(3);
    const { results } = JSON.parse(applied.stdout);
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["invalid", "invalid", "done"]);
    for (const { diagnostics } of results.slice(0, 2)) {
      expect(diagnostics).toMatchObject([{ code: "shared-target" }]);
      expect(diagnostics[0].detail).toContain('"game-001" (live)');
      expect(diagnostics[0].detail).toContain('"game-002" (live)');
      expect([diagnostics[0].primary, ...diagnostics[0].others]).toHaveLength(2);
    }
    expect(service.contents("same").rewards ?? []).toHaveLength(0);
    requests.length = 0;
    expect((await run(["plan", "--game", "game-001", "--game", "game-002"])).exit).toBe(3);
    expect(requests).toEqual([]);
  });

  it("are two where the variable says so, and one alone is no problem", async () => {
    const { run } = await project();
    expect((await run(["plan"], { LAUREL_SECOND: "another" })).exit).toBe(0);
    const one = await run(["plan", "--game", "game-001"], { LAUREL_SECOND: "" });
    expect(one.exit, one.stderr).toBe(0);
  });
});
