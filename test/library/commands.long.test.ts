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

  it("has the graph of `laurel graph`", async () => {
    const game = await load("production");
    expect(plain(laurel.graph(game))).toEqual((await printed("graph")).graphs[0]);
  });

  it.each(["staging", "production"])("has the plan and the impact of `laurel plan`: %s", async (name) => {
    const game = await load(name);
    const connection = await open(game);
    const { live, plan } = await planned(game, connection);
    const [document] = (await printed("plan", "--env", name)).plans;
    const { impact, allowed: _, ...rest } = document;
    const steps = plan.steps.map(({ before: _before, after: _after, ...step }) => step);
    expect(plain({ ...plan, steps })).toEqual(rest);
    expect(plain(laurel.impact(game, live, plan))).toEqual(impact);
  });
});
