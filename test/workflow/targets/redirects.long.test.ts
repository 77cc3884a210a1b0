/** A pull request that changes where a token goes: what changed × command × base. The attacker's server hears nothing. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pullRequestBases } from "../../../src/workflow/target-guard.ts";
import { type CliRun, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { commitAll, GIT_ENV, git } from "../drift/repository.ts";
import { type Stranger, stranger, traces } from "./support.ts";

interface Lines {
  readonly service?: string;
  readonly production?: string;
  readonly staging?: string;
  readonly more?: string;
}

interface Scene {
  readonly folder: string;
  readonly home: Stranger;
  readonly attacker: Stranger;
  readonly env: Readonly<Record<string, string>>;
  /** Writes the project file of the branch. */
  change(lines: Lines): Promise<void>;
  /** Commits the branch as GitHub merges it: the first parent is the base. */
  merge(): string;
  run(argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliRun>;
}

const SECRETS = { AWS_SECRET_ACCESS_KEY: "s3cret-of-aws", LAUREL_OTHER_TOKEN: "s3cret-of-other" };

/** A repository on the branch `feature`, with a plan and a report that were made by its base. */
async function scene(): Promise<Scene> {
  const [home, attacker] = [await stranger(), await stranger()];
  const folder = await scratchFolder();
  const env = {
    ...GIT_ENV,
    ...SECRETS,
    LAUREL_API_TOKEN: TOKEN,
    LAUREL_HOST: home.host,
    LAUREL_X: "x",
    LAUREL_ATTACKER: attacker.host,
  };
  const change = (lines: Lines): Promise<void> =>
    writeFiles(folder, {
      "laurel.yaml": `version: 1
service: { ${lines.service ?? `base_url: "http://\${LAUREL_HOST}"`}, retries: 0 }
games:
  dungeon:
    manifests: manifests
    default_environment: production
    environments:
      production: { ${lines.production ?? "game_id: g"} }
      staging: { ${lines.staging ?? "game_id: s"} }
      local: { embedded: true }
${lines.more ?? ""}`,
      "manifests/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
      ".gitignore": ".laurel\n",
    });
  await change({});
  const run = (argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<CliRun> =>
    runCli(argv, { cwd: folder, env: { ...env, ...more } });
  await run(["apply", "--yes"]);
  commitAll(folder, "base");
  git(folder, "update-ref", "refs/remotes/origin/main", "main");
  git(folder, "checkout", "-q", "-b", "feature");
  home.heard.length = 0;
  const merge = (): string => {
    commitAll(folder, "feature");
    git(folder, "checkout", "-q", "--detach", "main");
    git(folder, "merge", "-q", "--no-ff", "-m", "merge", "feature");
    return git(folder, "rev-parse", "HEAD");
  };
  return { folder, home, attacker, env, change, merge, run };
}

const CHANGES: readonly (readonly [string, (scene: Scene) => Lines, string])[] = [
  ["the address", ({ attacker }) => ({ service: `base_url: "${attacker.url}"` }), "base_url"],
  [
    "the address of an environment",
    ({ attacker }) => ({ production: `game_id: g, service: { base_url: "${attacker.url}" }` }),
    "base_url",
  ],
  ["the address by a variable", () => ({ service: 'base_url: "http://${LAUREL_ATTACKER}"' }), "LAUREL_ATTACKER"],
  ["the path of the address", () => ({ service: 'base_url: "http://${LAUREL_HOST}/proxy"' }), "base_url"],
  ["the address around a variable", () => ({ service: 'base_url: "http://${LAUREL_X}.example.com"' }), "base_url"],
  [
    "token_env",
    () => ({ service: `base_url: "http://\${LAUREL_HOST}", token_env: LAUREL_OTHER_TOKEN` }),
    "LAUREL_OTHER_TOKEN",
  ],
  [
    "token_env of an environment",
    () => ({ production: "game_id: g, service: { token_env: LAUREL_OTHER_TOKEN }" }),
    "LAUREL_OTHER_TOKEN",
  ],
  [
    "both, to any secret",
    ({ attacker }) => ({ service: `base_url: "${attacker.url}", token_env: AWS_SECRET_ACCESS_KEY` }),
    "AWS_SECRET_ACCESS_KEY",
  ],
  ["a variable that is read", () => ({ production: 'game_id: "${LAUREL_X}"' }), "LAUREL_X"],
];

const COMMANDS: readonly (readonly string[])[] = [
  ["plan"],
  ["plan", "--format", "markdown"],
  ["apply", "--yes"],
  ["rankings", "points"],
];

/** Where the base comes from makes no difference to a command. */
const SOME_COMMANDS = COMMANDS.filter(([, form]) => form === undefined);

/** How the base is known: what is done to the repository, and the variables of the system. */
const BASES: readonly (readonly [string, (scene: Scene) => Readonly<Record<string, string>>])[] = [
  [
    "a merge of GitHub",
    ({ merge }) => ({ GITHUB_EVENT_NAME: "pull_request", GITHUB_REF: "refs/pull/1/merge", GITHUB_SHA: merge() }),
  ],
  [
    "a branch of GitHub",
    () => ({
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_REF: "refs/pull/1/merge",
      GITHUB_SHA: "0".repeat(40),
      GITHUB_BASE_REF: "main",
    }),
  ],
  [
    "the target of pull_request_target",
    ({ folder }) => ({ GITHUB_EVENT_NAME: "pull_request_target", GITHUB_SHA: git(folder, "rev-parse", "main") }),
  ],
  [
    "a commit of GitLab",
    ({ folder }) => ({ CI_MERGE_REQUEST_IID: "1", CI_MERGE_REQUEST_DIFF_BASE_SHA: git(folder, "rev-parse", "main") }),
  ],
  ["a branch of another system", () => ({ CHANGE_ID: "1", CHANGE_TARGET: "main" })],
  ["no base that could be read", () => ({ GITHUB_EVENT_NAME: "pull_request", GITHUB_BASE_REF: "gone" })],
  ["--base", () => ({})],
];

describe.each(BASES)("with %s, a pull request that changes", (name, base) => {
  it.each(CHANGES)("%s is refused by every command", async (_, lines, word) => {
    const at = await scene();
    await at.change(lines(at));
    const env = base(at);
    const own: readonly (readonly string[])[] = [
      ["plan", "--base", "main"],
      ["apply", "--yes", "--base", "main"],
    ];
    const commands = name === "--base" ? own : /^(?:a merge|no base)/.test(name) ? COMMANDS : SOME_COMMANDS;
    for (const argv of commands) {
      const run = await at.run(argv, env);
      expect(run.exit, `${argv.join(" ")}: ${run.stderr}`).toBe(4);
      if (env.GITHUB_BASE_REF !== "gone") expect(run.stderr, argv.join(" ")).toContain(word);
      const all = await traces(run, at.folder);
      for (const secret of [TOKEN, ...Object.values(SECRETS)]) expect(all).not.toContain(secret);
    }
    expect([...at.attacker.heard, ...at.home.heard]).toEqual([]);
  });

  it("nothing of that goes on", async () => {
    const at = await scene();
    await at.change({ service: `base_url: "http://\${LAUREL_HOST}/v1/", concurrency: 2`, staging: "game_id: other" });
    const env = base(at);
    const run = await at.run(["plan", ...(name === "--base" ? ["--base", "main"] : [])], env);
    expect(run.exit, run.stderr).toBe(env.GITHUB_BASE_REF === "gone" ? 4 : 0);
  });
});

const PULL = { CI_MERGE_REQUEST_IID: "1", CI_MERGE_REQUEST_DIFF_BASE_SHA: "main" };

describe("what a pull request may do", () => {
  const game = (lines: string): Lines => ({
    more: `  castle: { manifests: manifests, environments: { production: { ${lines} } } }\n`,
  });
  it.each<[string, (scene: Scene) => Lines, Readonly<Record<string, string>>, number]>([
    ["add a game on the same service", () => game('game_id: "${LAUREL_X}"'), {}, 0],
    ["not add one elsewhere", ({ attacker }) => game(`game_id: g, service: { base_url: "${attacker.url}" }`), {}, 4],
    ["not add one with another token", () => game("game_id: g2, service: { token_env: LAUREL_OTHER_TOKEN }"), {}, 4],
    [
      "add one with another token that is allowed",
      () => game("game_id: g2, service: { token_env: LAUREL_OTHER_TOKEN }"),
      { LAUREL_ALLOWED_TOKEN_ENVS: "LAUREL_OTHER_TOKEN" },
      0,
    ],
    [
      "not send the token of one environment where another goes",
      () => game('game_id: g2, service: { base_url: "http://${LAUREL_X}/" }'),
      {},
      4,
    ],
    [
      "read a variable that is allowed",
      () => ({ production: 'game_id: "${LAUREL_X}"' }),
      { LAUREL_ALLOWED_VARIABLES: "LAUREL_X" },
      0,
    ],
    [
      "use another token that is allowed",
      () => ({ production: "game_id: g, service: { token_env: AWS_SECRET_ACCESS_KEY }" }),
      { LAUREL_ALLOWED_TOKEN_ENVS: "AWS_SECRET_ACCESS_KEY" },
      0,
    ],
    ["make a live environment of an embedded one", () => ({ more: "" }), {}, 0],
  ])("%s", async (_, lines, lists, exit) => {
    const at = await scene();
    await at.change(lines(at));
    const argv = ["plan", "--env", "production", ...(lines(at).more ? ["--game", "castle"] : [])];
    const run = await at.run(argv, { ...PULL, ...lists });
    expect(run.exit, run.stderr).toBe(exit);
    expect(at.attacker.heard).toEqual([]);
  });

  it("go where the list of origins allows it, and nowhere else", async () => {
    const at = await scene();
    await at.change({ service: `base_url: "${at.attacker.url}"` });
    const origins = { LAUREL_ALLOWED_ORIGINS: `https://api.example.com, ${at.attacker.url}` };
    expect((await at.run(["plan"], { ...PULL, ...origins })).exit).toBe(0);
    expect(at.attacker.heard.length).toBeGreaterThan(0);
    await at.change({});
    const run = await at.run(["plan"], { ...PULL, ...origins });
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("error[origin-not-allowed]");
    expect(at.home.heard).toEqual([]);
  });

  it("work on the embedded service without any base", async () => {
    const at = await scene();
    const run = await at.run(["plan", "--env", "local"], { GITHUB_EVENT_NAME: "pull_request" });
    expect(run.exit, run.stderr).toBe(0);
  });

  it("leave the address to the pipeline's own flags", async () => {
    const at = await scene();
    await at.change({ service: `base_url: "${at.attacker.url}"` });
    const run = await at.run(["plan", "--base-url", at.home.url, "--game-id", "g"], PULL);
    expect(run.exit, run.stderr).toBe(0);
    expect(at.attacker.heard).toEqual([]);
  });
});

describe("the base of a pull request", () => {
  it("is no commit that the author made, such as the first parent of a merge on the branch", async () => {
    const at = await scene();
    await at.change({ service: `base_url: "${at.attacker.url}"` });
    commitAll(at.folder, "feature");
    git(at.folder, "checkout", "-q", "-b", "other", "main");
    commitAll(at.folder, "other");
    git(at.folder, "checkout", "-q", "feature");
    git(at.folder, "merge", "-q", "--no-ff", "-m", "merge", "other");
    const GITHUB_SHA = git(at.folder, "rev-parse", "HEAD");
    for (const GITHUB_REF of ["refs/pull/1/head", "refs/heads/feature"]) {
      const run = await at.run(["plan"], {
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_REF,
        GITHUB_SHA,
        GITHUB_BASE_REF: "main",
      });
      expect(run.exit, run.stderr).toBe(4);
    }
    expect(at.attacker.heard).toEqual([]);
  });

  it("is nothing that --base names otherwise, such as the first of two commits of the author", async () => {
    const at = await scene();
    await at.change({ service: `base_url: "${at.attacker.url}"` });
    commitAll(at.folder, "one");
    commitAll(at.folder, "two");
    const pull = { GITHUB_EVENT_NAME: "pull_request", GITHUB_REF: "refs/pull/1/merge", GITHUB_SHA: "f".repeat(40) };
    const run = await at.run(["plan", "--base", "HEAD^1"], pull);
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("unverified-target");
    expect(at.attacker.heard).toEqual([]);
  });

  it("is no branch of a clone of the author's own repository", async () => {
    const at = await scene();
    git(at.folder, "remote", "add", "origin", "https://github.com/attacker/game.git");
    const env = { GITHUB_EVENT_NAME: "pull_request_target", GITHUB_BASE_REF: "main" };
    expect((await at.run(["plan"], { ...env, GITHUB_REPOSITORY: "studio/game" })).stderr).toContain(
      "unverified-target",
    );
    expect((await at.run(["plan"], { ...env, GITHUB_REPOSITORY: "attacker/game" })).exit).toBe(0);
  });

  it("is the project file that the base would have used, not one that the branch puts before it", async () => {
    const at = await scene();
    await at.change({});
    await rename(join(at.folder, "laurel.yaml"), join(at.folder, "away"));
    await at.change({ service: `base_url: "${at.attacker.url}"` });
    await writeFiles(join(at.folder, "manifests"), {
      "laurel.yaml": `version: 1\nservice: { base_url: "${at.attacker.url}" }\ngames: { dungeon: { manifests: ., environments: { production: { game_id: g } } } }\n`,
    });
    const run = await runCli(["plan"], { cwd: join(at.folder, "manifests"), env: { ...at.env, ...PULL } });
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("target-changed");
    const named = await at.run(["plan", "--project", "manifests/laurel.yaml"], PULL);
    expect(named.exit).toBe(4);
    expect(named.stderr).toContain("LAUREL_ALLOWED_ORIGINS");
    expect(at.attacker.heard).toEqual([]);
  });

  it("without a project file needs the list of origins", async () => {
    const at = await scene();
    git(at.folder, "rm", "-q", "--cached", "laurel.yaml");
    git(at.folder, "commit", "-q", "-m", "without");
    const env = { CI_MERGE_REQUEST_IID: "1", CI_MERGE_REQUEST_DIFF_BASE_SHA: "feature" };
    const run = await at.run(["plan"], env);
    expect(run.exit).toBe(4);
    expect(run.stderr).toContain("has no project file to compare with");
    expect(run.stderr).toContain("LAUREL_ALLOWED_ORIGINS");
    expect(at.home.heard).toEqual([]);
    expect((await at.run(["plan"], { ...env, LAUREL_ALLOWED_ORIGINS: at.home.url })).exit).toBe(0);
  });

  it("is not looked for outside of pull requests", () => {
    for (const env of [
      {},
      { GITHUB_EVENT_NAME: "push", GITHUB_SHA: "a", GITHUB_REF: "refs/heads/main" },
      { CI_COMMIT_SHA: "a" },
    ])
      expect(pullRequestBases(env)).toBeUndefined();
  });
});

describe("the list of origins", () => {
  const LISTS = [
    "https://api.example.com/v1",
    "*",
    "https://*.example.com",
    "api.example.com",
    "ftp://api.example.com",
    "https://u:p@x.example",
  ];
  it.each(LISTS)("with the entry %s is an error of every command, and nothing is sent", async (entry) => {
    const at = await scene();
    for (const argv of COMMANDS) {
      const run = await at.run(argv, { LAUREL_ALLOWED_ORIGINS: `${at.home.url} ${entry}` });
      expect(run.exit, argv.join(" ")).toBe(3);
      expect(run.stderr).toContain("Entry 2 of LAUREL_ALLOWED_ORIGINS");
    }
    expect(at.home.heard).toEqual([]);
  });

  it("holds for every command, flags and live games to write included", async () => {
    const at = await scene();
    const flags = ["--base-url", at.attacker.url, "--game-id", "g"];
    const commands = [
      ...COMMANDS,
      ["plan", ...flags],
      ["plan", "--manifests", "manifests", ...flags],
      ["rankings", "points", ...flags],
      ["init", "--from-live"],
    ];
    for (const argv of commands) {
      const run = await runCli(argv, {
        cwd: at.folder,
        env: { ...at.env, LAUREL_ALLOWED_ORIGINS: "https://api.example.com" },
      });
      expect(run.exit, `${argv.join(" ")}: ${run.stderr}`).toBe(4);
      expect(run.stderr, argv.join(" ")).toContain("error[origin-not-allowed]");
    }
    expect([...at.home.heard, ...at.attacker.heard]).toEqual([]);
  });
});
