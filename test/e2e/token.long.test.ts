/**
 * The token is in no output, whatever goes wrong and however much is asked to be shown
 * (docs/service.md#surprises).
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startLaurel } from "../support/child.ts";
import { type CliRun, inGame, TOKEN } from "../support/cli.ts";
import type { Fault, ServiceOptions } from "../support/service/service.ts";
import { SMALL_GAME } from "./small-game.ts";

const FORMS = [
  TOKEN,
  encodeURIComponent(TOKEN),
  Buffer.from(TOKEN).toString("base64").replace(/=+$/, ""),
];

function expectNoToken({ stdout, stderr }: Pick<CliRun, "stdout" | "stderr">): void {
  expect(`${stdout}${stderr}`).not.toBe("");
  for (const form of FORMS) expect(`${stdout}${stderr}`).not.toContain(form);
}

const anyPost = { method: "POST", from: 2 };
const location = `https://elsewhere.example/?token=${TOKEN}`;
/** Answers every request with an error that repeats what it was sent. */
const echo: ServiceOptions["door"] = async (_, __, { headers }) => {
  const authorization = String(headers.get("authorization"));
  const body = { message: `You sent ${authorization}`, errors: { token: [authorization] } };
  return Response.json(body, { status: 418, headers: { "x-request-id": authorization } });
};

describe("Tokens leak: the token is in no output", () => {
  it.each<[string, ServiceOptions]>([
    ["nothing", {}],
    ["401 in the middle", { faults: [{ effect: "error-before", status: 401, when: anyPost }] }],
    ["HTML", { faults: [{ effect: "html", status: 502, when: { path: "/rewards$" } }] }],
    ["a redirect", { faults: [{ effect: "redirect", location, when: { path: "/rewards$" } }] }],
    ["an echo", { door: echo }],
  ])("with %s", async (_, service) => {
    const game = await inGame({ manifests: SMALL_GAME, service });
    for (const format of ["text", "json"]) {
      expectNoToken(await game.run(["plan", "--verbose", "--format", format]));
      expectNoToken(
        await game.run(["apply", "--yes", "--verbose", "--format", format], { isTerminal: true }),
      );
    }
    expectNoToken(await game.run(["rankings", "points", "--verbose"]));
  });

  it("with a resource that holds it, from which nothing is planned", async () => {
    const live = {
      rewards: [{ custom_id: "egg", name: "Egg", custom_data: { deep: [`x${TOKEN}x`] } }],
    };
    const game = await inGame({
      live,
      manifests: { "game.yaml": "rewards:\n  - { custom_id: egg, name: Egg }\n" },
    });
    for (const line of [
      "plan --prune",
      "plan --format json",
      "plan --reveal-secrets",
      "apply --yes",
    ]) {
      const run = await game.run(line.split(" "));
      expect(run.exit, line).toBe(1);
      expect(`${run.stdout}${run.stderr}`).toContain("the answer holds the token itself");
      expectNoToken(run);
    }
    expect(game.writes()).toEqual([]);
  });

  it("in no output of a real process, and in no file that it leaves", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const laurel = startLaurel(["apply", "--yes", "--verbose"], {
      cwd: game.folder,
      env: game.env,
    });
    expectNoToken(await laurel.ended);
    for (const file of await readdir(game.folder, { recursive: true, withFileTypes: true })) {
      if (file.isFile())
        expect(await readFile(join(file.parentPath, file.name), "utf8")).not.toContain(TOKEN);
    }
  });
});

describe("a token that is not accepted", () => {
  it("is told as such and written nowhere", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const run = await game.run(["apply", "--yes", "--verbose"], {
      env: { LAUREL_API_TOKEN: "another-one" },
    });
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("error[not-authorised]: Token is not accepted");
    expect(`${run.stdout}${run.stderr}`).not.toContain("another-one");
    expect(game.writes()).toEqual([]);
  });

  it("may be one that can only read: nothing is done, and every step says why", async () => {
    const faults: readonly Fault[] = [
      { effect: "error-before", status: 403, when: { method: "POST" } },
    ];
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    expect((await game.run(["plan"])).exit).toBe(0);
    const run = await game.run(["apply", "--yes"]);
    expect(run.exit).toBe(1);
    expect(run.stdout).toContain("not-authorised");
    expect(run.stdout).toContain("0 steps done");
  });
});
