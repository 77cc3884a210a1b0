/** `templates/shell/laurel-ci.sh`, run with sh against the embedded service over HTTP. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SMALL_GAME } from "../e2e/small-game.ts";
import { MAIN } from "../support/child.ts";
import { GAME_ID, scratchFolder, writeFiles } from "../support/cli.ts";
import { commitAll } from "../workflow/drift/repository.ts";
import {
  APPLIED,
  fakePrograms,
  PROJECT,
  PRUNING,
  parseOutputs,
  type RunningShell,
  runShellScript,
  type Scene,
  SHELL_SCRIPT,
  scene,
  startScript,
} from "./support.ts";

const script = readFileSync(SHELL_SCRIPT, "utf8");
const CASTLE = "  castle:\n    manifests: castle\n    environments: { production: { game_id: h } }\n";
const TWO_GAMES = PROJECT.replace("games:\n", `games:\n${CASTLE}`);
const hasShellcheck = spawnSync("shellcheck", ["--version"]).error === undefined;

async function outputsOf(at: Scene): Promise<Readonly<Record<string, string>>> {
  return parseOutputs((await runShellScript(["outputs"], at)).stdout);
}

const resultsIn = ({ folder }: Scene): readonly string[] => readdirSync(join(folder, ".laurel/results")).sort();

describe("laurel-ci.sh", () => {
  it.runIf(hasShellcheck)("has nothing that shellcheck finds", () => {
    const { stdout, status } = spawnSync("shellcheck", [SHELL_SCRIPT], { encoding: "utf8" });
    expect(status, stdout).toBe(0);
  });

  it("lists every variable that it reads, and no others", () => {
    const [head = "", body = ""] = script.split("set -eu");
    const listed = new Set(head.match(/LAUREL_[A-Z_]+/g));
    const read = new Set(body.match(/LAUREL_[A-Z_]+/g));
    expect([...listed].sort()).toEqual([...read, "LAUREL_ALLOWED_ORIGINS"].sort()); // which laurel itself reads
  });

  it("goes from a plan to an apply of exactly that plan, and from there to no drift", async () => {
    const at = await scene();
    expect(await runShellScript(["plan"], at)).toMatchObject({ exit: 0 });
    const planned = await outputsOf(at);
    expect(planned).toEqual({
      has_changes: "true",
      digests: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      undeclared: "0",
      not_verified: "0",
    });
    expect(resultsIn(at)).toEqual(["findings.sarif", "plan.json", "plan.md"]);

    const applied = await runShellScript(["apply"], at, { LAUREL_EXPECT: planned.digests ?? "" });
    expect(applied.exit, applied.stderr).toBe(0);
    expect(at.game.service().contents(GAME_ID).rewards).toHaveLength(2);
    expect(resultsIn(at)).toEqual(["apply.json", "apply.md"]);

    expect(await runShellScript(["drift"], at)).toMatchObject({ exit: 0 });
    expect(await outputsOf(at)).toEqual({ has_changes: "false", digests: "", undeclared: "0", not_verified: "0" });
  });

  it.each(["SIGTERM", "SIGINT"] as const)("passes %s on to laurel, and the next apply goes on", async (signal) => {
    let running: RunningShell | undefined;
    let writes = 0;
    const at = await scene({
      manifests: SMALL_GAME,
      onRequest: ({ method }) => {
        writes += method === "GET" ? 0 : 1;
        if (writes === 2) running?.signal(signal);
      },
    });
    const env = { ...at.env, LAUREL_PROGRAM: MAIN };
    running = startScript(["sh", SHELL_SCRIPT, "apply"], { cwd: at.folder, env });
    const { exit, stderr } = await running.ended;
    expect(exit, stderr).toBe(signal === "SIGTERM" ? 143 : 130);
    expect(resultsIn(at)).toEqual(["apply.json", "apply.md"]);
    expect(await runShellScript(["apply"], at)).toMatchObject({ exit: 0 });
    expect(await runShellScript(["drift"], at)).toMatchObject({ exit: 0 });
  });

  it("ends with 2 for drift, and with laurel's own code when it cannot look", async () => {
    const at = await scene();
    const found = await runShellScript(["drift"], at);
    expect(found.exit, found.stderr).toBe(2);
    expect(await runShellScript(["drift"], at, { LAUREL_API_TOKEN: "revoked" })).toMatchObject({ exit: 1 });
    await at.game.write({ "game.yaml": "rewards: 7\n" });
    expect(await runShellScript(["drift"], at)).toMatchObject({ exit: 3 });
  });

  it("shows masked Markdown in the log, and text when secrets may be seen", async () => {
    const at = await scene();
    const secret = "achievements:\n  - { custom_id: hush, name: The hidden door, is_secret: true }\n";
    await at.game.write({ "game.yaml": secret });
    const masked = await runShellScript(["plan"], at);
    expect(masked.exit, masked.stderr).toBe(0);
    expect(masked.stdout).not.toContain("The hidden door");
    const revealed = await runShellScript(["plan"], at, { LAUREL_REVEAL_SECRETS: "true" });
    expect(revealed.stdout).toContain("The hidden door");
    expect(readFileSync(join(at.folder, ".laurel/results/plan.md"), "utf8")).toContain("The hidden door");
    const applied = await runShellScript(["apply"], at);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(applied.stdout).not.toContain("The hidden door");
  });

  it("takes games and hazards in lists of any form, and no word of them for a pattern", async () => {
    const at = await scene({ live: APPLIED });
    await writeFiles(at.folder, { "laurel.yaml": TWO_GAMES, "castle/a.yaml": "rewards: []\n" });
    const lists = { LAUREL_GAMES: "castle,\n dungeon", LAUREL_ALLOW: "empties-kind mass-change" };
    const both = await runShellScript(["plan"], at, lists);
    expect(both.exit, both.stderr).toBe(0);
    expect((await outputsOf(at)).digests?.split(" ")).toHaveLength(1);
    const pattern = await runShellScript(["plan"], at, { LAUREL_GAMES: "*" });
    expect(pattern.exit).toBe(64);
    expect(pattern.stderr).toContain('"*"');
  });

  it("without a token only checks the manifests when set to, and fails otherwise", async () => {
    const at = await scene();
    const without = { LAUREL_API_TOKEN: "" };
    expect(await runShellScript(["plan"], at, without)).toMatchObject({ exit: 3 });
    const validating = { ...without, LAUREL_WITHOUT_TOKEN: "check" };
    const validated = await runShellScript(["plan"], at, validating);
    expect(validated.exit, validated.stderr).toBe(0);
    expect(validated.stdout).toContain("Only checking the manifests");
    expect(await runShellScript(["apply"], at, validating)).toMatchObject({ exit: 3 });
    expect(at.game.requests()).toEqual([]);
  });

  it("never shows the results of an earlier run as those of one that failed", async () => {
    const at = await scene();
    await runShellScript(["plan"], at);
    await runShellScript(["plan"], at, { LAUREL_PROJECT: "nowhere.yaml" });
    const { has_changes, digests } = await outputsOf(at);
    expect({ has_changes, digests }).toEqual({ has_changes: "", digests: "" });
  });

  it("finds laurel in node_modules, here or in the root of the repository, else on PATH", async () => {
    const { folder } = await scene();
    await mkdir(join(folder, "deep"));
    const installed = await fakePrograms({ laurel: 'echo "installed $*"' });
    const run = async (cwd: string): Promise<string> => {
      const env = { PATH: `${installed}:${process.env.PATH}` };
      return (await startScript(["sh", SHELL_SCRIPT, "check"], { cwd, env }).ended).stdout;
    };
    expect(await run(folder)).toMatch(/^installed lint /);
    await mkdir(join(folder, "node_modules"));
    await symlink(await fakePrograms({ laurel: 'echo "own $*"' }), join(folder, "node_modules/.bin"));
    expect(await run(folder)).toMatch(/^own lint /);
    expect(await run(join(folder, "deep"))).toMatch(/^own lint /);
  });

  it.each(["", " , ", "\n"])(
    "carries out nothing when the expected plan got lost on the way (%j)",
    async (expected) => {
      const at = await scene();
      const run = await runShellScript(["apply"], at, { LAUREL_EXPECT: expected });
      expect(run.exit, run.stderr).toBe(4);
      expect(run.stderr).toContain("no plan was approved");
      expect(at.game.requests()).toEqual([]);
      expect((await outputsOf(at)).has_changes).toBe("");
    },
  );

  it("finds resources added to the live game, although an apply would leave it there", async () => {
    const added = { custom_id: "panel", name: "Panel's own" };
    const at = await scene({ live: { rewards: [...APPLIED.rewards, added] } });
    const found = await runShellScript(["drift"], at);
    expect(found.exit, found.stderr).toBe(2);
    expect(found.stderr).toContain("Some live resources are in no manifest.");
    expect(await outputsOf(at)).toEqual({ has_changes: "false", digests: "", undeclared: "1", not_verified: "0" });
    expect((await runShellScript(["plan"], at)).exit).toBe(0);
    await writeFiles(at.folder, { "laurel.yaml": PRUNING });
    commitAll(at.folder);
    await runShellScript(["drift"], at);
    expect(await outputsOf(at)).toMatchObject({
      has_changes: "true",
      undeclared: "0",
    });
  });

  it("does not say that nothing is undeclared when a game could not be looked at", async () => {
    const at = await scene({ live: APPLIED });
    await writeFiles(at.folder, { "laurel.yaml": TWO_GAMES, "castle/a.yaml": "rewards: 7\n" });
    await runShellScript(["drift"], at);
    expect(await outputsOf(at)).toMatchObject({ has_changes: "", undeclared: "" });
  });

  it("fails for invalid manifests and errors of lint, and not for warnings", async () => {
    const at = await scene();
    await at.game.write({ "more.yaml": "achievements: []\n" });
    const found = await runShellScript(["check"], at);
    expect(found.exit, found.stderr).toBe(0);
    expect(found.stdout).toContain("There are no scenarios.");
    expect(resultsIn(at)).toEqual(["check.json", "check.md", "findings.sarif"]);
    await at.game.write({ "game.yaml": "rewards:\n  - { custom_id: egg }\n" });
    expect((await runShellScript(["check"], at)).exit).toBe(3);
    expect(readFileSync(join(at.folder, ".laurel/results/check.md"), "utf8")).toContain("manifests/game.yaml:2");
    expect((await runShellScript(["plan"], at)).exit).toBe(3);
    expect(await outputsOf(at)).toEqual({ has_changes: "", digests: "", undeclared: "", not_verified: "" });
    expect(at.game.requests()).toEqual([]);
  });

  it("runs the scenarios, and leaves their results as JUnit for the CI", async () => {
    const at = await scene();
    const manifest = `actions: [{ custom_id: slay, name: Slay }]
achievements:
  - custom_id: ten
    name: Ten
    description: Slay ten.
    points: 10
    custom_criteria_group_id:
      { custom_id: ten, name: Ten, criteria: [{ custom_id: ten, name: Ten, custom_action_id: slay, rule: "gte:10" }] }
`;
    const scenario = (times: number): string =>
      `scenarios:\n  - name: no-scenarios\n    steps: [{ do: slay, times: ${times} }]\n    expect: { earned: [ten] }\n`;
    await at.game.write({ "game.yaml": manifest, "game.test.yaml": scenario(10) });
    const passed = await runShellScript(["check"], at, { LAUREL_API_TOKEN: "", LAUREL_GAMES: "dungeon" });
    expect(passed.exit, passed.stderr).toBe(0);
    await at.game.write({ "game.test.yaml": scenario(9) });
    const failed = await runShellScript(["check"], at);
    expect(failed.exit, failed.stderr).toBe(1);
    expect(failed.stdout).toContain("expected ten to be earned by player");
    expect(readFileSync(join(at.folder, ".laurel/results/junit.xml"), "utf8")).toContain("<failure ");
    await at.game.write({ "game.test.yaml": "scenarios: 7\n" });
    const wrong = await runShellScript(["check"], at);
    expect(wrong.exit).toBe(3);
    expect(wrong.stdout).toContain("game.test.yaml");
    await runShellScript(["drift"], at);
    expect(existsSync(join(at.folder, ".laurel/results/junit.xml"))).toBe(false);
  });

  it("plans only what has changed since a base, and everything without one, in an apply and in a look for drift", async () => {
    const at = await scene();
    const castle = "rewards:\n  - { custom_id: throne, name: Throne }\n";
    await writeFiles(at.folder, { "laurel.yaml": TWO_GAMES, "castle/a.yaml": castle });
    const base = commitAll(at.folder);
    const changed = { LAUREL_CHANGED: "true", LAUREL_BASE: base };
    const games = (): readonly string[] =>
      JSON.parse(readFileSync(join(at.folder, ".laurel/results/plan.json"), "utf8")).plans.map(
        ({ game }: { readonly game: string }) => game,
      );
    at.game.forget();
    expect(await runShellScript(["plan"], at, changed)).toMatchObject({ exit: 0 });
    expect(await outputsOf(at)).toEqual({ has_changes: "false", digests: "", undeclared: "0", not_verified: "0" });
    expect(at.game.requests()).toEqual([]);

    await writeFiles(at.folder, { "castle/a.yaml": castle.replace("name: Throne", "name: Chair") });
    expect(await runShellScript(["plan"], at, changed)).toMatchObject({ exit: 0 });
    expect(games()).toEqual(["castle"]);
    expect(await runShellScript(["plan"], at, { LAUREL_CHANGED: "true" })).toMatchObject({ exit: 0 });
    expect(games()).toHaveLength(2);
    await runShellScript(["drift"], at, changed);
    expect(games()).toHaveLength(2);
  });

  it("pulls what was changed live into the files, and names them", async () => {
    const at = await scene({ live: APPLIED });
    await at.game.service().edit(GAME_ID, "reward", "egg", { name: "Goose" });
    const run = await runShellScript(["pull"], at);
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).toContain("reward/egg");
    expect(readFileSync(join(at.folder, "manifests/game.yaml"), "utf8")).toContain("name: Goose");
    expect(resultsIn(at)).toEqual(["pull.files", "pull.md"]);
    expect(readFileSync(join(at.folder, ".laurel/results/pull.files"), "utf8")).toBe("manifests/game.yaml\0");
    expect((await outputsOf(at)).has_changes).toBe("true");
    expect(at.game.writes()).toEqual([]);

    const dirty = await runShellScript(["pull"], at);
    expect(dirty).toMatchObject({ exit: 64, stderr: expect.stringContaining("A pull needs a clean checkout") });
    expect((await outputsOf(at)).has_changes).toBe("");
    commitAll(at.folder);
    expect((await runShellScript(["pull"], at)).exit).toBe(0);
    expect((await outputsOf(at)).has_changes).toBe("false");
  });

  it("pulls nothing where it cannot read the live game, or is in no repository", async () => {
    const at = await scene();
    expect(await runShellScript(["pull"], at, { LAUREL_API_TOKEN: "revoked" })).toMatchObject({ exit: 1 });
    expect((await outputsOf(at)).has_changes).toBe("");
    const nowhere = await runShellScript(["pull"], { folder: await scratchFolder(), env: at.env });
    expect(nowhere).toMatchObject({ exit: 64, stderr: expect.stringContaining("no checkout of a git repository") });
  });
});
