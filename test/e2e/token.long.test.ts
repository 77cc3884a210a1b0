/** The token is in no output, whatever goes wrong and however much is asked to be shown (docs/service.md#surprises). */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { type CliRun, inGame, runCli, scratchFolder, TOKEN, writeFiles, writeProject } from "../support/cli.ts";
import { listening } from "../support/listening.ts";
import type { Fault } from "../support/service/service.ts";
import { SMALL_GAME } from "./small-game.ts";

function expectNoToken({ stdout, stderr }: Pick<CliRun, "stdout" | "stderr">): void {
  const all = `${stdout}${stderr}`;
  expect(all).not.toBe("");
  for (const form of [
    TOKEN,
    encodeURIComponent(TOKEN),
    Buffer.from(TOKEN).toString("base64"),
    JSON.stringify(TOKEN).slice(1, -1),
  ]) {
    expect(all).not.toContain(form);
  }
}

const anyPost = { method: "POST", from: 2 };
/** Under all other faults: the matrix of faults. */
const badDays: readonly (readonly [string, readonly Fault[]])[] = [
  ["nothing", []],
  ["401 in the middle", [{ effect: "error-before", status: 401, when: anyPost }]],
  ["HTML", [{ effect: "html", status: 502, when: { path: "/rewards$" } }]],
  [
    "a redirect",
    [{ effect: "redirect", location: `https://elsewhere.example/?token=${TOKEN}`, when: { path: "/rewards$" } }],
  ],
];

describe("Tokens leak: the token is in no output", () => {
  it.each(badDays)("with %s", async (_, faults) => {
    for (const format of ["text", "json"]) {
      const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
      expectNoToken(await game.run(["apply", "--yes", "--verbose", "--format", format], { isTerminal: true }));
    }
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    for (const format of ["text", "json"]) {
      expectNoToken(await game.run(["plan", "--verbose", "--format", format]));
    }
    expectNoToken(await game.run(["rankings", "points", "--verbose"]));
  });

  it("with no service listening", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    await game.service().close();
    const run = await game.run(["plan", "--verbose"]);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("ECONNREFUSED");
    expectNoToken(run);
  });

  it("with a service that echoes it everywhere", async () => {
    const folder = await scratchFolder();
    await writeFiles(join(folder, "manifests"), SMALL_GAME);
    await writeProject(folder, { base_url: await echoing() });
    for (const format of ["text", "json"]) {
      const argv = ["plan", "--verbose", "--format", format];
      const run = await runCli(argv, { cwd: folder, env: { LAUREL_API_TOKEN: TOKEN } });
      expect(run.exit).toBe(1);
      expectNoToken(run);
    }
  });

  const forms: readonly (readonly [string, string])[] = [
    ["as it is", `Nobody ${TOKEN}`],
    ["cut out of more", `x${TOKEN}x`],
  ];
  it.each(forms)("with a resource that holds it %s, from which nothing is planned", async (_, name) => {
    const live = { rewards: [{ custom_id: "egg", name, custom_data: { deep: [name] } }] };
    const manifests = { "game.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" };
    for (const argv of [
      ["plan", "--prune"],
      ["plan", "--format", "json"],
      ["plan", "--format", "markdown", "--reveal-secrets"],
      ["apply", "--yes"],
    ]) {
      const game = await inGame({ live, manifests });
      const run = await game.run(argv);
      expect(run.exit, argv.join(" ")).toBe(1);
      expect(`${run.stdout}${run.stderr}`).toContain("the answer holds the token itself");
      expectNoToken(run);
      expect(game.writes()).toEqual([]);
    }
  });

  it("with a token in the project file, which is refused without showing it", async () => {
    const folder = await scratchFolder();
    const project = `version: 1\nservice: { base_url: "https://api.example.com", token: ${TOKEN} }\ngames:\n  g: { manifests: m, environments: { e: { game_id: g } } }\n`;
    await writeFiles(folder, { "laurel.yaml": project });
    const run = await runCli(["plan"], { cwd: folder });
    expect(run.exit).toBe(3);
    expectNoToken(run);
  });

  it("in no output of a real process, and in no file that it leaves", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const laurel = startLaurel(["apply", "--yes", "--verbose"], { cwd: game.folder, env: game.env });
    expectNoToken(await laurel.ended);
    for (const file of await readdir(game.folder, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toContain(TOKEN);
    }
  });
});

describe("a token that is not accepted", () => {
  it("is told as such and written nowhere", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply", "--yes", "--verbose"], { env: { LAUREL_API_TOKEN: "another-one" } });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("error[not-authorised]: Token is not accepted");
    expect(`${run.stdout}${run.stderr}`).not.toContain("another-one");
    expect(game.writes()).toEqual([]);
  });

  it("may be one that can only read: nothing is done, and every step says why", async () => {
    const faults: readonly Fault[] = ["POST", "PUT", "DELETE"].map((method) => ({
      effect: "error-before",
      status: 403,
      when: { method },
    }));
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    expect((await game.run(["plan"])).exit).toBe(0);
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain("not-authorised");
    expect(run.stdout).toContain("0 steps done");
  });

  it.each([[{}], [{ LAUREL_API_TOKEN: "" }], [{ LAUREL_API_TOKEN: "two\nlines" }]])("is asked for: %j", async (env) => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["plan"], { env: env as Record<string, string> });
    expect(run.exit).toBe(3);
    expect(run.stderr).toContain("error[missing-token]");
    expect(game.requests()).toEqual([]);
  });
});

/** A service that answers every request with an error that repeats what it was sent. Its address. */
function echoing(): Promise<string> {
  return listening(async ({ headers }) => {
    const authorization = String(headers.get("authorization"));
    const body = { message: `You sent ${authorization}`, errors: { token: [authorization] } };
    return Response.json(body, { status: 418, headers: { "x-request-id": authorization } });
  });
}
