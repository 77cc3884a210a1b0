/**
 * Merges on GitLab: a merge is planned, a person starts the apply, and exactly that plan of the
 * newest commit is applied.
 */
import { describe, expect, it } from "vitest";
import { gitlabProject, HAS_RSYNC, manifestWith } from "./gitlab.ts";

const PLAN = "laurel:plan:merged";
const APPLY = "laurel:apply";
const GOLDEN = { "manifests/game.yaml": manifestWith({ egg: "Golden egg" }) };

describe.skipIf(!HAS_RSYNC)("on GitLab, a merge", () => {
  it("is planned, and applied by its digest; a second one has nothing to do", async () => {
    const { merge, pipeline, nameOf } = await gitlabProject();
    await merge(GOLDEN);
    const first = pipeline();
    expect(await first.jobs()).toEqual([PLAN, APPLY]);
    const planned = await first.run(PLAN);
    expect(planned.exit, planned.log).toBe(0);
    expect(first.artifact(PLAN, "plan.md")).toContain("Golden egg");
    expect(first.handedOver(PLAN)).toMatch(/^expect=sha256:[0-9a-f]{64}\n$/);
    const applied = await first.run(APPLY);
    expect([applied.exit, nameOf("egg")], applied.log).toEqual([0, "Golden egg"]);
    expect(first.artifact(APPLY, "apply.md")).toContain("1 step done");
    const second = pipeline();
    expect((await second.run(PLAN)).exit).toBe(0);
    expect(second.handedOver(PLAN)).toBe("expect=\n");
    expect(await second.run(APPLY)).toMatchObject({
      exit: 0,
      log: expect.stringContaining("Nothing to apply."),
    });
  });

  it("is compared with the commit before it", async () => {
    const { merge, pipeline, edit } = await gitlabProject();
    await edit("nest", "Eyrie");
    await merge(GOLDEN);
    const only = pipeline();
    expect((await only.run(PLAN)).exit).toBe(0);
    expect(only.artifact(PLAN, "plan.md")).toContain("1 from this branch, 1 drift");
  });

  it("is refused when the live game has changed since, and applied after its plan is run again", async () => {
    const { merge, pipeline, nameOf, edit } = await gitlabProject();
    await merge(GOLDEN);
    const only = pipeline();
    await only.run(PLAN);
    await edit("egg", "Goose");
    const refused = await only.run(APPLY);
    expect([refused.exit, nameOf("egg")], refused.log).toEqual([4, "Goose"]);
    expect(refused.log).toContain("other-digest");
    expect((await only.run(PLAN)).exit).toBe(0);
    const applied = await only.run(APPLY);
    expect([applied.exit, nameOf("egg")], applied.log).toEqual([0, "Golden egg"]);
  });

  it("hands nothing over when its plan fails, and the apply says so", async () => {
    const { merge, pipeline, writes } = await gitlabProject();
    await merge(GOLDEN);
    const only = pipeline();
    const failed = await only.run(PLAN, { variables: { LAUREL_API_TOKEN: "" } });
    expect(failed.exit).toBe(3);
    expect(failed.log).toContain("LAUREL_API_TOKEN");
    expect([only.handedOver(PLAN), only.artifact(PLAN, "plan.md")]).toEqual([undefined, undefined]);
    const unplanned = await only.run(APPLY);
    expect(unplanned.exit).toBe(1);
    expect(unplanned.log).toContain("expect: is not set. Run laurel:plan:merged again.");
    expect(writes()).toEqual([]);
  });

  it("of several games hands over one digest for each", async () => {
    const environments = "environments: { production: { game_id: g } }";
    const project = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games:
  dungeon: { manifests: manifests, ${environments} }
  tower: { manifests: tower, ${environments.replace(": g ", ": t ")} }
`;
    const { merge, pipeline, nameOf, service } = await gitlabProject({
      project,
      files: { "tower/game.yaml": "rewards: [{ custom_id: crown, name: Crown }]\n" },
    });
    await service.seed("t", {});
    await merge(GOLDEN);
    const only = pipeline();
    await only.run(PLAN);
    expect(only.handedOver(PLAN)).toMatch(/^expect=sha256:[0-9a-f]{64},sha256:[0-9a-f]{64}\n$/);
    const applied = await only.run(APPLY);
    expect([applied.exit, nameOf("egg")], applied.log).toEqual([0, "Golden egg"]);
    expect(service.contents("t").rewards).toHaveLength(1);
  });
});
