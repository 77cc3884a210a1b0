/**
 * The example programs of `examples/library`, run as they are, against a service, and a server in
 * place of GitHub.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runScript } from "../pipeline/running.ts";
import { inGame, type TestGame } from "../support/cli.ts";
import { listening } from "../support/listening.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/library");
const GAME = `actions: [{ custom_id: jump, name: Jump }]
criteria: [{ custom_id: jumps, name: Jumps, custom_action_id: jump, rule: "gte:10" }]
criteria_groups: [{ custom_id: jumper, name: Jumper, criteria: [jumps] }]
rewards: [{ custom_id: boots, name: Boots }]
achievements:
  - { custom_id: jumper, name: "=Jumper", description: Jump 10 times, points: 10, custom_criteria_group_id: jumper, rewards: [boots] }
  - { custom_id: leaper, name: Leaper, description: Leap, points: 5, is_secret: true, custom_criteria_group_id: jumper }
`;
const garden = (): Promise<TestGame> => inGame({ manifests: { "game.yaml": GAME } });

/** The exit code and the output of a program for the game. */
function example(
  name: string,
  { folder, env }: TestGame,
  more: Readonly<Record<string, string>> = {},
) {
  const words = [process.execPath, join(EXAMPLES, name), "laurel.yaml", "default"] as const;
  const variables = { PATH: process.env.PATH ?? "", NO_COLOR: "1", ...env, ...more };
  return runScript(words, { cwd: folder, env: variables });
}

it("the example programs are five, each of 60 lines at most that say how to run it, and all are in the table", () => {
  const programs = readdirSync(EXAMPLES).filter((name) => name.endsWith(".js"));
  expect(programs).toHaveLength(5);
  const table = readFileSync(join(EXAMPLES, "README.md"), "utf8");
  for (const name of programs) {
    const text = readFileSync(join(EXAMPLES, name), "utf8");
    expect(text.split("\n").length - 1, name).toBeLessThanOrEqual(60);
    expect(text).toMatch(
      new RegExp(`^// @ts-check\n/\\*\\*\n.*\n[^/]* (?:node|npx vitest run) ${name}`),
    );
    expect(table).toContain(`](${name})`);
  }
});

describe("comment-plan.js", () => {
  async function onGitHub() {
    const writes: {
      readonly method: string;
      readonly path: string;
      readonly token: unknown;
      readonly body: string;
    }[] = [];
    const comments = [{ id: 1, body: "Nice!" }];
    const GITHUB_API_URL = await listening(async (request) => {
      const { method, url, headers } = request;
      if (method === "GET") return Response.json(comments);
      const { body } = (await request.json()) as { body: string };
      writes.push({
        method,
        path: new URL(url).pathname,
        token: headers.get("authorization"),
        body,
      });
      if (method === "POST") comments.push({ id: 2, body });
      return Response.json({});
    });
    const env = {
      GITHUB_API_URL,
      GITHUB_REPOSITORY: "studio/game",
      GITHUB_TOKEN: "t0ken",
      PULL_REQUEST: "7",
    };
    return { writes, env };
  }

  it("comments the plan once, and then updates the comment", async () => {
    const { writes, env } = await onGitHub();
    const game = await garden();
    expect(await example("comment-plan.js", game, env)).toEqual({
      exit: 0,
      stdout: "",
      stderr: "",
    });
    const path = "/repos/studio/game/issues";
    expect(writes).toMatchObject([
      { method: "POST", path: `${path}/7/comments`, token: "Bearer t0ken" },
    ]);
    expect(writes[0]?.body).toMatch(
      /^<!-- laurel plan -->\n\n## Plan for(?![\s\S]*Leaper)[\s\S]*reward\/boots/,
    );
    await game.write({ "game.yaml": "rewards: [{ name: Boots }]\n" });
    await example("comment-plan.js", game, env);
    expect(writes[1]).toMatchObject({ method: "PATCH", path: `${path}/comments/2` });
    expect(writes[1]?.body).toContain("missing-field");
    expect(writes[1]?.body).toContain("manifests/game.yaml:1");
  });
});

it("drift.js ends with 0 without drift, with 2 and the plan after a change, and with 1 where it cannot know", async () => {
  const game = await garden();
  expect((await game.run(["apply", "--yes"])).exit).toBe(0);
  expect(await example("drift.js", game)).toEqual({
    exit: 0,
    stdout: "No drift in 1 game.\n",
    stderr: "",
  });
  await game.write({ "game.yaml": GAME.replace("name: Boots", "name: Shoes") });
  const update = expect.stringMatching(/update +reward\/boots/);
  expect(await example("drift.js", game)).toEqual({ exit: 2, stdout: update, stderr: "" });
  const untold = await example("drift.js", game, { LAUREL_API_TOKEN: "" });
  expect(untold).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("error[missing-token]"),
  });
});

it("achievements-csv.js prints a row for each achievement that is no secret, and no formulas", async () => {
  const { exit, stdout } = await example("achievements-csv.js", await garden());
  expect(exit).toBe(0);
  expect(stdout.split("\r\n")).toEqual([
    '"game","achievement","name","points","rewards","effort","how"',
    '"manifests","jumper","\'=Jumper",10,"boots",10,"1 × jump 10"',
    "",
  ]);
});

it("rehearse.js applies the manifests to the embedded service, and says so", async () => {
  const game = await garden();
  const { exit, stdout, stderr } = await example("rehearse.js", game);
  expect([exit, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("manifests: done create reward/boots\n");
  expect(stdout).toMatch(/manifests: matches its manifests\n$/);
});
