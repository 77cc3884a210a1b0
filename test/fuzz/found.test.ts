/** What the fuzzer has found: each input that the program once fell over, by itself. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliRun, inGame, runCli, scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

/** The output without line breaks, which depend on the width. */
function flat({ stdout, stderr }: CliRun): string {
  return `${stdout} ${stderr}`.replace(/\s+/g, " ");
}

const MANIFEST = "rewards:\n  - { custom_id: egg, name: Egg }\n";

/** A plan while the lists of one path are answered like that. */
async function planAgainst(path: string, answer: () => Response): Promise<CliRun> {
  const game = await inGame({
    live: { leaderboards: [{ custom_id: "points", name: "Points" }] },
    manifests: { "a.yaml": `${MANIFEST}leaderboards: []\n` },
    service: {
      door: async (_, carryOut, { url }) => (new URL(url).pathname.endsWith(path) ? answer() : carryOut()),
    },
  });
  return game.run(["plan", "--prune"]);
}

function listOf(record: string): Response {
  return new Response(`{"data":[${record}],"links":{"next":null},"meta":{"last_page":1,"total":1}}`);
}

describe("answers of the service", () => {
  const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

  it.each([101, 5000, 100_000])("that are nested %i levels deep are refused", async (levels) => {
    const record = `{"custom_id":"deep","name":"Deep","custom_data":${nested(levels)}}`;
    const run = await planAgainst("/rewards", () => listOf(record));
    expect(run.exit).toBe(1);
    expect(flat(run)).toContain("nested too deeply");
  });

  it("that are nested 90 levels deep are read", async () => {
    const record = `{"custom_id":"deep","name":"Deep","custom_data":${nested(90)}}`;
    const run = await planAgainst("/rewards", () => listOf(record));
    expect(run.exit).toBe(4);
    expect(flat(run)).toContain("reward/deep");
  });

  it("with an id that holds half of a character are refused", async () => {
    const run = await planAgainst("/rewards", () => listOf('{"custom_id":"\\ud800","name":"Half"}'));
    expect(run.exit).toBe(1);
    expect(flat(run)).toContain("unexpected-response");
  });

  it("with a total that is an object without a text count nothing", async () => {
    const page = '{"data":[],"links":{},"meta":{"total":{"toString":null},"last_page":{"valueOf":1}}}';
    const run = await planAgainst("/rankings", () => new Response(page));
    expect(run.exit, flat(run)).not.toBe(70);
    expect(flat(run)).toContain("leaderboard/points");
  });

  it("that ask to wait for ever are not waited for", async () => {
    const headers = { "retry-after": "99999999999999999999" };
    const run = await planAgainst("/rewards", () => new Response("{}", { status: 429, headers }));
    expect(run.exit).toBe(1);
    expect(flat(run)).toContain("rate-limited");
  });
});

describe("members of custom_data that are called as what every object has", () => {
  const written = (words: string): string =>
    `rewards:\n  - custom_id: egg\n    name: Egg\n    custom_data: ${words.replaceAll("N", '{ "toString": "n", "of": [1] }')}\n`;

  it.each(["toString", "valueOf", "constructor", "hasOwnProperty"])("%s is a member like any other", async (name) => {
    const game = await inGame({ manifests: { "a.yaml": written(`{ ${name}: N, other: 1 }`) } });
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
    await game.write({ "a.yaml": written(`{ ${name}: { of: [2] }, other: 1 }`) });
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(2);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  });
});

it("a control character that JSON allows is an escape in what validate prints", async () => {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "game/a.json": '{ "act\u0085": 1 }' });
  await writeProject(cwd, { manifests: "game" });
  const run = await runCli(["validate", "--format", "json"], { cwd });
  expect(run.exit).toBe(3);
  expect(run.stdout).toContain("act\\u0085");
});

it("data of the embedded service that is nested too deeply is refused and left alone", async () => {
  const cwd = await scratchFolder();
  const data = ".laurel/demo@local.json";
  const deep = `{"format":"laurel-service","version":1,"games":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
  await writeFiles(cwd, {
    "laurel.yaml": "version: 1\ngames:\n  demo: { manifests: game, environments: { local: { embedded: true } } }\n",
    "game/a.yaml": MANIFEST,
    [data]: deep,
  });
  const run = await runCli(["apply", "--yes"], { cwd });
  expect(run.exit).toBe(1);
  expect(await readFile(join(cwd, data), "utf8")).toBe(deep);
});

it.each([
  ["\u001b[31mred\u001b[0m", "\\u001b[31mred"],
  ["--\u001b[31mred", "\\u001b[31mred"],
  ["--no-such-flag\u202e", "\\u202e"],
])("a word of the command line that would recolour the terminal does not: %j", async (word, shown) => {
  const run = await runCli(["plan", word], { cwd: await scratchFolder() });
  expect(run.exit).toBe(64);
  expect(run.stderr).toContain(shown);
  expect(run.stderr).toMatch(/^[\n\u0020-\u007e]+$/);
});
