/**
 * Of several games, one that fails does not stop the others; it is named, and the exit code tells.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliOptions, type CliRun, runCli, testService } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";
import type { Fault } from "../../support/service/service.ts";
import { ENV, gameNames, manyGames } from "./games.ts";

/** Every way in which a game fails, with the exit code that it has alone. */
const ALONE = {
  fine: 0,
  invalid: 3,
  tokenless: 3,
  unset: 3,
  away: 1,
  refused: 4,
  last: 0,
} as const;
const NAMES = Object.keys(ALONE) as readonly (keyof typeof ALONE)[];

async function scene(faults: readonly Fault[] = []) {
  const service = await testService({ faults });
  await service.seed("refused", {
    rewards: [{ custom_id: "old", name: "Old" }],
    achievements: [{ custom_id: "a", name: "A" }],
  });
  const cwd = await manyGames({
    names: NAMES,
    url: service.url,
    service: "  retries: 0\n",
    manifests: { invalid: "rewards:\n  - { custom_id: egg }\n", refused: "achievements: []\n" },
    environments: {
      tokenless: `{ game_id: tokenless, service: { token_env: LAUREL_NO_TOKEN } }`,
      unset: '{ game_id: "$' + '{LAUREL_NOT_SET}" }',
      away: `{ game_id: away, service: { base_url: "http://127.0.0.1:9" } }`,
      refused: "{ game_id: refused, prune: true }",
    },
  });
  const run = (argv: readonly string[], options: Partial<CliOptions> = {}): Promise<CliRun> =>
    runCli(argv, { cwd, env: ENV, ...options });
  return { service, cwd, run };
}

type Results = readonly {
  game: string;
  outcome: string;
  converged: boolean;
  diagnostics: readonly unknown[];
}[];

function outcomes(entries: Results): Record<string, string> {
  return Object.fromEntries(entries.map(({ game, outcome }) => [game, outcome]));
}

describe("several games, some of which fail", () => {
  it("each game alone ends with its own code, together with the worst of them", async () => {
    const { run } = await scene();
    for (const name of NAMES) {
      const alone = await run(["apply", "--yes", "--game", name]);
      expect(alone.exit, name + alone.stderr).toBe(ALONE[name]);
    }
    const some = async (...names: string[]) =>
      (await run(["plan", ...names.flatMap((name) => ["--game", name])])).exit;
    expect(await some("fine", "refused")).toBe(4);
    expect(await some("fine", "refused", "away")).toBe(1);
    expect(await some("invalid", "refused", "away")).toBe(3);
  });

  it("plan tells each, the same to the byte however often, and names the game of every problem", async () => {
    const { run } = await scene();
    const planned = await run(["plan"]);
    expect(await run(["plan"])).toEqual(planned);
    expect(planned.exit).toBe(3);
    expect(planned.stdout.match(/^\w+(?= \(\w+\)$)/gm)).toEqual(["fine", "refused", "last"]);
    expect(planned.stdout.replace(/\s+/g, " ")).toContain(
      '7 games: 2 with changes, 1 refused ("refused"), 1 failed ("away"), 3 invalid ("invalid", "tokenless" and "unset").',
    );
    for (const name of ["invalid", "tokenless", "unset", "away"])
      expect(planned.stderr).toContain(`(game "${name}")`);
    const document = JSON.parse((await run(["plan", "--format", "json"])).stdout);
    expect(schemaProblems(SCHEMAS.plan, JSON.stringify(document))).toEqual([]);
    const invalid = { invalid: "invalid", tokenless: "invalid", unset: "invalid" };
    expect(outcomes(document.games)).toEqual({
      ...invalid,
      fine: "changes",
      away: "failed",
      refused: "refused",
      last: "changes",
    });
    const games = document.diagnostics.map(({ game }: { game: string }) => game);
    expect(new Set(games)).toEqual(new Set(["invalid", "tokenless", "unset", "away", "refused"]));
  });

  it("apply writes to those that may be, and only to those", async () => {
    const { run, service } = await scene();
    const applied = await run(["apply", "--yes", "--format", "json"]);
    expect(applied.exit).toBe(3);
    expect(schemaProblems(SCHEMAS.apply, applied.stdout)).toEqual([]);
    const results: Results = JSON.parse(applied.stdout).results;
    expect(results.map(({ game }) => game)).toEqual(NAMES);
    expect(outcomes(results)).toMatchObject({
      fine: "done",
      last: "done",
      refused: "refused",
      away: "failed",
    });
    for (const { outcome, diagnostics, converged } of results) {
      expect(converged).toBe(outcome === "done");
      expect(diagnostics.length > 0).toBe(outcome !== "done");
    }
    expect(service.contents("fine").rewards).toHaveLength(2);
    expect(service.contents("last").rewards).toHaveLength(2);
    expect(service.contents("refused").achievements).toHaveLength(1);
  });

  it("the question is about those that will be applied, and names the others", async () => {
    const { run, service } = await scene();
    const declined = await run(["apply"], { answers: ["no"] });
    const asked = declined.stderr.slice(declined.stderr.indexOf("Changes to apply:"));
    expect(asked.match(/^ {2}game "\w+"/gm)).toEqual(['  game "fine"', '  game "last"']);
    expect(asked).toContain(
      'Skipped because of the problems above: "invalid", "tokenless", "unset", "away" and "refused".',
    );
    expect(service.contents("fine").rewards).toEqual([]);
    expect((await run(["apply"], { answers: ["yes"] })).exit).toBe(3);
    expect(service.contents("fine").rewards).toHaveLength(2);
  });

  it("a problem that all have alike is told once", async () => {
    const { run } = await scene();
    const planned = await run(["plan"], { env: {} });
    expect(planned.stderr.match(/error\[missing-token\]/g)).toHaveLength(2);
    expect(planned.stderr).toContain('(games "fine", "away", "refused" and "last")');
  });

  it("an environment that one of them lacks stops that one only", async () => {
    const { cwd, run } = await scene();
    const file = join(cwd, "laurel.yaml");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("live: { game_id: fine }", "stage: { game_id: fine }"));
    const planned = await run(["plan", "--env", "live", "--game", "fine", "--game", "last"]);
    expect(planned.exit).toBe(64);
    expect(planned.stdout).toContain("last (live)\n");
    expect(planned.stderr).toContain('Unknown environment (game "fine")');
  });

  it("a step that fails fails its game, and the others go on; the live line names the game", async () => {
    const { run, service } = await scene([
      { effect: "error-before", status: 422, when: { method: "POST", path: "/fine/" } },
    ]);
    const argv = ["apply", "--yes", "--no-color", "--game", "fine", "--game", "last"];
    const { exit, stdout, stderr } = await run(argv, { isTerminal: true });
    expect(exit).toBe(1);
    expect(stdout.match(/^(?:Not fully a|A)pplied: \w+/gm)).toEqual([
      "Not fully applied: fine",
      "Applied: last",
    ]);
    expect(stdout).toContain('2 games: 1 done, 1 failed ("fine").');
    expect(stderr).toMatch(/fine \[\d\/2\] failed/);
    expect(stderr).toMatch(/last \[0\/2\] create reward\/egg/);
    expect(service.contents("last").rewards).toHaveLength(2);
  });
});

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
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "invalid",
    "invalid",
    "done",
  ]);
  for (const { diagnostics } of results.slice(0, 2)) {
    expect(diagnostics).toMatchObject([{ code: "shared-target", others: [{}] }]);
    for (const place of ['"game-001" (live)', '"game-002" (live)'])
      expect(diagnostics[0].detail).toContain(place);
  }
  expect(service.contents("same").rewards ?? []).toEqual([]);

  expect((await run(["plan"], "another")).exit, "two where the variable says so").toBe(0);
  expect((await run(["plan", "--game", "game-001"], "")).exit, "one alone").toBe(0);
});
