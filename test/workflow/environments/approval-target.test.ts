/** `require_approval` is about a place: another name for it, or flags that name it, do not go around it. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOKEN, testService } from "../../support/cli.ts";
import { inProject, MANIFEST } from "./support.ts";

async function scene() {
  const service = await testService();
  const project = await inProject({
    "laurel.yaml": `version: 1
service: { base_url: "${service.url}" }
games:
  dungeon:
    manifests: game
    environments:
      testers: { game_id: t-1 }
      hotfix: { game_id: "\${LAUREL_PRODUCTION_ID}", service: { base_url: "${service.url}/v1" } }
      production: { game_id: "\${LAUREL_PRODUCTION_ID}", require_approval: true }
`,
    "elsewhere/game.yaml": MANIFEST,
  });
  const env = { LAUREL_API_TOKEN: TOKEN, LAUREL_PRODUCTION_ID: "p-1" };
  const apply = (flags: readonly string[], more: { cwd?: string; env?: Record<string, string> } = {}) =>
    project.run(["apply", "--yes", ...flags], { ...more, env: { ...env, ...more.env } });
  return { service, project, apply, env };
}

describe("the target of an environment that requires approval", () => {
  it("requires it by another environment with flags, by flags alone, and by another environment's own settings", async () => {
    const { service, project, apply } = await scene();
    const ways = [
      ["--env", "testers", "--game-id", "p-1"],
      ["--env", "testers", "--game-id", "p-1", "--base-url", `${service.url}/`],
      ["--manifests", "game", "--base-url", service.url, "--game-id", "p-1"],
      ["--manifests", "elsewhere", "--base-url", service.url, "--game-id", "p-1"],
      ["--env", "hotfix"],
    ];
    for (const way of ways) {
      const run = await apply(way);
      expect(run.exit, way.join(" ")).toBe(4);
      expect(run.stderr).toContain("error[needs-approval]");
      expect(run.stderr.replace(/\s+/g, " ")).toContain("production");
      expect(run.stdout).toContain("Needs approval");
    }
    const [, , flagsOnly = []] = ways;
    const deep = await apply(["--manifests", "..", ...flagsOnly.slice(2)], { cwd: join(project.folder, "game") });
    expect(deep.exit).toBe(3);
    const below = await apply(["--manifests", ".", ...flagsOnly.slice(2)], { cwd: join(project.folder, "game") });
    expect(below.exit).toBe(4);
    expect(service.contents("p-1").rewards ?? []).toHaveLength(0);
  });

  it("is told with a command that plans for the same target", async () => {
    const { service, apply, project, env } = await scene();
    const run = await apply(["--env", "testers", "--game-id", "p-1"]);
    expect(run.stderr).toContain("laurel plan --game dungeon --env testers --game-id p-1 --out plan.json");
    const flags = ["--manifests", "elsewhere", "--base-url", service.url, "--game-id", "p-1"];
    expect((await apply(flags)).stderr).toContain(`laurel plan ${flags.join(" ")} --out plan.json`);
    const saved = await project.run(["plan", ...flags, "--out", "plan.json"], { env });
    expect(saved.exit, saved.stderr).toBe(0);
    const applied = await apply(["plan.json", ...flags.slice(2)]);
    expect(applied.exit, applied.stderr).toBe(0);
  });

  it("leaves other targets alone, also where its own is not known here", async () => {
    const { service, apply } = await scene();
    const unknown = { LAUREL_PRODUCTION_ID: "" };
    const ways = [
      ["--env", "testers"],
      ["--env", "testers", "--game-id", "t-2"],
      ["--manifests", "elsewhere", "--base-url", service.url, "--game-id", "t-3"],
    ];
    for (const way of ways) {
      const run = await apply(way, { env: unknown });
      expect(run.exit, run.stderr).toBe(0);
    }
    const gone = await apply(["--env", "production", "--game-id", "t-4"]);
    expect(gone.exit, gone.stderr).toBe(4);
  });
});
