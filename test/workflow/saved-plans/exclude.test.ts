/** `--exclude` from the command line on: what is sent, saved, approved and suggested. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PlanJson } from "../../../src/plan/plan-schema.ts";
import { GAME_ID, inGame, TOKEN, testService } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";
import { branchWith, GIT_ENV } from "../drift/repository.ts";
import { inProject } from "../environments/support.ts";
import { LIVE, MANIFESTS } from "./scene.ts";

const EXCLUDE = ["--exclude", "reward/crown", "--exclude", "achievement/slayer"];
const digestOf = (text: string): string => /Digest (\S+)/.exec(text)?.[1] ?? "";

describe("a plan with --exclude", () => {
  it("is applied and verified, and leaves nothing to do with the same flags", async () => {
    const game = await inGame({ live: LIVE, manifests: MANIFESTS });
    const applied = await game.run(["apply", "--yes", ...EXCLUDE]);
    expect(applied.exit, applied.stderr).toBe(0);
    expect(game.writes().map(({ method, path }) => `${method} ${path.split("/").at(-1)}`)).toEqual(["PUT slay"]);
    const live = game.service().contents(GAME_ID);
    expect(live.achievements).toMatchObject([{ custom_id: "slayer", points: 10 }]);
    expect((await game.run(["plan", "--detailed-exitcode", ...EXCLUDE])).exit).toBe(0);
    const rest = await game.run(["plan", "--detailed-exitcode"]);
    expect(rest.exit).toBe(2);
    expect(rest.stdout).toContain("1 to create, 1 to update, 1 to attach, 1 to detach.");
  });

  it("has a digest of its own, which --expect takes with the same flags only", async () => {
    const game = await inGame({ live: LIVE, manifests: MANIFESTS });
    const digest = digestOf((await game.run(["plan", ...EXCLUDE])).stdout);
    expect((await game.run(["apply", "--yes", "--expect", digest])).exit).toBe(4);
    expect(game.writes()).toEqual([]);
    expect((await game.run(["apply", "--yes", "--expect", digest, ...EXCLUDE])).exit).toBe(0);
  });

  it("can be saved and applied, and the flag cannot be given then", async () => {
    const game = await inGame({ live: LIVE, manifests: MANIFESTS });
    await game.run(["plan", "--out", "plan.json", ...EXCLUDE]);
    const [plan] = JSON.parse(await readFile(join(game.folder, "plan.json"), "utf8")).plans;
    expect(plan.excluded).toEqual(["reward/crown", "achievement/slayer"]);
    expect(plan.kept).toEqual([
      { address: "criteria_group/left-over", reason: "not-pruned" },
      { address: "reward/crown", reason: "excluded" },
      { address: "achievement/slayer", reason: "excluded" },
    ]);
    const wrong = await game.run(["apply", "plan.json", "--yes", ...EXCLUDE]);
    expect(wrong.exit).toBe(64);
    expect(wrong.stderr).toContain("--exclude cannot be given with a saved plan");
    expect((await game.run(["apply", "plan.json", "--yes"])).exit).toBe(0);
    expect(game.service().contents(GAME_ID).rewards).toHaveLength(2);
  });

  it("has the causes of its own steps, as without the flag", async () => {
    const game = await branchWith({
      live: LIVE,
      base: MANIFESTS["game.yaml"] ?? "",
      desired: MANIFESTS["game.yaml"] ?? "",
    });
    await game.write({ "game.yaml": `${MANIFESTS["game.yaml"]}leaderboards: [{ custom_id: races, name: Races }]\n` });
    const plan = async (...flags: readonly string[]): Promise<PlanJson> => {
      const argv = ["plan", "--base", "main", "--format", "json", ...flags];
      const run = await game.run(argv, { env: { ...GIT_ENV, ...game.env } });
      expect(run.exit, run.stderr).toBe(0);
      return JSON.parse(run.stdout).plans[0];
    };
    const causes = ({ steps }: PlanJson) => steps.map(({ id, cause }) => [id, cause]);
    const [whole, part] = [await plan(), await plan(...EXCLUDE)];
    expect(causes(part)).toEqual([
      ["update action/slay", "drift"],
      ["create leaderboard/races", "pending"],
    ]);
    expect(causes(whole)).toEqual(expect.arrayContaining(causes(part)));
    expect(part.summary.causes).toEqual({ pending: 1, drift: 1, conflict: 0 });
  });

  it("is repeated with its flags in the commands that finish an apply", async () => {
    const refused: Fault = { effect: "error-before", status: 422, when: { from: 1, to: 1, method: "PUT" } };
    const faults = [refused];
    const game = await inGame({ live: LIVE, manifests: MANIFESTS, service: { faults } });
    const failed = await game.run(["apply", "--yes", ...EXCLUDE]);
    expect(failed.exit).toBe(1);
    expect(failed.stderr.replaceAll(/\s+/g, " ")).toContain(EXCLUDE.join(" "));
  });

  it("is repeated in the command that plans what is left of a saved plan", async () => {
    const refused: Fault = { effect: "error-before", status: 422, when: { from: 1, to: 1, method: "PUT" } };
    const service = await testService({ faults: [refused] });
    await service.seed("p-1", LIVE);
    const project = await inProject({
      "laurel.yaml": `version: 1
service: { base_url: "${service.url}" }
games: { dungeon: { manifests: game, environments: { production: { game_id: p-1 } } } }
`,
      "game/game.yaml": MANIFESTS["game.yaml"] ?? "",
    });
    const env = { LAUREL_API_TOKEN: TOKEN };
    expect((await project.run(["plan", "--out", "plan.json", ...EXCLUDE], { env })).exit).toBe(0);
    const failed = await project.run(["apply", "plan.json", "--yes"], { env });
    expect(failed.exit).toBe(1);
    const line = failed.stderr.replaceAll(/\s+/g, " ");
    expect(line).toMatch(/laurel plan .*--exclude reward\/crown --exclude achievement\/slayer --out plan\.json/);
  });
});
