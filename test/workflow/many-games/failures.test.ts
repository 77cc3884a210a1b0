/** Of several games, one that fails does not stop the others; it is named, and the exit code tells. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliOptions, type CliRun, runCli, scratchFolder, testService, writeFiles } from "../../support/cli.ts";
import { SCHEMAS, schemaProblems } from "../../support/schemas.ts";
import type { Fault } from "../../support/service/service.ts";
import { ENV, manyGames, SMALL } from "./games.ts";

const NAMES = ["fine", "invalid", "tokenless", "unset", "away", "refused", "last"] as const;

/** Every way in which a game fails, with the exit code that it has alone. */
const ALONE: Readonly<Record<(typeof NAMES)[number], number>> = {
  fine: 0,
  invalid: 3,
  tokenless: 3,
  unset: 3,
  away: 1,
  refused: 4,
  last: 0,
};

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

function outcomes(entries: readonly { game: string; outcome: string }[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ game, outcome }) => [game, outcome]));
}

describe("several games, some of which fail", () => {
  it("each game alone ends with its own code, together with the worst of them", async () => {
    const { run } = await scene();
    for (const name of NAMES) {
      const alone = await run(["apply", "--yes", "--game", name]);
      expect(alone.exit, name + alone.stderr).toBe(ALONE[name]);
    }
    const some = (...names: string[]) => run(["plan", ...names.flatMap((name) => ["--game", name])]);
    expect((await some("fine", "refused")).exit).toBe(4);
    expect((await some("fine", "refused", "away")).exit).toBe(1);
    expect((await some("invalid", "refused", "away")).exit).toBe(3);
    expect((await some(...NAMES)).exit).toBe(3);
  });

  it("plan tells each, the same to the byte however often, and names the game of every problem", async () => {
    const { run } = await scene();
    const planned = await run(["plan"]);
    expect(await run(["plan"])).toEqual(planned);
    expect(planned.stdout.match(/^\w+(?= \(\w+\)$)/gm)).toEqual(["fine", "refused", "last"]);
    expect(planned.stdout.replace(/\s+/g, " ")).toContain(
      '7 games: 2 with changes, 1 refused ("refused"), 1 failed ("away"), 3 invalid ("invalid", "tokenless" and "unset").',
    );
    for (const name of ["invalid", "tokenless", "unset", "away"]) expect(planned.stderr).toContain(`(game "${name}")`);
  });

  it("the JSON of plan lists every game, and each problem says whose it is", async () => {
    const { run } = await scene();
    const document = JSON.parse((await run(["plan", "--format", "json"])).stdout);
    expect(schemaProblems(SCHEMAS.plan, JSON.stringify(document))).toEqual([]);
    expect(outcomes(document.games)).toEqual({
      fine: "changes",
      invalid: "invalid",
      tokenless: "invalid",
      unset: "invalid",
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
    const document = JSON.parse(applied.stdout);
    expect(schemaProblems(SCHEMAS.apply, JSON.stringify(document))).toEqual([]);
    expect(document.results.map(({ game }: { game: string }) => game)).toEqual(NAMES);
    expect(outcomes(document.results)).toMatchObject({
      fine: "done",
      last: "done",
      refused: "refused",
      away: "failed",
    });
    for (const { outcome, diagnostics, converged } of document.results) {
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

  it("files of --out hold the same result, whatever goes to the screen", async () => {
    const { run, cwd } = await scene();
    const applied = await run(["apply", "--yes", "--out", "run.json", "--out", "run.md"]);
    expect(applied.exit).toBe(3);
    const document = JSON.parse(await readFile(join(cwd, "run.json"), "utf8"));
    expect(document.results.map(({ game }: { game: string }) => game)).toEqual(NAMES);
    const page = await readFile(join(cwd, "run.md"), "utf8");
    for (const name of NAMES) expect(page).toContain(`\`${name}\``);
  });

  it("a problem that all have alike is told once", async () => {
    const { cwd } = await scene();
    const planned = await runCli(["plan"], { cwd, env: {} });
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
});

describe("a step that fails", () => {
  it("fails its game, and the others go on", async () => {
    const { run, service } = await scene([
      { effect: "error-before", status: 422, when: { method: "POST", path: "/fine/" } },
    ]);
    const applied = await run(["apply", "--yes", "--game", "fine", "--game", "last"]);
    expect(applied.exit).toBe(1);
    expect(applied.stdout.match(/^(?:Not fully a|A)pplied: \w+/gm)).toEqual([
      "Not fully applied: fine",
      "Applied: last",
    ]);
    expect(applied.stdout).toContain('2 games: 1 done, 1 failed ("fine").');
    expect(applied.stderr).toMatch(/^fine \[\d\/2\] failed/m);
    expect(service.contents("last").rewards).toHaveLength(2);
  });
});

describe("embedded services of several games", () => {
  it("each keep their own data, also with problems of the others", async () => {
    const cwd = await scratchFolder();
    const names = Array.from({ length: 12 }, (_, index) => `g${index}`);
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\ngames:\n${names.map((name) => `  ${name}: { manifests: ${name}, environments: { local: { embedded: true } } }\n`).join("")}`,
      ...Object.fromEntries(names.map((name) => [`${name}/a.yaml`, SMALL])),
    });
    expect((await runCli(["apply", "--yes"], { cwd })).exit).toBe(0);
    const again = await runCli(["plan", "--detailed-exitcode"], { cwd });
    expect(again.exit).toBe(0);
    expect(again.stdout).toContain("12 games: 12 without changes.");
  });
});
