/** `laurel diff` over several games: one that cannot be compared does not keep the others from it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { diffSchema } from "../../../src/view/json/documents.ts";
import {
  type CliOptions,
  type CliRun,
  createSignals,
  movingClock,
  runCli,
  scratchFolder,
  TOKEN,
  writeFiles,
} from "../../support/cli.ts";
import { schemaProblems } from "../../support/schemas.ts";
import type { ServiceOptions } from "../../support/service/service.ts";
import { watchedService } from "../many-games/games.ts";

const BOTH = ["diff", "--from", "testers", "--to", "production"] as const;
const ENV = { LAUREL_API_TOKEN: TOKEN };
const EGG = { custom_id: "egg", name: "Egg" };
const BIG_EGG = { custom_id: "egg", name: "Big egg" };
const MANIFEST = "rewards:\n  - { custom_id: egg, name: Egg }\n";
const OVERRIDE = "rewards:\n  - { custom_id: egg, name: Big egg }\n";
const EASY = "with-override";

interface Scene {
  readonly run: (argv: readonly string[], more?: Partial<CliOptions>) => Promise<CliRun>;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** Empty where the file is not there. */
  readonly read: (file: string) => Promise<string>;
  readonly watched: Awaited<ReturnType<typeof watchedService>>;
}

/** Games by name: alike; different; different as overrides ask; without production; with a variable that is not set. */
async function scene(
  {
    names = ["alike", "other", EASY, "single", "unset", "twin"],
    concurrency = 4,
    ...options
  }: ServiceOptions & { names?: readonly string[]; concurrency?: number } = {},
  before: () => Promise<void> = () => nextTurn(),
): Promise<Scene> {
  const clock = movingClock();
  const watched = await watchedService(options, clock.now, before);
  const cwd = await scratchFolder();
  const game = (name: string): string => {
    const id = name === "unset" ? "${LAUREL_NOT_SET}" : `${name}-production`;
    const production = name === "single" ? "" : `      production: { game_id: "${id}" }\n`;
    return `  ${name}:\n    manifests: ${name}\n    environments:\n      testers: { game_id: ${name}-testers }\n${production}`;
  };
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\nservice: { base_url: "${watched.url}", concurrency: ${concurrency}, retries: 0 }\ngames:\n${names.map(game).join("")}`,
    ...Object.fromEntries(names.map((name) => [`${name}/game.yaml`, MANIFEST])),
    [`${EASY}/overrides/testers.yaml`]: OVERRIDE,
  });
  for (const name of names) {
    const isOther = name === "other" || name === EASY;
    await watched.service.seed(`${name}-testers`, { rewards: [isOther ? BIG_EGG : EGG] });
    await watched.service.seed(`${name}-production`, { rewards: [EGG] });
  }
  watched.forget();
  return {
    run: (argv, more = {}) => runCli(argv, { cwd, env: ENV, clock, ...more }),
    write: (files) => writeFiles(cwd, files),
    read: (file) => readFile(join(cwd, file), "utf8").catch(() => ""),
    watched,
  };
}

function words(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

describe("several games", () => {
  it("are compared although one has no such environment and another is not set up; each is named", async () => {
    const { run } = await scene();
    const compared = await run(BOTH);
    expect(compared.exit).toBe(64);
    expect(compared.stdout.match(/^Game "[\w-]+"/gm)).toEqual(['Game "other"', `Game "${EASY}"`]);
    expect(words(compared.stdout)).toContain(
      'No differences: games "alike" and "twin" are the same in production as in testers.',
    );
    expect(words(compared.stdout)).toContain(
      '6 games: 1 different, 1 different as expected, 2 identical, 1 invalid ("unset"), 1 not set up ("single").',
    );
    for (const name of ["single", "unset"]) expect(compared.stderr).toContain(`(game "${name}")`);
    expect(await run(BOTH)).toEqual(compared);
    const verbose = await run([...BOTH, "--verbose"]);
    expect(verbose.stdout.match(/^Game "/gm)).toHaveLength(4);
  });

  it("have an outcome each in the document, in the order of the project", async () => {
    const { run } = await scene();
    const { stdout } = await run([...BOTH, "--format", "json"]);
    const document = JSON.parse(stdout);
    expect(schemaProblems(diffSchema, stdout)).toEqual([]);
    expect(document.games).toEqual([
      { game: "alike", outcome: "alike" },
      { game: "other", outcome: "different" },
      { game: EASY, outcome: "as-expected" },
      { game: "single", outcome: "usage" },
      { game: "unset", outcome: "invalid" },
      { game: "twin", outcome: "alike" },
    ]);
    expect(document.diffs.map(({ game }: { game: string }) => game)).toEqual(["alike", "other", EASY, "twin"]);
    const named = document.diagnostics.map(({ code, game }: { code: string; game?: string }) => [code, game]);
    expect(named.sort()).toEqual([
      ["undefined-variable", "unset"],
      ["unknown-environment", "single"],
    ]);
  });

  it("are news together only if one of them has a difference that nothing asks for", async () => {
    const { run } = await scene();
    const some = (...names: string[]) =>
      run([...BOTH, "--detailed-exitcode", ...names.flatMap((name) => ["--game", name])]);
    expect((await some("alike", "twin", EASY)).exit).toBe(0);
    expect((await some("alike", "other", EASY)).exit).toBe(2);
    expect((await some("other", "single")).exit).toBe(64);
    expect((await some("alike")).stdout).not.toContain("1 game:");
  });

  it.each([
    [2, "is never exceeded, by however many games"],
    [64, "is used by several games at a time"],
  ])("share the budget of their service: one of %i requests %s", async (concurrency) => {
    const names = Array.from({ length: 6 }, (_, index) => `game-${index}`);
    const patient = async (): Promise<void> => {
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    };
    const { run, watched } = await scene({ names, concurrency }, patient);
    expect((await run([...BOTH, "--game", "game-0"])).exit).toBe(0);
    const alone = watched.mostAtOnce();
    watched.forget();
    const compared = await run(BOTH);
    expect(compared.exit, compared.stderr).toBe(0);
    expect(words(compared.stdout)).toContain("6 games: 6 identical.");
    if (concurrency === 2) expect([alone, watched.mostAtOnce()]).toEqual([2, 2]);
    else expect(watched.mostAtOnce()).toBeGreaterThan(2 * alone);
  });

  it("of which one cannot be read are compared all the same", async () => {
    const faults = [{ effect: "error-before", status: 500, when: { path: "/other-production/rewards" } }] as const;
    const { run } = await scene({ names: ["alike", "other", "twin"], faults });
    const compared = await run([...BOTH, "--detailed-exitcode"]);
    expect(compared.exit).toBe(1);
    expect(words(compared.stdout)).toContain('3 games: 2 identical, 1 failed ("other").');
  });

  it("that were not begun when the run was broken off are named as not started", async () => {
    const signals = createSignals();
    const names = Array.from({ length: 20 }, (_, index) => `game-${index}`);
    let count = 0;
    const { run } = await scene({ names }, async () => {
      count += 1;
      if (count === 30) signals.send("SIGTERM");
      await nextTurn();
    });
    const { exit, stdout } = await run([...BOTH, "--format", "json"], { signals });
    expect(exit).toBe(143);
    const outcomes = JSON.parse(stdout).games.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toHaveLength(20);
    expect(new Set(outcomes)).toContain("not-started");
    expect(new Set(outcomes)).not.toContain("failed");
  });

  it("are none where the command line names one that the project does not have, which is said once", async () => {
    const { run, watched } = await scene();
    const { exit, stdout, stderr } = await run([...BOTH, "--game", "alik"]);
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr.match(/unknown-game/g)).toHaveLength(1);
    expect(watched.moments()).toEqual([]);
  });
});

describe("manifests that cannot be used", () => {
  it("explain nothing, which is said for the game that they are of; the others are explained", async () => {
    const twin = "with-override-too";
    const { run, write, watched } = await scene({ names: [EASY, twin] });
    await watched.service.edit(`${twin}-testers`, "reward", "egg", { name: "Big egg" });
    await write({ [`${twin}/overrides/testers.yaml`]: OVERRIDE });
    const good = await run([...BOTH, "--detailed-exitcode"]);
    expect(good).toMatchObject({ exit: 0, stderr: "" });
    await write({ [`${EASY}/game.yaml`]: "rewards:\n  - { custom_id: egg }\n  - { custom_id: shell }\n" });
    const { exit, stdout, stderr } = await run([...BOTH, "--detailed-exitcode"]);
    expect(exit).toBe(2);
    expect(stderr.match(/warning\[nothing-expected\]/g)).toHaveLength(1);
    expect(words(stderr)).toContain(
      `The manifests of the game "${EASY}" cannot be used for testers (1 error) and production (2 errors), so that no difference is expected`,
    );
    expect(stderr).toContain(`laurel validate --game ${EASY}`);
    expect(words(stdout)).toContain("2 games: 1 different, 1 different as expected.");
    const document = JSON.parse((await run([...BOTH, "--format", "json"])).stdout);
    expect(document.diagnostics).toMatchObject([{ code: "nothing-expected", severity: "warning", game: EASY }]);
  });

  it.each([
    [
      "a folder that is not there",
      "laurel.yaml",
      (text: string) => text.replace("manifests: other", "manifests: gone"),
    ],
    ["overrides of one environment with an error", "other/overrides/testers.yaml", () => "rewards: [\n"],
  ])("may be %s", async (_, file, change) => {
    const { run, read, write } = await scene({ names: ["other"] });
    await write({ [file]: change(await read(file)) });
    const { exit, stderr } = await run(BOTH);
    expect(exit).toBe(0);
    expect(words(stderr)).toContain('The manifests of the game "other" cannot be used for testers (1 error)');
  });

  it("with warnings alone explain as ever", async () => {
    const { run, write } = await scene({ names: [EASY] });
    const similar = "  - { custom_id: eg-g, name: Eg g }\n  - { custom_id: egG, name: EGG }\n";
    await write({ [`${EASY}/game.yaml`]: `${MANIFEST}${similar}` });
    expect((await run(["validate"])).stderr).toContain("warning[");
    const { stdout, stderr } = await run(BOTH);
    expect(stderr).toBe("");
    expect(stdout).toContain("(expected: overridden in testers)");
  });
});
