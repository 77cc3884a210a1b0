/** The GitLab template: each job's lines run with a shell, against the embedded service and a GitLab of the test's own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { GAME_ID, writeFiles } from "../support/cli.ts";
import { commitAll } from "../workflow/drift/repository.ts";
import { type FakeGitLab, fakeGitLab, GITLAB_TOKEN, SELF } from "./fake-gitlab.ts";
import { expanded, expandedComponent, mergeRequest, type Pipeline, runJob } from "./gitlab-jobs.ts";
import { APPLIED, MANIFEST, parseOutputs, type Scene, scene } from "./support.ts";

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await expanded("{ environment: production }");
});

/** As a merge request writes the game that is committed. */
const CHANGED = `# Rewards\n${MANIFEST}`;

function tokens(gitlab: FakeGitLab): Readonly<Record<string, string>> {
  return { LAUREL_GITLAB_TOKEN: GITLAB_TOKEN, CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: "8" };
}

function outputsOf({ folder }: Scene, results = ".laurel/results"): Readonly<Record<string, string>> {
  return parseOutputs(readFileSync(join(folder, results, "outputs"), "utf8"));
}

describe("the GitLab template", () => {
  it("keeps applies in line, cancels none, and keeps their results also when they fail", () => {
    expect(pipeline["laurel:apply"]).toMatchObject({
      interruptible: false,
      resource_group: "laurel-production",
      environment: { name: "production" },
      needs: [{ job: "laurel:plan" }],
      artifacts: { when: "always", paths: [".laurel/results/"] },
    });
    expect(pipeline["laurel:plan"].interruptible).toBe(true);
  });

  it("waits for approval, and takes other stages, when its inputs say so", async () => {
    const other = await expanded("{ apply: manual, plan_stage: build, environment: staging }");
    expect(other["laurel:apply"]).toMatchObject({ resource_group: "laurel-staging", rules: [{ when: "manual" }] });
    expect(other["laurel:plan"]).toMatchObject({ stage: "build" });
    expect((await expanded("{ pull: never }"))["laurel:pull"].rules).toMatchObject([{ when: "never" }]);
  });
});

describe("the GitLab component", () => {
  it("has the jobs of the template, with its inputs", async () => {
    expect(await expandedComponent("{ environment: production }")).toEqual(pipeline);
  });
});

describe("GitLab's plan job", () => {
  it("shows the plan of a merge request in one comment, which the next run updates", async () => {
    const [at, gitlab] = [await scene(), await fakeGitLab()];
    for (const id of [1, 2, 3]) gitlab.notes.push({ id, body: "<!-- laurel --> not mine", author: { id: 1 } });
    const env = { ...mergeRequest(at), ...tokens(gitlab) };
    await at.game.write({ "game.yaml": CHANGED });
    const first = await runJob(pipeline["laurel:plan"], at, env);
    expect(first.exit, first.stderr).toBe(0);
    expect(outputsOf(at)).toMatchObject({ has_changes: "true" });
    expect(gitlab.notes).toHaveLength(4);
    expect(gitlab.notes[3]).toMatchObject({
      author: { id: SELF },
      body: expect.stringMatching(/^<!-- laurel -->\n[\s\S]*reward\/egg/),
    });

    await at.game.write({ "game.yaml": "rewards:\n  - { custom_id: shoe, name: Shoe }\n" });
    await runJob(pipeline["laurel:plan"], at, env);
    expect(gitlab.notes).toHaveLength(4);
    expect(gitlab.notes[3]?.body).toContain("reward/shoe");
    expect(gitlab.notes[3]?.body).not.toContain("reward/egg");
  });

  it("compares with where the branch began, or with what it is merged into", async () => {
    const at = await scene({ live: APPLIED });
    const base = mergeRequest(at);
    await at.game.write({ "more.yaml": "rewards:\n  - { custom_id: shoe, name: Shoe }\n" });
    commitAll(at.folder);
    const merged = {
      ...base,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: base.CI_MERGE_REQUEST_DIFF_BASE_SHA ?? "",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: "",
    };
    for (const env of [base, merged]) {
      const run = await runJob(pipeline["laurel:plan"], at, env, ["sh", "-e"]);
      expect(run.exit, run.stderr).toBe(0);
      const [plan] = JSON.parse(readFileSync(join(at.folder, ".laurel/results/plan.json"), "utf8")).plans;
      expect(plan.summary.causes).toMatchObject({ pending: 1, drift: 0 });
    }
  });

  it("blocks a merge request by --fail-on, and nothing that is merged", async () => {
    const { "laurel:plan": job } = await expanded("{ fail_on: 'harder,cosmetic' }");
    const at = await scene({ live: { rewards: [{ custom_id: "egg", name: "Panel's egg" }] } });
    await at.game.write({ "game.yaml": CHANGED });
    const refused = await runJob(job, at, mergeRequest(at));
    expect(refused.exit, refused.stderr).toBe(4);
    expect(refused.stderr).toContain("impact-refused");
    const merged = await runJob(job, at);
    expect(merged.exit, merged.stderr).toBe(0);
    expect(outputsOf(at).has_changes).toBe("true");
  });

  it("only checks the manifests of a fork, which has no token, and says so", async () => {
    const at = await scene();
    const fork = { ...mergeRequest(at), CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "10", LAUREL_API_TOKEN: "" };
    const run = await runJob(pipeline["laurel:plan"], at, { ...fork, CI_MERGE_REQUEST_DIFF_BASE_SHA: "0".repeat(40) });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.stdout).toContain("Only checking the manifests");
    expect(outputsOf(at).has_changes).toBe("");
    expect(at.game.requests()).toEqual([]);
  });

  it("is not failed by a comment that GitLab does not take, and says why", async () => {
    const [at, gitlab] = [await scene(), await fakeGitLab()];
    gitlab.fail(403);
    const run = await runJob(pipeline["laurel:plan"], at, { ...mergeRequest(at), ...tokens(gitlab) });
    expect(run.exit, run.stderr).toBe(0);
    expect(run.after).toContain("GitLab answered GET /user with 403");
    expect(run.after).not.toContain(GITLAB_TOKEN);
  });
});

describe("GitLab's apply job", () => {
  it("carries out the plan of the job before it", async () => {
    const at = await scene();
    await runJob(pipeline["laurel:plan"], at);
    const run = await runJob(pipeline["laurel:apply"], at);
    expect(run.exit, run.stderr).toBe(0);
    expect(at.game.service().contents(GAME_ID).rewards).toHaveLength(2);
  });

  it("refuses when the live game has changed since", async () => {
    const at = await scene();
    await runJob(pipeline["laurel:plan"], at);
    await at.game.service().seed(GAME_ID, { rewards: [{ custom_id: "egg", name: "Panel's egg" }] });
    at.game.forget();
    const run = await runJob(pipeline["laurel:apply"], at);
    expect(run.exit, run.stdout + run.stderr).toBe(4);
    expect(at.game.writes()).toEqual([]);
  });

  it("does nothing after a plan without changes, and fails without a plan", async () => {
    const at = await scene({ live: APPLIED });
    expect((await runJob(pipeline["laurel:apply"], at)).exit).not.toBe(0);
    await runJob(pipeline["laurel:plan"], at);
    const run = await runJob(pipeline["laurel:apply"], at);
    expect(run).toMatchObject({ exit: 0, stdout: expect.stringContaining("The plan had nothing to do.") });
  });

  it("refuses when the digests of the plan got lost", async () => {
    const at = await scene();
    await runJob(pipeline["laurel:plan"], at);
    await writeFiles(at.folder, { ".laurel/results/outputs": "has_changes=true\ndigests=\nundeclared=0\n" });
    at.game.forget();
    const run = await runJob(pipeline["laurel:apply"], at);
    expect(run.exit, run.stderr).toBe(4);
    expect(at.game.requests()).toEqual([]);
  });
});

describe("GitLab's drift job", () => {
  it("opens one issue, updates it, and closes it when the drift is gone", async () => {
    const [at, gitlab] = [await scene(), await fakeGitLab()];
    const drift = pipeline["laurel:drift"];
    expect(drift.allow_failure).toEqual({ exit_codes: 2 });
    for (const _ of ["opened", "updated"]) expect(await runJob(drift, at, tokens(gitlab))).toMatchObject({ exit: 2 });
    expect(gitlab.issues).toMatchObject([
      { state: "opened", labels: "laurel-drift", description: expect.stringContaining("reward/egg") },
    ]);
    await at.game.service().seed(GAME_ID, APPLIED);
    const gone = await runJob(drift, at, tokens(gitlab));
    expect(gone.exit, gone.stderr).toBe(0);
    expect(gitlab.issues).toMatchObject([{ state: "closed", notes: ["The drift is gone: https://job"] }]);
  });

  it("fails for drift without a token for the issue", async () => {
    expect(await runJob(pipeline["laurel:drift"], await scene())).toMatchObject({ exit: 1 });
  });
});
