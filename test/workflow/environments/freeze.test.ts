/** A freeze is about a place and a moment: no other command, name or file goes around it. The clock is at 2030-01-01. */
import { describe, expect, it } from "vitest";
import { movingClock, TOKEN, testService } from "../../support/cli.ts";
import { inProject, MANIFEST } from "./support.ts";

const HARDER = MANIFEST.replace("gte:10", "gte:20");
const FREEZE = "freeze: { until: 2030-01-01, except: [cosmetic, additive] }";
const ALLOW = ["--allow", "freeze"];

interface Places {
  /** Of the game. */
  readonly game?: string;
  /** Of the environment `production`. */
  readonly own?: string;
}

/** A project whose manifests are live, in `production` and under other names for the same place. */
async function scene({ game = "", own = "" }: Places) {
  const service = await testService();
  const project = await inProject({
    "laurel.yaml": `version: 1
service: { base_url: "${service.url}" }
games:
  dungeon:
    manifests: game
    default_environment: production
    ${game}
    environments:
      testers: { game_id: t-1 }
      hotfix: { game_id: p-1 }
      production:
        game_id: p-1
        ${own}
`,
  });
  const env = { LAUREL_API_TOKEN: TOKEN };
  const run = (...argv: readonly string[]) => project.run(argv, { env });
  const first = await run("apply", "--yes", "--report", "first.jsonl", "--allow", "freeze");
  expect(first.exit, first.stderr).toBe(0);
  await project.write({ "game/game.yaml": HARDER });
  const rule = () => service.contents("p-1").criteria?.[0]?.rule;
  return { service, project, env, run, rule };
}

describe("a freeze", () => {
  it.each([
    ["of the environment", { own: FREEZE }],
    ["of the game", { game: FREEZE }],
    ["of the environment, which replaces that of the game", { own: FREEZE, game: "freeze: { until: 2029-01-01 }" }],
  ])("%s refuses plans and applies until it is over", async (_, places) => {
    const { project, env, run, rule } = await scene(places);
    const plan = await run("plan");
    expect(plan.exit, plan.stderr).toBe(4);
    expect(plan.stdout).toContain("Refused: the environment is frozen. To go ahead, add:\n    --allow freeze\n");
    expect(plan.stdout).toContain("is frozen until 2030-01-01 (UTC, that day included).");
    expect(plan.stdout).toContain("harder: achievement/slayer");
    expect(plan.stdout).not.toContain("laurel.yaml");
    const applied = await run("apply", "--yes");
    expect(applied.exit).toBe(4);
    expect(applied.stdout).toContain("Refused: the environment is frozen");
    expect(rule()).toBe("gte:10");
    const later = { ...movingClock(), now: () => Date.UTC(2030, 0, 2) };
    const after = await project.run(["plan"], { env, clock: later });
    expect(after.exit, after.stderr).toBe(0);
    expect((await run("apply", "--yes", ...ALLOW)).exit).toBe(0);
    expect(rule()).toBe("gte:20");
  });

  it("lets through what changes nothing for players, and classes that it excepts", async () => {
    const { project, run } = await scene({ own: FREEZE });
    const untouched = `${MANIFEST}leaderboards: []\n`.replace("name: Slay }", "name: Slay, description: Kill it }");
    for (const manifest of [untouched, MANIFEST.replace("name: Slayer", "name: Dragon slayer")]) {
      await project.write({ "game/game.yaml": manifest });
      const applied = await run("apply", "--yes");
      expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
    }
  });

  it("holds for other names of the same place, and for flags that name it", async () => {
    const { service, run, rule } = await scene({ own: FREEZE });
    const place = ["--base-url", service.url, "--game-id", "p-1"];
    for (const way of [
      ["--env", "hotfix"],
      ["--env", "testers", ...place.slice(2)],
      ["--manifests", "game", ...place],
    ]) {
      const applied = await run("apply", "--yes", ...way);
      expect(applied.exit, `${way.join(" ")}: ${applied.stderr}`).toBe(4);
      expect(applied.stdout).toContain("Refused: the environment is frozen");
    }
    expect(rule()).toBe("gte:10");
    expect((await run("apply", "--yes", "--env", "testers")).exit).toBe(0);
  });

  it("refuses saved plans when they are applied, also outside of the project's names, whenever they were made", async () => {
    const { service, project, env, run, rule } = await scene({ own: FREEZE });
    const later = { ...movingClock(), now: () => Date.UTC(2030, 0, 2) };
    const saved = await run("plan", "--out", "plan.json");
    expect(saved.exit).toBe(4);
    expect(saved.stderr).toContain("laurel apply plan.json --allow freeze");
    const allowed = await run("plan", "--out", "allowed.json", ...ALLOW);
    expect(allowed.exit).toBe(0);
    expect(allowed.stderr).toContain("laurel apply allowed.json --allow freeze");
    expect((await project.run(["plan", "--out", "later.json"], { env, clock: later })).exit).toBe(0);
    const place = ["--base-url", service.url, "--game-id", "p-1"];
    for (const file of ["plan.json", "allowed.json", "later.json"]) {
      for (const flags of [[], place]) {
        const applied = await run("apply", file, "--yes", ...flags);
        expect(applied.exit, `${file} ${flags.join(" ")}: ${applied.stderr}`).toBe(4);
        expect(applied.stdout).toContain("Refused: the environment is frozen");
      }
    }
    expect(rule()).toBe("gte:10");
    expect((await project.run(["apply", "plan.json", "--yes"], { env, clock: later })).exit).toBe(0);
    expect(rule()).toBe("gte:20");
  });

  it("refuses reverts", async () => {
    const { run, rule, service } = await scene({ own: FREEZE });
    const revert = ["revert", "first.jsonl", "--yes", "--allow", "deletes-player-data,empties-kind"];
    const refused = await run(...revert);
    expect(refused.exit, refused.stderr).toBe(4);
    expect(refused.stdout).toContain("the environment is frozen");
    expect(rule()).toBe("gte:10");
    const allowed = await run(...revert, ...ALLOW);
    expect(allowed.exit, allowed.stderr).toBe(0);
    expect(service.contents("p-1").achievements).toEqual([]);
  });

  it("shows in every form of a plan", async () => {
    const { run } = await scene({ own: FREEZE });
    const json = JSON.parse((await run("plan", "--format", "json")).stdout);
    expect(json.games).toMatchObject([{ outcome: "refused" }]);
    expect(json.diagnostics.map(({ code }: { code: string }) => code)).toEqual(["freeze"]);
    for (const format of ["markdown", "html", "sarif", "github"]) {
      const shown = await run("plan", "--format", format);
      expect(shown.exit).toBe(4);
      const text = shown.stdout.replaceAll(/<[^>]*>|\\/g, "");
      expect(text, format).toContain("frozen until 2030-01-01");
      if (format === "markdown" || format === "html") expect(text, format).toContain("--allow freeze");
      expect(text, format).not.toContain("allow: []");
    }
  });
});
