/**
 * The token is in no output, and bodies are in no log. Whatever else goes wrong with a token:
 * test/e2e/token.long.test.ts.
 */
import { expect, it } from "vitest";
import { inGame } from "../../support/cli.ts";

it.each([
  ["a creation fails", "rewards:\n  - { custom_id: new, name: New }\n"],
  ["a list fails", "actions:\n  - { custom_id: a, name: A }\n"],
])(
  "the token is in no output of a run with a service that says it back in everything, records among it: %s",
  async (_, text) => {
    const token = "42|aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789";
    const game = await inGame({
      manifests: { "a.yaml": text },
      service: {
        door: async (_index, _carryOut, { method, url, headers }) => {
          const said = String(headers.get("authorization"));
          const answered = { "x-request-id": said };
          if (method === "GET" && url.includes("/rewards")) {
            const named = {
              custom_id: "egg",
              name: said,
              description: `\u001b[31m${token}\n${encodeURIComponent(token)}`,
            };
            const meta = { last_page: 1, total: 1, per_page: 100 };
            return Response.json({ data: [named], meta }, { headers: answered });
          }
          const body = {
            message: `You sent\u2028 ${said}`,
            errors: { token: [said, token.slice(3)] },
          };
          return Response.json(body, { status: method === "GET" ? 418 : 422, headers: answered });
        },
      },
    });
    const run = await game.run(["apply", "--yes", "--verbose"], {
      env: { LAUREL_API_TOKEN: token },
    });
    expect(run.exit).toBe(1);
    // With and without the number in front of its bar, and the forms in which it travels.
    for (const secret of [token, token.slice(3)]) {
      const base64 = Buffer.from(secret).toString("base64").replace(/=+$/, "");
      for (const form of [secret, encodeURIComponent(secret), base64])
        expect(run.stdout + run.stderr).not.toContain(form);
    }
  },
);

it("bodies are in no log: neither what is sent nor what comes back", async () => {
  const manifests = { "a.yaml": "rewards:\n  - { custom_id: egg, name: Very private name }\n" };
  const game = await inGame({
    manifests,
    live: { rewards: [{ custom_id: "old", name: "Another private name" }] },
  });
  const run = await game.run(["apply", "--yes", "--verbose"]);
  expect(run.exit).toBe(0);
  expect(run.stderr).not.toContain("private name");
});
