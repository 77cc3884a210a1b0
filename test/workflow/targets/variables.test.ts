/**
 * What a project file may take from the environment, and where tokens may go: decided outside of
 * the repository.
 */
import { describe, expect, it } from "vitest";
import type { Variables } from "../../../src/model/model.ts";
import {
  isSecretName,
  mayBeRead,
  originProblem,
  replaceVariables,
  tokenProblem,
} from "../../../src/project/variables.ts";
import { runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { stranger } from "./support.ts";

const SYSTEMS = ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"];

describe("a name of a variable", () => {
  const lists = { LAUREL_ALLOWED_TOKEN_ENVS: "STUDIO,LAUREL_PLAIN" };
  const table: readonly (readonly [string, Variables, "read" | "token" | "neither"])[] = [
    ["LAUREL_BASE_URL", {}, "read"],
    ["LAUREL_GAME_ID_PATHFINDER", {}, "read"],
    ["LAUREL_MONKEY_ISLAND", {}, "token"],
    ["LAUREL_PAT", {}, "token"],
    ["LAUREL_BASIC_AUTH", {}, "token"],
    ["LAUREL_api_token", {}, "token"],
    ["LAUREL_CLIENT_SECRET", {}, "token"],
    ["LAUREL_DB_PASSWORD", {}, "token"],
    ["LAUREL_CREDENTIALS", {}, "token"],
    ["LAUREL_ALLOWED_ORIGINS", {}, "neither"],
    ["LAUREL_ALLOWED_TOKEN_ENVS", {}, "neither"],
    ["laurel_base_url", {}, "neither"],
    ["XLAUREL_BASE_URL", {}, "neither"],
    ["AWS_SECRET_ACCESS_KEY", {}, "neither"],
    ["BUILD_ID", lists, "neither"],
    ["STUDIO", lists, "token"],
    ["LAUREL_PLAIN", lists, "token"],
    ["LAUREL_plain", lists, "neither"],
    ["AWS_KEY", { LAUREL_ALLOWED_TOKEN_ENVS: "*" }, "neither"],
    ...SYSTEMS.flatMap((name): [string, Variables, "token" | "neither"][] => [
      ["LAUREL_API_TOKEN", { [name]: "1" }, "token"],
      ["LAUREL_OTHER_TOKEN", { [name]: "1" }, "neither"],
      ["STUDIO", { [name]: "1", ...lists }, "token"],
    ]),
  ];
  it.each(table)("%s with %j: %s", (name, variables, kind) => {
    const uses = [mayBeRead(name, variables), tokenProblem(name, variables) === undefined];
    expect(uses).toEqual([kind === "read", kind === "token"]);
  });

  it("that may not be read is never looked up", () => {
    const seen: string[] = [];
    const env = new Proxy({}, { get: (_, name) => void seen.push(String(name)) });
    for (const [name] of table.filter(([, , kind]) => kind !== "read"))
      replaceVariables(`\${${name}}`, env);
    expect(
      seen.filter((name) => isSecretName(name) && name !== "LAUREL_ALLOWED_TOKEN_ENVS"),
    ).toEqual([]);
    expect(seen).not.toContain("BUILD_ID");
  });
});

describe("an origin", () => {
  const url = "https://api.example.com/v1";
  const local = "http://127.0.0.1:80/";
  it.each<[string, Variables, boolean]>([
    [url, {}, true],
    [local, { CI: "true" }, true],
    [url, { CI: "" }, true],
    ...SYSTEMS.map((name): [string, Variables, boolean] => [url, { [name]: "1" }, false]),
    [url, { CI: "1", LAUREL_ALLOWED_ORIGINS: "https://a.example, https://api.example.com" }, true],
    [local, { LAUREL_ALLOWED_ORIGINS: "https://api.example.com" }, false],
    ...["/v1", "?x=1", "#x", ".example", ":8443"].map((behind): [string, Variables, boolean] => {
      return [url, { LAUREL_ALLOWED_ORIGINS: `https://api.example.com${behind}` }, false];
    }),
    [url, { LAUREL_ALLOWED_ORIGINS: "http://api.example.com" }, false],
  ])("%s with %j: %s", (base_url, variables, isAllowed) => {
    expect(originProblem(base_url, variables) === undefined).toBe(isAllowed);
  });
});

/** Runs a command on a live game of a service that remembers everything that it is sent. */
async function ran(
  line: string,
  environment: string,
  variables: Readonly<Record<string, string>> = {},
) {
  const service = await stranger();
  const cwd = await scratchFolder();
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\nservice: { base_url: "${service.url}" }\ngames:\n  dungeon:\n    manifests: m\n    environments:\n      local: { embedded: true }\n      production: ${environment}\n`,
    "m/a.yaml": "rewards: []\n",
  });
  const env = { LAUREL_API_TOKEN: TOKEN, ...variables };
  const run = (words: string) => runCli(words.split(" "), { cwd, env });
  return { ...(await run(`${line} --env production`)), heard: service.heard, run };
}

describe("a target that is refused", () => {
  it.each(["plan", "apply --yes", "pull --yes", "rankings points"])(
    "by its origin gets nothing: %s",
    async (line) => {
      const listed = { LAUREL_ALLOWED_ORIGINS: "https://api.example.com", CI: "1" };
      const { exit, stderr, heard } = await ran(line, "{ game_id: g }", listed);
      expect([exit, heard]).toEqual([4, []]);
      expect(stderr).toContain("error[origin-not-allowed]");
      expect(stderr).toContain("laurel.yaml:2:");
      expect(stderr.match(/ = help: /g)).toHaveLength(1);
    },
  );

  it("by a name from before is told the new one, and other environments are none of it", async () => {
    const before = await ran("plan", '{ game_id: "${DUNGEON_GAME_ID}" }', {
      DUNGEON_GAME_ID: "the-id",
    });
    expect([before.exit, before.heard]).toEqual([4, []]);
    expect(before.stderr).toContain("error[variable-not-allowed]");
    expect(before.stderr).toContain("laurel.yaml:8:");
    expect(before.stderr).toContain("${LAUREL_DUNGEON_GAME_ID}");
    expect(before.stderr).not.toContain("the-id");
    expect((await before.run("plan --env local")).exit).toBe(0);
  });

  it("by the name of its token is told the list that allows it", async () => {
    const environment = "{ game_id: g, service: { token_env: STUDIO_TOKEN } }";
    const secret = { STUDIO_TOKEN: "s3cret-of-studio" };
    const { exit, stdout, stderr, heard } = await ran("plan", environment, secret);
    expect([exit, heard]).toEqual([4, []]);
    expect(stderr).toContain("error[token-env-not-allowed]");
    expect(stderr).toContain("LAUREL_ALLOWED_TOKEN_ENVS=STUDIO_TOKEN");
    expect(stdout + stderr).not.toContain("s3cret");
    const allowed = await ran("plan", environment, {
      ...secret,
      LAUREL_ALLOWED_TOKEN_ENVS: "STUDIO_TOKEN",
    });
    expect([allowed.exit, allowed.heard.join()]).toEqual([
      0,
      expect.stringContaining("s3cret-of-studio"),
    ]);
  });
});

it("a variable in another place than base_url and game_id is one error at each place", async () => {
  const cwd = await scratchFolder();
  const text = `version: 1
service: { token_env: "\${LAUREL_X}", page_size: "\${LAUREL_X}" }
games:
  dungeon: { manifests: "\${LAUREL_X}", environments: { local: { embedded: true } } }
`;
  await writeFiles(cwd, { "laurel.yaml": text, "m/a.yaml": "rewards: []\n" });
  const { exit, stderr } = await runCli(["validate"], { cwd, env: { LAUREL_X: "m" } });
  expect(exit).toBe(3);
  expect(stderr.match(/laurel\.yaml:\d+:\d+/g)).toEqual([
    "laurel.yaml:2:23",
    "laurel.yaml:2:49",
    "laurel.yaml:4:25",
  ]);
});

it.each([
  ["an address that is none", "${LAUREL_X}", ["g"]],
  ["plain http", "http://${LAUREL_X}.example", ["g"]],
  ["a user name", "https://${LAUREL_X}@x.example", ["g"]],
  ["an address of a game", "https://x.example/v1/games/${LAUREL_X}", ["g"]],
  ["two games with one id", "https://x.example", ["${LAUREL_X}", "${LAUREL_X}"]],
  ["a service that is not there", "http://127.0.0.1:1", ["${LAUREL_X}"]],
])("the value of a variable is not in the problem of %s", async (_, base_url, ids) => {
  const cwd = await scratchFolder();
  const games = ids.map((id, index) => {
    return `  game${index}: { manifests: m, environments: { p: { game_id: "${id}" } } }\n`;
  });
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\nservice: { base_url: "${base_url}", retries: 0 }\ngames:\n${games.join("")}`,
    "m/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
  });
  for (const form of ["text", "json"]) {
    const env = { LAUREL_API_TOKEN: TOKEN, LAUREL_X: "valueofavariable" };
    const run = await runCli(["plan", "--format", form], { cwd, env });
    expect(run.exit).toBeGreaterThan(0);
    expect(run.stdout + run.stderr).not.toContain("valueofavariable");
  }
});
