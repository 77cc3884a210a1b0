/**
 * The workflows that `laurel init --ci github` writes, executed as GitHub does, against a service
 * and clones of a repository.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratchFolder, writeFiles } from "../support/cli.ts";
import { git } from "../workflow/drift/repository.ts";
import type { Event } from "./github.ts";
import { egg, nest, studio } from "./studio.ts";

const GOLDEN = { "dungeon/egg.yaml": egg("Golden egg") };
const EYRIE = { "dungeon/nest.yaml": nest("Eyrie") };
const headOf = ({ values }: Event): string => values["github.event.pull_request.head.sha"] ?? "";

describe("a pull request", () => {
  it("is checked and planned, with a summary and one comment for its newest commit", async () => {
    const { pull, start, comments, names, state } = await studio();
    const first = await pull(7, [GOLDEN]);
    const run = await start("laurel-plan", first).all();
    expect(run.succeeded, run.log).toBe(true);
    expect(run.summary).toContain("1 to update");
    expect(comments()).toEqual([
      expect.stringMatching(
        new RegExp(`^<!-- laurel -->\nFor commit ${headOf(first)}:\n\n## Plan`),
      ),
    ]);
    const second = await pull(7, [EYRIE]);
    expect((await start("laurel-plan", second).all()).succeeded).toBe(true);
    expect(comments()).toEqual([expect.stringContaining(headOf(second))]);
    expect(comments()[0]).toContain("2 to update");
    expect(names()).toEqual(["Egg", "Nest"]);
    expect(state().asked.every((call) => call.startsWith("api "))).toBe(true);
  });

  it("keeps the newer comment when an older run ends last, or is run again", async () => {
    const { pull, start, comments } = await studio();
    const older = await pull(7, [GOLDEN]);
    const old = start("laurel-plan", older);
    expect((await old.all()).succeeded).toBe(true);
    const newer = await pull(7, [EYRIE]);
    const late = await old.all();
    expect([late.succeeded, late.log]).toEqual([true, expect.stringContaining(headOf(newer))]);
    expect(comments()).toEqual([expect.stringContaining(headOf(older))]);
    await start("laurel-plan", newer).all();
    const [comment] = comments();
    expect(comment).toContain(headOf(newer));
    expect((await old.all()).succeeded).toBe(true);
    expect(comments()).toEqual([comment]);
  });

  it("is planned on the newest base when an old run is run again: what others have merged and applied is no drift", async () => {
    const { pull, start, comments, merge, mergeOf, edit } = await studio();
    const old = start("laurel-plan", await pull(7, [GOLDEN]));
    expect((await old.all()).succeeded).toBe(true);
    await merge(EYRIE);
    await edit("nest", "Eyrie");
    mergeOf(7);
    const again = await old.all();
    expect(again.succeeded, again.log).toBe(true);
    expect(comments()).toEqual([expect.stringContaining("1 to update")]);
    expect(comments()[0]).not.toMatch(/drift|Eyrie/);
  });

  it("changes its own comment among pages of others, also of people who copy it", async () => {
    const { pull, start, comments, set } = await studio();
    const others = Array.from({ length: 40 }, (_, index) => {
      return {
        id: index,
        issue: 7,
        user: { login: "stranger" },
        body: `<!-- laurel -->\n${index}`,
      };
    });
    const own = {
      id: 40,
      issue: 7,
      user: { login: "github-actions[bot]" },
      body: "<!-- laurel -->\nold",
    };
    set({ comments: [...others, own] });
    const event = await pull(7, [GOLDEN]);
    expect((await start("laurel-plan", event).all()).succeeded).toBe(true);
    expect(comments().slice(0, 40)).toEqual(others.map(({ body }) => body));
    expect(comments().slice(40)).toEqual([expect.stringContaining(headOf(event))]);
  });

  it("keeps the comment, and fails, when GitHub does not say which commit is the newest", async () => {
    const { pull, start, comments, set } = await studio();
    const event = await pull(7, [GOLDEN]);
    set({ failing: ["pulls/7"] });
    expect((await start("laurel-plan", event).all()).succeeded).toBe(false);
    expect(comments()).toEqual([]);
  });

  it.each([
    ["validate", { "dungeon/egg.yaml": "rewards: [{ custom_id: egg, nmae: Egg }]\n" }],
    [
      "lint",
      {
        "dungeon/a.yaml":
          "criteria_groups: [{ custom_id: g, name: G, operator: and }]\nachievements: [{ custom_id: a, name: A, custom_criteria_group_id: g }]\n",
      },
    ],
    [
      "test",
      { "dungeon/a.test.yaml": "scenarios: [{ name: Five, steps: [], expect: { points: 5 } }]\n" },
    ],
  ])(
    "that fails %s gets a comment that says so, in place of the older plan",
    async (check, files) => {
      const { pull, start, comments } = await studio();
      await start("laurel-plan", await pull(7, [GOLDEN])).all();
      expect(comments()).toEqual([expect.stringContaining("Golden egg")]);
      const event = await pull(7, [files]);
      const run = start("laurel-plan", event);
      const { succeeded, log } = await run.all();
      expect(succeeded, log).toBe(false);
      const link = `[open the run](https://github.com/studio/games/actions/runs/${run.id})`;
      const text = `**laurel ${check}** did not pass, so there is no plan: ${link}.`;
      expect(comments()).toEqual([`<!-- laurel -->\nFor commit ${headOf(event)}:\n\n${text}\n`]);
    },
  );

  it("with a plan of more than GitHub's limit gets a comment that is cut", async () => {
    const { pull, start, comments } = await studio();
    const rewards = Array.from(
      { length: 1500 },
      (_, index) => `  - { custom_id: r${index}, name: "Reward ${"x".repeat(60)} ${index}" }`,
    );
    const many = { "dungeon/many.yaml": `rewards:\n${rewards.join("\n")}\n` };
    const { succeeded, log } = await start("laurel-plan", await pull(7, [many, GOLDEN])).all();
    expect(log).not.toContain("gh:");
    expect(comments()).toHaveLength(1);
    expect(comments()[0]?.length).toBeGreaterThan(10_000);
    expect(comments()[0]).toContain("Golden egg");
    expect(succeeded, log).toBe(true);
  });

  it.each([
    ["a fork", { "github.event.pull_request.head.repo.full_name": "stranger/games" }],
    ["Dependabot", { "github.actor": "dependabot[bot]" }],
  ])("from %s is checked without a token, and gets no comment", async (_, values) => {
    const { pull, start, state } = await studio();
    const { succeeded, log, summary } = await start(
      "laurel-plan",
      await pull(7, [GOLDEN], { values, isForeign: true }),
    ).all();
    expect(succeeded, log).toBe(true);
    expect(summary).toContain("Scenarios");
    expect(log).not.toContain("to update");
    expect(state().asked).toEqual([]);
  });

  it("of a game that was taken over, and has no scenario yet, is planned", async () => {
    const { clone, merge, pull, start, comments } = await studio();
    await rm(join(clone, "dungeon/nothing.test.yaml"));
    await merge({});
    const { succeeded, log } = await start("laurel-plan", await pull(7, [GOLDEN])).all();
    expect([succeeded, log], log).toEqual([true, expect.stringContaining("Nothing was tested")]);
    expect(comments()).toEqual([expect.stringContaining("1 to update")]);
  });

  it("in a repository without settings fails with one sentence about all of them", async () => {
    const { pull, start, comments } = await studio();
    const { succeeded, log } = await start("laurel-plan", await pull(7, [GOLDEN]), {
      secrets: {},
      vars: {},
    }).all();
    expect(succeeded).toBe(false);
    expect(log.match(/error\[/g)).toHaveLength(1);
    const names = ["LAUREL_BASE_URL", "LAUREL_API_TOKEN", "LAUREL_ALLOWED_ORIGINS"];
    for (const name of names)
      expect([log.includes(name), comments()[0]?.includes(name)]).toEqual([true, true]);
  });

  it("of a project in a folder of the repository is planned there", async () => {
    const folder = "live ops/it's $(touch ran)";
    const { pull, merge, start, comments, names, edit, state, server } = await studio({ folder });
    const { succeeded, log, workspace } = await start("laurel-plan", await pull(7, [GOLDEN])).all();
    expect(succeeded, log).toBe(true);
    expect(comments()).toEqual([expect.stringContaining("1 to update")]);
    expect(existsSync(join(workspace, "ran"))).toBe(false);
    const applied = await start("laurel-apply", await merge(GOLDEN)).all();
    expect([applied.succeeded, names()], applied.log).toEqual([true, ["Golden egg", "Nest"]]);
    await edit("nest", "Eyrie");
    const event = await merge({});
    const pulled = await start("laurel-drift", event).all();
    expect(pulled.succeeded, pulled.log).toBe(true);
    expect(state().pulls).toHaveLength(1);
    expect(git(server, "show", `laurel/drift:${folder}/dungeon/nest.yaml`)).toContain("Eyrie");
  });
});

describe("a merge queue", () => {
  it.each(["merge", "rebase"] as const)(
    "plans each pull request against the one before it, by %s",
    async (method) => {
      const games = ["dungeon", "castle"];
      const { pull, queue, start, comments } = await studio({ games });
      await pull(1, [
        { "castle/egg.yaml": egg("Dragon") },
        { "notes.md": "one" },
        { "notes.md": "two" },
      ]);
      await pull(2, [EYRIE, { "other.md": "one" }, { "other.md": "two" }]);
      const [first, second] = queue(method, [1, 2]);
      if (first === undefined || second === undefined) return expect.fail("no groups");
      const ofFirst = await start("laurel-plan", first).all();
      expect(ofFirst.succeeded, ofFirst.log).toBe(true);
      expect(ofFirst.summary).toContain("Dragon");
      expect(ofFirst.summary.match(/## Plan for `\w+`/g)).toEqual(["## Plan for `castle`"]);
      const ofSecond = await start("laurel-plan", second).all();
      expect(ofSecond.succeeded, ofSecond.log).toBe(true);
      expect(ofSecond.summary).toContain("Eyrie");
      expect(ofSecond.summary.match(/## Plan for `\w+`/g)).toEqual(["## Plan for `dungeon`"]);
      expect(comments()).toEqual([]);
    },
  );
});

describe("a merge", () => {
  it("is planned, then applied by the digest of that plan, and refused when the live game has changed since", async () => {
    const { merge, start, names, edit } = await studio();
    const run = start("laurel-apply", await merge(GOLDEN));
    await run.job("newest");
    const planned = await run.job("plan");
    expect(planned.outputs.expect, planned.log).toMatch(/^sha256:[0-9a-f]{64}$/);
    await edit("egg", "Goose");
    const refused = await run.job("apply");
    expect([refused.succeeded, refused.log]).toEqual([
      false,
      expect.stringContaining("other-digest"),
    ]);
    // Re-run all jobs: planned again, and approved again.
    const again = await run.all();
    expect([again.succeeded, names()], again.log).toEqual([true, ["Golden egg", "Nest"]]);
    // After it, there is nothing to do.
    await run.job("newest");
    expect((await run.job("plan")).outputs.expect).toBe("");
    expect((await run.job("apply")).succeeded).toBeUndefined();
  });

  it("is compared with the commit before it: the approver sees drift, and a new target is never pruned unseen", async () => {
    const { merge, start, edit, names, clone } = await studio();
    await edit("nest", "Eyrie");
    const drift = start("laurel-apply", await merge(GOLDEN));
    await drift.job("newest");
    expect((await drift.job("plan")).summary).toContain("1 from this branch, 1 drift");
    const project = readFileSync(join(clone, "laurel.yaml"), "utf8");
    const pruning = project.replace(
      "manifests: dungeon",
      "manifests: dungeon, prune: true, allow: [mass-change, empties-kind]",
    );
    expect(pruning).not.toBe(project);
    await merge({ "dungeon/nest.yaml": "rewards: []\n" });
    const run = start("laurel-apply", await merge({ "laurel.yaml": pruning }));
    await run.job("newest");
    const planned = await run.job("plan");
    expect([planned.succeeded, planned.outputs.expect], planned.log).toEqual([false, ""]);
    expect(planned.summary).toContain("This branch changes what laurel may do");
    expect(planned.summary).toContain("deletes-unknown");
    expect(names()).toEqual(["Egg", "Eyrie"]);
  });

  it("passes nothing on if its plan fails", async () => {
    const { merge, start } = await studio();
    const run = start("laurel-apply", await merge(GOLDEN), {
      secrets: { LAUREL_API_TOKEN: "wrong" },
    });
    await run.job("newest");
    const failed = await run.job("plan");
    expect([failed.succeeded, failed.outputs]).toEqual([false, { expect: "" }]);
    expect((await run.job("apply")).succeeded).toBeUndefined();
  });

  it("of several games is applied by several digests", async () => {
    const { merge, start, names } = await studio({ games: ["dungeon", "castle"] });
    const run = start("laurel-apply", await merge({ ...GOLDEN, "castle/nest.yaml": nest("Keep") }));
    await run.job("newest");
    const { outputs, log } = await run.job("plan");
    expect(outputs.expect, log).toMatch(/^sha256:[0-9a-f]{64},sha256:[0-9a-f]{64}$/);
    const applied = await run.job("apply");
    expect(applied.succeeded, applied.log).toBe(true);
    expect([names("dungeon"), names("castle")]).toEqual([
      ["Golden egg", "Nest"],
      ["Egg", "Keep"],
    ]);
  });

  it("that waits for its reviewers is cancelled by the next one, whose plan has both", async () => {
    const { merge, start, names, waits, state } = await studio();
    const a = start("laurel-apply", await merge(GOLDEN));
    await a.job("newest");
    await a.job("plan");
    waits(a);
    const b = start("laurel-apply", await merge(EYRIE));
    const applied = await b.all();
    expect([applied.succeeded, names()], applied.log).toEqual([true, ["Golden egg", "Eyrie"]]);
    expect(state().runs.map(({ status }) => status)).toEqual(["cancelled"]);
    // A run of the older commit again, or its approval in the same moment, is refused: nothing of
    // the newer one is reverted.
    const late = await a.job("apply");
    expect([late.succeeded, late.log]).toEqual([
      false,
      expect.stringContaining(git(state().server, "rev-parse", "main")),
    ]);
    const again = await a.all();
    expect([again.succeeded, again.log]).toEqual([
      false,
      expect.stringContaining("which has this one too"),
    ]);
    expect(names()).toEqual(["Golden egg", "Eyrie"]);
  });

  it("that is approved after the next one was planned is refused, and the next one has both", async () => {
    const { merge, start, names } = await studio();
    const a = start("laurel-apply", await merge(GOLDEN));
    await a.job("newest");
    await a.job("plan");
    const b = start("laurel-apply", await merge(EYRIE));
    await b.job("newest");
    await b.job("plan");
    expect((await a.job("apply")).succeeded).toBe(false);
    expect(names()).toEqual(["Egg", "Nest"]);
    const applied = await b.job("apply");
    expect([applied.succeeded, names()], applied.log).toEqual([true, ["Golden egg", "Eyrie"]]);
  });

  it("that is being applied while the next one is merged goes first, and the next one is planned after it", async () => {
    const { merge, start, names } = await studio();
    const a = start("laurel-apply", await merge(GOLDEN));
    expect((await a.all()).succeeded).toBe(true);
    const b = start("laurel-apply", await merge(EYRIE));
    expect((await b.all()).succeeded).toBe(true);
    expect(names()).toEqual(["Golden egg", "Eyrie"]);
  });

  it.each(["newest", "apply"])(
    "is refused in the job %s when GitHub does not say which commit is the newest",
    async (job) => {
      const { merge, start, names, set } = await studio();
      const run = start("laurel-apply", await merge(GOLDEN));
      if (job === "apply") {
        await run.job("newest");
        await run.job("plan");
      }
      set({ failing: ["git/ref/"] });
      expect((await run.job(job)).succeeded).toBe(false);
      if (job === "newest") expect((await run.job("plan")).succeeded).toBeUndefined();
      expect(names()).toEqual(["Egg", "Nest"]);
    },
  );

  it("does not cancel newer runs, and goes on when an older one cannot be cancelled", async () => {
    const { merge, start, set, state } = await studio();
    const run = start("laurel-apply", await merge(GOLDEN));
    set({ runs: [{ id: 9009, run_number: 9, status: "waiting" }] });
    expect((await run.job("newest")).succeeded).toBe(true);
    expect(state().runs[0]?.status).toBe("waiting");
    set({ runs: [{ id: 8999, run_number: 0, status: "waiting" }], failing: ["actions/runs/"] });
    expect((await run.job("newest")).succeeded).toBe(true);
  });
});

describe("an apply that is started by hand", () => {
  it("runs on the default branch only", async () => {
    const { pull, start } = await studio();
    const event = await pull(7, [GOLDEN]);
    const elsewhere = { sha: event.sha, ref: "refs/heads/feature", values: {} };
    for (const file of ["laurel-apply", "laurel-drift"]) {
      expect((await start(file, elsewhere).all()).succeeded).toBeUndefined();
      expect(
        (await start(file, { ...elsewhere, ref: "refs/tags/main" }).all()).succeeded,
      ).toBeUndefined();
    }
  });

  it("allows one hazard, and no flag in its place", async () => {
    const { merge, start, onMain, names } = await studio();
    const event = await merge({
      "dungeon/egg.yaml": "removed: [{ reward: egg }]\n",
      "laurel.yaml": "",
    });
    for (const allow of [
      "--prune",
      "-h",
      "mass-change --prune",
      "mass-change\n--prune",
      "$(touch ran)",
      "mass-change,empties-kind",
    ]) {
      const { succeeded, log, workspace } = await start(
        "laurel-apply",
        onMain(event.sha, { "inputs.allow": allow }),
      ).all();
      expect([allow, succeeded]).toEqual([allow, false]);
      expect(log).toContain("Choices:");
      expect(existsSync(join(workspace, "ran"))).toBe(false);
    }
    expect(names()).toEqual(["Egg", "Nest"]);
  });
});

describe("drift", () => {
  it("becomes one pull request, which follows it, and is closed when nothing differs", async () => {
    const { merge, start, edit, state, server, comments } = await studio();
    const event = await merge({});
    const quiet = await start("laurel-drift", event).all();
    expect([quiet.succeeded, state().pulls], quiet.log).toEqual([true, []]);
    await edit("nest", "Eyrie");
    const drifted = await start("laurel-drift", event).all();
    expect(drifted.succeeded, drifted.log).toBe(true);
    expect(state().pulls).toMatchObject([
      { head: "laurel/drift", base: "main", state: "open", body: expect.stringContaining("Eyrie") },
    ]);
    expect(git(server, "show", "laurel/drift:dungeon/nest.yaml")).toContain("name: Eyrie");
    expect(git(server, "show", "--format=%an", "--name-only", "laurel/drift")).toBe(
      "github-actions[bot]\n\ndungeon/nest.yaml",
    );
    await edit("nest", "Aerie");
    expect((await start("laurel-drift", event).all()).succeeded).toBe(true);
    expect(state().pulls).toMatchObject([
      { state: "open", body: expect.stringContaining("Aerie") },
    ]);
    await edit("nest", "Nest");
    expect((await start("laurel-drift", event).all()).succeeded).toBe(true);
    expect([state().pulls[0]?.state, comments()]).toEqual([
      "closed",
      ["The live game matches the manifests again."],
    ]);
  });

  it("is not pushed by a run of an older commit", async () => {
    const { merge, start, edit, state } = await studio();
    const old = start("laurel-drift", await merge({}));
    await merge(GOLDEN);
    await edit("nest", "Eyrie");
    const { succeeded, log } = await old.all();
    expect([succeeded, log, state().pulls]).toEqual([
      false,
      expect.stringContaining("Nothing is pushed"),
      [],
    ]);
  });
});

it("runs no program, package or repository that a commit brings along", async () => {
  const { clone, pull, start, comments } = await studio();
  const evil = '#!/bin/sh\ntouch "$(dirname "$0")/../ran" ran\n';
  const files = {
    ".npmrc": "git=./evil.sh\nignore-scripts=false\n",
    "evil.sh": evil,
    "package.json":
      '{ "type": "module", "yargs": { "parse-numbers": false }, "scripts": { "preinstall": "./evil.sh" } }',
    "package-lock.json":
      '{ "lockfileVersion": 3, "packages": { "": { "dependencies": { "a": "git+ssh://x/a" } } } }',
    "node_modules/.bin/laurel": evil,
    "dungeon/HEAD": "ref: refs/heads/main\n",
    "dungeon/config": "[core]\n\tbare = true\n\tfsmonitor = ../evil.sh\n",
    "dungeon/objects/x": "",
    "dungeon/refs/x": "",
    "dist/main.js": "throw new Error('ran');\n",
    "action.yml": "runs: { using: composite, steps: [{ shell: bash, run: touch ran }] }\n",
  };
  await writeFiles(clone, files);
  for (const name of ["evil.sh", "node_modules/.bin/laurel"]) await chmod(join(clone, name), 0o755);
  const { succeeded, log, workspace } = await start(
    "laurel-plan",
    await pull(7, [files, GOLDEN]),
  ).all();
  expect(succeeded, log).toBe(true);
  expect(comments()).toEqual([expect.stringContaining("1 to update")]);
  expect(
    ["ran", "dungeon/ran", "node_modules/ran"].filter((name) => existsSync(join(workspace, name))),
  ).toEqual([]);
});

/** Names that a job, laurel, git, node or a shell could read or write in a checkout. */
const NAMES = [
  ...[
    "plan.md",
    "pull.md",
    "comment.md",
    "apply.md",
    "waiting",
    "laurel.env",
    "expect",
    ".env",
    ".bashrc",
    ".profile",
  ],
  ...[".npmrc", ".gitattributes", ".git-hooks", ".githooks", ".husky", ".gitconfig", ".mailmap"],
  ...[
    "gh",
    "git",
    "laurel",
    "node",
    "bash",
    "dist",
    "action.yml",
    "node_modules",
    ".laurel",
    "GITHUB_OUTPUT",
    "GITHUB_PATH",
  ],
  ...[
    "tsconfig.json",
    ".node-version",
    ".nvmrc",
    ".yarnrc",
    ".noderc",
    "lerna.json",
    "package.json",
  ],
];
const EVIL =
  "expect=--prune --allow deletes-player-data\nNODE_OPTIONS=--require=./evil.js\n#!/bin/sh\ntouch ran\n";

describe("files of the repository at every path that a job could read or write", () => {
  /** Makes each path hostile in one way. */
  const make: Readonly<Record<string, (path: string, outside: string) => Promise<void>>> = {
    files: (path) => writeFiles(dirname(path), { [path.slice(dirname(path).length + 1)]: EVIL }),
    "links to a file outside": (path, outside) => symlink(join(outside, "secret"), path),
    "links to a device": (path) => symlink("/dev/zero", path),
    "links to a pipe": (path, outside) => symlink(join(outside, "pipe"), path),
    folders: (path) => writeFiles(path, { keep: "x", "main.js": EVIL, "pre-commit": EVIL }),
  };

  it.skipIf(process.platform === "win32").each(Object.keys(make))(
    "have no effect as %s",
    async (kind) => {
      const { clone, pull, merge, start, comments, names, edit, state, server } = await studio();
      const outside = await scratchFolder();
      await writeFiles(outside, { secret: "SECRET=1\n" });
      execFileSync("mkfifo", [join(outside, "pipe")]);
      for (const name of NAMES) {
        await rm(join(clone, name), { recursive: true, force: true });
        await mkdir(dirname(join(clone, name)), { recursive: true });
        await make[kind]?.(join(clone, name), outside);
      }
      const planned = await start("laurel-plan", await pull(7, [GOLDEN])).all();
      expect(planned.succeeded, planned.log).toBe(true);
      expect(comments()).toEqual([expect.stringContaining("1 to update")]);
      expect(git(planned.workspace, "status", "--porcelain")).toBe("");
      const run = start("laurel-apply", await merge(GOLDEN));
      const applied = await run.all();
      expect([applied.succeeded, names()], applied.log).toEqual([true, ["Golden egg", "Nest"]]);
      expect(git(applied.workspace, "status", "--porcelain")).toBe("");
      await edit("nest", "Eyrie");
      const pulled = await start("laurel-drift", await merge({})).all();
      expect(pulled.succeeded, pulled.log).toBe(true);
      expect(state().pulls).toHaveLength(1);
      expect(git(server, "show", "--format=", "--name-only", "laurel/drift")).toBe(
        "dungeon/nest.yaml",
      );
      for (const { workspace, log, summary } of [planned, applied, pulled]) {
        expect(existsSync(join(workspace, "ran"))).toBe(false);
        expect(log + summary + comments().join()).not.toMatch(/SECRET|deletes-player-data/);
      }
      expect(readFileSync(join(outside, "secret"), "utf8")).toBe("SECRET=1\n");
    },
  );
});
