/** docs/guides/logs.md says what the schema says, and its questions have answers. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Fault } from "../../../src/emulator/faults.ts";
import { logSchema } from "../../../src/view/json/log-line.ts";
import { SMALL_GAME } from "../../e2e/small-game.ts";
import { inGame } from "../../support/cli.ts";

interface Objects {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

const page = readFileSync(new URL("../../../docs/guides/logs.md", import.meta.url), "utf8");
const definitions = (logSchema as unknown as { $defs: unknown }).$defs as Readonly<Record<string, Objects>>;

/** The cells of the rows of the first table below a heading. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const lines = page.slice(page.indexOf(`\n${heading}\n`)).split("\n");
  const start = lines.findIndex((line) => line.startsWith("|"));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

/** `a`, `b`? as they stand in a cell. */
function membersIn(cell: string): readonly string[] {
  return [...cell.replaceAll(/\([^)]*\)/g, "").matchAll(/`(\w+)`(\??)/g)].map(([, name, mark]) => `${name}${mark}`);
}

describe("docs/guides/logs.md", () => {
  it("lists the members of every line", () => {
    const listed = tableBelow("### Members of every line").flatMap(([cell = ""]) => membersIn(cell));
    expect(listed).toEqual(Object.keys((logSchema as unknown as Objects).properties));
  });

  it("lists every event with its members", () => {
    const rows = tableBelow("### Events");
    const events = Object.keys(definitions).filter((name) => name !== "problem");
    expect(rows.map(([name]) => name?.replaceAll("`", "")).sort()).toEqual([...events].sort());
    for (const [name = "", , members = ""] of rows) {
      const event = name.replaceAll("`", "");
      const { properties, required } = definitions[event === "diagnostic" ? "problem" : event] as Objects;
      const known = Object.keys(properties)
        .filter((member) => !(member in (logSchema as unknown as Objects).properties))
        .map((member) => (required.includes(member) ? member : `${member}?`));
      if (event !== "note") expect(membersIn(members), event).toEqual(known);
    }
  });
});

const questions = [...page.matchAll(/^(.*)\n\n```jq\n([\s\S]*?)\n```$/gm)].map(([, words = "", query = ""]) => ({
  words,
  query,
}));
const hasJq = spawnSync("jq", ["--version"]).status === 0;

describe.runIf(hasJq)("the questions for jq", () => {
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

  it.each(questions.map(({ words, query }) => [words, query]))("%s", (words, query) => {
    const args = words.includes("`jq -s`") ? ["-s", "-r", query] : ["-r", query];
    const { status, stdout, stderr } = spawnSync("jq", args, { input: log, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).not.toBe("");
    expect(stdout).not.toContain("null");
  });

  it("are some", () => expect(questions.length).toBeGreaterThanOrEqual(6));
});
