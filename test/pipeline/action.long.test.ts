/** `action.yml`, its shell steps run as GitHub runs them, against the embedded service over HTTP. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateAction } from "@action-validator/core";
import { describe, expect, it } from "vitest";
import { GAME_ID, scratchFolder } from "../support/cli.ts";
import { git } from "../workflow/drift/repository.ts";
import { action, FORK, PULL_REQUEST, PUSH, runAction } from "./run-action.ts";
import { APPLIED, fakePrograms, ROOT, recorders, scene } from "./support.ts";

const COMMENTS = "repos/studio/games/issues";
const BOT = { login: "github-actions[bot]" };
const hasJq = spawnSync("jq", ["--version"]).error === undefined;

function resultFile(run: { readonly outputs: Readonly<Record<string, string>> }, name: string): string {
  return readFileSync(join(run.outputs.results ?? "", name), "utf8");
}

describe("the action's plan", () => {
  it("with changes succeeds, and says so in its outputs, on the job's page and in one comment", async () => {
    const at = await scene();
    const run = await runAction(at, { command: "plan" }, { event: PULL_REQUEST });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.outputs).toMatchObject({ has_changes: "true", undeclared: "0" });
    expect(run.outputs.digests).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(run.summary).toContain("reward/egg");
    expect(run.asked[1]).toMatch(new RegExp(`^gh api --silent ${COMMENTS}/7/comments --field body=@`));
    expect(run.asked).toHaveLength(2);
    expect(run.comment).toBe(`<!-- laurel: laurel -->\n${run.summary}`);
    expect(run.used).toEqual([]);
    expect(at.game.writes()).toEqual([]);
    expect(git(at.folder, "status", "--porcelain")).toBe("");
  });

  const comments = [
    { id: 1, user: { login: "stranger" }, body: "<!-- laurel: laurel -->\n" },
    { id: 2, user: BOT, body: "<!-- laurel: laurel-1 -->\n" },
    { id: 3, user: BOT, body: "<!-- laurel: laurel -->\nwritten before" },
  ];

  it.runIf(hasJq)("updates its own comment, and no other", async () => {
    const run = await runAction(await scene(), {}, { event: PULL_REQUEST, comments });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.asked.slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^gh api --silent --method PATCH ${COMMENTS}/comments/3 --field body=@`)),
    ]);
  });

  it("of invalid manifests fails, and annotates the line", async () => {
    const at = await scene();
    await at.game.write({ "game.yaml": "rewards:\n  - { custom_id: egg }\n" });
    const run = await runAction(at, {}, { event: PULL_REQUEST });
    expect(run).toMatchObject({ succeeded: false, exit: 3 });
    expect(run.log).toMatch(/^::error .*file=manifests\/game\.yaml,line=2/m);
    expect(run.outputs).toMatchObject({ has_changes: "", digests: "" });
    expect(run.summary).not.toBe("");
    expect(run.comment).toContain(run.summary);
  });

  it("hands findings to code scanning only when asked to", async () => {
    const at = await scene();
    const run = await runAction(at, { sarif: "true" });
    const uses = expect.stringMatching(/^github\/codeql-action\/upload-sarif@/);
    const sarif_file = join(run.outputs.results ?? "", "findings.sarif");
    expect(run.used).toEqual([{ uses, with: { sarif_file, category: "laurel" } }]);
    expect(JSON.parse(resultFile(run, "findings.sarif")).version).toBe("2.1.0");
  });

  it("reads the variables of the repository, and lets none of them take the place of another", async () => {
    const at = await scene();
    const { LAUREL_BASE_URL, ...env } = at.env;
    const variables = JSON.stringify({
      LAUREL_BASE_URL,
      PATH: "/nowhere",
      NODE_OPTIONS: "--require=/nowhere.js",
      LAUREL_ALLOWED_ORIGINS: "https://elsewhere.example",
      LAUREL_A: "x\0NODE_OPTIONS=--require=/nowhere.js",
      "LAUREL_A;touch pwned": "x",
      LAUREL_B: "$(touch pwned)\nLAUREL_C=x\n",
    });
    const node = await recorders({ node: `exec "${process.execPath}" "$@"` });
    const own = { ...env, PATH: `${node.folder}:${env.PATH}`, LAUREL_ALLOWED_ORIGINS: LAUREL_BASE_URL ?? "" };
    const run = await runAction({ ...at, env: own }, { variables });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.outputs.has_changes).toBe("true");
    expect(readdirSync(at.folder)).not.toContain("pwned");
    const ran = node.calls().find(({ words }) => words.includes(" plan "))?.env;
    expect(ran?.split("\n")).toEqual(
      expect.arrayContaining([`LAUREL_ALLOWED_ORIGINS=${LAUREL_BASE_URL}`, "LAUREL_B=$(touch pwned)"]),
    );
    expect(ran).not.toMatch(/elsewhere|^NODE_OPTIONS|^LAUREL_A=/m);
  });
});

describe("the action at a release tag", () => {
  it("runs the laurel that the tag contains, in a repository without npm's files, and installs nothing", async () => {
    const at = await scene();
    const tag = await scratchFolder();
    // The tag holds the sources, too; `node_modules` it does not.
    for (const part of ["action.yml", "package.json", "dist", "schemas", "templates"]) {
      cpSync(join(ROOT, part), join(tag, part), { recursive: true });
    }
    const npm = await recorders({ npm: "exit 1", npx: "exit 1" });
    const env = { PATH: `${npm.folder}:${at.env.PATH}` };
    const run = await runAction(at, {}, { path: tag, env, event: PULL_REQUEST });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.outputs).toMatchObject({ has_changes: "true" });
    expect(npm.calls()).toEqual([]);
  });
});

describe("the action without a token", () => {
  const noToken = { LAUREL_API_TOKEN: "" };

  it.each([
    ["from a fork", FORK],
    ["by Dependabot", { ...PULL_REQUEST, actor: "dependabot[bot]" }],
  ] as const)("on a pull request %s only checks the manifests, and says so", async (_, event) => {
    const at = await scene();
    const run = await runAction(at, { environment: "production" }, { event, env: noToken });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.log).toContain("Only checking the manifests. There is no API token here");
    expect(run.summary).toContain("**Only checked the manifests.** There is no API token here");
    expect(run.outputs).toMatchObject({ has_changes: "", digests: "", undeclared: "" });
    expect(at.game.requests()).toEqual([]);
  });

  it("writes no comment on a pull request from a fork, because it may not", async () => {
    expect((await runAction(await scene(), {}, { event: FORK, env: noToken })).asked).toEqual([]);
  });

  it.each([
    ["on a pull request of the repository itself", "plan", PULL_REQUEST],
    ["on main", "plan", PUSH],
    ["for an apply", "apply", PUSH],
    ["for a look for drift", "drift", { name: "schedule" }],
  ])("%s fails: a secret is missing", async (_, command, event) => {
    const run = await runAction(await scene(), { command }, { event, env: noToken });
    expect(run).toMatchObject({ succeeded: false, exit: 3 });
    expect(run.outputs.has_changes).toBe("");
  });
});

describe("the action's apply", () => {
  it("carries out the plan whose digest it is given, and shows it where the runner takes nothing for a command", async () => {
    const at = await scene();
    const plan = await runAction(at, { command: "plan" });
    const run = await runAction(at, { command: "apply", expect: plan.outputs.digests ?? "" });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.log).toMatch(/::stop-commands::(laurel-\d+)\n[\s\S]*reward\/egg[\s\S]*\n::\1::/);
    expect(at.game.service().contents(GAME_ID).rewards).toHaveLength(2);
    expect(run.summary).not.toBe("");
  });

  it("refuses every plan when the approved one got lost on the way", async () => {
    const at = await scene();
    const run = await runAction(at, { command: "apply", expect: "" });
    expect(run).toMatchObject({ succeeded: false, exit: 4 });
    expect(run.outputs.has_changes).toBe("");
    expect(at.game.requests()).toEqual([]);
  });
});

describe("the action's look for drift", () => {
  it("finds what was changed on the live game, and does not fail for it", async () => {
    const live = { rewards: [APPLIED.rewards[0], { custom_id: "nest", name: "Panel's nest" }] } as typeof APPLIED;
    const run = await runAction(await scene({ live }), { command: "drift" });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.outputs.has_changes).toBe("true");
    expect(JSON.parse(resultFile(run, "plan.json")).plans[0].summary.causes).toMatchObject({ drift: 1 });
  });

  it("fails when it could not look, and does not claim that there is none", async () => {
    const env = { LAUREL_API_TOKEN: "revoked" };
    const run = await runAction(await scene({ live: APPLIED }), { command: "drift" }, { env });
    expect(run).toMatchObject({ succeeded: false, exit: 1 });
    expect(run.outputs.has_changes).toBe("");
  });
});

describe("the action's pull", () => {
  it("writes what was changed live into the files, and shows it where the runner takes nothing for a command", async () => {
    const at = await scene({ live: APPLIED });
    await at.game.service().edit(GAME_ID, "reward", "egg", { name: "Goose" });
    at.game.forget();
    const run = await runAction(at, { command: "pull" });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.outputs).toMatchObject({ has_changes: "true" });
    expect(git(at.folder, "diff", "--name-only")).toBe("manifests/game.yaml");
    expect(run.summary).toBe(resultFile(run, "pull.md"));
    expect(run.log).toMatch(/::stop-commands::(laurel-\d+)\n[\s\S]*Goose[\s\S]*\n::\1::/);
    expect(run.log.match(/Goose/g)).toHaveLength(1);
    expect(at.game.writes()).toEqual([]);
  });
});

describe("the action's check", () => {
  it("needs no token, annotates what lint finds, and does not fail for a warning", async () => {
    const at = await scene();
    await at.game.write({ "more.yaml": "achievements: []\n" });
    const run = await runAction(at, { command: "check" }, { event: PULL_REQUEST, env: { LAUREL_API_TOKEN: "" } });
    expect(run.succeeded, run.log).toBe(true);
    expect(run.log).toMatch(/^::warning .*file=manifests\/game\.yaml/m);
    expect(run.summary).toContain("unused-reward");
    expect(at.game.requests()).toEqual([]);
  });
});

describe("the action's inputs", () => {
  const HOSTILE = ["$(touch pwned)", "`touch pwned`", "\"; touch pwned; '", "--version", "x\nhas_changes=true\n"];
  const free = Object.keys(action.inputs).filter((name) => !["working-directory", "comment-header"].includes(name));

  it.each(free)("%s is text and never code", async (name) => {
    const at = await scene({ live: APPLIED });
    const npm = await fakePrograms({ npm: "exit 1" });
    const env = { PATH: `${npm}:${at.env.PATH}` };
    const command = name === "expect" ? "apply" : "plan";
    await Promise.all(
      HOSTILE.map(async (value) => {
        const run = await runAction(at, { command, [name]: value }, { event: PULL_REQUEST, env });
        expect(run.outputs.has_changes).not.toBe("true");
      }),
    );
    expect(at.game.writes()).toEqual([]);
    expect(readdirSync(at.folder).sort()).toEqual([".git", ".gitignore", "laurel.yaml", "manifests"]);
  });

  it("are refused where they can have few values", async () => {
    const at = await scene();
    for (const inputs of [{ command: "destroy" }, { comment: "sometimes" }, { "without-token": "perhaps" }]) {
      const run = await runAction(at, inputs);
      expect(run.succeeded).toBe(false);
      expect(run.log).toMatch(/^::error title=laurel::The input/m);
    }
  });
});

describe("the action itself", () => {
  it("is one by its schema", () => {
    expect(validateAction(readFileSync(join(ROOT, "action.yml"), "utf8")).errors).toEqual([]);
  });
});
