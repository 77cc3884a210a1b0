/** Which variables a project file may name, and what is said of others. */

import { describe, expect, it } from "vitest";
import type { Variables } from "../../../src/model/model.ts";
import { isSecretName, mayBeRead, replaceVariables, tokenProblem } from "../../../src/project/variables.ts";
import { runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { stranger } from "./support.ts";

describe("which names may be read", () => {
  const lists = { LAUREL_ALLOWED_TOKEN_ENVS: "STUDIO,LAUREL_PLAIN" };
  const table: readonly (readonly [string, Variables, "read" | "token" | "neither"])[] = [
    ["LAUREL_BASE_URL", {}, "read"],
    ["LAUREL_GAME_ID_DUNGEON", {}, "read"],
    ["LAUREL_GAME_ID_PATHFINDER", {}, "read"],
    ["LAUREL_MONKEY_ISLAND", {}, "token"],
    ["LAUREL_API_KEY2", {}, "token"],
    ["LAUREL_SSHKEY", {}, "token"],
    ["LAUREL_PAT", {}, "token"],
    ["LAUREL_BASIC_AUTH", {}, "token"],
    ["LAUREL_API_TOKEN", {}, "token"],
    ["LAUREL_api_token", {}, "token"],
    ["LAUREL_CLIENT_SECRET", {}, "token"],
    ["LAUREL_DB_PASSWORD", {}, "token"],
    ["LAUREL_PASSPHRASE_OF_MINE", {}, "token"],
    ["LAUREL_CREDENTIALS", {}, "token"],
    ["LAUREL_KEY", {}, "token"],
    ["LAUREL_SIGNING_KEYS", {}, "token"],
    ["LAUREL_APIKEY", {}, "token"],
    ["LAUREL_ALLOWED_ORIGINS", {}, "neither"],
    ["LAUREL_ALLOWED_TOKEN_ENVS", {}, "neither"],
    ["laurel_base_url", {}, "neither"],
    ["XLAUREL_BASE_URL", {}, "neither"],
    ["HOME", {}, "neither"],
    ["AWS_SECRET_ACCESS_KEY", {}, "neither"],
    ["constructor", {}, "neither"],
    ["BUILD_ID", lists, "neither"],
    ["STUDIO", lists, "token"],
    ["LAUREL_PLAIN", lists, "token"],
    ["LAUREL_plain", lists, "neither"],
    ["AWS_KEY", { LAUREL_ALLOWED_TOKEN_ENVS: "*" }, "neither"],
  ];
  it.each(table)("%s with %j: %s", (name, variables, kind) => {
    expect([mayBeRead(name, variables), tokenProblem(name, variables) === undefined]).toEqual([
      kind === "read",
      kind === "token",
    ]);
  });

  it("are never looked up otherwise", () => {
    const seen: string[] = [];
    const env = new Proxy({}, { get: (_, name) => void seen.push(String(name)) });
    const names = table.map(([name]) => name).filter((name) => name !== "LAUREL_plain");
    for (const name of names) replaceVariables(`\${${name}}`, env);
    const lookedUp = seen.filter((name) => !name.startsWith("LAUREL_ALLOWED_"));
    expect(lookedUp).toEqual([
      "LAUREL_BASE_URL",
      "LAUREL_GAME_ID_DUNGEON",
      "LAUREL_GAME_ID_PATHFINDER",
      "LAUREL_PLAIN",
    ]);
    expect(lookedUp.some(isSecretName)).toBe(false);
  });
});

describe("a name from before", () => {
  const at = async (lines: string, env: Readonly<Record<string, string>> = {}) => {
    const service = await stranger();
    const cwd = await scratchFolder();
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\nservice: { base_url: "${service.url}" }\ngames:\n  dungeon:\n    manifests: m\n    environments:\n      local: { embedded: true }\n      production: ${lines}\n`,
      "m/a.yaml": "rewards: []\n",
    });
    return { service, run: (...argv: string[]) => runCli(argv, { cwd, env: { LAUREL_API_TOKEN: TOKEN, ...env } }) };
  };

  it("is refused with the new one", async () => {
    const { run, service } = await at('{ game_id: "${DUNGEON_GAME_ID}" }', { DUNGEON_GAME_ID: "the-id" });
    const { exit, stderr } = await run("plan", "--env", "production");
    expect(exit).toBe(4);
    expect(stderr).toContain("error[variable-not-allowed]");
    expect(stderr).toContain("laurel.yaml:8:");
    expect(stderr).toContain("${LAUREL_DUNGEON_GAME_ID}");
    expect(stderr).not.toContain("the-id");
    expect(service.heard).toEqual([]);
    expect((await run("plan", "--env", "local")).exit).toBe(0);
  });

  it("of a token is refused with the list that allows it", async () => {
    const lines = "{ game_id: g, service: { token_env: STUDIO_TOKEN } }";
    const { run, service } = await at(lines, { STUDIO_TOKEN: "s3cret-of-studio" });
    const { exit, stdout, stderr } = await run("plan", "--env", "production");
    expect(exit).toBe(4);
    expect(stderr).toContain("error[token-env-not-allowed]");
    expect(stderr).toContain("LAUREL_ALLOWED_TOKEN_ENVS=STUDIO_TOKEN");
    expect(stdout + stderr).not.toContain("s3cret");
    expect(service.heard).toEqual([]);
    const env = { STUDIO_TOKEN: "s3cret-of-studio", LAUREL_ALLOWED_TOKEN_ENVS: "STUDIO_TOKEN" };
    const allowed = await at(lines, env);
    expect((await allowed.run("plan", "--env", "production")).exit).toBe(0);
    expect(allowed.service.heard.join()).toContain("s3cret-of-studio");
  });
});

describe("a variable in another place than base_url and game_id", () => {
  const game = (manifests: string): string =>
    `games:\n  dungeon: { manifests: ${manifests}, environments: { local: { embedded: true } } }\n`;
  it.each([
    ["manifests", `version: 1\n${game('"${LAUREL_X}"')}`, "laurel.yaml:3:25"],
    ["token_env", `version: 1\nservice: { token_env: "\${LAUREL_X}" }\n${game("m")}`, "laurel.yaml:2:23"],
    ["a number", `version: 1\nservice: { page_size: "\${LAUREL_X}" }\n${game("m")}`, "laurel.yaml:2:23"],
  ])("such as %s is one error at its place, whatever is chosen", async (_, text, place) => {
    const cwd = await scratchFolder();
    await writeFiles(cwd, { "laurel.yaml": text, "m/a.yaml": "rewards: []\n" });
    for (const argv of [["validate"], ["plan"]]) {
      const { exit, stderr } = await runCli(argv, { cwd, env: { LAUREL_X: "m" } });
      expect(exit).toBe(3);
      expect(stderr).toContain(place);
      expect(stderr).toContain("1 error in 1 file.");
    }
  });
});

describe("values of variables that may be read", () => {
  const VALUE = "valueofavariable";
  const cases: readonly (readonly [string, string, string])[] = [
    ["an address that is none", '"${LAUREL_X}"', "g"],
    ["an address of another scheme", '"${LAUREL_X}:abc"', "g"],
    ["plain http", '"http://${LAUREL_X}.example"', "g"],
    ["a user name", '"https://${LAUREL_X}@x.example"', "g"],
    ["a query", '"https://x.example?${LAUREL_X}"', "g"],
    ["an address of a game", '"https://x.example/v1/games/${LAUREL_X}"', "g"],
    ["two games with one id", '"https://x.example"', '"${LAUREL_X}"'],
    ["a service that refuses", "SERVICE", '"${LAUREL_X}"'],
  ];
  it.each(cases)("are not in the problem of %s", async (_, base_url, game_id) => {
    const service = await stranger();
    const cwd = await scratchFolder();
    const isTwo = base_url.includes('x.example"') && game_id !== "g";
    const game = (name: string): string =>
      `  ${name}: { manifests: m, environments: { p: { game_id: ${game_id} } } }\n`;
    const url = base_url === "SERVICE" ? `"${service.url.replace(/\d+$/, "1")}"` : base_url;
    await writeFiles(cwd, {
      "laurel.yaml": `version: 1\nservice: { base_url: ${url}, retries: 0 }\ngames:\n${game("a")}${isTwo ? game("b") : ""}`,
      "m/a.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n",
    });
    for (const form of ["text", "json", "markdown"]) {
      const env = { LAUREL_API_TOKEN: TOKEN, LAUREL_X: VALUE };
      const run = await runCli(["plan", "--format", form], { cwd, env });
      expect(run.exit).toBeGreaterThan(0);
      expect(run.stdout + run.stderr).not.toContain(VALUE);
    }
  });
});
