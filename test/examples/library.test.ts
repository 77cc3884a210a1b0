/** The example programs of `examples/library`, run as they are, against the embedded service, and a server in place of GitHub. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../../src/emulator/server.ts";
import { writeFiles } from "../support/cli.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples/library");
const BIN = join(ROOT, "node_modules/.bin");
const PROGRAMS = readdirSync(EXAMPLES).filter((name) => name.endsWith(".js"));
const GAME = `actions: [{ custom_id: jump, name: Jump }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:10" }]
criteria_groups: [{ custom_id: jumper, name: Jumper, criteria: [jumps] }]
rewards: [{ custom_id: boots, name: Boots }]
achievements:
  - { custom_id: jumper, name: "=Jumper", description: Jump 10 times, points: 10, custom_criteria_group_id: jumper, rewards: [boots] }
  - { custom_id: leaper, name: Leaper, description: Leap, points: 5, is_secret: true, custom_criteria_group_id: jumper }
`;
const PROJECT = `version: 1
service: { base_url: "\${LAUREL_BASE_URL}" }
games:
  garden:
    manifests: game
    default_environment: production
    environments:
      production: { game_id: garden }
      local: { embedded: true }
`;

interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;
let service: RunningService;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "laurel-examples-"));
  await writeFiles(folder, { "laurel.yaml": PROJECT, "game/game.yaml": GAME });
  service = await startService({});
  env = { LAUREL_BASE_URL: service.url, LAUREL_API_TOKEN: service.token };
});

afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

function run(program: string, words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(program, words, { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: "1", ...env, ...more } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  return new Promise((resolve) => child.on("close", (exit) => resolve({ exit, stdout, stderr })));
}

function example(name: string, words: readonly string[] = ["laurel.yaml"], more = {}): Promise<Ended> {
  return run(process.execPath, [join(EXAMPLES, name), ...words], more);
}

const apply = () => run(process.execPath, [join(ROOT, "dist/main.js"), "apply", "--yes"]);

describe("the example programs", () => {
  it("are five, each of 60 lines at most that say how to run it, and all are in the table", () => {
    expect(PROGRAMS).toHaveLength(5);
    const table = readFileSync(join(EXAMPLES, "README.md"), "utf8");
    for (const name of PROGRAMS) {
      const text = readFileSync(join(EXAMPLES, name), "utf8");
      expect(text.split("\n").length - 1, name).toBeLessThanOrEqual(60);
      expect(text).toMatch(new RegExp(`^// @ts-check\n/\\*\\*\n.*\n[^/]* (?:node|npx vitest run) ${name}`));
      expect(table).toContain(`](${name})`);
    }
  });

  it("have types that agree with those of the package", async () => {
    const flags = "--ignoreConfig --noEmit --allowJs --checkJs --strict --types node --module nodenext --target es2023";
    const words = [...flags.split(" "), "--typeRoots", join(ROOT, "node_modules/@types")];
    const { exit, stdout } = await run(join(BIN, "tsc"), [...words, ...PROGRAMS.map((name) => join(EXAMPLES, name))]);
    expect(stdout).toBe("");
    expect(exit).toBe(0);
  });
});

describe("comment-plan.js", () => {
  interface Call {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly authorization: string | undefined;
    readonly body: string;
  }
  let calls: Call[];
  let github: Server;
  let variables: Readonly<Record<string, string>>;

  beforeEach(async () => {
    calls = [];
    const comments: { id: number; body: string }[] = [{ id: 1, body: "Nice!" }];
    github = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const { method, url, headers } = request;
      const { body = "" } = text === "" ? {} : JSON.parse(text);
      calls.push({ method, url, authorization: headers.authorization, body });
      if (method === "POST") comments.push({ id: 2, body });
      response.end(JSON.stringify(method === "GET" ? comments : {}));
    });
    await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
    const GITHUB_API_URL = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
    variables = { GITHUB_API_URL, GITHUB_REPOSITORY: "studio/game", GITHUB_TOKEN: "t0ken", PULL_REQUEST: "7" };
  });

  afterEach(() => new Promise((resolve) => github.close(resolve)));

  const writes = () => calls.filter(({ method }) => method !== "GET");

  it("comments the plan once, and then updates the comment", async () => {
    const first = await example("comment-plan.js", undefined, variables);
    expect(first).toEqual({ exit: 0, stdout: "", stderr: "" });
    const [posted] = writes();
    expect(posted).toMatchObject({
      method: "POST",
      url: "/repos/studio/game/issues/7/comments",
      authorization: "Bearer t0ken",
    });
    expect(posted?.body).toMatch(/^<!-- laurel plan -->\n\n## Plan for/);
    expect(posted?.body).toContain("reward/boots");
    expect(posted?.body).not.toContain("Leaper");
    expect((await apply()).exit).toBe(0);
    expect((await example("comment-plan.js", undefined, variables)).exit).toBe(0);
    expect(writes()[1]).toMatchObject({ method: "PATCH", url: "/repos/studio/game/issues/comments/2" });
    expect(writes()[1]?.body).toContain("No changes.");
  });

  it("comments what is wrong where nothing can be planned", async () => {
    await writeFiles(folder, { "game/game.yaml": "rewards: [{ name: Boots }]\n" });
    await example("comment-plan.js", undefined, variables);
    expect(writes()[0]?.body).toContain("missing-field");
    expect(writes()[0]?.body).toContain("game/game.yaml:1");
    await writeFiles(folder, { "game/game.yaml": GAME });
    await example("comment-plan.js", undefined, { ...variables, LAUREL_API_TOKEN: "" });
    expect(writes()[1]?.body).toContain("missing-token");
  });
});

describe("drift.js", () => {
  it("ends with 0 without drift, with 2 and the plan after a change, and with 1 where it cannot know", async () => {
    expect((await apply()).exit).toBe(0);
    expect(await example("drift.js")).toEqual({ exit: 0, stdout: "No drift in 1 game.\n", stderr: "" });
    await writeFiles(folder, { "game/game.yaml": GAME.replace("name: Boots", "name: Shoes") });
    const drifted = await example("drift.js");
    expect(drifted).toMatchObject({ exit: 2, stderr: "" });
    expect(drifted.stdout).toMatch(/update +reward\/boots/);
    const untold = await example("drift.js", undefined, { LAUREL_API_TOKEN: "" });
    expect(untold.exit).toBe(1);
    expect(untold.stderr).toContain("error[missing-token]");
  });
});

describe("achievements-csv.js", () => {
  it("prints a row for each achievement that is no secret, and no formulas", async () => {
    const { exit, stdout } = await example("achievements-csv.js");
    expect(exit).toBe(0);
    expect(stdout.split("\r\n")).toEqual([
      '"game","achievement","name","points","rewards","effort","how"',
      '"garden","jumper","\'=Jumper",10,"boots",10,"1 × jump 10"',
      "",
    ]);
  });
});

describe("rehearse.js", () => {
  it("applies the manifests to the embedded service, and says so", async () => {
    const { exit, stdout, stderr } = await example("rehearse.js");
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("garden: done create reward/boots\n");
    expect(stdout).toMatch(/garden: matches its manifests\n$/);
  });
});
