/**
 * The workflow that releases laurel: with least permissions, and its tag has the action. That it is
 * valid and pinned: test/pipeline.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PACKAGE } from "../../src/files/assets.ts";
import type { Workflow } from "../pipeline/running.ts";
import { writeFiles } from "../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../workflow/drift/repository.ts";

const ROOT = join(import.meta.dirname, "../..");
const NAME = ".github/workflows/release.yml";
const text = readFileSync(join(ROOT, NAME), "utf8");
const { permissions, jobs } = parse(text) as Workflow;
const steps = Object.values(jobs).flatMap((job) => job.steps);
const { version } = PACKAGE;

describe("the release workflow", () => {
  it("may write only where it publishes, after an approval", () => {
    expect(permissions).toEqual({ contents: "read" });
    const { publish, ...others } = jobs;
    expect(publish?.environment).toBe("release");
    expect(publish?.needs).toEqual(Object.keys(others));
    for (const job of Object.values(others)) {
      expect(job.permissions).toBeUndefined();
      expect(job.if).toContain("default_branch");
    }
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")))
      expect(step.with).toMatchObject({ "persist-credentials": false });
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  it("tests the file that it publishes, and makes no other one afterwards", () => {
    const tested = steps.findIndex(({ env }) => env?.LAUREL_TARBALL !== undefined);
    expect(steps[tested]?.run).toContain("npm run test:long");
    const name = String(steps[tested]?.env?.LAUREL_TARBALL).replace(
      "$" + "{{ inputs.version }}",
      "$VERSION",
    );
    const later = steps.slice(tested + 1).flatMap(({ run }) => run ?? []);
    expect(
      later.filter((script) => /npm (pack|pkg|run|ci|install)|SHA256SUMS$/m.test(script)),
    ).toEqual([]);
    expect(later.some((script) => script.includes(`npm publish "./${name}"`))).toBe(true);
    expect(readFileSync(join(ROOT, "test/package/pack.long.test.ts"), "utf8")).toContain(
      "LAUREL_TARBALL",
    );
  });

  it("runs scripts that package.json has", () => {
    const { scripts: known } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const used = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(Object.keys(known)).toContain(name);
  });
});

function runStep(
  name: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): { readonly exit: number | null; readonly output: string } {
  const script = steps.find((step) => step.name === name)?.run ?? expect.fail(`no step ${name}`);
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
    {
      cwd,
      env: { ...GIT_ENV, PATH: process.env.PATH, ...env },
      encoding: "utf8",
    },
  );
  return { exit: status, output: `${stdout}${stderr}` };
}

describe("the tag", () => {
  const folder = mkdtempSync(join(tmpdir(), "laurel-release-"));
  const clone = join(folder, "clone");
  const origin = join(folder, "origin.git");
  /** The job that publishes. */
  const publishing = join(folder, "publishing");
  const tarball = join(clone, `release/laurel-progression-laurel-${version}.tgz`);

  beforeAll(async () => {
    // In a clone, every file that the action needs is tracked but `dist`.
    await writeFiles(clone, {
      ".gitignore": "dist/\nrelease/\n",
      "CHANGELOG.md": "",
      "action.yml": readFileSync(join(ROOT, "action.yml"), "utf8"),
      "package.json": JSON.stringify({ version }),
    });
    git(folder, "init", "--quiet", "--bare", origin);
    commitAll(clone);
    git(clone, "remote", "add", "origin", origin);
    git(clone, "push", "--quiet", "origin", "main");
    await writeFiles(folder, {
      "package/package.json": JSON.stringify({ name: "@laurel-progression/laurel", version }),
      "package/dist/main.js": `console.log("${version}");\n`,
      "package/other.js": "",
      "clone/release/laurel.cdx.json": "{}\n",
      "bin/gh": "#!/bin/sh\nexit 0\n",
    });
    chmodSync(join(folder, "bin/gh"), 0o755);
    spawnSync("tar", ["-czf", tarball, "-C", folder, "package"]);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("leads to a commit on top of main that adds dist of the package, and nothing else", () => {
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}`, VERSION: version };
    const committed = runStep("Commit dist", clone, env);
    expect(committed.exit, committed.output).toBe(0);
    expect(git(clone, "status", "--porcelain", "--ignored")).toBe("!! release/");
    const packed = readFileSync(tarball);
    git(
      folder,
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--branch",
      "main",
      `file://${origin}`,
      publishing,
    );
    cpSync(join(clone, "release"), join(publishing, "release"), { recursive: true });
    for (const step of ["Take what was tested", "Push the tag"]) {
      const { exit, output } = runStep(step, publishing, env);
      expect(exit, output).toBe(0);
    }
    const published = join(publishing, "release");
    expect(readdirSync(published).sort()).toEqual([
      "SHA256SUMS",
      basename(tarball),
      "laurel.cdx.json",
    ]);
    expect(readFileSync(join(published, basename(tarball)))).toEqual(packed);
    const added = git(origin, "diff-tree", "-r", "--name-status", "main", `v${version}`).trim();
    expect(added).toBe("A\tdist/main.js");
    expect(git(origin, "rev-parse", `v${version}^{commit}^`)).toBe(
      git(origin, "rev-parse", "main"),
    );
    expect(git(origin, "cat-file", "-t", `v${version}`).trim()).toBe("tag");
    const { stdout } = spawnSync("tar", ["-xzOf", tarball, "package/package.json"], {
      encoding: "utf8",
    });
    expect(JSON.parse(stdout).actionCommit).toBe(git(origin, "rev-parse", `v${version}^{commit}`));
  });

  it("is not pushed, and nothing is published, where a file is not the one that was tested", () => {
    const changed = join(folder, "changed");
    git(
      folder,
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--branch",
      "main",
      `file://${origin}`,
      changed,
    );
    cpSync(join(clone, "release"), join(changed, "release"), { recursive: true });
    writeFileSync(join(changed, "release", basename(tarball)), "another");
    expect(runStep("Take what was tested", changed, { VERSION: version }).exit).not.toBe(0);
  });

  it("has what the action runs, as a checkout of the tag does", () => {
    const used = join(folder, "action");
    git(
      clone,
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--branch",
      `v${version}`,
      `file://${origin}`,
      used,
    );
    expect(existsSync(join(used, "action.yml"))).toBe(true);
    const { stdout } = spawnSync(process.execPath, [join(used, "dist/main.js")], {
      encoding: "utf8",
    });
    expect(stdout).toBe(`${version}\n`);
  });
});

it("the Dockerfile takes the packed file and nothing else, and runs as a user that is not root", () => {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8").split("\n");
  const own = lines.filter((line) => /^(?:COPY|ADD|USER) /.test(line) && !line.includes("--from="));
  expect(own).toEqual(["COPY laurel-progression-laurel-*.tgz /tmp/laurel.tgz", "USER 1000:1000"]);
});
