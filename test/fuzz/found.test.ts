/** What the fuzzer has found: each input that the program once fell over, by itself. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inGame, runCli, scratchFolder, writeFiles, writeProject } from "../support/cli.ts";

const MANIFEST = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const HALF =
  '{"data":[{"custom_id":"\\ud800","name":"Half"}],"links":{"next":null},"meta":{"last_page":1,"total":1}}';
const NO_TOTAL =
  '{"data":[],"links":{},"meta":{"total":{"toString":null},"last_page":{"valueOf":1}}}';
const LONG_WAIT = { status: 429, headers: { "retry-after": "99999999999999999999" } };

it.each([
  ["an id with half of a character is refused", "/rewards", HALF, {}, "unexpected-response"],
  [
    "a total that is an object without a text counts nothing",
    "/rankings",
    NO_TOTAL,
    {},
    "leaderboard/points",
  ],
  ["what asks to wait for ever is not waited for", "/rewards", "{}", LONG_WAIT, "rate-limited"],
])("%s", async (_, path, body, init, said) => {
  const game = await inGame({
    live: { leaderboards: [{ custom_id: "points", name: "Points" }] },
    manifests: { "a.yaml": `${MANIFEST}leaderboards: []\n` },
    service: {
      door: async (_request, carryOut, { url }) =>
        new URL(url).pathname.endsWith(path) ? new Response(body, init) : carryOut(),
    },
  });
  const { exit, stdout, stderr } = await game.run(["plan", "--prune"]);
  expect([1, 4]).toContain(exit);
  expect(stdout + stderr).toContain(said);
});

it("members of custom_data that are called as what every object has are members like any other", async () => {
  const written = (names: string, more: string): string =>
    `rewards: [{ custom_id: egg, name: Egg, custom_data: { ${names.replaceAll(",", `: ${more},`)}: 1 } }]\n`;
  const names = "toString,valueOf,constructor,hasOwnProperty,other";
  const game = await inGame({
    manifests: { "a.yaml": written(names, '{ "toString": "n", "of": [1] }') },
  });
  for (const more of ['{ "toString": "n", "of": [1] }', "{ of: [2] }"]) {
    await game.write({ "a.yaml": written(names, more) });
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(2);
    expect((await game.run(["apply", "--yes"])).exit).toBe(0);
    expect((await game.run(["plan", "--detailed-exitcode"])).exit).toBe(0);
  }
});

it("a control character that JSON allows is an escape in what validate prints", async () => {
  const cwd = await scratchFolder();
  await writeFiles(cwd, { "game/a.json": '{ "act\u0085": 1 }' });
  await writeProject(cwd, { manifests: "game" });
  const run = await runCli(["validate", "--format", "json"], { cwd });
  expect(run.exit).toBe(3);
  expect(run.stdout).toMatch(/act\\+u0085/);
  expect(run.stdout).not.toContain("\u0085");
});

it("data of the embedded service that is nested too deeply is refused and left alone", async () => {
  const cwd = await scratchFolder();
  const data = ".laurel/game@default.json";
  const deep = `{"format":"laurel-service","version":1,"games":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}`;
  await writeProject(cwd, { manifests: "game" });
  await writeFiles(cwd, { "game/a.yaml": MANIFEST, [data]: deep });
  const run = await runCli(["apply", "--yes"], { cwd });
  expect(run.exit).toBe(1);
  expect(await readFile(join(cwd, data), "utf8")).toBe(deep);
});

it.each([
  ["\u001b[31mred\u001b[0m", "\\u001b[31mred"],
  ["--no-such-flag\u202e", "\\u202e"],
])(
  "a word of the command line that would recolour the terminal does not: %j",
  async (word, shown) => {
    const run = await runCli(["plan", word], { cwd: await scratchFolder() });
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain(shown);
    expect(run.stderr).toMatch(/^[\n\u0020-\u007e]+$/);
  },
);
