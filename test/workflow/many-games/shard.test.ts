/** `--shard`: the parts of a run are even, complete and the same on every machine. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shardOf, shareOf } from "../../../src/project/shard.ts";
import { type CliRun, movingClock, runCli, testService } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import { ENV, gameNames, manyGames, watchedService } from "./games.ts";

const name = fc.oneof(
  fc.string(),
  fc.integer({ min: 0, max: 999 }).map((n) => `game-${n}`),
);
const names = fc.uniqueArray(name, { maxLength: 60 });
const of = fc.integer({ min: 1, max: 12 });

function parts(all: readonly string[], count: number): readonly (readonly string[])[] {
  return Array.from({ length: count }, (_, index) => shardOf(all, { index: index + 1, of: count }));
}

describe("the parts", () => {
  it("hold every game exactly once, and differ by one game at most", () => {
    fc.assert(
      fc.property(names, of, (all, count) => {
        const split = parts(all, count);
        expect(split.flat().sort()).toEqual([...all].sort());
        const sizes = split.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      runs(300),
    );
  });

  it("depend on the names alone, and keep their order", () => {
    fc.assert(
      fc.property(names, of, (all, count) => {
        const reversed = [...all].reverse();
        for (const [index, part] of parts(all, count).entries()) {
          expect(part).toEqual(all.filter((name) => part.includes(name)));
          expect([...shardOf(reversed, { index: index + 1, of: count })].reverse()).toEqual(part);
        }
      }),
      runs(100),
    );
  });

  it("keep their games when one joins or leaves, but for fewer than there are parts", () => {
    fc.assert(
      fc.property(names, fc.string(), of, (all, other, count) => {
        fc.pre(!all.includes(other));
        const [before, after] = [parts(all, count), parts([...all, other], count)];
        const moved = all.filter(
          (name) => before.findIndex((part) => part.includes(name)) !== after.findIndex((part) => part.includes(name)),
        );
        expect(moved.length).toBeLessThan(Math.max(2, count));
      }),
      runs(300),
    );
  });

  it("are those of every other version: this split is a promise", () => {
    expect(parts(gameNames(10), 3)).toEqual([
      ["game-002", "game-006", "game-010"],
      ["game-003", "game-005", "game-007", "game-009"],
      ["game-001", "game-004", "game-008"],
    ]);
  });
});

describe("the parts of groups", () => {
  const grouped = fc.array(fc.tuple(name, fc.integer({ min: 0, max: 9 })), { maxLength: 60 });
  const groups = grouped.map((pairs) => new Map(pairs.map(([each, group]) => [each, `group ${group}`])));
  const split = (all: ReadonlyMap<string, string>, count: number): readonly (readonly string[])[] =>
    Array.from({ length: count }, (_, index) =>
      shardOf([...all.keys()], { index: index + 1, of: count }, (each) => all.get(each) ?? ""),
    );

  it("hold every game exactly once, and no group is in two", () => {
    fc.assert(
      fc.property(groups, of, (all, count) => {
        const parts = split(all, count);
        expect(parts.flat().sort()).toEqual([...all.keys()].sort());
        const inPart = parts.map((part) => new Set(part.map((each) => all.get(each))));
        const numbers = inPart.map(({ size }) => size);
        expect(numbers.reduce((sum, each) => sum + each, 0)).toBe(new Set(all.values()).size);
        expect(Math.max(...numbers) - Math.min(...numbers)).toBeLessThanOrEqual(1);
      }),
      runs(300),
    );
  });

  it("keep their games when one joins or leaves a group", () => {
    fc.assert(
      fc.property(groups, fc.string(), of, (all, other, count) => {
        const [group] = all.values();
        fc.pre(group !== undefined && !all.has(other));
        const more = split(new Map([...all, [other, group ?? ""]]), count);
        expect(more.map((part) => part.filter((each) => each !== other))).toEqual(split(all, count));
      }),
      runs(100),
    );
  });
});

describe("the share of a shard in a limit", () => {
  it.each([
    [undefined, 9, 8],
    [{ index: 1, of: 4 }, 9, 2],
    [{ index: 4, of: 4 }, 2, 4],
    [{ index: 1, of: 4 }, 0, 8],
    [{ index: 1, of: 4, by: "token" }, 9, 8],
  ] as const)("%j of %i games is %d of 8 requests per second", (shard, games, share) => {
    expect(shareOf(8, shard, games)).toBe(share);
    expect(shareOf(undefined, shard, games)).toBeUndefined();
  });
});

describe("--shard", () => {
  async function project(count: number) {
    const service = await testService();
    const cwd = await manyGames({ names: gameNames(count), url: service.url });
    const run = (argv: readonly string[], env: Record<string, string> = {}): Promise<CliRun> =>
      runCli(argv, { cwd, env: { ...ENV, ...env } });
    return { service, cwd, run };
  }

  function planned({ stdout }: CliRun): readonly string[] {
    return JSON.parse(stdout).games.map(({ game }: { game: string }) => game);
  }

  it("splits the games of a plan, and of what --game names", async () => {
    const { run } = await project(7);
    const plan = ["plan", "--format", "json", "--shard"];
    const all = await Promise.all(["1/3", "2/3", "3/3"].map((shard) => run([...plan, shard])));
    expect(all.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    expect(all.flatMap(planned).sort()).toEqual(gameNames(7));
    expect(all[0]?.stderr).toContain(`Shard 1 of 3: ${planned(all[0] as CliRun).length} of 7 games.`);
    const chosen = ["--game", "game-002", "--game", "game-005"];
    const two = await Promise.all(["1/2", "2/2"].map((shard) => run([...plan, shard, ...chosen])));
    expect(two.map((each) => planned(each).length)).toEqual([1, 1]);
    expect(two.flatMap(planned).sort()).toEqual(["game-002", "game-005"]);
  });

  it.each([
    ["auto", { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "3" }, "2/3"],
    ["auto", { CI_NODE_TOTAL: "1" }, "1/1"],
    ["auto/3", { JOB_COMPLETION_INDEX: "0" }, "1/3"],
    ["auto/3", { JOB_COMPLETION_INDEX: "2" }, "3/3"],
  ])("%s with %j is %s", async (shard, env, same) => {
    const { run } = await project(5);
    const own = await run(["plan", "--format", "json", "--shard", shard], env);
    expect(own.exit, own.stderr).toBe(0);
    expect(own.stdout).toBe((await run(["plan", "--format", "json", "--shard", same])).stdout);
  });

  it.each([
    ["0/3", {}, "--shard 0/3 is part 0 of 3, and the parts are 1 to 3."],
    ["4/3", {}, "--shard 4/3 is part 4 of 3, and the parts are 1 to 3."],
    ["1/0", {}, "it can be 1 to 10000"],
    ["1/10001", {}, "it can be 1 to 10000"],
    ["2", {}, '--shard is given as "2".'],
    ["1/2/3", {}, "is given as"],
    ["-1/2", {}, "is given as"],
    ["a/b", {}, "is given as"],
    ["auto/0", { JOB_COMPLETION_INDEX: "1" }, "it can be 1 to 10000"],
    ["auto", {}, "CI_NODE_INDEX is not set and CI_NODE_TOTAL is not set"],
    ["auto", { CI_NODE_INDEX: "", CI_NODE_TOTAL: "4" }, "CI_NODE_INDEX is empty"],
    ["auto", { CI_NODE_INDEX: "x", CI_NODE_TOTAL: "1" }, 'CI_NODE_INDEX is "x"'],
    ["auto", { CI_NODE_INDEX: "5", CI_NODE_TOTAL: "4" }, "is part 5 of 4"],
    ["auto/4", {}, "JOB_COMPLETION_INDEX is not set"],
    ["auto/4", { JOB_COMPLETION_INDEX: "4" }, "JOB_COMPLETION_INDEX=4 of 4, counted from 0, is part 5 of 4"],
  ])("%s with %j is refused and says what can be given", async (shard, env, words) => {
    const { run } = await project(2);
    for (const command of ["validate", "plan", "apply"]) {
      const wrong = await run([command, `--shard=${shard}`], env);
      // The command line is at fault, or the variables that it makes laurel read.
      expect(wrong.exit, wrong.stderr).toBe(/^auto(\/4)?$/.test(shard) ? 3 : 64);
      expect(wrong.stderr.replace(/\s+/g, " ")).toContain(words);
      expect(wrong.stderr).toContain("--shard 2/8");
      expect(wrong.stdout).toBe("");
    }
  });

  it("that holds no game is done at once, by every command", async () => {
    const { run } = await project(1);
    const shards = ["1/2", "2/2"];
    const sizes = await Promise.all(
      shards.map(async (shard) => planned(await run(["plan", "--format", "json", "--shard", shard])).length),
    );
    const empty = shards[sizes.indexOf(0)] as string;
    for (const argv of [["validate"], ["plan", "--detailed-exitcode"], ["apply", "--yes"]]) {
      const done = await run([...argv, "--shard", empty]);
      expect(done.exit, done.stderr).toBe(0);
      expect(done.stderr).toContain(`Shard ${empty.replace("/", " of ")} has no game: there is only 1. Nothing to do.`);
    }
  });

  it("divides the requests per second of the service by the number of shards with games", async () => {
    const clock = movingClock();
    const watched = await watchedService({}, clock.now, async () => undefined);
    const names = gameNames(16);
    const cwd = await manyGames({ names, url: watched.url, service: "  requests_per_second: 8\n" });
    /** Milliseconds from one request to the next, as far as they come apart: many wait at once. */
    const pause = async (...argv: readonly string[]): Promise<number> => {
      watched.forget();
      const { exit, stderr } = await runCli(argv, { cwd, env: ENV, clock });
      expect(exit, stderr).toBe(0);
      const moments = watched.moments();
      expect(moments.length).toBeGreaterThan(7);
      return Math.round((Math.max(...moments) - Math.min(...moments)) / (moments.length - 1) / 25) * 25;
    };
    expect(await pause("plan")).toBe(125);
    expect(await pause("plan", "--shard", "1/2")).toBe(250);
    expect(await pause("plan", "--shard", "1/2", "--shard-by", "game")).toBe(250);
    const byToken = ["--shard-by", "token", "--game", "game-001", "--game", "game-002"];
    const parts = await Promise.all(
      ["1/2", "2/2"].map((part) => runCli(["plan", "--shard", part, ...byToken], { cwd, env: ENV, clock })),
    );
    expect(parts.map(({ stdout }) => stdout === "").sort(), "one shard has the token for itself").toEqual([
      false,
      true,
    ]);
    expect(await pause("plan", "--shard", "1/1", "--shard-by", "token")).toBe(125);
  });
});

describe("--shard-by token", () => {
  const own = (token: string, more = ""): string =>
    `{ game_id: ${token.toLowerCase()}${more.length}, service: { token_env: LAUREL_${token}_TOKEN${more} } }`;
  const TWO = `, base_url: "https://two.example/v1"`;
  /** Six games with three tokens at two services, two of them with the default. */
  const ENVIRONMENTS: Readonly<Record<string, string>> = {
    "game-002": own("A"),
    "game-003": own("A", ', base_url: "https://one.example/"'),
    "game-004": own("A", TWO),
    "game-005": own("B"),
  };
  const GROUPS = [["game-001", "game-006"], ["game-002", "game-003"], ["game-004"], ["game-005"]];

  async function parts(count: number, ...argv: readonly string[]): Promise<readonly (readonly string[])[]> {
    const cwd = await manyGames({ names: gameNames(6), url: "https://one.example", environments: ENVIRONMENTS });
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const shard = ["--shard", `${index + 1}/${count}`, "--shard-by", "token"];
        const { stdout, stderr } = await runCli([...argv, ...shard, "--format", "json"], { cwd, env: {} });
        const document = JSON.parse(stdout);
        if (argv[0] === "plan") expect(document.shard, stderr).toEqual({ index: index + 1, of: count, by: "token" });
        return (document.games ?? document.reports).map(({ game }: { game: string }) => game);
      }),
    );
  }

  it.each([["plan"], ["report"]])("keeps the games of a token and a service together (%s)", async (command) => {
    const split = await parts(4, command);
    expect([...split].sort()).toEqual(GROUPS);
    expect((await parts(2, command)).map(({ length }) => length).sort()).not.toContain(0);
  });

  it("knows no tokens where --base-url replaces the services of all games but their names", async () => {
    const split = await parts(3, "plan", "--base-url", "https://three.example");
    expect(split.filter((part) => part.includes("game-002"))[0]).toEqual(
      expect.arrayContaining(["game-002", "game-003", "game-004"]),
    );
  });

  it("is refused without --shard", async () => {
    const cwd = await manyGames({ names: gameNames(2), url: "https://one.example" });
    const { exit, stdout, stderr } = await runCli(["plan", "--shard-by", "token"], { cwd, env: ENV });
    expect([exit, stdout]).toEqual([64, ""]);
    expect(stderr).toContain("--shard-by says how --shard splits games, and --shard is not given.");
  });
});
