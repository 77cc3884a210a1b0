/** Programs get what the commands print: the same project, the same settings, the same values. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as laurel from "../../src/library.ts";
import { diagnosticsJson } from "../../src/view/json/render.ts";
import { runCli } from "../support/cli.ts";
import { load, open, planned, project } from "./support.ts";

async function printed(...words: readonly string[]) {
  return JSON.parse((await runCli([...words, "--format", "json"], { cwd: project.folder, env: project.env })).stdout);
}

/** As it is in a document. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("a game of a project", () => {
  it.each([undefined, "staging", "production"])(
    "has the findings of `laurel lint`, with its rules and budget: %s",
    async (name) => {
      const findings = laurel.lint(await load(name));
      const { diagnostics } = await printed("lint", ...(name === undefined ? [] : ["--env", name]));
      expect(diagnosticsJson(findings as readonly laurel.Diagnostic[])).toEqual(diagnostics);
      expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toContain("error unused-action");
      expect(findings.map(({ code }) => code)).toContain("over-budget");
    },
  );

  it("has the results of `laurel test`", async () => {
    const { passed, summary, game, diagnostics } = laurel.test(await load());
    const document = await printed("test");
    expect({ passed, diagnostics }).toEqual({ passed: true, diagnostics: [] });
    expect(plain({ summary, game })).toEqual({ summary: document.summary, game: document.games[0] });
  });

  it("has the economy of `laurel report`, with the efforts of the project", async () => {
    const report = laurel.report(await load());
    expect(plain(report)).toEqual((await printed("report")).reports[0]);
    expect(report.achievements[0]?.way.effort).toBe(5);
  });

  it("has the graph of `laurel graph`, with and without a plan", async () => {
    const game = await load("production");
    expect(plain(laurel.graph(game))).toEqual((await printed("graph")).graphs[0]);
    const { plan } = await planned(game, await open(game));
    await runCli(["plan", "--env", "production", "--out", "plan.json"], { cwd: project.folder, env: project.env });
    expect(plain(laurel.graph(game, plan))).toEqual((await printed("graph", "--plan", "plan.json")).graphs[0]);
  });

  it.each(["staging", "production"])("has the plan and the impact of `laurel plan`: %s", async (name) => {
    const game = await load(name);
    const connection = await open(game);
    const { live, plan } = await planned(game, connection);
    const [document] = (await printed("plan", "--env", name)).plans;
    const { impact, allowed: _, ...rest } = document;
    expect(plain(plan)).toEqual(rest);
    expect(plain(laurel.impact(game, live, plan))).toEqual(impact);
  });

  it("is what an export gives, without a file being written", async () => {
    const game = await load("staging");
    const connection = await open(game);
    const { plan } = await planned(game, connection);
    const applied = await laurel.apply(connection, plan, { game });
    expect(applied.totals.done).toBe(plan.steps.length);
    expect(await laurel.verify(connection, game, plan, applied)).toEqual({ converged: true, diagnostics: [] });
    const files = (await laurel.exportGame(connection)).value ?? [];
    await runCli(["export", "--env", "staging", "--out-dir", "out"], { cwd: project.folder, env: project.env });
    for (const { file, text } of files) {
      const body = text.split("\n").slice(1).join("\n");
      expect((await readFile(join(project.folder, "out", file), "utf8")).split("\n").slice(1).join("\n")).toBe(body);
    }
    const again = laurel.validate(files).value as laurel.Game;
    expect((await planned(again, connection)).plan.steps).toEqual([]);
    const some = (await laurel.exportGame(connection, { kinds: ["reward"] })).value;
    expect(some?.map(({ file }) => file)).toEqual(["rewards.yaml"]);
  });
});
