/** The queries in docs/guides/logs.md find something in a real log. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { SMALL_GAME } from "../../e2e/small-game.ts";
import { inGame } from "../../support/cli.ts";
import type { Fault } from "../../support/service/service.ts";

const page = readFileSync(new URL("../../../docs/guides/logs.md", import.meta.url), "utf8");
const queries = [...page.matchAll(/^(.*)\n\n```jq\n([\s\S]*?)\n```$/gm)].map(([, words = "", query = ""]) => ({
  words,
  query,
}));
const hasJq = spawnSync("jq", ["--version"]).status === 0;

describe.runIf(hasJq)("the queries for jq", () => {
  let log: string;
  beforeAll(async () => {
    const faults: readonly Fault[] = [
      { effect: "error-before", status: 503, when: { method: "GET", to: 1 } },
      { effect: "error-before", status: 422, when: { method: "POST", path: "/criteria/?$" } },
    ];
    const game = await inGame({ manifests: SMALL_GAME, service: { faults } });
    const invalid = await inGame({ manifests: { "a.yaml": "rewards:\n  - { custom_id: a }\n" } });
    const runs = [
      await game.run(["apply", "--yes", "--log-format", "json"]),
      await invalid.run(["plan", "--log-format", "json"]),
    ];
    log = runs.map(({ stderr }) => stderr).join("");
  });

  it.each(queries.map(({ words, query }) => [words, query]))("%s", (words, query) => {
    const args = words.includes("`jq -s`") ? ["-s", "-r", query] : ["-r", query];
    const { status, stdout, stderr } = spawnSync("jq", args, { input: log, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
    expect(stdout).not.toContain("null");
  });

  it("are found in the page", () => expect(queries).toHaveLength(4));
});
