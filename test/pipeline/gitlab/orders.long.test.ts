/**
 * Several merges on GitLab: only the newest commit of the default branch is planned and applied.
 */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gitlabProject, HAS_RSYNC, manifestWith } from "./gitlab.ts";

const PLAN = "laurel:plan:merged";
const APPLY = "laurel:apply";
const GOLDEN = { "manifests/game.yaml": manifestWith({ egg: "Golden egg" }) };
const BOTH = { "manifests/game.yaml": manifestWith({ egg: "Golden egg", nest: "Eyrie" }) };

describe.skipIf(!HAS_RSYNC)("on GitLab, of two merges", () => {
  it("the older one is refused as soon as the newer one is there, which applies both", async () => {
    const { merge, pipeline, nameOf, writes } = await gitlabProject();
    await merge(GOLDEN);
    const older = pipeline();
    expect((await older.run(PLAN)).exit).toBe(0);
    const newest = await merge(BOTH);
    const newer = pipeline();
    for (const job of [APPLY, PLAN]) {
      const refused = await older.run(job);
      expect(refused.exit, refused.log).toBe(1);
      expect(refused.log).toContain(`main is at ${newest}. Use the pipeline of that commit`);
    }
    expect(writes()).toEqual([]);
    await newer.run(PLAN);
    const applied = await newer.run(APPLY);
    expect([applied.exit, nameOf("egg"), nameOf("nest")], applied.log).toEqual([
      0,
      "Golden egg",
      "Eyrie",
    ]);
  });

  it("the older one is not applied again after the newer one", async () => {
    const { merge, pipeline, nameOf } = await gitlabProject();
    const first = await merge(GOLDEN);
    const older = pipeline();
    await older.run(PLAN);
    expect((await older.run(APPLY)).exit).toBe(0);
    await merge({ "manifests/game.yaml": manifestWith({ egg: "Silver egg" }) });
    const newer = pipeline();
    await newer.run(PLAN);
    expect((await newer.run(APPLY)).exit).toBe(0);
    const again = pipeline({ commit: first });
    expect([(await older.run(APPLY)).exit, (await again.run(PLAN)).exit]).toEqual([1, 1]);
    expect(nameOf("egg")).toBe("Silver egg");
  });

  it("none is applied while the newest commit can't be found out", async () => {
    const { merge, pipeline, writes, server } = await gitlabProject();
    await merge(GOLDEN);
    const only = pipeline();
    await only.run(PLAN);
    const refused = await only.run(APPLY, { before: () => rmSync(server, { recursive: true }) });
    expect([refused.exit, writes()], refused.log).toEqual([128, []]);
  });
});
