/** The token is in no log, whatever goes wrong (docs/service.md#surprises). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { SMALL_GAME } from "../../e2e/small-game.ts";
import { startLaurel } from "../../support/child.ts";
import { type CliRun, inGame, runCli, scratchFolder, TOKEN, writeFiles, writeProject } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";

/** Neither the token, with and without the number in front of its bar, nor the forms in which it travels. */
function expectNoToken({ stdout, stderr }: Pick<CliRun, "stdout" | "stderr">, token: string): void {
  const all = `${stdout}${stderr}`;
  expect(stderr).not.toBe("");
  for (const text of [token, token.slice(token.indexOf("|") + 1)]) {
    const forms = [text, encodeURIComponent(text), Buffer.from(text).toString("base64").replace(/=+$/, "")];
    for (const form of [...forms, JSON.stringify(text).slice(1, -1)]) expect(all).not.toContain(form);
  }
}

const anyPost = { method: "POST", from: 2 };
const badDays: readonly (readonly [string, readonly Fault[]])[] = [
  ["nothing", []],
  ["500 in a read", [{ effect: "error-before", status: 500, when: { path: "/rewards$" } }]],
  ["401 in the middle", [{ effect: "error-before", status: 401, when: anyPost }]],
  ["422", [{ effect: "error-before", status: 422, when: anyPost }]],
  ["429 without end", [{ effect: "rate-limit", retryAfter: { form: "none" }, when: anyPost }]],
  ["dropped connections", [{ effect: "drop-before", when: anyPost }]],
  ["HTML", [{ effect: "html", status: 502, when: { path: "/rewards$" } }]],
  ["a redirect", [{ effect: "redirect", location: `https://x.example/?t=${TOKEN}`, when: { path: "/rewards$" } }]],
];

describe("the token is in no log", () => {
  it.each(badDays)("with %s", async (_, faults) => {
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    expectNoToken(await game.run(["apply", "--yes", "--verbose"]), TOKEN);
  });

  const token = "42|aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";

  it("with a service that says it back in everything, records among it", async () => {
    const server = createServer((request, response) => {
      const said = String(request.headers.authorization);
      response.setHeader("x-request-id", said);
      response.setHeader("content-type", "application/json");
      if (request.method === "GET" && request.url?.includes("/rewards")) {
        const named = { custom_id: "egg", name: said, description: `\u001b[31m${token}\n${encodeURIComponent(token)}` };
        return response.end(JSON.stringify({ data: [named], meta: { last_page: 1, total: 1, per_page: 100 } }));
      }
      response.statusCode = request.method === "GET" ? 418 : 422;
      response.end(JSON.stringify({ message: `You sent\u2028 ${said}`, errors: { token: [said, token.slice(3)] } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const cwd = await scratchFolder();
    for (const manifest of [
      "rewards:\n  - { custom_id: new, name: New }\n",
      "actions:\n  - { custom_id: a, name: A }\n",
    ]) {
      await writeFiles(join(cwd, "manifests"), { "a.yaml": manifest });
      await writeProject(cwd, { base_url: `http://127.0.0.1:${port}` });
      const env = { LAUREL_API_TOKEN: token };
      const run = await runCli(["apply", "--yes", "--verbose"], { cwd, env });
      expect(run.exit).toBe(1);
      expectNoToken({ stdout: "", stderr: run.stderr }, token);
    }
  });

  it("with an id that is the token", async () => {
    const manifests = { "a.yaml": `rewards:\n  - { custom_id: ${TOKEN}, name: Egg }\n` };
    const game = await inGame({ manifests, live: { rewards: [{ custom_id: TOKEN, name: "Old" }] } });
    const run = await game.run(["apply", "--yes", "--verbose"]);
    expect(run.exit).toBe(1);
    expect(run.stderr).toContain("the answer holds the token itself");
    expectNoToken(run, TOKEN);
    expect(game.writes()).toEqual([]);
  });

  it("in no output of a real process", async () => {
    const game = await inGame({ manifests: SMALL_GAME });
    const argv = ["apply", "--yes", "--verbose"];
    const ended = await startLaurel(argv, { cwd: game.folder, env: game.env }).ended;
    expect(ended.exit).toBe(0);
    expectNoToken({ stdout: ended.stdout, stderr: ended.stderr }, TOKEN);
  });
});

describe("bodies", () => {
  it("are in no log: neither what is sent nor what comes back", async () => {
    const manifests = { "a.yaml": "rewards:\n  - { custom_id: egg, name: Very private name }\n" };
    const live = { rewards: [{ custom_id: "old", name: "Another private name" }] };
    const game = await inGame({ manifests, live });
    const run = await game.run(["apply", "--yes", "--verbose"]);
    expect(run.exit).toBe(0);
    expect(run.stderr).not.toContain("private name");
  });
});
