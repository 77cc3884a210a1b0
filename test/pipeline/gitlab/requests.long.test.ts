/**
 * Merge requests on GitLab: their manifests are checked, and planned against the commit of the
 * target branch that they began at.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git } from "../../workflow/drift/repository.ts";
import { gitlabProject, HAS_RSYNC, manifestWith } from "./gitlab.ts";

const PLAN = "laurel:plan";
const GOLDEN = { "manifests/game.yaml": manifestWith({ egg: "Golden egg" }) };
/** The variables of a merge request in the project itself. */
const REQUEST = {
  CI_PIPELINE_SOURCE: "merge_request_event",
  CI_MERGE_REQUEST_PROJECT_ID: "9",
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "9",
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  CI_COMMIT_BRANCH: "",
};
const FORK = { ...REQUEST, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "8", LAUREL_API_TOKEN: "" };

describe.skipIf(!HAS_RSYNC)("on GitLab, a merge request", () => {
  it("is planned, behind its target branch or merged with it", async () => {
    const { merge, pipeline, work, server } = await gitlabProject();
    await merge(GOLDEN, "feature");
    await merge({ "docs/later.md": "" });
    const request = pipeline({ branch: "feature", variables: REQUEST });
    expect(await request.jobs()).toEqual([PLAN]);
    const planned = await request.run(PLAN);
    expect(planned.exit, planned.log).toBe(0);
    expect(request.artifact(PLAN, "plan.md")).toContain("1 to update");
    git(work, "checkout", "--quiet", "-B", "merged", "main");
    git(work, "merge", "--quiet", "--no-ff", "feature");
    git(work, "push", "--quiet", "origin", "merged");
    const merged = pipeline({
      branch: "merged",
      commit: git(server, "rev-parse", "merged"),
      variables: REQUEST,
    });
    const result = await merged.run(PLAN);
    expect(result.exit, result.log).toBe(0);
    expect(merged.artifact(PLAN, "plan.md")).toContain("1 to update");
  });

  it("of a fork is checked without a token, and green", async () => {
    const { merge, pipeline } = await gitlabProject();
    await merge({ ...GOLDEN, "plan.md": "Nothing will change." }, "feature");
    const request = pipeline({ branch: "feature", variables: FORK });
    const checked = await request.run(PLAN);
    expect(checked.exit, checked.log).toBe(0);
    expect(checked.log).toContain("Not planned, because merge requests from forks get no token.");
    expect(request.artifact(PLAN, "plan.md")).toBeUndefined();
  });

  it("without a token says which variable is missing", async () => {
    const { merge, pipeline } = await gitlabProject();
    await merge(GOLDEN, "feature");
    const request = pipeline({
      branch: "feature",
      variables: { ...REQUEST, LAUREL_API_TOKEN: "" },
    });
    const planned = await request.run(PLAN);
    expect(planned.exit).toBe(3);
    expect(planned.log).toContain("LAUREL_API_TOKEN");
  });

  it("that is wrong uploads no plan of its own", async () => {
    const { merge, pipeline } = await gitlabProject();
    await merge(
      { "manifests/game.yaml": "rewards: [{ nmae: Egg }]\n", "plan.md": "Nothing will change." },
      "feature",
    );
    const request = pipeline({ branch: "feature", variables: REQUEST });
    expect((await request.run(PLAN)).exit).toBe(3);
    expect(request.artifact(PLAN, "plan.md")).toBeUndefined();
  });

  it("is planned, however long the plan is", async () => {
    const { merge, pipeline } = await gitlabProject();
    const rewards = Array.from(
      { length: 600 },
      (_, index) => `  - { custom_id: reward-${index}, name: Reward ${index} }\n`,
    );
    await merge({ "manifests/many.yaml": `rewards:\n${rewards.join("")}` }, "feature");
    const request = pipeline({ branch: "feature", variables: REQUEST });
    const planned = await request.run(PLAN);
    expect(planned.exit, planned.log).toBe(0);
    expect(request.artifact(PLAN, "plan.md")).toContain("600 to create");
  });

  it("in a folder of the repository is planned there, and uploads from the root", async () => {
    const { merge, pipeline } = await gitlabProject({ folder: "games" });
    await merge(GOLDEN, "feature");
    const request = pipeline({ branch: "feature", variables: REQUEST });
    const planned = await request.run(PLAN);
    expect(planned.exit, planned.log).toBe(0);
    expect(request.artifact(PLAN, "plan.md")).toContain("1 to update");
    expect(existsSync(join(planned.clone, "games/plan.md"))).toBe(false);
  });
});
