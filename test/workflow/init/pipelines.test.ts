/**
 * What `laurel init --ci` says is left to do: settings, commands, and what the first pull request
 * shows.
 */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PIPELINES } from "../../../src/workflow/init-pipelines.ts";
import { runCli, scratchFolder, writeFiles } from "../../support/cli.ts";
import { filesBelow } from "./support.ts";

interface Step {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A project that has other names than a new one. */
const CASTLE = `version: 1 # not "\${LAUREL_NAME}", and each once
service: { base_url: "\${LAUREL_SERVER}/\${LAUREL_SERVER}", token_env: STUDIO_PROD }
games:
  castle:
    manifests: castle
    environments:
      "on": { game_id: "\${LAUREL_CASTLE}" }
      staging: { game_id: s, service: { base_url: "\${LAUREL_STAGING}", token_env: LAUREL_STAGING_TOKEN } }
`;

/** Names with their roles, as the output lists them. */
function listed(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^ +(secret|variable) +([A-Z0-9_]+) /gm)].map(
    ([, role, name]) => `${role} ${name}`,
  );
}

async function initIn(cwd: string, ...words: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await runCli(["init", ...words], { cwd });
  expect([exit, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("the settings that init lists", () => {
  it.each(PIPELINES)("for %s are those that the files name, and no others", async (name) => {
    const cwd = await scratchFolder();
    const stdout = await initIn(cwd, "--ci", name, "--yes");
    expect(stdout.split("\n").length, "it fits a screen").toBeLessThanOrEqual(40);
    const settings = listed(stdout);
    const files = Object.entries(await filesBelow(cwd)).filter(([file]) =>
      /ci\.|workflows|laurel\.yaml/.test(file),
    );
    const text = files.map(([, each]) => each).join("\n");
    // GitHub gives the action a secret or variable only by its name; all others pass everything on.
    const inWorkflows = [
      ...[...text.matchAll(/secrets\.(\w+)/g)].map(([, each]) => `secret ${each}`),
      ...[...text.matchAll(/vars\.(\w+)/g)].map(([, each]) => `variable ${each}`),
    ];
    expect(settings).toEqual(expect.arrayContaining(inWorkflows));
    const inProject = [
      "secret LAUREL_API_TOKEN",
      "variable LAUREL_BASE_URL",
      "variable LAUREL_GAME_ID",
    ];
    const optional = name === "gitlab" ? ["secret LAUREL_GITLAB_TOKEN"] : [];
    expect([...settings].sort()).toEqual(
      [...inProject, ...optional, "variable LAUREL_ALLOWED_ORIGINS"].sort(),
    );
    // Everything else that the files read has a default, or is set by them.
    const ownNames = new Set(
      [...text.matchAll(/(LAUREL_[A-Z_]+)(?:=|: |:-|-|\+)/g)].map(([, each]) => each),
    );
    const read = [...text.matchAll(/\$\{?(LAUREL_[A-Z_]+)/g)].map(([, each = ""]) => each);
    const unknown = read.filter(
      (each) => !ownNames.has(each) && !settings.some((line) => line.endsWith(` ${each}`)),
    );
    expect(unknown.filter((each) => each !== "LAUREL_NAME")).toEqual([]);
  });

  it("are less for a target that is in the project file, and name its origin", async () => {
    const cwd = await scratchFolder();
    const target = 'service: { base_url: "https://api.example.com/progression" }';
    const games = 'games: { g: { manifests: g, environments: { production: { game_id: "7" } } } }';
    await writeFiles(cwd, { "laurel.yaml": `version: 1\n${target}\n${games}\n` });
    const stdout = await initIn(cwd, "--ci", "github");
    expect(listed(stdout)).toEqual(["secret LAUREL_API_TOKEN", "variable LAUREL_ALLOWED_ORIGINS"]);
    expect(stdout).toContain(
      "LAUREL_ALLOWED_ORIGINS  https://api.example.com; the token is sent nowhere else",
    );
  });
});

describe("the files of a pipeline in an existing project", () => {
  it("name its environment and its token, on GitHub", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": CASTLE });
    const stdout = await initIn(cwd, "--ci", "github");
    expect(stdout).toContain('create "on" with required');
    const files = await filesBelow(cwd);
    for (const name of ["plan", "apply", "drift"]) {
      const text = files[`.github/workflows/laurel-${name}.yml`] ?? "";
      expect(text).not.toMatch(/production|LAUREL_API_TOKEN/);
      const { env, jobs } = parse(text) as Step & {
        jobs: Record<string, { environment?: string; steps: readonly Step[] }>;
      };
      const variables = [
        "LAUREL_ALLOWED_ORIGINS",
        "LAUREL_ALLOWED_TOKEN_ENVS",
        "LAUREL_SERVER",
        "LAUREL_CASTLE",
      ];
      expect(env).toMatchObject(
        Object.fromEntries(variables.map((each) => [each, `\${{ vars.${each} }}`])),
      );
      for (const [job, { environment, steps }] of Object.entries(jobs)) {
        expect(environment).toBe(job === "apply" ? "on" : undefined);
        const used = steps.filter(({ run }) => / --env on /.test(`${run} `));
        const secrets = used.map((step) => step.env?.STUDIO_PROD);
        expect(secrets).toEqual(job === "newest" ? [] : ["${{ secrets.STUDIO_PROD }}"]);
      }
    }
  });

  it("name its environment on GitLab, and the settings are those of its project file", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": CASTLE });
    expect(listed(await initIn(cwd, "--ci", "gitlab"))).toEqual([
      ...["secret STUDIO_PROD", "secret LAUREL_GITLAB_TOKEN"],
      ...["variable LAUREL_ALLOWED_ORIGINS", "variable LAUREL_ALLOWED_TOKEN_ENVS"],
      ...["variable LAUREL_SERVER", "variable LAUREL_CASTLE"],
    ]);
    const { ".gitlab-ci.yml": main = "", "laurel.gitlab-ci.yml": text = "" } =
      await filesBelow(cwd);
    expect(parse(main)).toEqual({ include: [{ local: "laurel.gitlab-ci.yml" }] });
    expect(parse(text)["laurel:apply"].environment).toBe("on");
    expect(text).not.toContain("production");
  });

  it.each([
    [
      "its default environment, if that is live",
      "{ stage: { game_id: a }, production: { game_id: b } }",
      "stage",
      "stage",
    ],
    [
      "production, if the default is not live",
      "{ stage: { embedded: true }, a: { game_id: a }, production: { game_id: b } }",
      "stage",
      "production",
    ],
    [
      "the first live one, without a production",
      "{ stage: { embedded: true }, qa: { game_id: a }, eu: { game_id: b } }",
      "stage",
      "qa",
    ],
  ])("are for %s", async (_, environments, usual, expected) => {
    const cwd = await scratchFolder();
    const game = `g: { manifests: g, default_environment: ${usual}, environments: ${environments} }`;
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\nservice: { base_url: "https://a.example" }\ngames: { ${game} }\n`,
    });
    await initIn(cwd, "--ci", "github");
    const { ".github/workflows/laurel-apply.yml": text = "" } = await filesBelow(cwd);
    expect(parse(text).jobs.apply.environment).toBe(expected);
  });

  it("are refused where the project file is invalid, and nothing is written", async () => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": "version: 1\ngames: 7\n" });
    const run = await runCli(["init", "--ci", "github"], { cwd });
    expect([run.exit, run.stderr]).toEqual([3, expect.stringContaining("laurel.yaml:2")]);
    expect(Object.keys(await filesBelow(cwd))).toEqual(["laurel.yaml"]);
  });
});
