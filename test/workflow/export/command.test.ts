/** `laurel export` as a whole: over HTTP, into folders, and back through `validate` and `plan`. */
import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalog } from "../../../src/catalog/index.ts";
import type { Contents } from "../../../src/emulator/panel.ts";
import { exportSchema } from "../../../src/view/json/documents.ts";
import { inGame, runCli, scratchFolder, TOKEN, testService, writeFiles } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import { schemaProblems } from "../../support/schemas.ts";
import { arbitraryHostileGame, HOSTILE_IDS } from "./hostile-game.ts";

const LIVE: Contents = {
  actions: [
    { custom_id: "fight", name: "Fight" },
    { custom_id: "slay", name: "Slay 🐉", reactions: ["fight"], custom_data: { icon: "x.png", sizes: [1, 2] } },
  ],
  criteria: [
    {
      custom_id: "1e3",
      name: "1e3",
      custom_action_id: "slay",
      rule: "gte:1000",
      streak: "days:3",
      conditions: { operator: "or", groups: [{ operator: "and", conditions: ["month:12", "betweenHours:9,8"] }] },
    },
  ],
  criteria_groups: [
    { custom_id: "null", name: "null", criteria: ["1e3"] },
    { custom_id: "on", name: "on", operator: "xor", criteria_groups: ["null"] },
  ],
  rewards: [{ custom_id: "007", name: "007", description: "A licence.\n\nNot # a comment: really." }],
  achievements: [
    {
      custom_id: "~",
      name: "~",
      is_secret: true,
      points: 0,
      custom_criteria_group_id: "on",
      rewards: ["007"],
    },
  ],
  leaderboards: [{ custom_id: "points", name: "Points", ordering: "smaller-is-better" }],
};
const FILES = catalog.map(({ plural }) => `${plural}.yaml`).sort();

describe.each(["extended", "documented"] as const)("laurel export from a service of the profile %s", (profile) => {
  it("writes every kind, so that validate is content and the plan is empty, pruning included", async () => {
    const game = await inGame({ live: LIVE, service: { profile } });
    const run = await game.run(["export"]);
    expect(run.exit, run.stderr).toBe(0);
    expect((await readdir(join(game.folder, "manifests"))).sort()).toEqual(FILES);
    expect(game.writes()).toEqual([]);
    expect(run.stdout).toContain("+ manifests/actions.yaml          2 actions\n");
    expect(run.stdout).toContain("+ manifests/criteria.yaml         1 criterion\n");
    const secret = await readFile(join(game.folder, "manifests/achievements.yaml"), "utf8");
    expect(secret).toContain('  - custom_id: "~"\n    name: "~"\n    is_secret: true\n    points: 0\n');
    const valid = await runCli(["validate", "--manifests", "manifests"], { cwd: game.folder });
    expect(valid.exit, valid.stderr).toBe(0);
    const plan = await game.run(["plan", "--prune", "--detailed-exitcode"]);
    expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
    expect(plan.stdout).toContain("No changes.");
    expect(run.stderr.includes('"reactions" of 2 actions')).toBe(profile === "documented");
  });

  it("leaves an empty plan for any live game, whatever its ids and texts look like", async () => {
    const service = await testService({ profile });
    const cwd = await scratchFolder();
    let count = 0;
    const states = arbitraryHostileGame();
    await fc.assert(
      fc.asyncProperty(states, async (live) => {
        count += 1;
        const game = `g${count}`;
        await service.seed(game, live as Contents);
        const target = ["--base-url", service.url, "--game-id", game];
        const flags = ["--manifests", game, ...target];
        const options = { cwd, env: { LAUREL_API_TOKEN: TOKEN } };
        const run = await runCli(["export", "--out-dir", game, ...target], options);
        expect(run.exit, run.stderr).toBe(0);
        const valid = await runCli(["validate", "--manifests", game], options);
        expect(valid.exit, valid.stderr).toBe(0);
        const plan = await runCli(["plan", "--prune", "--detailed-exitcode", ...flags], options);
        expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
      }),
      runs(25),
    );
  }, 180_000);
});

describe("laurel export", () => {
  it("reads ids that look like numbers, booleans, dates or nothing back as text, for every kind", async () => {
    const live = Object.fromEntries(
      catalog.map((kind) => [
        kind.plural,
        HOSTILE_IDS.map((id) => ({
          custom_id: id,
          name: id,
          ...Object.fromEntries(kind.fields.filter(({ type }) => type === "reference").map(({ name }) => [name, id])),
          ...Object.fromEntries(
            kind.links.filter(({ to }) => to !== kind.name).map(({ name }) => [name, [id, "007"].sort()]),
          ),
          ...(kind.fields.some((field) => field.type === "choice" && field.atMostOne !== undefined)
            ? { type: "custom" }
            : {}),
        })),
      ]),
    );
    const game = await inGame({ live });
    const run = await game.run(["export"]);
    expect(run.exit, run.stderr).toBe(0);
    const plan = await game.run(["plan", "--prune", "--detailed-exitcode"]);
    expect(plan.exit, plan.stdout + plan.stderr).toBe(0);
    expect(plan.stdout).toContain(`${HOSTILE_IDS.length * catalog.length} resources unchanged`);
  });

  it("finds every collision before it asks the service, and writes nothing", async () => {
    const manifests = { "rewards.yaml": "mine: kept\n", "actions.yaml": "mine: kept\n" };
    const game = await inGame({ live: LIVE, manifests });
    const run = await game.run(["export"]);
    expect(run.exit).toBe(4);
    expect(run.stdout).toBe("");
    expect(run.stderr).toContain("manifests/actions.yaml, manifests/rewards.yaml");
    expect(run.stderr).toContain("--out-dir");
    expect(run.stderr).toContain("--force");
    expect(game.requests()).toEqual([]);
    expect((await readdir(join(game.folder, "manifests"))).sort()).toEqual(["actions.yaml", "rewards.yaml"]);
    expect(await readFile(join(game.folder, "manifests/rewards.yaml"), "utf8")).toBe("mine: kept\n");
  });

  it("overwrites with --force, and gives the same bytes each time", async () => {
    const game = await inGame({ live: LIVE, manifests: { "rewards.yaml": "mine: gone\n" } });
    const contents = async (): Promise<readonly string[]> =>
      Promise.all(FILES.map((file) => readFile(join(game.folder, "manifests", file), "utf8")));
    expect((await game.run(["export", "--force"])).exit).toBe(0);
    const first = await contents();
    expect(first.join("")).not.toContain("mine");
    expect((await game.run(["export", "--force"])).exit).toBe(0);
    expect(await contents()).toEqual(first);
  });

  const OLD = { "old.yaml": 'rewards:\n  - { custom_id: "007", name: J }\n' };

  it.each([
    ["the game's own folder", ["--out-dir", "manifests"]],
    ["a folder below it", ["--out-dir", "manifests/exported"]],
    ["a folder above it", ["--out-dir", "."]],
    ["the same folder with --force", ["--out-dir", "manifests", "--force"]],
  ])("refuses before any request to write beside manifests that declare the same: %s", async (_, flags) => {
    const game = await inGame({ live: LIVE, manifests: OLD });
    const run = await game.run(["export", ...flags]);
    expect(run.exit, run.stderr).toBe(4);
    expect(run.stderr).toContain("error[declared-elsewhere]");
    expect(run.stderr).toContain("manifests/old.yaml:2");
    expect(run.stderr).toContain("laurel export --out-dir FOLDER");
    expect(game.requests()).toEqual([]);
    expect(await readdir(game.folder)).toEqual(["manifests"]);
    expect(await readdir(join(game.folder, "manifests"))).toEqual(["old.yaml"]);
  });

  it("writes beside manifests of other kinds, and everything is declared once", async () => {
    const game = await inGame({ live: LIVE, manifests: OLD });
    const others = catalog.map(({ name }) => name).filter((name) => name !== "reward");
    const run = await game.run(["export", "--kind", others.join(",")]);
    expect(run.exit, run.stderr).toBe(0);
    const valid = await runCli(["validate", "--manifests", "manifests"], { cwd: game.folder });
    expect(valid.exit, valid.stderr).toBe(0);
  });

  it("writes into --out-dir and goes on from there, whatever the game's own folder holds", async () => {
    const game = await inGame({ live: LIVE, manifests: OLD });
    const run = await game.run(["export", "--out-dir", "exported"]);
    expect(run.exit, run.stderr).toBe(0);
    expect((await readdir(join(game.folder, "exported"))).sort()).toEqual(FILES);
    expect(await readdir(join(game.folder, "manifests"))).toEqual(["old.yaml"]);
    const [, ...next] = run.stdout.slice(run.stdout.indexOf("Next:")).trim().split(/\n\s*/);
    expect(next.at(-2)).toBe("laurel validate --manifests exported");
    expect(next.at(-1)).toContain("laurel plan --manifests exported --base-url ");
    for (const line of next.slice(-2)) {
      const { exit, stderr } = await runCli(line.split(" ").slice(1), { cwd: game.folder, env: game.env });
      expect(exit, stderr).toBe(0);
    }
  });

  it("never writes into the folder of --manifests, which is read", async () => {
    const game = await inGame({ live: LIVE });
    const run = await runCli(["export", ...game.flags], { cwd: game.folder, env: game.env });
    expect(run).toMatchObject({ exit: 64, stdout: "" });
    expect(run.stderr).toContain("--out-dir manifests");
    expect(game.requests()).toEqual([]);
    expect(await readdir(game.folder)).not.toContain("manifests");
  });

  it("needs neither a project nor manifests with --out-dir, --base-url and --game-id", async () => {
    const service = await testService();
    await service.seed("g", LIVE);
    const cwd = await scratchFolder();
    const env = { LAUREL_API_TOKEN: TOKEN };
    const flags = ["--base-url", service.url, "--game-id", "g"];
    const run = await runCli(["export", "--out-dir", "out", ...flags], { cwd, env });
    expect(run.exit, run.stderr).toBe(0);
    expect((await readdir(join(cwd, "out"))).sort()).toEqual(FILES);
    const without = await runCli(["export", ...flags], { cwd, env });
    expect(without.exit).toBe(3);
    expect(without.stderr).toContain("laurel export --out-dir FOLDER --base-url URL --game-id ID");
  });

  it("writes only the kinds named, says what these refer to, and its plan is empty", async () => {
    const game = await inGame({ live: LIVE });
    const run = await game.run(["export", "--kind", "achievement", "--kind", "criterion"]);
    expect(run.exit, run.stderr).toBe(0);
    expect((await readdir(join(game.folder, "manifests"))).sort()).toEqual(["achievements.yaml", "criteria.yaml"]);
    for (const said of [
      "leaves out 1 action, named by 1 criterion.",
      "leaves out 1 criteria group, named by 1 achievement.",
      "leaves out 1 reward, named by 1 achievement.",
    ]) {
      expect(run.stderr.replaceAll(/\s+/g, " ")).toContain(said);
    }
    const plan = await game.run(["plan", "--prune", "--detailed-exitcode"]);
    expect(plan.exit, plan.stderr).toBe(0);
  });

  it("refuses a kind that does not exist", async () => {
    const game = await inGame({ live: LIVE });
    const run = await game.run(["export", "--kind", "actions"]);
    expect(run.exit).toBe(64);
    expect(run.stderr).toContain("Choose from: action, criterion,");
  });

  it("says that a kind without resources is written as managed", async () => {
    const game = await inGame({ live: { rewards: [{ custom_id: "egg", name: "Egg" }] } });
    const run = await game.run(["export"]);
    expect(run.stdout).toContain('none; "leaderboards: []" marks the kind as managed');
    expect((await game.run(["plan", "--prune", "--detailed-exitcode"])).exit).toBe(0);
  });

  it("names what manifests cannot express, writes nothing, and can export the rest", async () => {
    const live = { rewards: [{ custom_id: ".", name: "Dot" }], actions: [{ custom_id: "a", name: "x".repeat(300) }] };
    const game = await inGame({ live });
    const run = await game.run(["export"]);
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain('A record of rewards has the custom_id ".", which no request can name');
    expect(run.stderr).toContain("action/a");
    expect(await readdir(join(game.folder))).toEqual([]);
    const only = /--kind [^\n]*/.exec(run.stderr)?.[0].split(" ") ?? [];
    expect((await game.run(["export", ...only])).exit).toBe(0);
  });

  it("writes no files after an incomplete read", async () => {
    const fault = { effect: "truncate", when: { method: "GET", path: "/rewards$" } } as const;
    const game = await inGame({ live: LIVE, service: { faults: [fault] } });
    const run = await game.run(["export"]);
    expect(run.exit).toBe(1);
    expect(await readdir(join(game.folder))).toEqual([]);
  });

  it("reads nothing twice", async () => {
    const game = await inGame({ live: LIVE });
    await game.run(["export", "--kind", "achievement"]);
    const paths = game.requests().map(({ path, query }) => `${path}?${query}`);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.some((path) => path.includes("/leaderboards"))).toBe(false);
  });

  it("goes into the game's folder of the project, and says how to go on with the flags that were given", async () => {
    const service = await testService();
    await service.seed("g", LIVE);
    const cwd = await scratchFolder();
    const project = `version: 1
service: { base_url: "${service.url}", token_env: LAUREL_TOKEN_OF_TEST }
games:
  dungeon:
    manifests: games/dungeon
    default_environment: live
    environments: { live: { game_id: g } }
`;
    await writeFiles(cwd, { "laurel.yaml": project });
    const env = { LAUREL_TOKEN_OF_TEST: TOKEN };
    const run = await runCli(["export", "--game", "dungeon"], { cwd, env });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).toContain(`Next:
  mkdir -p schemas && laurel schema manifest > schemas/manifest.schema.json
  laurel validate --game dungeon
  laurel plan --game dungeon
`);
    const text = await readFile(join(cwd, "games/dungeon/rewards.yaml"), "utf8");
    expect(text).toContain("# yaml-language-server: $schema=../../schemas/manifest.schema.json\n");
    expect((await runCli(["plan", "--detailed-exitcode"], { cwd, env })).exit).toBe(0);
  });

  it("does not put two games into one folder", async () => {
    const cwd = await scratchFolder();
    const game = "{ manifests: same, default_environment: local, environments: { local: { embedded: true } } }";
    await writeFiles(cwd, { "laurel.yaml": `version: 1\ngames:\n  one: ${game}\n  two: ${game}\n` });
    const run = await runCli(["export"], { cwd });
    expect(run.exit).not.toBe(0);
    expect(run.stdout).toBe("");
  });

  it("json follows its schema, for a success and for a refusal", async () => {
    const game = await inGame({ live: LIVE });
    for (const exit of [0, 4]) {
      const run = await game.run(["export", "--format", "json"]);
      expect(run.exit).toBe(exit);
      const document = JSON.parse(run.stdout);
      expect(schemaProblems(exportSchema, run.stdout)).toEqual([]);
      expect(document.exports).toHaveLength(exit === 0 ? 1 : 0);
      if (exit === 0)
        expect(document.exports[0].files[0]).toEqual({ file: "manifests/actions.yaml", key: "actions", resources: 2 });
    }
  });

  it.skipIf(process.getuid?.() === 0)("says when the folder cannot be written", async () => {
    const game = await inGame({ live: LIVE, manifests: { "keep.txt": "" } });
    await chmod(join(game.folder, "manifests"), 0o500);
    const run = await game.run(["export"]);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("unwritable-file");
  });
});
