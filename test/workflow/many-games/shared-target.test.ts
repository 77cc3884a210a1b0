/** Two names for one game on a service: each would undo what the other does. */
import { expect, it } from "vitest";
import { type CliRun, runCli, testService } from "../../support/cli.ts";
import { ENV, gameNames, manyGames } from "./games.ts";

it("two games with one target are refused with both places, before any request; the others are not", async () => {
  let requests = 0;
  const service = await testService({ onRequest: () => (requests += 1) });
  // The same on the service by a variable, and by another way to write its address.
  const cwd = await manyGames({
    names: gameNames(3),
    url: service.url,
    environments: {
      "game-001": "{ game_id: same }",
      "game-002": `{ game_id: "\${LAUREL_SECOND}", service: { base_url: "${service.url}/v1/" } }`,
    },
  });
  const run = (argv: readonly string[], LAUREL_SECOND = "same"): Promise<CliRun> =>
    runCli(argv, { cwd, env: { ...ENV, LAUREL_SECOND } });
  const both = ["--game", "game-001", "--game", "game-002"];
  expect([(await run(["plan", ...both])).exit, requests]).toEqual([3, 0]);

  const applied = await run(["apply", "--yes", "--prune", "--format", "json"]);
  expect(applied.exit).toBe(3);
  const { results } = JSON.parse(applied.stdout);
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["invalid", "invalid", "done"]);
  for (const { diagnostics } of results.slice(0, 2)) {
    expect(diagnostics).toMatchObject([{ code: "shared-target", others: [{}] }]);
    for (const place of ['"game-001" (live)', '"game-002" (live)']) expect(diagnostics[0].detail).toContain(place);
  }
  expect(service.contents("same").rewards ?? []).toEqual([]);

  expect((await run(["plan"], "another")).exit, "two where the variable says so").toBe(0);
  expect((await run(["plan", "--game", "game-001"], "")).exit, "one alone").toBe(0);
});
