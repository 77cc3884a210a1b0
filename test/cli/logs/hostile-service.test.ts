/** Whatever a service says, each line of the log stays one line of valid JSON, and nothing of it reaches a terminal. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scripted } from "../../api/support/game-client.ts";
import type { Reply } from "../../api/support/scripted-server.ts";
import { runCli, scratchFolder } from "../../support/cli.ts";
import { runs } from "../../support/runs.ts";
import { logLines, ofEvent } from "./log-lines.ts";

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("\n", "\r\n", "\u001b[2J", "\u009b", "\u2028", "\u202e", '"', "\\", "{", "\u0000", "a"))
    .map((all) => all.join("")),
);
const reply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ status: fc.constantFrom(400, 404, 418, 422), body: fc.oneof(hostile, fc.record({ message: hostile })) }),
  fc
    .record({ custom_id: hostile, name: hostile, description: hostile })
    .map((record) => ({ body: { data: [record], meta: { current_page: 1, last_page: 1, total: 1, per_page: 100 } } })),
  hostile.map((body) => ({ status: 200, body })),
  fc.stringMatching(/^[\x21-\x7e\x80-\xff]{1,40}$/).map((id) => ({ status: 403, headers: { "x-request-id": id } })),
);

describe("a hostile service", () => {
  it("cannot break a line", async () => {
    let next: Reply = {};
    const server = await scripted(() => next);
    const cwd = await scratchFolder();
    await writeFile(join(cwd, "a.yaml"), "rewards:\n  - { custom_id: egg, name: Egg }\n");
    const flags = ["--manifests", ".", "--base-url", server.url, "--game-id", "g", "--log-format", "json"];
    await fc.assert(
      fc.asyncProperty(reply, async (said) => {
        next = said;
        const run = await runCli(["apply", "--yes", ...flags], { cwd, env: { LAUREL_API_TOKEN: "a-token" } });
        const lines = logLines(run.stderr);
        expect(ofEvent(lines, "request").length).toBeGreaterThan(0);
        expect(lines.at(-1)).toMatchObject({ event: "end", exit_code: run.exit });
        expect(run.exit).not.toBe(70);
      }),
      runs(60),
    );
  });
});
