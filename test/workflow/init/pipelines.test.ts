/** What `laurel init --ci` says is left to do: settings, commands, and what the first pull request shows. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PACKAGE } from "../../../src/files/assets.ts";
import { parseText } from "../../../src/manifest/parse.ts";
import { pipelineSettings } from "../../../src/project/pipeline-settings.ts";
import { parseProject } from "../../../src/project/project.ts";
import { PIPELINES } from "../../../src/workflow/options.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const TARBALL = `laurel-progression-laurel-${PACKAGE.version}.tgz`;

/** A project that has other names than a new one. */
const CASTLE = `version: 1
service: { base_url: "\${LAUREL_SERVER}", token_env: STUDIO_PROD }
games:
  castle:
    manifests: castle
    environments:
      staging: { game_id: s, service: { base_url: "\${LAUREL_STAGING}", token_env: LAUREL_STAGING_TOKEN } }
      production: { game_id: "\${LAUREL_CASTLE}" }
`;

/** Names with their roles, as the output lists them. */
function listed(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^ {5}(secret|variable) +([A-Z0-9_]+) /gm)].map(([, role, name]) => `${role} ${name}`);
}

function commands(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^ {5}((?:git|mkdir|npm) .*)$/gm)].map(([, line = ""]) => line);
}

async function initIn(cwd: string, ...words: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await runCli(["init", ...words], { cwd });
  expect([exit, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("the settings that init lists", () => {
  it.each(PIPELINES)("for %s are those that the files name, and no others", async (name) => {
    const cwd = join(await scratchFolder(), "dungeon");
    await mkdir(cwd);
    const settings = listed(await initIn(cwd, "--ci", name, "--yes"));
    const files = Object.entries(await filesBelow(cwd)).filter(([file]) => /ci\.|workflows|laurel\.yaml/.test(file));
    const text = files.map(([, each]) => each).join("\n");
    // GitHub gives the action a secret or variable only by its name; all others pass everything on.
    const inWorkflows = [
      ...[...text.matchAll(/secrets\.(\w+)/g)].map(([, each]) => `secret ${each}`),
      ...[...text.matchAll(/vars\.(\w+)/g)].map(([, each]) => `variable ${each}`),
    ];
    expect(settings).toEqual(expect.arrayContaining(inWorkflows));
    const inProject = ["secret LAUREL_API_TOKEN", "variable LAUREL_BASE_URL", "variable LAUREL_GAME_ID_DUNGEON"];
    const optional = name === "gitlab" ? ["secret LAUREL_GITLAB_TOKEN"] : [];
    expect([...settings].sort()).toEqual([...inProject, ...optional, "variable LAUREL_ALLOWED_ORIGINS"].sort());
    // Everything else that the files read has a default, or is set by them.
    const ownNames = new Set([...text.matchAll(/(LAUREL_[A-Z_]+)(?:=|: |:-|-|\+)/g)].map(([, each]) => each));
    const read = [...text.matchAll(/\$\{?(LAUREL_[A-Z_]+)/g)].map(([, each = ""]) => each);
    const unknown = read.filter((each) => !ownNames.has(each) && !settings.some((line) => line.endsWith(` ${each}`)));
    expect(unknown.filter((each) => each !== "LAUREL_NAME")).toEqual([]);
  });

  it("are less for a target that is in the project file, and name its origin", async () => {
    const cwd = await scratchFolder();
    const target = 'service: { base_url: "https://api.example.com/progression" }';
    const games = 'games: { g: { manifests: g, environments: { production: { game_id: "7" } } } }';
    await writeFiles(cwd, { "laurel.yaml": `version: 1\n${target}\n${games}\n` });
    const stdout = await initIn(cwd, "--ci", "github");
    expect(listed(stdout)).toEqual(["secret LAUREL_API_TOKEN", "variable LAUREL_ALLOWED_ORIGINS"]);
    expect(stdout).toContain("LAUREL_ALLOWED_ORIGINS  https://api.example.com; the token is sent nowhere else");
  });

  it("in an existing project are those of its own project file", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": CASTLE });
    expect(listed(await initIn(cwd, "--ci", "gitlab"))).toEqual([
      "secret STUDIO_PROD",
      "secret LAUREL_GITLAB_TOKEN",
      "variable LAUREL_ALLOWED_ORIGINS",
      "variable LAUREL_ALLOWED_TOKEN_ENVS",
      "variable LAUREL_SERVER",
      "variable LAUREL_CASTLE",
    ]);
  });

  it("name each once, however often it is read, and none of a comment in the project file", () => {
    const text = `version: 1 # "\${LAUREL_NAME}"
service: { base_url: "\${LAUREL_A}/\${LAUREL_A}" }
games: { g: { manifests: g, environments: { production: { game_id: "\${LAUREL_A}" } } } }
`;
    const { value } = parseProject(parseText("laurel.yaml", text));
    if (value === undefined) throw new Error("no project");
    const settings = pipelineSettings(value, "production", []);
    expect(settings.map(({ name }) => name)).toEqual(["LAUREL_API_TOKEN", "LAUREL_ALLOWED_ORIGINS", "LAUREL_A"]);
  });
});

describe("the files of a pipeline in an existing project", () => {
  const LIVE = CASTLE.replace("production:", '"on":').replace(/^ +staging: .*\n/m, "");

  it("name its environment and its token, on GitHub", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": LIVE });
    const stdout = await initIn(cwd, "--ci", "github");
    expect(stdout).toContain('create the environment "on"');
    expect(listed(stdout)).toContain("secret STUDIO_PROD");
    expect(listed(stdout)).not.toContain("secret LAUREL_API_TOKEN");
    const files = await filesBelow(cwd);
    for (const name of ["plan", "apply", "drift", "pull"]) {
      const text = files[`.github/workflows/laurel-${name}.yml`] ?? "";
      expect(text).not.toMatch(/production|LAUREL_API_TOKEN/);
      const { jobs } = parse(text) as { jobs: Record<string, { environment?: string; steps: readonly Step[] }> };
      for (const { environment, steps } of Object.values(jobs)) {
        expect([undefined, "on"]).toContain(environment);
        const used = steps.find(({ uses }) => uses?.startsWith("./"));
        const token = "${{ secrets.STUDIO_PROD }}";
        expect(used?.with).toMatchObject({ environment: "on", token, "token-name": "STUDIO_PROD" });
      }
    }
  });

  it("name its environment and its token, on GitLab", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": LIVE });
    await initIn(cwd, "--ci", "gitlab");
    const files = await filesBelow(cwd);
    expect(parse(files[".gitlab-ci.yml"] ?? "")).toEqual({
      include: [{ local: "laurel.gitlab-ci.yml", inputs: { environment: "on" } }],
    });
    const [, jobs] = (files["laurel.gitlab-ci.yml"] ?? "").split("\n---\n");
    expect(parse(jobs ?? "")[".laurel"].variables).toMatchObject({ LAUREL_TOKEN_NAME: "STUDIO_PROD" });
    expect(files["laurel.gitlab-ci.yml"]).not.toContain("LAUREL_API_TOKEN");
  });

  it("name the default branch of a clone", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ".git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/trunk\n" });
    expect(await initIn(cwd, "--ci", "github", "--ci", "shell", "--yes")).toContain("origin/trunk ");
    const files = await filesBelow(cwd);
    for (const name of ["plan", "apply"]) {
      const { on } = parse(files[`.github/workflows/laurel-${name}.yml`] ?? "") as { on: Record<string, unknown> };
      expect(on[name === "plan" ? "pull_request" : "push"]).toEqual({ branches: ["trunk"] });
    }
  });

  it("are refused where the project file is invalid, and nothing is written", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": "version: 1\ngames: 7\n" });
    const run = await runCli(["init", "--ci", "github"], { cwd });
    expect([run.exit, run.stderr]).toEqual([3, expect.stringContaining("laurel.yaml:2")]);
    expect(Object.keys(await filesBelow(cwd))).toEqual(["laurel.yaml"]);
  });
});

describe("the commands that init prints", () => {
  it("copy the packed file from where it is, pin it, and add exactly what was written", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { [TARBALL]: "" });
    const all = commands(await initIn(cwd, "game", "--ci", "github"));
    expect(all).toEqual([
      "git init --initial-branch main && git commit --allow-empty --message Start",
      "git remote add origin URL && git push --set-upstream origin main",
      `mkdir -p tools && cp ../${TARBALL} tools/`,
      `npm install --save-dev ./tools/${TARBALL}`,
      "git switch --create add-laurel",
      "git add .github/workflows .gitignore .vscode games laurel.yaml package-lock.json package.json schemas tools",
      'git commit --message "Add laurel"',
      "git push --set-upstream origin add-laurel",
    ]);
  });

  it("leave out what is done: a repository, the packed file in place, the pin", async () => {
    const cwd = await scratchFolder();
    await mkdir(join(cwd, ".git"));
    await writeFiles(cwd, { [`tools/${TARBALL}`]: "" });
    const first = commands(await initIn(cwd, "--ci", "github"));
    expect(first.slice(0, 2)).toEqual([`npm install --save-dev ./tools/${TARBALL}`, "git switch --create add-laurel"]);
    const entry = { version: PACKAGE.version, integrity: "sha512-x" };
    const lock = { packages: { [`node_modules/${PACKAGE.name}`]: entry } };
    await writeFiles(cwd, { "package-lock.json": JSON.stringify(lock), "package.json": "{}" });
    const second = commands(await initIn(cwd, "--ci", "shell"));
    expect(second).toEqual([
      "git switch --create add-laurel",
      "git add laurel-ci.sh laurel.yaml package-lock.json package.json tools",
      'git commit --message "Add laurel"',
      "git push --set-upstream origin add-laurel",
    ]);
  });

  it.each(["", "{", '{ "packages": [] }', "{}"])("pin laurel where the lock file is %j", async (lock) => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "package-lock.json": lock });
    expect(commands(await initIn(cwd, "--ci", "shell", "--yes")).join("\n")).toContain("npm install --save-dev");
  });

  it("come with the files that the pipelines refuse", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { ".npmrc": "" });
    expect(await initIn(cwd, "--ci", "shell", "--yes")).toContain("Remove .npmrc. The pipeline refuses it");
  });
});

describe("the rest of what init says", () => {
  it("is about each of several pipelines, and commits once", async () => {
    const stdout = await initIn(await scratchFolder(), "--ci", "github", "--ci", "gitlab", "--yes");
    expect(stdout).toMatch(/On GitHub, set under[\s\S]*On GitLab, set under/);
    expect(stdout.match(/git commit --message "Add laurel"/g)).toHaveLength(1);
  });

  it("is left out without a pipeline", async () => {
    const stdout = await initIn(await scratchFolder(), "--yes");
    expect(stdout).not.toMatch(/pipeline/);
  });

  it("ignores node_modules, which pipelines refuse when it is committed", async () => {
    const cwd = await scratchFolder();
    await initIn(cwd, "--yes");
    expect((await filesBelow(cwd))[".gitignore"]).toBe(".laurel/\n");
    expect(await initIn(cwd, "--ci", "shell")).toMatch(/~ \.gitignore +leaves out node_modules\/$/m);
    expect((await filesBelow(cwd))[".gitignore"]).toBe(".laurel/\nnode_modules/\n");
  });
});
