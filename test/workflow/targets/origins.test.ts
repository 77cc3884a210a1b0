/** Where tokens may go, and which: decided outside of the repository, before anything is sent. */
import { describe, expect, it } from "vitest";
import { type CliRun, runCli, scratchFolder, TOKEN, writeFiles } from "../../support/cli.ts";
import { type Stranger, stranger } from "./support.ts";

type Env = Readonly<Record<string, string>>;

/** Runs a command on a live game of a service that remembers everything that it is sent. */
async function at(token_env = "LAUREL_API_TOKEN", base_url?: string) {
  const service = await stranger();
  const cwd = await scratchFolder();
  await writeFiles(cwd, {
    "laurel.yaml": `version: 1\nservice: { base_url: "${base_url ?? service.url}", token_env: ${token_env} }\ngames:\n  dungeon: { manifests: m, environments: { production: { game_id: g } } }\n`,
    "m/a.yaml": "rewards: []\n",
  });
  const run = (env: Env, ...argv: readonly string[]): Promise<CliRun> =>
    runCli(argv.length === 0 ? ["plan"] : argv, { cwd, env: { [token_env]: TOKEN, ...env } });
  return { service, run };
}

function expectRefused({ exit, stderr }: CliRun, service: Stranger, code: string): void {
  expect(exit).toBe(4);
  expect(stderr).toContain(`error[${code}]`);
  expect(stderr).toContain("laurel.yaml:2:");
  expect(stderr.match(/ = help: /g)).toHaveLength(1);
  expect(service.heard).toEqual([]);
}

const SYSTEMS = ["CI", "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION"];

describe("LAUREL_ALLOWED_ORIGINS", () => {
  it.each(SYSTEMS)("is required where %s is set", async (name) => {
    const { service, run } = await at(undefined, "https://api.example.com");
    const refused = await run({ [name]: "1" });
    expectRefused(refused, service, "origin-not-allowed");
    expect(refused.stderr).toContain(`${name} is set`);
  });

  it("is not required elsewhere, nor for a service on this machine", async () => {
    const { service, run } = await at();
    for (const env of [{}, { CI: "" }, { CI: "true" }] as readonly Record<string, string>[])
      expect((await run(env)).exit).toBe(0);
    expect(service.heard.join()).toContain(TOKEN);
  });

  it.each(["plan", "apply --yes", "pull --yes", "rankings points"])(
    "holds everywhere where it is set, also for this machine: %s",
    async (line) => {
      const { service, run } = await at();
      const env = { LAUREL_ALLOWED_ORIGINS: "https://api.example.com" };
      expectRefused(await run(env, ...line.split(" ")), service, "origin-not-allowed");
      expectRefused(await run({ ...env, CI: "1" }, ...line.split(" ")), service, "origin-not-allowed");
    },
  );

  it.each(["/", "?x=1", "#x"])("takes origins only, not %s behind one", async (behind) => {
    const { service, run } = await at();
    const wrong = await run({ LAUREL_ALLOWED_ORIGINS: `${service.url}${behind === "/" ? "/v1" : behind}` });
    expectRefused(wrong, service, "origin-not-allowed");
  });

  it("lets requests through to an origin that it lists, whatever else it lists", async () => {
    const { service, run } = await at();
    const listed = await run({ CI: "1", LAUREL_ALLOWED_ORIGINS: `https://api.example.com, ${service.url}` });
    expect(listed.exit, listed.stderr).toBe(0);
    expect(service.heard.length).toBeGreaterThan(0);
  });

  it("tells apart ports, schemes and hosts that begin alike", async () => {
    const { service, run } = await at();
    const others = [service.url.replace("http:", "https:"), `${service.url}.example`, "http://127.0.0.1"];
    for (const LAUREL_ALLOWED_ORIGINS of others.filter((each) => URL.canParse(each))) {
      expectRefused(await run({ LAUREL_ALLOWED_ORIGINS }), service, "origin-not-allowed");
    }
  });
});

describe("the variable of the token", () => {
  it.each(SYSTEMS)("is LAUREL_API_TOKEN or a listed one where %s is set", async (name) => {
    const { service, run } = await at("LAUREL_OTHER_TOKEN");
    const refused = await run({ [name]: "1" });
    expectRefused(refused, service, "token-env-not-allowed");
    expect(refused.stderr).toContain("LAUREL_ALLOWED_TOKEN_ENVS=LAUREL_OTHER_TOKEN");
    const listed = await run({ [name]: "1", LAUREL_ALLOWED_TOKEN_ENVS: "LAUREL_OTHER_TOKEN" });
    expect(listed.exit, listed.stderr).toBe(0);
  });

  it("may be another one of laurel's own elsewhere", async () => {
    const { run } = await at("LAUREL_OTHER_TOKEN");
    expect((await run({})).exit).toBe(0);
  });
});
